//! Recordings of the line of DGT boards, read as what the boards reported.

use draughts::Timestamp;

use super::{
    line::DgtLine,
    record::{DgtRecord, DgtRecordError},
};

/// A moment, and what the boards reported then.
type TimedReports<R> = (Timestamp, Vec<R>);

/// Reads the lines of recordings, and returns what the boards report.
///
/// The reports are those that they made when the recording was taken. A new first line begins
/// another recording, whose moments begin anew.
#[derive(Clone, Debug)]
pub struct DgtReplay<L> {
    /// The end of the line before anything came.
    fresh: L,
    /// The end of the line of the recording, and the moment of the last record.
    line: Option<(L, Timestamp)>,
}

impl<L: DgtLine> DgtReplay<L> {
    /// Begins before the first line, with an end of the line that was never opened.
    #[must_use]
    pub const fn new(fresh: L) -> Self {
        Self { fresh, line: None }
    }

    /// Takes a line, and returns its moment and what the boards report then; a first line has
    /// neither.
    ///
    /// # Errors
    ///
    /// [`DgtRecordError`] if the line is none of a recording; it changes nothing then.
    pub fn take(&mut self, line: &str) -> Result<Option<TimedReports<L::Report>>, DgtRecordError> {
        if line.strip_prefix(L::HEADER).is_some_and(|rest| rest.starts_with(' ')) {
            self.line = Some((self.fresh.clone(), Timestamp::default()));
            return Ok(None);
        }
        let no_header = DgtRecordError::NoHeader { expected: L::HEADER };
        let (followed, last) = self.line.as_mut().ok_or(no_header)?;
        let DgtRecord { at, event, .. } = line.parse()?;
        if at < *last {
            return Err(DgtRecordError::Order { millis: last.millis() - at.millis() });
        }
        *last = at;
        Ok(Some((at, followed.follow(&event, at))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DgtBoard, DgtSetting};

    #[test]
    fn a_recording_has_a_first_line_and_never_goes_back_but_by_another() {
        let mut replay = DgtReplay::new(DgtBoard::new(DgtSetting::default()));
        let no_header = Err(DgtRecordError::NoHeader { expected: "damcast-board 1" });
        assert_eq!(replay.take("0.000 1 opened"), no_header);
        assert_eq!(replay.take("damcast-board 1 /dev/ttyACM0"), Ok(None));
        let at = |millis| Ok(Some((Timestamp::from_millis(millis), Vec::new())));
        assert_eq!(replay.take("5.000 1 opened"), at(5_000));
        assert_eq!(replay.take("4.990 1 closed"), Err(DgtRecordError::Order { millis: 10 }));
        assert_eq!(replay.take("damcast-board 1 /dev/ttyACM0"), Ok(None));
        assert_eq!(replay.take("4.990 1 closed"), at(4_990));
    }
}
