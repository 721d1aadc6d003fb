//! One actor for each clock in use; it ends after [`IDLE`] without a message. The actor brings its
//! clock up to date with the record of the game, and lets the flag fall.
//!
//! Several replicas may decide about the same clock at once: the one that reads the game's message,
//! and each one that finds the deadline passed. The log accepts one of the decisions; the others
//! read on and decide again.

use std::{ops::ControlFlow, sync::Arc, time::Duration};

use game_clock::Event;
use live_game::{ClockDecision, ClockEvent, GameClock, TimedRecord, replay_records};
use proto::{
    convert::{ConvertError, Record, clock_state},
    subject::{GameKey, Stream, Subject},
    v1::Cause,
};
use runtime::{
    Actor, AtStop, Commit, EventLog, Ledger, LedgerError, LogEntry, Registry, RegistryConfig,
    Tasks, TransactionLimits, Unreadable,
};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::{
    deadlines::Deadlines,
    error::Error,
    graces::Graces,
    held_flag::{HeldFlag, JudgedInputs},
    metrics,
    views::{ClockView, Views},
};

/// The actor of a clock ends after this long without a message, which frees its memory.
const IDLE: Duration = Duration::from_secs(600);
/// Number of messages that may wait for one clock: one of the game, and now and then a check of the
/// flag.
const INBOX: usize = 16;

/// The actors of all clocks in use. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    actors: Registry<GameKey, ClockActor>,
}

/// A message of GAME, as a clock reads it.
#[derive(Debug)]
pub(crate) struct GameMessage {
    pub(crate) record: TimedRecord,
    cause: Cause,
    /// 1, 2, 3 … of its game.
    version: u64,
}

impl GameMessage {
    /// Returns the message that an entry of GAME holds; `None` before the game has begun.
    ///
    /// # Errors
    /// [`ConvertError`] if the entry holds an invalid record or one of another stream.
    pub(crate) fn read(entry: &LogEntry) -> Result<Option<Self>, ConvertError> {
        let record = timed(entry)?;
        let (cause, version) = (entry.as_cause(), entry.version);
        Ok(record.map(|record| Self { record, cause, version }))
    }
}

/// A message for a clock.
#[derive(Debug)]
pub(crate) enum ClockMessage {
    /// Brings the clock up to date with a message of its game.
    CatchUp {
        message: Arc<GameMessage>,
        /// The span in which the message is handled.
        span: tracing::Span,
        answer: oneshot::Sender<Result<(), Error>>,
    },
    /// Lets the flag fall if the time is up. The permit limits how many clocks check at once.
    Look(OwnedSemaphorePermit),
}

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
    stopping: CancellationToken,
    /// The clock as last read; `None` before the first read and after an append whose outcome is
    /// unknown.
    ledger: Option<Ledger<GameClock>>,
    /// Version of the last message of the game that the clock was brought up to date with; 0 if
    /// there is none.
    followed: u64,
    /// State of a flag that waits for unjudged inputs or for the arbiter.
    pub(crate) held: HeldFlag,
    /// The last judged input of the game, and the message up to which it was searched for.
    pub(crate) judged: JudgedInputs,
    /// True once a failed check of the flag was logged; reset by the next check that succeeds.
    pub(crate) has_complained: bool,
}

impl Clocks {
    pub(crate) fn new(shared: Shared, tasks: &Tasks) -> Self {
        let config = RegistryConfig { idle: IDLE, inbox: INBOX, at_stop: AtStop::Drop };
        let stopping = tasks.stopping();
        let actors = Registry::new(tasks.clone(), config, move |key: &GameKey| ClockActor {
            key: key.clone(),
            shared: shared.clone(),
            stopping: stopping.clone(),
            ledger: None,
            followed: 0,
            held: HeldFlag::default(),
            judged: JudgedInputs::default(),
            has_complained: false,
        });
        Self { actors }
    }

    /// Brings a clock up to date with a message of its game.
    ///
    /// # Errors
    /// [`enum@Error`] if it could not be read or stored; the caller tries again with the same
    /// message.
    pub(crate) async fn catch_up(
        &self,
        key: &GameKey,
        message: &Arc<GameMessage>,
    ) -> Result<(), Error> {
        let (answer, answered) = oneshot::channel();
        let (message, span) = (Arc::clone(message), tracing::Span::current());
        let message = ClockMessage::CatchUp { message, span, answer };
        self.actors.send(key, message).await.map_err(|_stopped| Error::BrokenOff)?;
        answered.await.map_err(|_dropped| Error::BrokenOff)?
    }

    /// Asks the actor of a clock to check whether the flag has fallen.
    pub(crate) async fn look(&self, key: &GameKey, permit: OwnedSemaphorePermit) {
        // While the service stops, no flag is checked any more.
        let _stopped = self.actors.send(key, ClockMessage::Look(permit)).await;
    }
}

impl Actor for ClockActor {
    type Message = ClockMessage;

    async fn handle(&mut self, message: ClockMessage) {
        let stopping = self.stopping.clone();
        match message {
            ClockMessage::CatchUp { message, span, answer } => {
                let catch_up = self.catch_up(&message).instrument(span);
                if let Some(caught_up) = stopping.run_until_cancelled(catch_up).await {
                    // The receiver may be gone if the service stops.
                    let _unheard = answer.send(caught_up);
                }
            }
            ClockMessage::Look(permit) => {
                if let Some(Err(error)) = stopping.run_until_cancelled(Box::pin(self.look())).await
                {
                    self.look_later(&error);
                }
                drop(permit);
            }
        }
    }
}

