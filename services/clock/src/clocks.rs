//! The clocks: an actor for each that something happens to, gone when it has been quiet for long. It brings
//! its clock to where the game's record is, and lets the flag fall.
//!
//! Several replicas may decide about one clock: the one that reads the game's message, and each that finds
//! the deadline passed. The log takes one of them.

use std::{sync::Arc, time::Duration};

use game_clock::Event;
use live_game::{ClockDecision, ClockEvent, GameClock, TimedRecord, replay_records};
use proto::{
    convert::{ConvertError, Record, timed_record},
    subject::{GameKey, Stream, Subject},
    v1::{Cause, ClockState},
};
use runtime::{
    Actor, AppendError, AtStop, EventLog, Ledger, LedgerError, LogEntry, Registry, RegistryConfig,
    Tasks,
};
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::{
    deadlines::Deadlines,
    error::Error,
    flag::{HeldFlag, JudgedInputs},
    graces::Graces,
    views::{ClockView, Views},
};

/// A clock to which nothing happens for this long gives its memory back.
const IDLE: Duration = Duration::from_secs(600);
/// Messages that may wait for one clock: one of the game, and a look at the flag now and then.
const INBOX: usize = 16;
/// How long one append is tried before the log is read again.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// The clocks that are awake. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    actors: Registry<GameKey, ClockActor>,
}

/// A message for a clock.
#[derive(Debug)]
pub(crate) enum ClockMessage {
    /// Brings the clock to where the game's record is.
    CatchUp {
        record: Arc<TimedRecord>,
        /// The message of GAME that holds the record.
        cause: Cause,
        /// The span in which it is handled.
        span: tracing::Span,
        answer: oneshot::Sender<Result<(), Error>>,
    },
    /// Lets the flag fall if it has. The permit limits how many look at once.
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

/// One clock and its place in the log.
#[derive(Debug)]
pub(crate) struct ClockActor {
    pub(crate) key: GameKey,
    pub(crate) shared: Shared,
    stopping: CancellationToken,
    /// The clock as far as it was read; `None` before, and after an append without a clear answer.
    ledger: Option<Ledger<GameClock>>,
    /// The flag, while it waits for inputs that nobody has judged or for the arbiter.
    pub(crate) held: HeldFlag,
    /// Up to where the judge's messages were read for it.
    pub(crate) judged: JudgedInputs,
    /// Whether it was logged that nobody can look at the flag; until somebody can.
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
            held: HeldFlag::default(),
            judged: JudgedInputs::default(),
            has_complained: false,
        });
        Self { actors }
    }

    /// Brings a clock to where the game's record is.
    ///
    /// # Errors
    /// [`enum@Error`]; it is tried again with the same record.
    pub(crate) async fn catch_up(
        &self,
        key: &GameKey,
        record: &Arc<TimedRecord>,
        cause: Cause,
    ) -> Result<(), Error> {
        let (answer, answered) = oneshot::channel();
        let (record, span) = (Arc::clone(record), tracing::Span::current());
        let message = ClockMessage::CatchUp { record, cause, span, answer };
        self.actors.send(key, message).await.map_err(|_stopped| Error::BrokenOff)?;
        answered.await.map_err(|_dropped| Error::BrokenOff)?
    }

    /// Looks whether the flag of a clock has fallen.
    pub(crate) async fn look(&self, key: &GameKey, permit: OwnedSemaphorePermit) {
        // At a stop nobody looks any more.
        let _stopped = self.actors.send(key, ClockMessage::Look(permit)).await;
    }
}

impl Actor for ClockActor {
    type Message = ClockMessage;

