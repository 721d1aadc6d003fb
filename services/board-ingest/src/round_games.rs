//! Begins the games of opened rounds, and ends them by results that people record.

use std::{fmt, time::Duration};

use live_game::table::Seats;
use proto::{
    convert::{Aggregate, Record, StoredInput},
    subject::{GameKey, Subject, TournamentKey},
};
use runtime::{
    Categorize as _, EventLog, HOPELESS_MAX, Ledger, LogEntry, Retry, Stopped, Tasks, error_chain,
    metrics,
};
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

    /// Reads a tournament and its seats; returns `None` if the tournament is damaged, or NATS
    /// cannot give it while it gives others.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops first.
    pub(crate) async fn read(&self, log: &Subject) -> Result<Option<SeatedTournament>, Stopped> {
        let Some(tournament) = self.reload::<Tournament>(log).await? else { return Ok(None) };
        // A seat that was given before the round was opened is among those that are read now.
        let tables = Subject::tables(&log.tournament);
        let Some(seats) = self.reload::<Seats>(&tables).await? else { return Ok(None) };
        let (tournament, seats) = (tournament.state().clone(), seats.state().clone());
        Ok(Some(SeatedTournament { key: log.tournament.clone(), tournament, seats }))
    }

    async fn reload<A: Aggregate>(&self, subject: &Subject) -> Result<Option<Ledger<A>>, Stopped> {
        let reload = Ledger::reload(&self.log, subject);
        let read = self.tasks.stopping().run_until_cancelled(reload).await.ok_or(Stopped)?;
        Ok(read.inspect_err(|error| give_up(subject, error)).ok())
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

    /// Stores inputs of a tournament to a game, unless they are stored already. Gives up if the
    /// game refuses them or cannot be read, so that no other game waits for it.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops first.
    pub(crate) async fn store(
        &self,
        game: &GameKey,
        inputs: Vec<StoredInput>,
    ) -> Result<(), Stopped> {
        let complain = |error: &Error| {
            tracing::warn!(%game, %error, "an input of the tournament waits");
            true
        };
        let stopping = self.tasks.stopping();
        let (mut attempts, mut hopeless) = (Retry::NATS.attempts(&stopping, complain), 0);
        loop {
            let store = self.tables.rule(game, inputs.clone(), Instant::now() + self.patience);
            let Err(error) = stopping.run_until_cancelled(store).await.ok_or(Stopped)? else {
                return Ok(());
            };
            hopeless += u32::from(error.is_of_subject());
            if !error.category().is_transient() || hopeless == HOPELESS_MAX {
                give_up(game, &error);
                return Ok(());
            }
            attempts.failed(&error).await?;
        }
    }
}

/// Notes that an input that follows from a tournament is not stored, such as one to a game that was
/// begun with other data, or of a damaged history. It is tried again at the next start of the
/// service and the next connection to NATS; the desk is told of a game that has not begun.
pub(crate) fn give_up(what: &impl fmt::Display, error: &(impl std::error::Error + 'static)) {
    let error = error_chain(error);
    tracing::error!(%what, error, "an input of the tournament could not be stored");
    metrics::given_up(env!("CARGO_PKG_NAME"));
}
