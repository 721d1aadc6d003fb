//! Keeps what sensor boards report, for disputes: some days, in a stream of its own from which
//! nothing follows and which no spectator's service reads.
//!
//! The stream itself says how far each board is kept, and how many bytes of it, so that every
//! replica goes on from there, also after a restart.

use live_game::DeviceId;
use prost::Message as _;
use proto::{
    convert::{ConvertError, call_id, device, reading_end, reading_mark},
    subject::{GameKey, reading},
    v1::{ReadingRecord, SubmitReadingsRequest},
};
use runtime::{
    EventLog,
    broker::{Message, Published},
};
use tokio::time::{Instant, timeout_at};

use crate::{error::Error, tournaments::Tournaments};

/// The largest size of the lines of one call, in bytes.
const BYTES_MAX: usize = 48 * 1024;
/// The largest number of lines of one call.
const LINES_MAX: usize = 2_000;
/// Number of attempts while the answer of the server is unclear.
const TRIES: u32 = 4;

/// Lines of the journal of a board.
#[derive(Clone, Debug)]
pub(crate) struct ReadingBatch {
    pub(crate) game: GameKey,
    pub(crate) device: DeviceId,
    journal: String,
    first: u64,
    lines: Vec<String>,
}

impl ReadingBatch {
    /// Converts a request.
    ///
    /// # Errors
    /// [`ConvertError`] names the field that is missing or invalid.
    pub(crate) fn read(request: SubmitReadingsRequest) -> Result<Self, ConvertError> {
        let SubmitReadingsRequest { game, device: name, journal, first, lines } = request;
        let journal = call_id(journal).map_err(|_source| {
            ConvertError::invalid("journal", "has to be 1 to 64 visible characters of ASCII")
        })?;
        if first == 0 {
            return Err(ConvertError::invalid("first", "lines are counted from 1"));
        }
        let bytes: usize = lines.iter().map(String::len).sum();
        if bytes > BYTES_MAX || lines.len() > LINES_MAX {
            let rule = format_args!("has to be at most {LINES_MAX} lines of {BYTES_MAX} bytes");
            return Err(ConvertError::invalid("lines", rule));
        }
        if lines.iter().any(|line| line.contains(char::is_control)) {
            return Err(ConvertError::invalid("lines", "each has to be one line of text"));
        }
        let (game, device) = (GameKey::try_from(game)?, device(name)?);
        Ok(Self { game, device, journal, first, lines })
    }

    /// Returns the name of the journal among all of the board.
    fn journal(&self) -> String {
        format!("{} {}", self.game, self.journal)
    }
}

/// The readings of all boards. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Readings {
    log: EventLog,
    tournaments: Tournaments,
}

impl Readings {
    pub(crate) fn new(log: &EventLog, tournaments: Tournaments) -> Self {
        Self { log: log.clone(), tournaments }
    }

    /// Keeps the lines that are not kept yet, and returns the number of the last one that is.
    ///
    /// # Errors
    /// As for [`Tournaments::check_seated`]; [`Error::OtherTable`] if the device
    /// has its seat at another table; [`Error::ReadingsFull`] if the board has reported too
    /// much; [`Error::ReadingsAway`] if the stream does not answer by `by`.
    pub(crate) async fn keep(&self, batch: &ReadingBatch, by: Instant) -> Result<u64, Error> {
        let seat = self.tournaments.check_seated(&batch.game, &batch.device, by).await?;
        if let Some(table) = seat.table().filter(|table| *table != batch.game.game.table()) {
            let (device, game) = (batch.device.clone(), batch.game.clone());
            return Err(Error::OtherTable { device, table, game });
        }
        let kept = timeout_at(by, self.keep_seated(batch)).await;
        kept.unwrap_or_else(|_late| Err(Error::ReadingsAway))
    }

    async fn keep_seated(&self, batch: &ReadingBatch) -> Result<u64, Error> {
        let broker = self.log.broker();
        let venue = &batch.game.tournament.venue;
        let subject = reading::of_board(venue, batch.device.as_str());
        let journal = batch.journal();
        for _ in 0..TRIES {
            let connection = broker.connection();
            let last = broker.last_reading(&subject).await.map_err(|error| {
                tracing::debug!(%error, "ask how far readings are kept");
                Error::ReadingsAway
            })?;
            let expected = last.as_ref().map_or(0, |last| last.sequence);
            let mark = last.map(|last| reading_mark(&last.payload)).unwrap_or_default();
            let Some(skipped) = mark.skip(&journal, batch.first, batch.lines.len()) else {
                return Ok(mark.last_of(&journal));
            };
            let at = self.log.clock().now();
            let lines: Vec<String> = batch.lines.iter().skip(skipped).cloned().collect();
            let spent = mark
                .spend(lines.iter().map(String::as_str), at)
                .ok_or_else(|| Error::ReadingsFull { device: batch.device.clone() })?;
            let record = ReadingRecord {
                game: Some((&batch.game).into()),
                device: batch.device.as_str().to_owned(),
                journal: batch.journal.clone(),
                first: mark.last_of(&journal).saturating_add(1),
                lines,
                at_ms: at.millis(),
                spent,
            };
            let message = Message {
                subject: subject.clone(),
                // A board that is back at an earlier game sends its journal again.
                id: format!("{subject} {expected} {journal} {}", record.first),
                expected,
                connection,
                payload: record.encode_to_vec().into(),
            };
            match broker.keep_reading(message).await {
                Ok(Published { duplicate: false, .. }) => return Ok(reading_end(&record)),
                // Another replica was first, or the answer was lost: the stream says which.
                Ok(Published { duplicate: true, .. }) => {}
                Err(error) => tracing::debug!(%error, "keep readings"),
            }
        }
        Err(Error::ReadingsAway)
    }
}

#[cfg(test)]
mod tests {
    use proto::v1::GameRef;

    use super::*;

    fn request() -> SubmitReadingsRequest {
        let game = GameRef {
            venue: "main".to_owned(),
            tournament: "kk".to_owned(),
            game: "r1-t1".to_owned(),
        };
        SubmitReadingsRequest {
            game: Some(game),
            device: "board-1".to_owned(),
            journal: "7".to_owned(),
            first: 1,
            lines: vec![String::new(), "{}".to_owned()],
        }
    }

    #[test]
    fn a_batch_that_is_none_names_what_is_wrong_with_it() {
        assert!(ReadingBatch::read(request()).is_ok());
        let huge = vec!["x".repeat(1024); 49];
        for (field, request) in [
            ("journal", SubmitReadingsRequest { journal: String::new(), ..request() }),
            ("first", SubmitReadingsRequest { first: 0, ..request() }),
            ("lines", SubmitReadingsRequest { lines: vec!["a\nb".to_owned()], ..request() }),
            ("lines", SubmitReadingsRequest { lines: huge, ..request() }),
            ("lines", SubmitReadingsRequest { lines: vec![String::new(); 2_001], ..request() }),
            ("game", SubmitReadingsRequest { game: None, ..request() }),
            ("device", SubmitReadingsRequest { device: String::new(), ..request() }),
        ] {
            let fault = ReadingBatch::read(request).unwrap_err().to_string();
            assert!(fault.contains(field), "{field}: {fault}");
        }
    }
}
