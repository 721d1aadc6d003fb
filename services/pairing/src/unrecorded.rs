//! Finds the games whose result TOURNAMENT does not have as GAME has it: a store may have lost its end.

use draughts::Outcome;
use proto::{
    convert::Record,
    subject::{GameKey, Stream, Subject},
};
use runtime::{EventLog, LedgerError, LogEntry, Tasks};

use crate::{
    consumer::{Results, read, round_table},
    tournaments::Tournaments,
};

/// Lets tournaments record, correct or withdraw the results that they lack, whenever a stream may have lost
/// its end.
pub(crate) fn recover(tournaments: &Tournaments, results: &Results, tasks: &Tasks) {
    let (copies, results) = (tournaments.clone(), results.clone());
    runtime::recover(tournaments.log(), tasks, move || {
        let (tournaments, results) = (copies.clone(), results.clone());
        async move {
            for game in unrecorded(&tournaments).await? {
                let Some(entry) = last_change(tournaments.log(), &game).await? else { continue };
                let Some((game, event, message)) = read(&entry) else { continue };
                // An error means that the service stops.
                let _stopped = results.carry_out(&game, event, message).await;
            }
            Ok(())
        }
    });
}

/// Returns the games whose outcome is another one in their tournament, which may also be by hand.
async fn unrecorded(tournaments: &Tournaments) -> Result<Vec<GameKey>, LedgerError> {
    let mut found = Vec::new();
    for entry in tournaments.log().last_entries(Stream::Game).await?.into_iter().flatten() {
        let (Some(game), Some(played)) = (entry.game(), outcome(&entry)) else { continue };
        let Some((round, table)) = round_table(&game) else { continue };
        let Ok(tournament) = tournaments.get(&game.tournament).await else { continue };
        let paired = tournament.state().game(round, table);
        if paired.is_some_and(|paired| paired.outcome != played) {
            found.push(game);
        }
    }
    Ok(found)
}

/// Returns the outcome in an entry of GAME, `None` in it while the game goes on; `None` if it cannot be read.
fn outcome(entry: &LogEntry) -> Option<Option<Outcome>> {
    let Record::Game(record) = &entry.record else { return None };
    Some(record.state.read().ok()??.outcome)
}

/// Returns the last entry of a game that changed its result.
async fn last_change(log: &EventLog, game: &GameKey) -> Result<Option<LogEntry>, LedgerError> {
    let entries = log.entries(&Subject::game(Stream::Game, game), 1).await?;
    Ok(entries.into_iter().flatten().rfind(|entry| read(entry).is_some()))
}
