//! Finds the games whose results differ between GAME and TOURNAMENT, because one of their stores
//! has lost its end.

use std::ops::ControlFlow;

use draughts::Outcome;
use proto::{
    convert::Record,
    subject::{GameKey, Stream, Subject, TournamentKey},
};
use runtime::{EventLog, LedgerError, LogEntry, Retry, Tasks, Unreadable, error_chain, metrics};
use tokio::sync::mpsc::Receiver;

use crate::{
    consumer::{Results, read, round_table},
    tournaments::Tournaments,
};

/// Lets tournaments record, correct or withdraw the results that they lack, whenever a stream may
/// have lost its end, until the tasks stop.
pub(crate) fn recover(tournaments: &Tournaments, results: &Results, tasks: &Tasks) {
    Recovery::new(tournaments, results, tasks).recover();
}

/// Looks at the games of every tournament that is received, until the tasks stop: their messages
/// may have been handled before the round was opened again that TOURNAMENT had lost, or before an
/// earlier result was withdrawn.
pub(crate) fn follow(
    tournaments: &Tournaments,
    results: &Results,
    mut to_look_at: Receiver<TournamentKey>,
    tasks: &Tasks,
) {
    let recovery = Recovery::new(tournaments, results, tasks);
    tasks.spawn_until_stop(async move {
        while let Some(key) = to_look_at.recv().await {
            recovery.look_at(key);
        }
    });
}

/// The search for results that tournaments lack. Cheap to clone.
#[derive(Clone, Debug)]
struct Recovery {
    tournaments: Tournaments,
    results: Results,
    tasks: Tasks,
}

impl Recovery {
    fn new(tournaments: &Tournaments, results: &Results, tasks: &Tasks) -> Self {
        let (tournaments, results) = (tournaments.clone(), results.clone());
        Self { tournaments, results, tasks: tasks.clone() }
    }

    /// Looks at all games whenever a stream may have lost its end, until the tasks stop.
    fn recover(&self) {
        let recovery = self.clone();
        runtime::recover(self.tournaments.log(), &self.tasks, move || {
            let recovery = recovery.clone();
            async move {
                let mut played = Vec::new();
                let keep = |entry| played.extend(outcome(entry));
                recovery.tournaments.log().for_each_last(Stream::Game, keep).await?;
                recovery.record(played).await;
                Ok(())
            }
        });
    }

    /// Looks at the games of one tournament in a task of its own.
    fn look_at(&self, key: TournamentKey) {
        let recovery = self.clone();
        self.tasks.spawn_until_stop(async move {
            let work = || async {
                let log = recovery.tournaments.log();
                let last = log.last_of_each_in(Stream::Game, &key).await?;
                let played = last.into_iter().filter_map(outcome).collect();
                Box::pin(recovery.record(played)).await;
                Ok(())
            };
            let complain = |error: &LedgerError| {
                tracing::warn!(tournament = %key, error = error_chain(error), "looking again for results");
                true
            };
            // An error means that the service stops.
            let _stopped = Retry::NATS.until_done(&recovery.tasks.stopping(), work, complain).await;
        });
    }

    /// Records the results that tournaments lack, of the games with these outcomes, until the
    /// service stops. Gives up a game that cannot be read, so that others do not wait for it.
    async fn record(&self, played: Vec<(GameKey, Option<Outcome>)>) {
        for game in self.unlike(played).await {
            let look_up = || last_change(self.tournaments.log(), &game);
            let stopping = self.tasks.stopping();
            let log = self.tournaments.log();
            let Ok(found) = log.until_settled(&stopping, &game, look_up).await else { return };
            let last = found.unwrap_or_else(|error| {
                let error = error_chain(&error);
                tracing::error!(%game, error, "the result of this game is not looked up");
                metrics::given_up(env!("CARGO_PKG_NAME"));
                None
            });
            let Some(entry) = last else { continue };
            let Some((game, event, message)) = read(&entry) else { continue };
            // An error means that the service stops.
            let _stopped = self.results.carry_out(&game, event, message).await;
        }
    }

    /// Returns the games whose outcome is another one in their tournament, which may also be by
    /// hand.
    async fn unlike(&self, played: Vec<(GameKey, Option<Outcome>)>) -> Vec<GameKey> {
        let mut found = Vec::new();
        for (game, outcome) in played {
            let Some((round, table)) = round_table(&game) else { continue };
            let Ok(tournament) = self.tournaments.get(&game.tournament).await else { continue };
            let paired = tournament.state().game(round, table);
            if paired.is_some_and(|paired| paired.outcome != outcome) {
                found.push(game);
            }
        }
        found
    }
}

/// Returns the game of an entry of GAME and its outcome, `None` while it goes on; `None` for an
/// entry that cannot be read.
fn outcome(entry: Result<LogEntry, Unreadable>) -> Option<(GameKey, Option<Outcome>)> {
    let entry = entry.ok()?;
    let (game, Record::Game(record)) = (entry.game()?, entry.record) else { return None };
    Some((game, record.state.read().ok()??.outcome))
}

/// Returns the last entry of a game that changed its result.
async fn last_change(log: &EventLog, game: &GameKey) -> Result<Option<LogEntry>, LedgerError> {
    let mut last = None;
    let keep_last = |entry: Result<LogEntry, Unreadable>| {
        last = entry.ok().filter(|entry| read(entry).is_some()).or_else(|| last.take());
        ControlFlow::Continue(())
    };
    // The log can only be read onward.
    log.for_each(&Subject::game(Stream::Game, game), 1, keep_last).await?;
    Ok(last)
}
