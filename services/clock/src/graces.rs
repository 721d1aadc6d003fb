//! The transit grace of each tournament: how long a move that was made in time may take to arrive.
//! The desk may set it. Moves are stamped by board-ingest, so the time by which its clock is behind
//! that of this machine is added.
//!
//! A grace is in memory while a clock of its tournament runs, and is read again from the log when
//! one runs again.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
    time::Duration,
};

use live_game::table::Seats;
use proto::subject::{Subject, TournamentKey};
use runtime::{EventLog, LedgerError, LogEntry, Mirror, OtherTimes, error_chain, lock};
use tokio::time::Instant;

/// The service that stamps moves.
const STAMPS: &str = "board-ingest";
/// Longest wait for its first time signal before a flag falls. It answers a service that starts at
/// once.
const HEARD_WITHIN: Duration = Duration::from_secs(3);

/// Pause before a grace that could not be read is read again.
const READ_AGAIN: Duration = Duration::from_secs(10);

/// The graces that the desk has set. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Graces {
    /// The grace of a tournament for which none was set.
    usual: Duration,
    log: EventLog,
    seats: Mirror<Seats>,
    /// The tournaments whose grace could not be read, with the moment of the next attempt.
    unread: Arc<Mutex<BTreeMap<TournamentKey, Instant>>>,
    other_times: OtherTimes,
}

impl Graces {
    pub(crate) fn new(usual: Duration, log: EventLog, other_times: OtherTimes) -> Self {
        let seats = Mirror::new(log.clone());
        Self { usual, log, seats, unread: Arc::default(), other_times }
    }

    /// Returns the grace of a tournament, as far as it is known.
    pub(crate) fn of(&self, tournament: &TournamentKey) -> Duration {
        let seats = self.seats.get(&Subject::tables(tournament));
        let grace = seats.and_then(|seats| seats.state().grace()).unwrap_or(self.usual);
        grace.saturating_add(self.other_times.behind(STAMPS))
    }

    /// Waits until the clock of board-ingest was heard, or for a few seconds.
    pub(crate) async fn heard(&self) {
        self.other_times.heard(STAMPS, HEARD_WITHIN).await;
    }

    /// Calls `work` each time after the clock of board-ingest is found to be behind by more or less
    /// than before.
    pub(crate) async fn watch_behind(&self, work: impl Fn()) {
        let (mut heard, mut before) = (self.other_times.watch(), Duration::ZERO);
        // The sender lives as long as `self`, so the loop does not end.
        while heard.changed().await.is_ok() {
            let behind = self.other_times.behind(STAMPS);
            if behind != before {
                tracing::info!(?before, ?behind, "flags wait for the clock of board-ingest");
                before = behind;
                work();
            }
        }
    }

    /// Reads the grace of a tournament from the log, unless it is in memory. Where the log gives
    /// others and not this one, the last one that is known counts, else the usual one: no clock
    /// waits for damaged seats.
    ///
    /// # Errors
    /// [`LedgerError`] if the log does not answer.
    pub(crate) async fn load(&self, tournament: &TournamentKey) -> Result<(), LedgerError> {
        if lock(&self.unread).get(tournament).is_some_and(|again| Instant::now() < *again) {
            return Ok(());
        }
        let loaded = self.seats.load(&Subject::tables(tournament)).await;
        lock(&self.unread).remove(tournament);
        match loaded {
            Err(error) if self.log.is_of_subject(&error).await => {
                let (error, grace) = (error_chain(&error), self.of(tournament));
                tracing::error!(%tournament, error, ?grace, "the grace of a tournament cannot be read");
                lock(&self.unread).insert(tournament.clone(), Instant::now() + READ_AGAIN);
                Ok(())
            }
            loaded => loaded.map(drop),
        }
    }

    /// Applies an entry of the seats, if the grace of its tournament is in memory; returns true if
    /// the grace has changed.
    pub(crate) async fn apply(&self, entry: &LogEntry) -> bool {
        let tournament = &entry.subject.tournament;
        let before = self.of(tournament);
        if let Err(error) = self.seats.apply_if_held(entry).await {
            tracing::error!(
                error = error_chain(&error),
                "the seats of a tournament cannot be read"
            );
        }
        let grace = self.of(tournament);
        if grace != before {
            tracing::info!(%tournament, ?grace, "the grace is set");
        }
        grace != before
    }

    /// Forgets the graces of other tournaments than `in_use` that were not asked for since the last
    /// call.
    pub(crate) fn forget_unused(&self, in_use: &BTreeSet<TournamentKey>) {
        for tournament in in_use {
            // A call counts as use, so that the grace is kept.
            let _grace = self.of(tournament);
        }
        self.seats.forget_unused();
        lock(&self.unread).retain(|tournament, _again| in_use.contains(tournament));
    }

    /// Returns the number of tournaments whose grace is in memory.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.seats.all().len()
    }
}
