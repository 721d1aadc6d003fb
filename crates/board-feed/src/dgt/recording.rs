//! Recordings of the line of a DGT board, read as what the board reported.

use draughts::Timestamp;

use super::{
    board::DgtBoard,
    record::{DgtRecord, DgtRecordError},
    state::{DgtReport, DgtSetting},
};

/// Reads the lines of recordings, and returns what the board reports.
///
/// The reports are those that it made when the recording was taken. A new first line begins another
/// recording, whose moments begin anew.
#[derive(Clone, Debug)]
pub struct DgtReplay {
    setting: DgtSetting,
    /// The board of the recording, and the moment of the last line.
    board: Option<(DgtBoard, Timestamp)>,
}

impl DgtReplay {
    /// Begins before the first line.
    #[must_use]
    pub const fn new(setting: DgtSetting) -> Self {
        Self { setting, board: None }
    }

    /// Takes a line, and returns its moment and what the board reports then; a first line has
    /// neither.
    ///
    /// # Errors
    ///
    /// [`DgtRecordError`] if the line is none of a recording; it changes nothing then.
    pub fn take(
        &mut self,
        line: &str,
    ) -> Result<Option<(Timestamp, Vec<DgtReport>)>, DgtRecordError> {
        if line.strip_prefix(DgtRecord::HEADER).is_some_and(|rest| rest.starts_with(' ')) {
            self.board = Some((DgtBoard::new(self.setting), Timestamp::default()));
            return Ok(None);
        }
        let (board, last) = self.board.as_mut().ok_or(DgtRecordError::NoHeader)?;
        let DgtRecord { at, event, .. } = line.parse()?;
        if at < *last {
            return Err(DgtRecordError::Order { millis: last.millis() - at.millis() });
        }
        *last = at;
        Ok(Some((at, board.follow(&event, at))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_has_a_first_line_and_never_goes_back_but_by_another() {
        let mut replay = DgtReplay::new(DgtSetting::default());
        assert_eq!(replay.take("0.000 1 opened"), Err(DgtRecordError::NoHeader));
        assert_eq!(replay.take("damcast-board 1 /dev/ttyACM0"), Ok(None));
        let at = |millis| Ok(Some((Timestamp::from_millis(millis), Vec::new())));
        assert_eq!(replay.take("5.000 1 opened"), at(5_000));
        assert_eq!(replay.take("4.990 1 closed"), Err(DgtRecordError::Order { millis: 10 }));
        assert_eq!(replay.take("damcast-board 1 /dev/ttyACM0"), Ok(None));
        assert_eq!(replay.take("4.990 1 closed"), at(4_990));
    }
}
