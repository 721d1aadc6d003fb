//! The clocks: how each stood at its last change, and its ledger while it runs.
//!
//! Every replica follows CLOCK, so it can show any clock and knows every deadline. DecisionState is for
//! whoever reads the game's message or finds the deadline passed; the log takes one of them.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use draughts::Timestamp;
use game_clock::Event;
use live_game::{ClockDecision, ClockEvent, GameClock, TimedRecord, replay_records};
use prost::Message as _;
use proto::{
    convert::{ConvertError, clock_deadline, required, timed_record},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::{self, Cause, ClockState, Envelope, envelope::Record},
};
use runtime::{AppendError, EventLog, Ledger, LedgerError, Stored, Tail, Tasks, until_answered};
use tokio::sync::watch;

use crate::{
    deadlines::Deadlines,
    error::Error,
    graces::Graces,
    held_flag::{HeldFlag, JudgedInputs},
};

/// How long one append is tried before the log is read again.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);
/// How much later a replica looks at a flag that another one will have looked at.
const STANDBY: Duration = Duration::from_millis(500);

/// Every clock that there is. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    log: EventLog,
    deadlines: Deadlines,
    graces: Graces,
    known: Arc<Mutex<BTreeMap<GameKey, Arc<ClockEntry>>>>,
}

/// One clock.
#[derive(Debug)]
pub(crate) struct ClockEntry {
    pub(crate) seen: watch::Sender<ClockView>,
    pub(crate) deciding: tokio::sync::Mutex<DecisionState>,
}

/// A clock as it stood at its last change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ClockView {
    pub(crate) version: u64,
    pub(crate) sequence: u64,
    pub(crate) state: ClockState,
    /// Whether this replica wrote it.
    pub(crate) is_ours: bool,
}

/// What deciding needs. HeldFlag over a decision; games do not wait for each other.
#[derive(Debug, Default)]
pub(crate) struct DecisionState {
    /// Kept while the clock runs.
    ledger: Option<Box<Ledger<GameClock>>>,
    /// The flag, while it waits for inputs that nobody has judged or for the arbiter.
    pub(crate) held: HeldFlag,
    /// Up to where the judge's messages were read for it.
    pub(crate) judged: JudgedInputs,
    /// Whether it was said that nobody can look at the flag; until somebody can.
    pub(crate) has_complained: bool,
}

impl Clocks {
    pub(crate) fn new(log: EventLog, graces: Graces) -> Self {
        let deadlines = Deadlines::new(log.clock());
        Self { log, deadlines, graces, known: Arc::default() }
    }

    /// The log that they are kept in.
    pub(crate) fn log(&self) -> &EventLog {
        &self.log
    }

    /// When to look at which clock.
    pub(crate) fn deadlines(&self) -> &Deadlines {
        &self.deadlines
    }

    /// How long a move that was made in time may be on its way.
    pub(crate) fn grace(&self, key: &GameKey) -> Duration {
        self.graces.of(&key.tournament)
    }

    /// Reads how every clock stands, and goes on reading until the service stops.
    pub(crate) async fn follow(&self, tasks: &Tasks) {
        let read = || Tail::from_last_of_each(&self.log, Stream::Clock);
        let read = until_answered(&tasks.stopping(), "the clocks", read).await;
        let Some((last, mut tail)) = read else { return };
        last.iter().for_each(|message| self.note(message));
        let (clocks, ending) = (self.clone(), tasks.clone());
        tasks.spawn_until_stop(async move {
            while let Ok(message) = tail.next().await {
                clocks.note(&message);
            }
            ending.end();
        });
    }

    /// Takes note of a message of CLOCK.
    pub(crate) fn note(&self, message: &Stored) {
        match view_of(message) {
            Ok((key, seen)) => self.show(&key, &self.entry_or_new(&key), seen),
            Err(error) => tracing::error!(
                subject = message.subject,
                sequence = message.sequence,
                error,
                "passed over a message of CLOCK"
            ),
        }
    }

    /// Shows a clock as it stands, unless something newer is shown, and sets its deadline.
    fn show(&self, key: &GameKey, entry: &ClockEntry, seen: ClockView) {
        entry.seen.send_if_modified(|current| {
            let is_newer = seen.sequence > current.sequence;
            // What we wrote may be read before its acknowledgement is.
            let is_claimed = seen.sequence == current.sequence && seen.is_ours;
            if is_newer || is_claimed {
                *current = seen;
                self.deadlines.set(key, self.due(key, current));
            }
            is_newer
        });
    }

