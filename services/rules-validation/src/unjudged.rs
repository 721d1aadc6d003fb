//! Starts the games of which INPUT holds more than GAME has judged: a store may have lost its end, and a game
//! that was set aside may have become readable.

use std::collections::BTreeMap;

use futures_util::StreamExt as _;
use proto::subject::{GameKey, Stream};
use runtime::{EventLog, LedgerError, LogEntry, Retry, Tasks, error_chain};
use tokio::sync::oneshot;

use crate::games::{GameMessage, Games};

/// Number of games that are started at once.
const AT_ONCE: usize = 8;

/// Starts the actors of these games in the background.
pub(crate) fn start_games(log: &EventLog, games: &Games, tasks: &Tasks) {
    let (log, games, stopping) = (log.clone(), games.clone(), tasks.stopping());
    tasks.spawn_until_stop(async move {
        let complain = |error: &LedgerError| {
            tracing::warn!(error = error_chain(error), "games may be unjudged; looking again");
            true
        };
        let found = Retry::NATS.until_done(&stopping, || unjudged(&log), complain).await;
        let starts = found.unwrap_or_default().into_iter().map(|game| {
            let games = games.clone();
            async move {
                let (started, is_started) = oneshot::channel();
                if games.send(&game, GameMessage::Start(started)).await.is_ok() {
                    // The actor may end before it answers, when the service stops.
                    drop(is_started.await);
                }
            }
        });
        futures_util::stream::iter(starts)
            .buffer_unordered(AT_ONCE)
            .for_each(std::future::ready)
            .await;
    });
}

/// Returns the games whose last input is not known to have led to their last record.
async fn unjudged(log: &EventLog) -> Result<Vec<GameKey>, LedgerError> {
    let judged = log.last_entries(Stream::Game).await?;
    let judged: BTreeMap<GameKey, u64> = judged
        .iter()
        .flatten()
        .filter_map(|entry| Some((entry.game()?, entry.caused_by(Stream::Input)?)))
        .collect();
    let inputs = log.last_entries(Stream::Input).await?;
    let is_unjudged = |entry: &LogEntry| {
        let game = entry.game()?;
        (judged.get(&game).is_none_or(|judged| *judged < entry.sequence)).then_some(game)
    };
    Ok(inputs.iter().flatten().filter_map(is_unjudged).collect())
}
