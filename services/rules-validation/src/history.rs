//! The history of a game for an arbiter: its decisions, each with the input that it follows from.

use std::{
    collections::{BTreeMap, VecDeque},
    ops::ControlFlow,
};

use proto::{
    convert::Record,
    subject::{GameKey, Stream, Subject},
    v1::{GameDecision, InputRecord},
};
use runtime::{EventLog, LedgerError, LogEntry, Unreadable};

/// The largest number of decisions that are told: the latest.
const DECISIONS_MAX: usize = 2000;

/// Returns the latest decisions about a game, the oldest first; without those that cannot be read.
///
/// # Errors
/// [`LedgerError`] if the log does not answer, or an entry can only be read by a newer program.
pub(crate) async fn of_game(
    log: &EventLog,
    key: &GameKey,
) -> Result<Vec<GameDecision>, LedgerError> {
    latest(log, key, DECISIONS_MAX).await
}

/// Returns at most `most` decisions.
async fn latest(
    log: &EventLog,
    key: &GameKey,
    most: usize,
) -> Result<Vec<GameDecision>, LedgerError> {
    let mut decisions = VecDeque::new();
    let keep = |entry: LogEntry| {
        if decisions.len() == most {
            decisions.pop_front();
        }
        decisions.push_back(entry);
    };
    read(log, key, Stream::Game, keep).await?;
    let causes = decisions.iter().filter_map(|entry| entry.caused_by(Stream::Input));
    let mut inputs: BTreeMap<u64, Option<InputRecord>> = causes.map(|it| (it, None)).collect();
    let keep = |entry: LogEntry| {
        if let (Record::Input(input), Some(known)) =
            (&entry.record, inputs.get_mut(&entry.sequence))
        {
            *known = Some(input.record().clone());
        }
    };
    read(log, key, Stream::Input, keep).await?;
    Ok(decisions.iter().map(|entry| decision(entry, &inputs)).collect())
}

/// Passes every entry about a game that can be read to `keep`, in order.
async fn read(
    log: &EventLog,
    key: &GameKey,
    stream: Stream,
    mut keep: impl FnMut(LogEntry),
) -> Result<(), LedgerError> {
    let keep_readable = |entry: Result<LogEntry, Unreadable>| {
        entry.map_or_else(|_unreadable| (), &mut keep);
        ControlFlow::Continue(())
    };
    log.for_each(&Subject::game(stream, key), 1, keep_readable).await
}

fn decision(entry: &LogEntry, inputs: &BTreeMap<u64, Option<InputRecord>>) -> GameDecision {
    let cause = entry.caused_by(Stream::Input);
    let events =
        if let Record::Game(record) = &entry.record { record.wire_events() } else { Vec::new() };
    GameDecision {
        version: entry.version,
        at_ms: entry.recorded_at.millis(),
        input: cause.and_then(|sequence| inputs.get(&sequence)?.clone()),
        events,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use draughts::{Outcome, Reason, Score, Timestamp};
    use live_game::{Game, GameEvent, table::Inputs};
    use proto::{
        convert::{InputContent, StoredInput},
        subject::{GameId, TournamentKey},
        v1::{Resign, input_record::Action},
    };
    use runtime::MemoryBroker;

    use super::*;

    fn key() -> GameKey {
        let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
        TournamentKey { venue, tournament }.game(GameId::new(1, 1).unwrap())
    }

    /// Stores an input and a decision on it.
    async fn decide(broker: &MemoryBroker, number: u64) {
        let action = Some(Action::Resign(Resign { color: 1 }));
        let (device, at_ms) = ("tablet".to_owned(), 7);
        let record =
            InputRecord { device, sequence: number, action, at_ms, ..InputRecord::default() };
        let input = [StoredInput::try_from(record).unwrap()];
        let subject = Subject::game(Stream::Input, &key());
        let stored = broker.append::<Inputs<InputContent>>(&subject, &input, None).await.unwrap();
        let cause = stored.as_cause();
        let outcome = Outcome { score: Score::Draw, reason: Reason::Arbiter };
        let subject = Subject::game(Stream::Game, &key());
        let at = Timestamp::from_millis(7);
        let events = [GameEvent::Finished { outcome, input: None, by_hand: None, at }];
        broker.append::<Game>(&subject, &events, Some(cause)).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn the_latest_decisions_are_told_with_their_inputs_and_without_what_cannot_be_read() {
        let broker = MemoryBroker::default();
        for number in 1..=8 {
            decide(&broker, number).await;
        }
        let input = Subject::game(Stream::Input, &key());
        let last = broker.stored(Stream::Input).last().unwrap().sequence;
        let garbage = "no envelope".into();
        broker.log().append(&input, "x", last, garbage, Duration::ZERO).await.unwrap();
        let history = latest(&broker.log(), &key(), 5).await.unwrap();
        let versions: Vec<u64> = history.iter().map(|decision| decision.version).collect();
        assert_eq!(versions, [4, 5, 6, 7, 8]);
        for decision in history {
            let sequence = decision.input.map(|input| input.sequence);
            assert_eq!((sequence, decision.events.len()), (Some(decision.version), 1));
        }
    }
}
