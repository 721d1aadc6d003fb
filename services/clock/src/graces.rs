//! The transit grace of each tournament: how long a move that was made in time may take to arrive. The
//! desk may set it.
//!
//! A grace is in memory while a clock of its tournament runs, and is read again from the log when one runs
//! again.

use std::{collections::BTreeSet, time::Duration};

use live_game::table::Seats;
use proto::subject::{Subject, TournamentKey};
use runtime::{EventLog, LedgerError, LogEntry, Mirror, error_chain};

/// The graces that the desk has set. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Graces {
    /// The grace of a tournament for which none was set.
    usual: Duration,
    seats: Mirror<Seats>,
}

impl Graces {
    pub(crate) fn new(usual: Duration, log: EventLog) -> Self {
        Self { usual, seats: Mirror::new(log) }
    }

    /// Returns the grace of a tournament, as far as it is known.
    pub(crate) fn of(&self, tournament: &TournamentKey) -> Duration {
        let seats = self.seats.get(&Subject::tables(tournament));
        seats.and_then(|seats| seats.state().grace()).unwrap_or(self.usual)
    }

    /// Reads the grace of a tournament from the log, unless it is in memory.
    ///
    /// # Errors
    /// [`LedgerError`] if the log does not answer.
    pub(crate) async fn load(&self, tournament: &TournamentKey) -> Result<(), LedgerError> {
        self.seats.load(&Subject::tables(tournament)).await.map(drop)
    }

    /// Applies an entry of the seats, if the grace of its tournament is in memory; returns true if the
    /// grace has changed.
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

    /// Forgets the graces of other tournaments than `in_use` that were not asked for since the last call.
    pub(crate) fn forget_unused(&self, in_use: &BTreeSet<TournamentKey>) {
        for tournament in in_use {
            // Asking for it is a use.
            let _grace = self.of(tournament);
        }
        self.seats.forget_unused();
    }

    /// Returns the number of tournaments whose grace is in memory.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.seats.all().len()
    }
}
