//! Finds the games of which INPUT or CLOCK holds more than GAME has judged: a store may have lost its end, and
//! a game that was set aside may have become readable.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::StreamExt as _;
use live_game::{GameCommand, GameEvent};
use proto::{
    convert::{ConvertError, Record, game_commands},
    subject::{GameKey, Stream},
    v1,
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
    if let Record::Clock(clock) = &entry.record
        && commands(entry).is_ok_and(|it| it.is_empty())
    {
        // A flag fell before this entry.
        let state = clock.state.clone().unwrap_or_default();
        let has_fallen = [state.flag(), state.forfeit()] != [v1::Color::Unspecified; 2];
        let is_over = |judged: &LogEntry| match &judged.record {
            Record::Game(game) => game.state.is_over(),
            Record::Input(_)
            | Record::Tables(_)
            | Record::Clock(_)
            | Record::Tournament(_)
            | Record::Access(_) => false,
        };
        return has_fallen && !judged.is_some_and(is_over);
    }
    !judged.is_some_and(|judged| has_judged(judged, entry))
}

fn commands(entry: &LogEntry) -> Result<Vec<GameCommand>, ConvertError> {
    game_commands(&entry.record, draughts::Variant::International)
}

/// Returns true if the last record of a game followed on `entry`, the last one of the game in INPUT or CLOCK.
///
/// A sequence that a stream lost is given to another message later. Another input is known by its id, another
/// flag by its time: where the clocks of two hosts differ, a game may be gone through for nothing.
fn has_judged(record: &LogEntry, entry: &LogEntry) -> bool {
    let Some(judged) = record.caused_by(entry.subject.stream) else { return false };
    let is_later = record.recorded_at >= entry.recorded_at;
    match (&entry.record, &record.record) {
        (Record::Input(input), Record::Game(record)) => {
            let mut named = record.events.iter().flat_map(GameEvent::judged).peekable();
            let is_named = named.peek().is_none() || named.any(|named| *named == input.id);
            // It may have its sequence again, behind another that was handed in again.
            judged == entry.sequence && is_named && is_later
        }
        _ => judged >= entry.sequence && is_later,
    }
}