    /// Sets when to look at a clock, as it is shown in this moment.
    pub(crate) fn arm(&self, key: &GameKey, entry: &ClockEntry) {
        // While it is borrowed, nothing newer is shown, whose deadline this would undo.
        let seen = entry.seen.borrow();
        self.deadlines.set(key, self.due(key, &seen));
    }

    /// Sets it for all clocks of a tournament, whose grace has changed.
    pub(crate) fn arm_all(&self, tournament: &TournamentKey) {
        for (key, entry) in self.entries_of(tournament) {
            self.arm(&key, &entry);
        }
    }

    /// When to look whether the flag has fallen.
    pub(crate) fn due(&self, key: &GameKey, seen: &ClockView) -> Option<Timestamp> {
        let standby = if seen.is_ours { Duration::ZERO } else { STANDBY };
        Some(clock_deadline(&seen.state)?.saturating_add(self.grace(key)).saturating_add(standby))
    }

    /// The clock of a game, if it was heard of.
    pub(crate) fn entry(&self, key: &GameKey) -> Option<Arc<ClockEntry>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn entry_or_new(&self, key: &GameKey) -> Arc<ClockEntry> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = known.entry(key.clone()).or_insert_with(|| {
            let (seen, _) = watch::channel(ClockView::default());
            Arc::new(ClockEntry { seen, deciding: tokio::sync::Mutex::default() })
        });
        Arc::clone(entry)
    }

    /// Brings a clock to where the game's record is.
    ///
    /// # Errors
    /// [`enum@Error`]; it is tried again with the same record.
    pub(crate) async fn catch_up(
        &self,
        key: &GameKey,
        record: &TimedRecord,
        cause: Option<Cause>,
    ) -> Result<(), Error> {
        let entry = self.entry_or_new(key);
        let mut deciding = entry.deciding.lock().await;
        let mut ledger = self.load_ledger(key, &mut deciding).await?;
        let is_waiting = loop {
            let decided = self.decide(key, record, ledger.state()).await?;
            match ledger.commit(&self.log, &decided.events, cause.clone(), PATIENCE).await {
                Ok(()) => {
                    trace(&decided.events);
                    break decided.is_waiting;
                }
                Err(AppendError::Conflict { .. }) => {
                    ledger.catch_up(&self.log).await?;
                }
                Err(error) => return Err(error.into()),
            }
        };
        self.keep_ledger(key, &entry, &mut deciding, ledger);
        if deciding.held.release() {
            // What the flag waits for may be what this message tells.
            self.deadlines.set(key, Some(self.log.clock().now()));
        }
        if is_waiting { Err(Error::WaitsForFlag) } else { Ok(()) }
    }

    /// How a clock is shown, and what comes after it.
    pub(crate) fn watch(&self, key: &GameKey) -> watch::Receiver<ClockView> {
        self.entry_or_new(key).seen.subscribe()
    }

    /// What brings a clock to where a record is, with what earlier and later messages tell where this
    /// one alone does not do.
    pub(crate) async fn decide(
        &self,
        key: &GameKey,
        record: &TimedRecord,
        clock: &GameClock,
    ) -> Result<ClockDecision, Error> {
        match record.decide(clock) {
            Ok(decided) if !decided.is_waiting => Ok(decided),
            Ok(_) | Err(_) => replay_records(&self.history(key).await?, clock)
                .map_err(|gap| Error::Gap(key.clone(), gap)),
        }
    }

    /// The ledger of a clock, as far as this replica has read it.
    pub(crate) async fn load_ledger(
        &self,
        key: &GameKey,
        deciding: &mut DecisionState,
    ) -> Result<Box<Ledger<GameClock>>, LedgerError> {
        match deciding.ledger.take() {
            Some(ledger) => Ok(ledger),
            None => Ledger::load(&self.log, Subject::game(Stream::Clock, key)).await.map(Box::new),
        }
    }

    /// Shows what was read or written, and keeps the ledger while the clock runs.
    pub(crate) fn keep_ledger(
        &self,
        key: &GameKey,
        entry: &ClockEntry,
        deciding: &mut DecisionState,
        ledger: Box<Ledger<GameClock>>,
    ) {
        let clock = &ledger.state().clock;
        if let Ok(state) = ClockState::try_from(clock) {
            let (version, sequence) = (ledger.version(), ledger.sequence());
            let seen = ClockView { version, sequence, state, is_ours: true };
            self.show(key, entry, seen);
        }
        deciding.ledger = clock.running().map(|_color| ledger);
    }

    /// All that the game's log tells, each message with what only earlier ones told.
    async fn history(&self, key: &GameKey) -> Result<Vec<TimedRecord>, Error> {
        let subject = Subject::game(Stream::Game, key);
        let written = self.log.read(Stream::Game, &subject.to_string(), 1).await?;
        let mut history: Vec<TimedRecord> = Vec::new();
        for message in &written {
            let Some(read) = self.record(key, message)? else { continue };
            history.push(match history.last() {
                Some(earlier) => read.after(earlier),
                None => read,
            });
        }
        Ok(history)
    }

    /// The game's record as one message tells it.
    pub(crate) fn record(
        &self,
        key: &GameKey,
        message: &Stored,
    ) -> Result<Option<TimedRecord>, Error> {
        let envelope = Envelope::decode(message.payload.clone()).map_err(|source| {
            let (subject, sequence) = (message.subject.clone(), message.sequence);
            LedgerError::Decode { subject, sequence, source }
        })?;
        timed(envelope).map_err(|source| Error::Record(key.clone(), source))
    }

    /// A clock with all that is shown of it.
    ///
    /// # Errors
    /// [`Error::Unknown`], or when the log does not answer.
    pub(crate) async fn shown(&self, key: &GameKey) -> Result<Arc<ClockEntry>, Error> {
        if self.entry(key).is_none_or(|entry| entry.seen.borrow().version == 0) {
            // Another replica may have started it in this moment.
            let last = self.log.last(&Subject::game(Stream::Clock, key)).await?;
            self.note(&last.ok_or_else(|| Error::Unknown(key.clone()))?);
        }
        self.entry(key).ok_or_else(|| Error::Unknown(key.clone()))
    }

    /// The clocks of a tournament, by game.
    pub(crate) fn of_tournament(&self, tournament: &TournamentKey) -> Vec<v1::GameClock> {
        let entries = self.entries_of(tournament);
        entries.iter().map(|(key, entry)| wire(key, &entry.seen.borrow())).collect()
    }

    fn entries_of(&self, tournament: &TournamentKey) -> Vec<(GameKey, Arc<ClockEntry>)> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .iter()
            .filter(|(key, entry)| key.tournament == *tournament && entry.seen.borrow().version > 0)
            .map(|(key, entry)| (key.clone(), Arc::clone(entry)))
            .collect()
    }
}

