//! Finds the clocks that are behind their games: CLOCK may have lost its end.

use std::{
    cmp::Ordering,
    collections::BTreeMap,
    future::Future,
    ops::ControlFlow,
    sync::{Arc, Mutex},
};

use draughts::Timestamp;
use proto::subject::{GameKey, Stream, Subject};
use runtime::{
    EventLog, LedgerError, LogEntry, Retry, Stopped, Tasks, Unreadable, error_chain, lock,
};
use tokio::sync::Semaphore;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::consumer::GameConsumer;

/// Number of entries of one game that are held at once: each has the whole record of the game.
const HELD: usize = 64;
/// Number of games that are read at once.
const AT_ONCE: usize = 8;

/// Brings clocks up to date with the entries of their games that they are not known to have
/// followed, in order and a part at a time, whenever a stream may have lost its end. Each game has
/// a task of its own, as a clock may wait for its flag.
pub(crate) fn recover(log: &EventLog, consumer: &GameConsumer, tasks: &Tasks) {
    let consumer = consumer.clone();
    let update = move |entries| consumer.clone().carry_out_all(entries);
    let recovery = Arc::new(Recovery::new(log.clone(), tasks.clone(), update));
    runtime::recover(log, tasks, move || {
        let recovery = Arc::clone(&recovery);
        async move { recovery.look().await }
    });
}

/// The search for clocks that are behind, and the tasks that it started last.
struct Recovery<F> {
    log: EventLog,
    tasks: Tasks,
    update: F,
    /// Permits to read, of which all games share a few.
    at_once: Arc<Semaphore>,
    /// Ends the tasks that were started last.
    last: Mutex<DropGuard>,
}

impl<F, Fut> Recovery<F>
where
    F: Fn(Vec<LogEntry>) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    fn new(log: EventLog, tasks: Tasks, update: F) -> Self {
        let (at_once, last) = (Arc::new(Semaphore::new(AT_ONCE)), CancellationToken::new());
        Self { log, tasks, update, at_once, last: Mutex::new(last.drop_guard()) }
    }

    /// Starts a task for each game whose clock is behind, and ends those that were started before:
    /// what they read may be lost, and several losses in a row must not pile them up.
    async fn look(&self) -> Result<(), LedgerError> {
        let going_on = self.tasks.stopping().child_token();
        let ends_them = going_on.clone().drop_guard();
        *lock(&self.last) = ends_them;
        for (game, followed) in behind(&self.log).await? {
            let at_once = Arc::clone(&self.at_once);
            let reader = Reader { log: self.log.clone(), game, at_once };
            let (update, going_on) = (self.update.clone(), going_on.clone());
            self.tasks.spawn_until_stop(async move {
                let update_all = async {
                    let mut from = followed + 1;
                    while let Ok(Some((entries, next))) = reader.part(from, &going_on).await {
                        update(entries).await;
                        from = next;
                    }
                };
                // The next look begins where this one ends.
                let _ended = going_on.run_until_cancelled(update_all).await;
            });
        }
        Ok(())
    }
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

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering::SeqCst},
        time::Duration,
    };

    use draughts::RuleSet;
    use live_game::{Game, GameCommand};
    use proto::subject::{GameId, TournamentKey};
    use runtime::MemoryBroker;

    use super::*;

    /// Counts one task for as long as it lives.
    struct Alive(Arc<AtomicUsize>);

    impl Drop for Alive {
        fn drop(&mut self) {
            self.0.fetch_sub(1, SeqCst);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn several_losses_in_a_row_leave_one_task_for_each_clock() {
        let (broker, tasks) = (MemoryBroker::default(), Tasks::new());
        let (venue, tournament) = ("main".parse().unwrap(), "kk-2026".parse().unwrap());
        let key = TournamentKey { venue, tournament };
        let start = GameCommand::start(RuleSet::International, Timestamp::from_millis(1_000));
        let begun = Game::default().decide(&start).unwrap();
        for table in 1..=3 {
            let game = key.game(GameId::new(1, table).unwrap());
            let subject = Subject::game(Stream::Game, &game);
            broker.append::<Game>(&subject, &begun, None).await.unwrap();
        }
        let (alive, begun) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (counted, counted_begun) = (Arc::clone(&alive), Arc::clone(&begun));
        // Each clock waits for its flag.
        let update = move |_entries| {
            counted.fetch_add(1, SeqCst);
            counted_begun.fetch_add(1, SeqCst);
            let alive = Alive(Arc::clone(&counted));
            async move {
                let _counted = alive;
                std::future::pending::<()>().await;
            }
        };
        let recovery = Recovery::new(broker.log(), tasks.clone(), update);
        for look in 1..=4 {
            recovery.look().await.unwrap();
            // Time passes when every task waits.
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!((alive.load(SeqCst), begun.load(SeqCst)), (3, 3 * look));
        }
        tasks.end();
    }
}
