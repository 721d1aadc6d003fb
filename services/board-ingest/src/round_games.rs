//! Begins the games of opened rounds, and ends them by results that people record.

use std::time::Duration;

use live_game::table::Seats;
use proto::{
    convert::{Record, StoredInput},
    subject::{GameKey, Subject, TournamentKey},
};
use runtime::{Categorize as _, EventLog, Ledger, LogEntry, Retry, Stopped, Tasks, error_chain};
use tokio::time::Instant;
use tournament::{ResultByHand, RoundNumber, Tournament, results_by_hand};

use crate::{error::Error, rounds, tables::Tables};

/// Stores the inputs of tournaments to their games. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct RoundGames {
    log: EventLog,
    tables: Tables,
    tasks: Tasks,
    patience: Duration,
}

/// A tournament, with the seats of devices at its tables.
#[derive(Debug)]
pub(crate) struct SeatedTournament {
    pub(crate) key: TournamentKey,
    pub(crate) tournament: Tournament,
    pub(crate) seats: Seats,
}

/// A result by hand, and the sequence of the message of TOURNAMENT that recorded it.
pub(crate) type StoredResult = (ResultByHand, u64);

/// Returns the results that people recorded or took back by a message of TOURNAMENT.
pub(crate) fn by_hand(entry: &LogEntry) -> Vec<StoredResult> {
    let Record::Tournament(events) = &entry.record else { return Vec::new() };
    let results = results_by_hand(events).into_iter();
    results.map(|result| (result, entry.sequence)).collect()
}

impl RoundGames {
    pub(crate) fn new(log: &EventLog, tables: Tables, tasks: &Tasks, patience: Duration) -> Self {
        Self { log: log.clone(), tables, tasks: tasks.clone(), patience }
    }

    pub(crate) fn log(&self) -> &EventLog {
        &self.log
    }

    pub(crate) fn tasks(&self) -> &Tasks {
        &self.tasks
    }

    /// Reads a tournament and its seats; returns `None` if the tournament is damaged.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops first.
    pub(crate) async fn read(&self, log: &Subject) -> Result<Option<SeatedTournament>, Stopped> {
        let read = || async { Ok(Ledger::<Tournament>::load(&self.log, log.clone()).await?) };
        let Some(tournament) = self.until_done(log, read).await? else { return Ok(None) };
        // A seat that was given before the round was opened is among those that are read now.
        let tables = Subject::tables(&log.tournament);
        let read = || async { Ok(Ledger::<Seats>::load(&self.log, tables.clone()).await?) };
        let Some(seats) = self.until_done(&tables, read).await? else { return Ok(None) };
        let (tournament, seats) = (tournament.state().clone(), seats.state().clone());
        Ok(Some(SeatedTournament { key: log.tournament.clone(), tournament, seats }))
    }

    /// Begins every game of these rounds. One that cannot begin does not keep the others from it.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops first.
    pub(crate) async fn begin(
        &self,
        of: &SeatedTournament,
        opened: &[RoundNumber],
    ) -> Result<(), Stopped> {
        let has_device = |game: &GameKey| of.seats.has_device_at(game.game.table());
        for (game, start) in rounds::games(&of.tournament, &of.key, opened, has_device) {
            self.store(&game, vec![start]).await?;
        }
        Ok(())
    }

    /// Ends the games with these results. One that cannot end does not keep the others from it.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops first.
    pub(crate) async fn end(
        &self,
        of: &SeatedTournament,
        results: &[StoredResult],
    ) -> Result<(), Stopped> {
        for (result, message) in results {
            let has_device = |game: &GameKey| of.seats.has_device_at(game.game.table());
            let ruling = rounds::ruling(&of.tournament, &of.key, result, *message, has_device);
            if let Some((game, inputs)) = ruling {
                self.store(&game, inputs).await?;
            }
        }
        Ok(())
    }

    /// Stores inputs of a tournament to a game, unless they are stored already.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops first.
    pub(crate) async fn store(
        &self,
        game: &GameKey,
        inputs: Vec<StoredInput>,
    ) -> Result<(), Stopped> {
        let store = || self.tables.rule(game, inputs.clone(), Instant::now() + self.patience);
        self.until_done(game, store).await.map(drop)
    }

    /// Retries `work` until it succeeds or the service stops; returns `None` if it can never
    /// succeed.
    async fn until_done<T, F>(
        &self,
        what: &impl std::fmt::Display,
        mut work: impl FnMut() -> F,
    ) -> Result<Option<T>, Stopped>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let work = || {
            let done = work();
            async {
                match done.await {
                    Err(error) if !error.category().is_transient() => {
                        // For instance, a game begun with other data, or a damaged history: it is
                        // tried again at the next start of the service and the next connection to
                        // NATS.
                        let error = error_chain(&error);
                        tracing::error!(%what, error, "an input of the tournament could not be stored");
                        Ok(None)
                    }
                    done => done.map(Some),
                }
            }
        };
        let complain = |error: &Error| {
            tracing::warn!(%what, %error, "an input of the tournament waits");
            true
        };
        Retry::NATS.until_done(&self.tasks.stopping(), work, complain).await
    }
}