    async fn handle(&mut self, message: ClockMessage) {
        let stopping = self.stopping.clone();
        match message {
            ClockMessage::CatchUp { record, cause, span, answer } => {
                let catch_up = self.catch_up(&record, cause).instrument(span);
                if let Some(caught_up) = stopping.run_until_cancelled(catch_up).await {
                    // Nobody waits for it when the service stops.
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
    async fn catch_up(&mut self, record: &TimedRecord, cause: Cause) -> Result<(), Error> {
        let mut ledger = self.take_ledger().await?;
        let is_waiting = loop {
            let decided = self.decide(record, ledger.state()).await?;
            let (log, cause) = (&self.shared.log, Some(cause.clone()));
            match ledger.commit(log, &decided.events, cause, PATIENCE).await {
                Ok(()) => {
                    trace(&decided.events);
                    break decided.is_waiting;
                }
                Err(AppendError::Conflict { .. }) => {
                    ledger.catch_up(&self.shared.log).await?;
                }
                Err(error) => return Err(error.into()),
            }
        };
        self.keep_ledger(ledger);
        if self.held.release() {
            // The flag may have waited for this message.
            let now = self.shared.log.clock().now();
            self.shared.deadlines.set(&self.key, Some(now));
        }
        if is_waiting { Err(Error::WaitsForFlag) } else { Ok(()) }
    }

    /// Decides what brings a clock to where a record is; reads the whole history of the game where the
    /// record alone does not tell.
    pub(crate) async fn decide(
        &self,
        record: &TimedRecord,
        clock: &GameClock,
    ) -> Result<ClockDecision, Error> {
        match record.decide(clock) {
            Ok(decided) if !decided.is_waiting => Ok(decided),
            Ok(_) | Err(_) => replay_records(&self.history().await?, clock)
                .map_err(|gap| Error::Gap(self.key.clone(), gap)),
        }
    }

    /// Takes the ledger, as far as this replica has read it. It is read anew after an error, because an
    /// append may have been stored although its answer was lost.
    pub(crate) async fn take_ledger(&mut self) -> Result<Ledger<GameClock>, LedgerError> {
        match self.ledger.take() {
            Some(ledger) => Ok(ledger),
            None => Ledger::load(&self.shared.log, Subject::game(Stream::Clock, &self.key)).await,
        }
    }

    /// Shows what was read or written, and keeps the ledger.
    pub(crate) fn keep_ledger(&mut self, ledger: Ledger<GameClock>) {
        if let Ok(state) = ClockState::try_from(&ledger.state().clock) {
            let (version, sequence) = (ledger.version(), ledger.sequence());
            let view = ClockView { version, sequence, state, is_ours: true };
            self.shared.views.show(&self.key, view);
        }
        self.ledger = Some(ledger);
    }

    /// Reads every record of the game, each with what only earlier ones hold.
    async fn history(&self) -> Result<Vec<TimedRecord>, Error> {
        let subject = Subject::game(Stream::Game, &self.key);
        let mut history: Vec<TimedRecord> = Vec::new();
        for entry in self.shared.log.entries(&subject, 1).await? {
            let Some(read) = self.record(&entry.map_err(LedgerError::from)?)? else { continue };
            history.push(match history.last() {
                Some(earlier) => read.after(earlier),
                None => read,
            });
        }
        Ok(history)
    }

    /// Returns the game's record as one entry has it; `None` before the game has begun.
    pub(crate) fn record(&self, entry: &LogEntry) -> Result<Option<TimedRecord>, Error> {
        timed(entry).map_err(|source| Error::Record(self.key.clone(), source))
    }
}

/// Returns an entry of GAME as far as time is concerned; `None` before the game has begun.
///
/// # Errors
/// [`ConvertError`] when it holds what nobody may write.
pub(crate) fn timed(entry: &LogEntry) -> Result<Option<TimedRecord>, ConvertError> {
    match &entry.record {
        Record::Game(record) => timed_record(record),
        Record::Input(_) | Record::Tables(_) | Record::Clock(_) | Record::Tournament(_) => {
            Err(ConvertError::OtherRecord)
        }
    }
}

/// Writes a line for every change of state.
pub(crate) fn trace(events: &[ClockEvent]) {
    for event in events {
        let event = match event {
            ClockEvent::Clock(event) => event,
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
                tracing::warn!(?by, %irregularity, "a press bears a wrong moment");
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
