//! Begins the games of opened rounds, and ends them by results that people record.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use live_game::table::Seats;
use proto::{
    convert::{Aggregate, Record, StoredInput},
    subject::{GameKey, Stream, Subject, TournamentKey},
};
use runtime::{EventLog, Ledger, LogEntry, Stopped, Tasks, error_chain, lock, metrics};
use tokio::time::Instant;
use tournament::{ResultByHand, RoundNumber, Tournament, results_by_hand};

use crate::{rounds, tables::Tables};

/// Stores the inputs of tournaments to their games. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct RoundGames {
    log: EventLog,
    tables: Tables,
    tasks: Tasks,
    patience: Duration,
    /// The subjects that could not be read, and those to which an input could not be stored.
    given_up: Arc<Mutex<BTreeSet<Subject>>>,
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
        let (log, tasks) = (log.clone(), tasks.clone());
        Self { log, tables, tasks, patience, given_up: Arc::default() }
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
        match read {
            Ok(ledger) => {
                self.take_up(subject);
                Ok(Some(ledger))
            }
            Err(error) => {
                self.give_up(subject, &error);
                Ok(None)
            }
        }
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
        let store = || self.tables.rule(game, inputs.clone(), Instant::now() + self.patience);
        let stored = self.log.until_settled(&self.tasks.stopping(), game, store).await?;
        let subject = Subject::game(Stream::Input, game);
        match stored {
            Ok(()) => self.take_up(&subject),
            Err(error) => self.give_up(&subject, &error),
        }
        Ok(())
    }

    /// Notes that an input that follows from a tournament is not stored, such as one to a game that
    /// was begun with other data, or of a damaged history. It is counted and told once, and tried
    /// again later; the desk is told of a game that has not begun.
    pub(crate) fn give_up(&self, subject: &Subject, error: &(impl std::error::Error + 'static)) {
        let (is_new, error) = (lock(&self.given_up).insert(subject.clone()), error_chain(error));
        if is_new {
            tracing::error!(%subject, error, "an input of the tournament could not be stored");
            metrics::given_up(env!("CARGO_PKG_NAME"));
        } else {
            tracing::debug!(%subject, error, "an input of the tournament still cannot be stored");
        }
    }

    /// Notes that nothing is left to store of what was given up about a subject.
    fn take_up(&self, subject: &Subject) {
        if lock(&self.given_up).remove(subject) {
            tracing::info!(%subject, "an input of the tournament that was given up is stored");
        }
    }

    /// Returns the tournaments of which something was given up.
    pub(crate) fn given_up(&self) -> BTreeSet<TournamentKey> {
        lock(&self.given_up).iter().map(|subject| subject.tournament.clone()).collect()
    }
}
