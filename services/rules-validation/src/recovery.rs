//! Finds the games of which INPUT or CLOCK holds more than GAME has judged: a store may have lost
//! its end, and a game that was set aside may have become readable.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::StreamExt as _;
use live_game::StoredMessage;
use proto::{
    convert::Record,
    subject::{GameKey, Stream},
};
use runtime::{EventLog, LedgerError, LogEntry, Tasks};
use tokio::sync::oneshot;

use crate::games::{ActorMessage, Games};

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
                    if games.send(&game, ActorMessage::Recover(recovered)).await.is_ok() {
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

/// Returns the games whose last input, or whose fallen flag, is not known to have led to their last
/// record.
async fn unjudged(log: &EventLog) -> Result<BTreeSet<GameKey>, LedgerError> {
    let mut causes: BTreeMap<GameKey, Vec<LogEntry>> = BTreeMap::new();
    for stream in [Stream::Input, Stream::Clock] {
        let keep = |entry: Result<LogEntry, _>| {
            let Ok(entry) = entry else { return };
            let Some(game) = entry.game().filter(|_| entry.record.effective().is_some()) else {
                return;
            };
            causes.entry(game).or_default().push(entry);
        };
        log.for_each_last(stream, keep).await?;
    }
    let mut found = BTreeSet::new();
    let compare = |judged: Result<LogEntry, _>| {
        let Ok(judged) = judged else { return };
        let Some(game) = judged.game() else { return };
        let causes = causes.remove(&game).unwrap_or_default();
        if causes.iter().any(|cause| lacks_effect(cause, Some(&judged))) {
            found.insert(game);
        }
    };
    log.for_each_last(Stream::Game, compare).await?;
    // Of these GAME has nothing that can be read.
    let unread = causes
        .into_iter()
        .filter(|(_, causes)| causes.iter().any(|cause| lacks_effect(cause, None)));
    found.extend(unread.map(|(game, _)| game));
    Ok(found)
}

/// Returns true if the last record of a game is not known to have followed on `entry`, the last one
/// of the game in INPUT or CLOCK.
fn lacks_effect(entry: &LogEntry, judged: Option<&LogEntry>) -> bool {
    let Some(content) = entry.record.effective() else { return false };
    let last = judged.and_then(|judged| {
        let Record::Game(record) = &judged.record else { return None };
        Some(record.as_last(judged.caused_by(entry.subject.stream), judged.recorded_at))
    });
    let (sequence, recorded_at) = (entry.sequence, entry.recorded_at);
    !StoredMessage { sequence, recorded_at, content }.has_effect(last)
}
