//! The latest state of each clock, for calls and watchers.
//!
//! Every replica follows CLOCK, so each can show any clock and knows every deadline. A clock that
//! does not run and has no watchers is forgotten after a while, and read from the log again on
//! demand.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use draughts::Timestamp;
use proto::{
    convert::{Record, clock_deadline},
    subject::{GameKey, Stream, Subject, TournamentKey},
    v1::ClockState,
};
use runtime::{EventLog, LedgerError, LogEntry, error_chain, lock};
use tokio::{sync::watch, time::Instant};

use crate::{deadlines::Deadlines, error::Error, graces::Graces};

/// Extra delay before a replica checks a flag that another replica is about to check.
const STANDBY: Duration = Duration::from_millis(500);
/// Time after its last use for which a clock is remembered that does not run and has no watchers.
pub(crate) const IDLE: Duration = Duration::from_secs(600);

/// A clock as it stood at its last change.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ClockView {
    /// Number of its messages in CLOCK; 0 before the clock was started.
    pub(crate) version: u64,
    /// Sequence of the last of them in CLOCK.
    pub(crate) sequence: u64,
    pub(crate) state: ClockState,
    /// True if this replica wrote that message.
    pub(crate) is_ours: bool,
}

/// The clocks in memory. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    deadlines: Deadlines,
    graces: Graces,
    known: Arc<Mutex<KnownClocks>>,
}

#[derive(Debug, Default)]
struct KnownClocks {
    clocks: BTreeMap<GameKey, KnownClock>,
    /// Tournaments with clocks in memory of which others may be in the log alone.
    incomplete: BTreeSet<TournamentKey>,
    /// True once the state of every clock was read.
    is_loaded: bool,
}

#[derive(Debug)]
struct KnownClock {
    view: watch::Sender<ClockView>,
    /// The moment of its last change or read.
    used_at: Instant,
}

impl KnownClocks {
    fn clock(&mut self, key: &GameKey) -> &mut KnownClock {
        // The others of its tournament may have been forgotten.
        if self.is_loaded && self.of(&key.tournament).next().is_none() {
            self.incomplete.insert(key.tournament.clone());
        }
        self.clocks.entry(key.clone()).or_insert_with(|| KnownClock {
            view: watch::Sender::new(ClockView::default()),
            used_at: Instant::now(),
        })
    }

    /// Returns the clocks of a tournament that are in memory, by game.
    fn of<'a>(
        &'a self,
        tournament: &'a TournamentKey,
    ) -> impl Iterator<Item = (&'a GameKey, &'a KnownClock)> + use<'a> {
        // Games are ordered by tournament.
        let is_before = |key: &GameKey| key.tournament < *tournament;
        let from = self.clocks.iter().skip_while(move |(key, _clock)| is_before(key));
        from.take_while(move |(key, _clock)| key.tournament == *tournament)
    }
}

impl Views {
    pub(crate) fn new(deadlines: Deadlines, graces: Graces) -> Self {
        Self { deadlines, graces, known: Arc::default() }
    }

    /// Applies an entry of CLOCK, with the grace of its tournament if the clock runs.
    pub(crate) async fn apply(&self, entry: &LogEntry) {
        if let Record::Clock(record) = &entry.record
            && record.state.as_ref().is_some_and(|state| clock_deadline(state).is_some())
            && let Err(error) = self.graces.load(&entry.subject.tournament).await
        {
            // It is read again before the flag falls.
            tracing::warn!(error = error_chain(&error), "the grace is not known");
        }
        self.note(entry);
    }

    /// Records that the state of every clock was read: from now on others may have been forgotten.
    pub(crate) fn set_loaded(&self) {
        self.known().is_loaded = true;
    }

    /// Publishes a state unless a newer one is known, and sets the deadline of the clock.
    pub(crate) fn show(&self, key: &GameKey, view: ClockView) {
        let mut known = self.known();
        let clock = known.clock(key);
        clock.used_at = Instant::now();
        clock.view.send_if_modified(|current| {
            // If two messages have the same number, the log has lost the earlier read one.
            let is_other = view.version == current.version && view.sequence != current.sequence;
            let is_newer = view.sequence > current.sequence || is_other;
            // A message that this replica wrote may be read here before its acknowledgement comes.
            let is_claimed = view.sequence == current.sequence && view.is_ours;
            if is_newer || is_claimed {
                *current = view;
                self.deadlines.set(key, self.due(key, current));
            }
            is_newer
        });
    }

