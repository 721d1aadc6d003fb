//! Finds the clocks that are behind their games: CLOCK may have lost its end.

use std::{cmp::Ordering, collections::BTreeMap, future::Future, ops::ControlFlow, sync::Arc};

use draughts::Timestamp;
use proto::subject::{GameKey, Stream, Subject};
use runtime::{EventLog, LedgerError, LogEntry, Retry, Stopped, Tasks, Unreadable, error_chain};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// Number of entries of one game that are held at once: each has the whole record of the game.
const HELD: usize = 64;
/// Number of games that are read at once.
const AT_ONCE: usize = 8;

/// Calls `catch_up` with the entries of each game that its clock is not known to have followed, in
/// order and a part at a time, whenever a stream may have lost its end. Each game has a task of its
/// own, as a clock may wait for its flag.
pub(crate) fn recover<F, Fut>(log: &EventLog, tasks: &Tasks, catch_up: F)
where
    F: Fn(Vec<LogEntry>) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let (found_in, spawner) = (log.clone(), tasks.clone());
    let at_once = Arc::new(Semaphore::new(AT_ONCE));
    runtime::recover(log, tasks, move || {
        let (log, tasks, catch_up) = (found_in.clone(), spawner.clone(), catch_up.clone());
        let at_once = Arc::clone(&at_once);
        async move {
            for (game, followed) in behind(&log).await? {
                let reader = Reader { log: log.clone(), game, at_once: Arc::clone(&at_once) };
                let (stopping, catch_up) = (tasks.stopping(), catch_up.clone());
                tasks.spawn_until_stop(async move {
                    let mut from = followed + 1;
                    while let Ok(Some((entries, next))) = reader.part(from, &stopping).await {
                        catch_up(entries).await;
                        from = next;
                    }
                });
            }
            Ok(())
        }
    });
}

/// Reads the entries of a game.
struct Reader {
    log: EventLog,
    game: GameKey,
    /// Permits to read, of which all games share a few.
    at_once: Arc<Semaphore>,
}

impl Reader {
    /// Returns the first entries from a sequence on that can be read, and the sequence after them;
    /// `None` if there are no more. Retries until the service stops.
    async fn part(
        &self,
        from: u64,
        stopping: &CancellationToken,
    ) -> Result<Option<(Vec<LogEntry>, u64)>, Stopped> {
        let read = || async {
            let _permit = self.at_once.acquire().await;
            let (mut entries, mut next) = (Vec::new(), None);
            let keep = |entry: Result<LogEntry, Unreadable>| {
                let sequence = entry.as_ref().map_or_else(|it| it.sequence, |it| it.sequence);
                next = Some(sequence + 1);
                // One that cannot be read is passed over when it is delivered.
                entries.extend(entry);
                if entries.len() < HELD {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            self.log.for_each(&Subject::game(Stream::Game, &self.game), from, keep).await?;
            Ok(next.map(|next| (entries, next)))
        };
        let complain = |error: &LedgerError| {
            tracing::warn!(game = %self.game, error = error_chain(error), "reading what a clock lacks");
            true
        };
        Retry::NATS.until_done(stopping, read, complain).await
    }
}

/// Returns the games whose clock has not followed their last entry, with the sequence of the last
/// entry that it has followed; 0 if there is none.
async fn behind(log: &EventLog) -> Result<Vec<(GameKey, u64)>, LedgerError> {
    let mut clocks: BTreeMap<GameKey, (u64, Timestamp)> = BTreeMap::new();
    let keep = |entry: Result<LogEntry, _>| {
        let of = |it: LogEntry| Some((it.game()?, (it.caused_by(Stream::Game)?, it.recorded_at)));
        clocks.extend(entry.ok().and_then(of));
    };
    log.for_each_last(Stream::Clock, keep).await?;
    let is_behind = |entry: LogEntry| {
        let game = entry.game()?;
        let (followed, at) = clocks.get(&game).copied().unwrap_or((0, entry.recorded_at));
        let followed = match followed.cmp(&entry.sequence) {
            // GAME has lost the entry that the clock has followed, so nothing is known.
            Ordering::Greater => 0,
            // GAME may have lost the entry since, and given its sequence to another one. If the
            // times of two machines differ, a clock that has followed everything is checked once
            // more.
            Ordering::Equal if at < entry.recorded_at => entry.sequence - 1,
            Ordering::Less | Ordering::Equal => followed,
        };
        (followed < entry.sequence).then_some((game, followed))
    };
    let mut found = Vec::new();
    log.for_each_last(Stream::Game, |entry| found.extend(entry.ok().and_then(is_behind))).await?;
    Ok(found)
}
