//! The history of a game for an arbiter: its decisions, each with the input that it follows from.

use std::{
    collections::{BTreeMap, VecDeque},
    ops::ControlFlow,
};

use draughts::Variant;
use live_game::GameEvent;
use phrases::{Language, ruling};
use proto::{
    convert::{Record, StoredInput, game_commands},
    subject::{GameKey, Stream, Subject},
    v1::{GameDecision, InputRecord},
};
use runtime::{EventLog, LedgerError, LogEntry, Unreadable};

/// The largest number of decisions that are told: the latest.
const DECISIONS_MAX: usize = 2000;

/// The part of a history that is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryPart {
    /// The version before which it ends; `None` for the end of the history.
    pub(crate) before: Option<u64>,
    /// The pieces and moves of the game, by which rulings are read.
    pub(crate) variant: Variant,
    /// The language of the texts.
    pub(crate) language: Language,
}

/// Returns the latest decisions about a game that are asked for, the oldest first; without those
/// that cannot be read.
///
/// # Errors
/// [`LedgerError`] if the log does not answer, or an entry can only be read by a newer program.
pub(crate) async fn of_game(
    log: &EventLog,
    key: &GameKey,
    asked: HistoryPart,
) -> Result<Vec<GameDecision>, LedgerError> {
    latest(log, key, asked, DECISIONS_MAX).await
}

/// An input that a decision follows from.
#[derive(Clone, Debug)]
struct Cause {
    input: InputRecord,
    /// The ruling as a clause; `None` of what nobody ruled.
    ruling: Option<String>,
}

/// Returns at most `most` decisions.
async fn latest(
    log: &EventLog,
    key: &GameKey,
    asked: HistoryPart,
    most: usize,
) -> Result<Vec<GameDecision>, LedgerError> {
    let mut decisions = VecDeque::new();
    let keep = |entry: LogEntry| {
        if asked.before.is_some_and(|before| entry.version >= before) {
            return;
        }
        if decisions.len() == most {
            decisions.pop_front();
        }
        decisions.push_back(entry);
    };
    read(log, key, Stream::Game, keep).await?;
    let causes = decisions.iter().filter_map(|entry| entry.caused_by(Stream::Input));
    let mut inputs: BTreeMap<u64, Option<Cause>> = causes.map(|it| (it, None)).collect();
    let keep = |entry: LogEntry| {
        if let (Record::Input(input), Some(known)) =
            (&entry.record, inputs.get_mut(&entry.sequence))
        {
            let ruling = ruled(&entry.record, input, asked);
            *known = Some(Cause { input: input.record().clone(), ruling });
        }
    };
    read(log, key, Stream::Input, keep).await?;
    Ok(decisions.iter().map(|entry| decision(entry, &inputs, asked.language)).collect())
}