/// Reads a message of GAME as far as time is concerned; `None` before the game has begun.
///
/// # Errors
/// [`ConvertError`] when the record is another stream's or holds what nobody may write.
pub(crate) fn timed(envelope: Envelope) -> Result<Option<TimedRecord>, ConvertError> {
    match required(envelope.record, "record")? {
        Record::Game(record) => timed_record(record),
        Record::Input(_) | Record::Clock(_) | Record::Tournament(_) | Record::Table(_) => {
            Err(ConvertError::OtherRecord)
        }
    }
}

/// Reads a clock and how it stands from a message of CLOCK.
fn view_of(message: &Stored) -> Result<(GameKey, ClockView), String> {
    let subject = message.subject.parse::<Subject>().map_err(|error| error.to_string())?;
    let key = subject.game_key().ok_or_else(|| "the subject is no game's".to_owned())?;
    let envelope = Envelope::decode(message.payload.clone()).map_err(|error| error.to_string())?;
    let Some(Record::Clock(record)) = envelope.record else {
        return Err("the record is no clock's".to_owned());
    };
    let state = record.state.ok_or_else(|| "the state is missing".to_owned())?;
    let (version, sequence) = (envelope.version, message.sequence);
    Ok((key, ClockView { version, sequence, state, is_ours: false }))
}

/// A clock as the API shows it.
pub(crate) fn wire(key: &GameKey, seen: &ClockView) -> v1::GameClock {
    v1::GameClock {
        game: Some(key.into()),
        state: Some(seen.state.clone()),
        control: seen.state.control.clone(),
        version: seen.version,
    }
}

/// A line for every change of state.
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
