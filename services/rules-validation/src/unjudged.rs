//! Finds the games of which INPUT or CLOCK holds more than GAME has judged: a store may have lost its end, and
//! a game that was set aside may have become readable.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::StreamExt as _;
use live_game::StoredMessage;
use proto::{
    convert::Record,
    subject::{GameKey, Stream},
};
use runtime::{EventLog, LedgerError, LogEntry, Tasks};
use tokio::sync::oneshot;

use crate::games::{GameMessage, Games};

/// Number of games that recover at once.
const AT_ONCE: usize = 8;

/// Lets games judge what they have not judged, whenever a stream may have lost its end.
pub(crate) fn recover(log: &EventLog, games: &Games, tasks: &Tasks) {
    let (found_in, games) = (log.clone(), games.clone());
    runtime::recover(log, tasks, move || {
        let (log, games) = (found_in.clone(), games.clone());
        async move {
            let recoveries = unjudged(&log).await?.into_iter().map(|game| {
                let games = games.clone();
                async move {
                    let (recovered, has_recovered) = oneshot::channel();
                    if games.send(&game, GameMessage::Recover(recovered)).await.is_ok() {
                        // The actor may end before it answers, when the service stops.
                        drop(has_recovered.await);
                    }
                }
            });
            futures_util::stream::iter(recoveries)
                .buffer_unordered(AT_ONCE)
                .for_each(std::future::ready)
                .await;
            Ok(())
        }
    });
}

/// Returns the games whose last input, or whose fallen flag, is not known to have led to their last record.
async fn unjudged(log: &EventLog) -> Result<BTreeSet<GameKey>, LedgerError> {
    let judged = log.last_entries(Stream::Game).await?;
    let judged: BTreeMap<GameKey, LogEntry> =
        judged.into_iter().flatten().filter_map(|entry| Some((entry.game()?, entry))).collect();
    let mut found = BTreeSet::new();
    for stream in [Stream::Input, Stream::Clock] {
        for entry in log.last_entries(stream).await?.into_iter().flatten() {
            let Some(game) = entry.game() else { continue };
            if lacks_effect(&entry, judged.get(&game)) {
                found.insert(game);
            }
        }
    }
    Ok(found)
}

/// Returns true if the last record of a game is not known to have followed on `entry`, the last one of the game in INPUT
/// or CLOCK.
fn lacks_effect(entry: &LogEntry, judged: Option<&LogEntry>) -> bool {
    let Some(content) = entry.record.effective() else { return false };
    let last = judged.and_then(|judged| {
        let Record::Game(record) = &judged.record else { return None };
        Some(record.as_last(judged.caused_by(entry.subject.stream), judged.recorded_at))
    });
    let (sequence, recorded_at) = (entry.sequence, entry.recorded_at);
    !StoredMessage { sequence, recorded_at, content }.has_effect(last)
}
