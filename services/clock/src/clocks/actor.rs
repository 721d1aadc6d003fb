//! The actor of one clock: its state, and its reads of the log. `update.rs` brings its clock up to
//! date with the game, `flag.rs` lets the flag fall.

use std::ops::ControlFlow;

use draughts::Timestamp;
use live_game::{ClockDecision, GameClock, GameEvent, InputId, TimedRecord, replay_records};
use proto::{
    convert::{ConvertError, Record, clock_state},
    subject::{GameKey, Stream, Subject},
    v1::Cause,
};
use runtime::{EventLog, Ledger, LedgerError, LogEntry, Unreadable};
use tokio_util::sync::CancellationToken;

use super::held_flag::{HeldFlag, JudgedInputs};
use crate::{
    deadlines::Deadlines,
    error::Error,
    graces::Graces,
    views::{ClockView, Views},
};

/// The log and the indexes that all clocks share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) log: EventLog,
    pub(crate) views: Views,
    pub(crate) deadlines: Deadlines,
    pub(crate) graces: Graces,
}

/// The actor of one clock.
#[derive(Debug)]
pub(crate) struct ClockActor {
    pub(crate) key: GameKey,
    pub(crate) shared: Shared,
    pub(crate) stopping: CancellationToken,
    /// The clock as last read; `None` before the first read and after an append whose outcome is
    /// unknown.
    ledger: Option<Ledger<GameClock>>,
    /// Version of the last message of the game that the clock was brought up to date with; 0 if
    /// there is none.
    pub(crate) followed: u64,
    /// State of a flag that waits for unjudged inputs or for the arbiter.
    pub(crate) held: HeldFlag,
    /// The last judged input of the game, and the message up to which it was searched for.
    pub(crate) judged: JudgedInputs,
    /// True once a failed check of the flag was logged; reset by the next check that succeeds.
    pub(crate) has_complained: bool,
}

/// The last message of a game.
pub(crate) struct Evidence {
    pub(crate) record: TimedRecord,
    pub(crate) cause: Cause,
    pub(crate) recorded_at: Timestamp,
    /// Sequence of the input that led to the message; `None` if it was caused by time.
    pub(crate) judged: Option<u64>,
    /// The inputs that the message names.
    pub(crate) named: Vec<InputId>,
}

impl ClockActor {
    /// Makes the actor of one clock, which has read nothing yet.
    pub(crate) fn new(key: GameKey, shared: Shared, stopping: CancellationToken) -> Self {
        Self {
            key,
            shared,
            stopping,
            ledger: None,
            followed: 0,
            held: HeldFlag::default(),
            judged: JudgedInputs::default(),
            has_complained: false,
        }
    }

    /// Takes the ledger, loading it from the log if there is none. After an error there is none,
    /// because an append may have been stored although its answer was lost.
    pub(crate) async fn take_ledger(&mut self) -> Result<Ledger<GameClock>, LedgerError> {
        match self.ledger.take() {
            Some(ledger) => Ok(ledger),
            None => Ledger::load(&self.shared.log, Subject::game(Stream::Clock, &self.key)).await,
        }
    }

    /// Publishes the clock to those who watch it, and puts the ledger back.
    pub(crate) fn keep_ledger(&mut self, ledger: Ledger<GameClock>) {
        if let Some(state) = clock_state(ledger.state()) {
            let (version, sequence) = (ledger.version(), ledger.sequence());
            let view = ClockView { version, sequence, state, is_ours: true };
            self.shared.views.show(&self.key, view);
        }
        self.ledger = Some(ledger);
    }

    /// Reads the last message of the game; `None` before the game has begun.
    pub(crate) async fn evidence(&self) -> Result<Option<Evidence>, Error> {
        let subject = Subject::game(Stream::Game, &self.key);
        let Some(last) = self.shared.log.last_entry(&subject).await? else { return Ok(None) };
        let Some(record) = self.record(&last)? else { return Ok(None) };
        Ok(Some(Evidence {
            record,
            cause: last.as_cause(),
            recorded_at: last.recorded_at,
            judged: last.caused_by(Stream::Input),
            named: named(&last).cloned().collect(),
        }))
    }

    /// Returns the events that bring a clock up to date with a record. Reads the whole history of
    /// the game where the record alone is not enough.
    pub(crate) async fn decide(
        &self,
        record: &TimedRecord,
        clock: &GameClock,
    ) -> Result<ClockDecision, Error> {
        match record.decide(clock) {
            Ok(decided) if !decided.is_waiting && !record.lacks_ruling_of(clock) => Ok(decided),
            Ok(_) | Err(_) => replay_records(&self.history().await?, clock)
                .map_err(|gap| Error::Gap(self.key.clone(), gap)),
        }
    }

    /// Reads every record of the game, each completed with facts that only earlier ones hold.
    pub(crate) async fn history(&self) -> Result<Vec<TimedRecord>, Error> {
        let subject = Subject::game(Stream::Game, &self.key);
        let (mut history, mut failed) = (Vec::<TimedRecord>::new(), None);
        let read_on = |entry: Result<LogEntry, Unreadable>| {
            // Entries that cannot be read are passed over when they are delivered.
            let Ok(entry) = entry else { return ControlFlow::Continue(()) };
            match self.record(&entry) {
                Ok(Some(read)) => history.push(match history.last() {
                    Some(earlier) => read.after(earlier),
                    None => read,
                }),
                Ok(None) => {}
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        self.shared.log.for_each(&subject, 1, read_on).await?;
        failed.map_or(Ok(history), Err)
    }

    /// Returns the record of the game in a log entry; `None` before the game has begun.
    fn record(&self, entry: &LogEntry) -> Result<Option<TimedRecord>, Error> {
        timed(entry).map_err(|source| Error::Record(self.key.clone(), source))
    }
}

/// Returns the parts of an entry of GAME that matter to the clock; `None` before the game has
/// begun.
///
/// # Errors
/// [`ConvertError`] if the entry holds an invalid record or one of another stream.
pub(crate) fn timed(entry: &LogEntry) -> Result<Option<TimedRecord>, ConvertError> {
    match &entry.record {
        Record::Game(record) => {
            let state = record.state.read()?;
            Ok(state.map(|state| TimedRecord::new(&state, &record.events)))
        }
        Record::Input(_)
        | Record::Tables(_)
        | Record::Clock(_)
        | Record::Tournament(_)
        | Record::Access(_) => Err(ConvertError::OtherRecord),
    }
}

/// Returns the inputs that an entry of GAME names.
pub(crate) fn named(entry: &LogEntry) -> impl Iterator<Item = &InputId> {
    let events = if let Record::Game(record) = &entry.record { &record.events[..] } else { &[] };
    events.iter().flat_map(GameEvent::judged)
}
