//! The clocks as they are shown: each as it stood at its last change.
//!
//! Every replica follows CLOCK, so each can show any clock and knows every deadline. A clock that does not
//! run and that nobody watches is forgotten after a while, and read again when it is asked for.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use draughts::Timestamp;
use proto::{
    convert::{Record, clock_deadline},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::ClockState,
};
use runtime::{
    EventLog, Followed, LedgerError, LogEntry, Projection, StartAt, Stopped, Tasks, follow,
};
use tokio::{sync::watch, time::Instant};

use crate::{deadlines::Deadlines, error::Error, graces::Graces};

/// How much later a replica looks at a flag that another one will have looked at.
const STANDBY: Duration = Duration::from_millis(500);
/// How long a clock that does not run is remembered after its last change when nobody watches it.
pub(crate) const IDLE: Duration = Duration::from_secs(600);

/// A clock as it stood at its last change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ClockView {
    /// 1, 2, 3 … in CLOCK; 0 before the clock was started.
    pub(crate) version: u64,
    /// Its sequence in CLOCK.
    pub(crate) sequence: u64,
    pub(crate) state: ClockState,
    /// Whether this replica wrote it.
    pub(crate) is_ours: bool,
}

/// The clocks that are remembered. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    deadlines: Deadlines,
    graces: Graces,
    known: Arc<Mutex<Known>>,
}

#[derive(Debug, Default)]
struct Known {
    clocks: BTreeMap<GameKey, KnownClock>,
    /// Tournaments of which a clock was forgotten.
    incomplete: BTreeSet<TournamentKey>,
}

#[derive(Debug)]
struct KnownClock {
    view: watch::Sender<ClockView>,
    /// When it changed or was read.
    used_at: Instant,
}

impl Known {
    fn clock(&mut self, key: &GameKey) -> &mut KnownClock {
        self.clocks.entry(key.clone()).or_insert_with(|| KnownClock {
            view: watch::Sender::new(ClockView::default()),
            used_at: Instant::now(),
        })
    }
}

impl Views {
    pub(crate) fn new(deadlines: Deadlines, graces: Graces) -> Self {
        Self { deadlines, graces, known: Arc::default() }
    }

    /// Reads how every clock stands, and goes on reading until the service stops.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops before all is read.
    pub(crate) async fn follow(&self, log: &EventLog, tasks: &Tasks) -> Result<(), Stopped> {
        let followed = Followed::all(Stream::Clock, StartAt::LastOfEach);
        follow(log, tasks, followed, self.clone()).await?;
        let views = self.clone();
        tasks.spawn_until_stop(async move {
            loop {
                tokio::time::sleep(IDLE / 2).await;
                views.forget_idle();
            }
        });
        Ok(())
    }

    /// Shows a clock as it stands, unless something newer is shown, and sets its deadline.
    pub(crate) fn show(&self, key: &GameKey, view: ClockView) {
        let mut known = self.known();
        let clock = known.clock(key);
        clock.used_at = Instant::now();
        clock.view.send_if_modified(|current| {
            let is_newer = view.sequence > current.sequence;
            // A message may be read here before its acknowledgement comes.
            let is_claimed = view.sequence == current.sequence && view.is_ours;
            if is_newer || is_claimed {
                *current = view;
                self.deadlines.set(key, self.due(key, current));
            }
            is_newer
        });
    }

    /// Takes note of a message of CLOCK. One from before the clock was started shows nothing.
    fn note(&self, entry: &LogEntry) {
        if let (Some(key), Record::Clock(record)) = (entry.game(), &entry.record)
            && let Some(state) = record.state.clone()
        {
            let (version, sequence) = (entry.version, entry.sequence);
            self.show(&key, ClockView { version, sequence, state, is_ours: false });
        }
    }

    /// Sets when to look at a clock, as it is shown in this moment.
    pub(crate) fn arm(&self, key: &GameKey) {
        // While it is locked, nothing newer is shown, whose deadline this would undo.
        let known = self.known();
        let due = known.clocks.get(key).and_then(|clock| self.due(key, &clock.view.borrow()));
        self.deadlines.set(key, due);
    }