impl ClockActor {
    async fn catch_up(&mut self, message: &GameMessage) -> Result<(), Error> {
        let GameMessage { record, cause, version } = message;
        self.shared.graces.load(&self.key.tournament).await?;
        let mut ledger = self.take_ledger().await?;
        let mut transaction = ledger.transaction(&self.shared.log, TransactionLimits::ACTOR);
        let decided = loop {
            let clock = transaction.ledger().state();
            let mut decided = if *version > self.followed + 1 {
                self.decide_all(record, clock).await?
            } else {
                self.decide(record, clock).await?
            };
            if decided.events.is_empty() && record.lacks_end_of(clock) {
                decided.events = self.go_on(clock).await?;
            }
            let commit = transaction.commit(&decided.events, Some(cause.clone())).await?;
            if commit == Commit::Stored {
                break decided;
            }
        };
        trace(&decided.events);
        metrics::stored(&decided.events, self.shared.log.clock().now());
        self.keep_ledger(ledger);
        if self.held.release() {
            // The flag may have waited for this message.
            let now = self.shared.log.clock().now();
            self.shared.deadlines.set(&self.key, Some(now));
        }
        if decided.is_waiting {
            return Err(Error::WaitsForFlag);
        }
        self.followed = *version;
        Ok(())
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

    /// Returns the events that bring a clock up to date with a record, and with the records before
    /// it that the clock was not given one by one: moves that were played and taken back meanwhile
    /// have pressed it, too.
    async fn decide_all(
        &self,
        record: &TimedRecord,
        clock: &GameClock,
    ) -> Result<ClockDecision, Error> {
        match replay_records(&self.history().await?, clock) {
            Ok(decided) => Ok(decided),
            // A message that cannot be read is missing from the history.
            Err(_gap) => self.decide(record, clock).await,
        }
    }

    /// Returns the events that let a clock run again that has stopped at an end which GAME has
    /// lost.
    async fn go_on(&self, clock: &GameClock) -> Result<Vec<ClockEvent>, Error> {
        // Read after the clock: GAME had the end before CLOCK had the stop.
        let last = self.evidence().await?;
        let now = self.shared.log.clock().now();
        let events = last.map(|last| last.record.go_on(clock, now)).unwrap_or_default();
        if !events.is_empty() {
            tracing::warn!(game = %self.key, "the log has lost the end of the game; its clock goes on");
        }
        Ok(events)
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

    /// Reads every record of the game, each completed with facts that only earlier ones hold.
    async fn history(&self) -> Result<Vec<TimedRecord>, Error> {
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
    pub(crate) fn record(&self, entry: &LogEntry) -> Result<Option<TimedRecord>, Error> {
        timed(entry).map_err(|source| Error::Record(self.key.clone(), source))
    }
}

/// Returns the parts of an entry of GAME that matter to the clock; `None` before the game has
/// begun.
///
/// # Errors
/// [`ConvertError`] if the entry holds an invalid record or one of another stream.
fn timed(entry: &LogEntry) -> Result<Option<TimedRecord>, ConvertError> {
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

/// Logs every change of state.
pub(crate) fn trace(events: &[ClockEvent]) {
    for event in events {
        let event = match event {
            ClockEvent::Clock(event) => event,
            ClockEvent::TimesKept => continue,
            ClockEvent::Answered(answer) => {
                let refusal = answer.refusal.as_ref().map(tracing::field::display);
                tracing::info!(number = answer.number, refusal, "ruling answered");
                continue;
            }
        };
        match event {
            Event::Started { control, .. } => tracing::info!(%control, "clock started"),
            Event::Pressed { by, remaining, .. } => tracing::debug!(?by, ?remaining, "pressed"),
            Event::FlagFell { color, at, .. } => tracing::info!(?color, %at, "flag fell"),
            Event::Corrected { line, running, .. } => {
                tracing::info!(line, ?running, "the record was changed");
            }
            Event::Stopped { .. } => tracing::info!("clock stopped"),
            Event::Opened { control, .. } => tracing::info!(%control, "Black's clock started"),
            Event::MarkedAbsent { color, .. } => tracing::info!(?color, "a player is waited for"),
            Event::MarkedPresent { color, .. } => tracing::info!(?color, "a player has come"),
            Event::AbsenceExceeded { color, limit, both, at } => {
                tracing::info!(?color, both, article = %limit.article, %at, "a player did not come");
            }
            Event::Irregular { by, irregularity, .. } => {
                tracing::warn!(?by, %irregularity, "a press had an impossible moment and counted at the moment of its event");
            }
            Event::PlayedOn { color, moves, .. } => {
                tracing::info!(?color, moves, "play goes on after a flag");
            }
            Event::Paused { .. } => tracing::info!("clock paused"),
            Event::Resumed { running, .. } => tracing::info!(?running, "clock resumed"),
            Event::Adjusted { color, remaining, reason, .. } => {
                tracing::info!(?color, ?remaining, %reason, "clock adjusted");
            }
            Event::Followed { .. } => tracing::debug!("followed the physical clock"),
            Event::Disagreed { display: shown, .. } => {
                tracing::warn!(?shown, "the physical clock shows other times");
            }
        }
    }
}
