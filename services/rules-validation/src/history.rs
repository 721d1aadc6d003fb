//! The history of a game for an arbiter: its decisions, each with the input that it follows from.

use std::collections::BTreeMap;

use proto::{
    convert::{Record, StoredInput},
    subject::{GameKey, Stream, Subject},
    v1::{GameDecision, InputRecord},
};
use runtime::{EventLog, LedgerError, LogEntry};

/// The largest number of decisions that are told, and of inputs that are read for them.
const ENTRIES_MAX: u32 = 2000;

/// Returns the decisions about a game, the oldest first.
///
/// # Errors
/// [`LedgerError`] if the log does not answer, or an entry cannot be read.
pub(crate) async fn of_game(
    log: &EventLog,
    key: &GameKey,
) -> Result<Vec<GameDecision>, LedgerError> {
    let (decisions, inputs) =
        tokio::try_join!(entries(log, key, Stream::Game), entries(log, key, Stream::Input))?;
    let inputs: BTreeMap<u64, InputRecord> = inputs
        .into_iter()
        .filter_map(|entry| Some((entry.sequence, input(&entry)?.record().clone())))
        .collect();
    Ok(decisions.into_iter().map(|entry| decision(&entry, &inputs)).collect())
}

async fn entries(
    log: &EventLog,
    key: &GameKey,
    stream: Stream,
) -> Result<Vec<LogEntry>, LedgerError> {
    let filter = Subject::game(stream, key).to_string();
    let page = log.page(stream, &filter, 1, ENTRIES_MAX).await?;
    Ok(page.entries.into_iter().collect::<Result<_, _>>()?)
}

fn input(entry: &LogEntry) -> Option<&StoredInput> {
    if let Record::Input(input) = &entry.record { Some(input) } else { None }
}

fn decision(entry: &LogEntry, inputs: &BTreeMap<u64, InputRecord>) -> GameDecision {
    let cause = entry.caused_by(Stream::Input);
    let events =
        if let Record::Game(record) = &entry.record { record.wire_events() } else { Vec::new() };
    GameDecision {
        version: entry.version,
        at_ms: entry.recorded_at.millis(),
        input: cause.and_then(|sequence| inputs.get(&sequence).cloned()),
        events,
    }
}
