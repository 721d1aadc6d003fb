//! Finds the clocks that are behind their games: CLOCK may have lost its end.

use std::{cmp::Ordering, collections::BTreeMap, future::Future};

use draughts::Timestamp;
use proto::subject::{GameKey, Stream, Subject};
use runtime::{EventLog, LedgerError, LogEntry, Tasks};

/// Calls `catch_up` with the entries of each game that its clock is not known to have followed, in order,
/// whenever a stream may have lost its end. Each game has a task of its own, as a clock may wait for its flag.
pub(crate) fn recover<F, Fut>(log: &EventLog, tasks: &Tasks, catch_up: F)
where
    F: Fn(Vec<LogEntry>) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let (found_in, spawner) = (log.clone(), tasks.clone());
    runtime::recover(log, tasks, move || {
        let (log, tasks, catch_up) = (found_in.clone(), spawner.clone(), catch_up.clone());
        async move {
            for (game, followed) in behind(&log).await? {
                let subject = Subject::game(Stream::Game, &game);
                let entries = log.entries(&subject, followed + 1).await?;
                // One that cannot be read is passed over when it is delivered.
                tasks.spawn(catch_up(entries.into_iter().flatten().collect()));
            }
            Ok(())
        }
    });
}

/// Returns the games whose last entry did not lead to the last record of their clock, with the sequence of
/// the one that did; 0 if there is none.
async fn behind(log: &EventLog) -> Result<Vec<(GameKey, u64)>, LedgerError> {
    let clocks = log.last_entries(Stream::Clock).await?;
    let clocks: BTreeMap<GameKey, (u64, Timestamp)> = clocks
        .iter()
        .flatten()
        .filter_map(|it| Some((it.game()?, (it.caused_by(Stream::Game)?, it.recorded_at))))
        .collect();
    let games = log.last_entries(Stream::Game).await?;
    let is_behind = |entry: &LogEntry| {
        let game = entry.game()?;
        let (followed, at) = clocks.get(&game).copied().unwrap_or((0, entry.recorded_at));
        let followed = match followed.cmp(&entry.sequence) {
            // A sequence that GAME has lost says nothing.
            Ordering::Greater => 0,
            // It may have been given to another message. Where the clocks of two hosts differ, a clock is brought
            // up to date for nothing.
            Ordering::Equal if at < entry.recorded_at => entry.sequence - 1,
            Ordering::Less | Ordering::Equal => followed,
        };
        (followed < entry.sequence).then_some((game, followed))
    };
    Ok(games.iter().flatten().filter_map(is_behind).collect())
}