    /// Applies an entry of CLOCK. One from before the start of the clock has no state and is
    /// skipped.
    fn note(&self, entry: &LogEntry) {
        if let (Some(key), Record::Clock(record)) = (entry.game(), &entry.record)
            && let Some(state) = record.state.clone()
        {
            let (version, sequence) = (entry.version, entry.sequence);
            self.show(&key, ClockView { version, sequence, state, is_ours: false });
        }
    }

    /// Sets the deadline of a clock from its current state.
    pub(crate) fn arm(&self, key: &GameKey) {
        // The lock is held to the end, so that a newer deadline is not overwritten.
        let known = self.known();
        let due = known.clocks.get(key).and_then(|clock| self.due(key, &clock.view.borrow()));
        self.deadlines.set(key, due);
    }

    /// Sets the deadlines of all clocks of a tournament, after a change of its grace.
    pub(crate) fn arm_all(&self, tournament: &TournamentKey) {
        for (key, _view) in self.known_of(tournament) {
            self.arm(&key);
        }
    }

    /// Sets the deadlines of all clocks.
    pub(crate) fn arm_every(&self) {
        let games: Vec<GameKey> = self.known().clocks.keys().cloned().collect();
        games.iter().for_each(|key| self.arm(key));
    }

    /// Returns the moment at which to check the flag of a clock; `None` while neither side's time
    /// runs.
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

    /// Watches a clock, which may not have been started yet.
    pub(crate) fn watch(&self, key: &GameKey) -> watch::Receiver<ClockView> {
        self.known().clock(key).view.subscribe()
    }

    /// Watches a clock that was started. Asks the log for one that is not in memory, as another
    /// replica may have started it just now.
    ///
    /// # Errors
    /// [`Error::Unknown`] if it was never started; [`Error::Ledger`] if the log does not answer.
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

    /// Returns the clocks of a tournament, by game. Those that were forgotten are read from the
    /// log.
    ///
    /// # Errors
    /// [`Error::Ledger`] if the log does not answer.
    pub(crate) async fn of_tournament(
        &self,
        log: &EventLog,
        tournament: &TournamentKey,
    ) -> Result<Vec<(GameKey, ClockView)>, Error> {
        let is_incomplete = {
            let known = self.known();
            known.incomplete.contains(tournament) || known.of(tournament).next().is_none()
        };
        if is_incomplete {
            for entry in log.last_of_each_in(Stream::Clock, tournament).await? {
                self.note(&entry.map_err(LedgerError::from)?);
            }
            // Reading them counted as use, so none is forgotten again before the next line.
            self.known().incomplete.remove(tournament);
        }
        Ok(self.known_of(tournament))
    }

    fn known_of(&self, tournament: &TournamentKey) -> Vec<(GameKey, ClockView)> {
        let known = self.known();
        known
            .of(tournament)
            .map(|(key, clock)| (key.clone(), clock.view.borrow().clone()))
            .filter(|(_key, view)| view.version > 0)
            .collect()
    }

    /// Forgets clocks that do not run, have no watchers and were not used for [`IDLE`], and the
    /// graces of tournaments in which no clock runs.
    pub(crate) fn forget_idle(&self) {
        let mut known = self.known();
        let KnownClocks { clocks, incomplete, .. } = &mut *known;
        let (mut shown, mut running) = (BTreeSet::new(), BTreeSet::new());
        clocks.retain(|GameKey { tournament, .. }, clock| {
            let runs = clock_deadline(&clock.view.borrow().state).is_some();
            let is_watched = clock.view.receiver_count() > 0;
            let is_kept = runs || is_watched || clock.used_at.elapsed() < IDLE;
            if runs {
                running.insert(tournament.clone());
            }
            if is_kept {
                shown.insert(tournament.clone());
            } else if clock.view.borrow().version > 0 {
                incomplete.insert(tournament.clone());
            }
            is_kept
        });
        incomplete.retain(|tournament| shown.contains(tournament));
        self.graces.forget_unused(&running);
    }

    /// Returns the number of clocks in memory.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.known().clocks.len()
    }

    /// Returns the number of tournaments of which clocks may be in the log alone.
    #[cfg(test)]
    pub(crate) fn incomplete(&self) -> usize {
        self.known().incomplete.len()
    }

    fn known(&self) -> MutexGuard<'_, KnownClocks> {
        lock(&self.known)
    }
}