/// Returns the ruling of an input as a clause; `None` of what nobody ruled, and of what the record
/// of the tournament tells.
fn ruled(record: &Record, input: &StoredInput, asked: HistoryPart) -> Option<String> {
    if input.id.is_of_tournament() {
        return None;
    }
    let commands = game_commands(record, asked.variant).ok()?;
    ruling::ruling(commands.first()?, asked.language)
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

#[expect(clippy::wildcard_enum_match_arm, reason = "other events refuse nothing")]
fn decision(
    entry: &LogEntry,
    inputs: &BTreeMap<u64, Option<Cause>>,
    language: Language,
) -> GameDecision {
    let cause = entry.caused_by(Stream::Input);
    let cause = cause.and_then(|sequence| inputs.get(&sequence)?.clone());
    let mut decision = GameDecision {
        version: entry.version,
        at_ms: entry.recorded_at.millis(),
        ..GameDecision::default()
    };
    let mut refused = None;
    if let Record::Game(record) = &entry.record {
        decision.events = record.wire_events();
        refused = record.events.iter().find_map(|event| match event {
            GameEvent::InputRefused { input, .. } => Some(input),
            _ => None,
        });
    }
    if let Some(Cause { input, ruling }) = cause {
        let is_refused = refused.is_some_and(|refused| {
            (refused.device.as_str(), refused.sequence) == (&*input.device, input.sequence)
        });
        let told = |text: String| if is_refused { ruling::refused(&text, language) } else { text };
        decision.ruling = ruling.map(told).unwrap_or_default();
        decision.role_text = phrases::access::role_named(&input.role, language);
        decision.input = Some(input);
    }
    decision
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use draughts::{Outcome, Reason, Score, Timestamp};
    use live_game::{DeviceId, Game, InputId, Refusal, table::Inputs};
    use proto::{
        convert::InputContent,
        subject::{GameId, TournamentKey},
        v1::{Resign, RetractMoves, input_record::Action},
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
        let outcome = Outcome { score: Score::Draw, reason: Reason::Arbiter };
        let at = Timestamp::from_millis(7);
        let finished = GameEvent::Finished { outcome, input: None, by_hand: None, at };
        store(broker, record, finished).await;
    }

    /// Stores an input and the event that follows from it.
    async fn store(broker: &MemoryBroker, record: InputRecord, event: GameEvent) {
        let input = [StoredInput::try_from(record).unwrap()];
        let subject = Subject::game(Stream::Input, &key());
        let stored = broker.append::<Inputs<InputContent>>(&subject, &input, None).await.unwrap();
        let cause = stored.as_cause();
        let subject = Subject::game(Stream::Game, &key());
        broker.append::<Game>(&subject, &[event], Some(cause)).await.unwrap();
    }

    fn asked(before: Option<u64>) -> HistoryPart {
        HistoryPart { before, variant: Variant::International, language: Language::English }
    }

    fn versions(history: &[GameDecision]) -> Vec<u64> {
        history.iter().map(|decision| decision.version).collect()
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
        let history = latest(&broker.log(), &key(), asked(None), 5).await.unwrap();
        assert_eq!(versions(&history), [4, 5, 6, 7, 8]);
        for decision in &history {
            let sequence = decision.input.as_ref().map(|input| input.sequence);
            assert_eq!((sequence, decision.events.len()), (Some(decision.version), 1));
            // A player's resignation is no ruling.
            assert_eq!(decision.ruling, "");
        }
        let earlier = latest(&broker.log(), &key(), asked(Some(4)), 5).await.unwrap();
        assert_eq!(versions(&earlier), [1, 2, 3]);
        let none = latest(&broker.log(), &key(), asked(Some(1)), 5).await.unwrap();
        assert_eq!(versions(&none), [] as [u64; 0]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_ruling_is_told_in_words_with_its_role_and_whether_the_game_refused_it() {
        let broker = MemoryBroker::default();
        let retract = Action::Retract(RetractMoves { from_ply: 3 });
        let desk = |sequence| InputRecord {
            device: "desk-1".to_owned(),
            sequence,
            action: Some(retract.clone()),
            role: "chief-arbiter".to_owned(),
            at_ms: 7,
            ..InputRecord::default()
        };
        let at = Timestamp::from_millis(7);
        let id = |sequence| InputId::new(DeviceId::new("desk-1").unwrap(), sequence);
        let retracted = GameEvent::MovesRetracted { from_ply: 3, input: id(1), at };
        store(&broker, desk(1), retracted).await;
        let refused = GameEvent::InputRefused { input: id(2), refusal: Refusal::NotStarted };
        store(&broker, desk(2), refused).await;
        let history = latest(&broker.log(), &key(), asked(None), 5).await.unwrap();
        let told: Vec<_> =
            history.iter().map(|it| (it.ruling.as_str(), it.role_text.as_str())).collect();
        let ruling = "the moves are taken back from ply 3 on";
        assert_eq!(
            told,
            [(ruling, "chief arbiter"), (&*format!("{ruling} (refused)"), "chief arbiter")]
        );
    }
}