    /// Sets it for all clocks of a tournament, whose grace has changed.
    pub(crate) fn arm_all(&self, tournament: &TournamentKey) {
        for (key, _view) in self.known_of(tournament) {
            self.arm(&key);
        }
    }

    /// Returns when to look whether the flag of a clock has fallen; `None` while nothing runs.
    pub(crate) fn due_at(&self, key: &GameKey) -> Option<Timestamp> {
        let known = self.known();
        let view = known.clocks.get(key)?.view.borrow().clone();
        self.due(key, &view)
    }

    fn due(&self, key: &GameKey, view: &ClockView) -> Option<Timestamp> {
        let standby = if view.is_ours { Duration::ZERO } else { STANDBY };
        let grace = self.graces.of(&key.tournament);
        Some(clock_deadline(&view.state)?.saturating_add(grace).saturating_add(standby))
    }

    /// Watches a clock, which need not have been started.
    pub(crate) fn watch(&self, key: &GameKey) -> watch::Receiver<ClockView> {
        self.known().clock(key).view.subscribe()
    }

    /// Watches a clock; asks the log where it is not known, as another replica may have started it in this
    /// moment.
    ///
    /// # Errors
    /// [`Error::Unknown`], or that the log does not answer.
    pub(crate) async fn read(
        &self,
        log: &EventLog,
        key: &GameKey,
    ) -> Result<watch::Receiver<ClockView>, Error> {
        if let Some(known) = self.started(key) {
            return Ok(known);
        }
        if let Some(last) = log.last_entry(&Subject::game(Stream::Clock, key)).await? {
            self.note(&last);
        }
        self.started(key).ok_or_else(|| Error::Unknown(key.clone()))
    }

    fn started(&self, key: &GameKey) -> Option<watch::Receiver<ClockView>> {
        let known = self.known();
        let view = &known.clocks.get(key)?.view;
        let is_started = view.borrow().version > 0;
        is_started.then(|| view.subscribe())
    }

    /// Returns the clocks of a tournament, by game; those that were forgotten are read from the log.
    ///
    /// # Errors
    /// [`Error`] when the log does not answer.
    pub(crate) async fn of_tournament(
        &self,
        log: &EventLog,
        tournament: &TournamentKey,
    ) -> Result<Vec<(GameKey, ClockView)>, Error> {
        let is_incomplete = self.known().incomplete.contains(tournament);
        if is_incomplete {
            for stored in log.last_of_each_in(Stream::Clock, tournament).await? {
                self.note(&LogEntry::read(stored).map_err(LedgerError::from)?);
            }
            // Each was used just now, so that none is forgotten before the next line.
            self.known().incomplete.remove(tournament);
        }
        Ok(self.known_of(tournament))
    }

    fn known_of(&self, tournament: &TournamentKey) -> Vec<(GameKey, ClockView)> {
        let known = self.known();
        let clocks = known.clocks.iter().filter(|(key, _clock)| key.tournament == *tournament);
        clocks
            .map(|(key, clock)| (key.clone(), clock.view.borrow().clone()))
            .filter(|(_key, view)| view.version > 0)
            .collect()
    }

    /// Forgets the clocks that do not run, that nobody watches and that were not used for [`IDLE`].
    pub(crate) fn forget_idle(&self) {
        let mut known = self.known();
        let Known { clocks, incomplete } = &mut *known;
        clocks.retain(|key, clock| {
            let is_kept = clock.used_at.elapsed() < IDLE
                || clock.view.receiver_count() > 0
                || clock_deadline(&clock.view.borrow().state).is_some();
            if !is_kept && clock.view.borrow().version > 0 {
                incomplete.insert(key.tournament.clone());
            }
            is_kept
        });
    }

    /// Returns how many clocks are remembered.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.known().clocks.len()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Projection for Views {
    async fn apply(&mut self, entry: LogEntry) {
        self.note(&entry);
    }
}
