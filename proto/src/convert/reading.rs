//! Reads what is kept of the reports of sensor boards.

use draughts::Timestamp;
use live_game::table::ReadingMark;
use prost::Message as _;

use crate::{subject::GameKey, v1::ReadingRecord};

/// Reads a message of the stream of readings, with its game; `None` for one that cannot be read.
#[must_use]
pub fn reading_record(payload: &[u8]) -> Option<(GameKey, ReadingRecord)> {
    let record = ReadingRecord::decode(payload).ok()?;
    let game = GameKey::try_from(record.game.clone()).ok()?;
    Some((game, record))
}

/// Returns the number of the last line of a record.
#[must_use]
pub fn reading_end(record: &ReadingRecord) -> u64 {
    let count = u64::try_from(record.lines.len()).unwrap_or(u64::MAX);
    record.first.saturating_add(count).saturating_sub(1)
}

/// Returns how far the readings of a board are kept, by their last message; nothing for one that
/// cannot be read.
#[must_use]
pub fn reading_mark(payload: &[u8]) -> ReadingMark {
    let Some((game, record)) = reading_record(payload) else { return ReadingMark::default() };
    let (journal, at) = (format!("{game} {}", record.journal), record.at_ms);
    let at = Timestamp::from_millis(at);
    ReadingMark { journal, last: reading_end(&record), spent: record.spent, at }
}
