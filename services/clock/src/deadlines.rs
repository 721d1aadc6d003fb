//! The moments at which flags have to be checked: one queue for all games instead of a task for
//! each.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
    time::Duration,
};

use draughts::Timestamp;
use proto::subject::GameKey;
use runtime::{WallClock, lock};
use tokio::sync::Notify;

/// Longest sleep before the time is read again, as the machine may sleep during a wait. A late
/// check does no harm: a flag falls at its own moment, however late that is noticed.
const LOOK: Duration = Duration::from_secs(60);

/// A queue with at most one deadline for each game. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Deadlines {
    clock: WallClock,
    queue: Arc<Mutex<Queue>>,
    changed: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Queue {
    by_game: BTreeMap<GameKey, Timestamp>,
    by_moment: BTreeSet<(Timestamp, GameKey)>,
}

impl Deadlines {
    /// Returns an empty queue that reads the time from `clock`.
    pub(crate) fn new(clock: WallClock) -> Self {
        Self { clock, queue: Arc::default(), changed: Arc::default() }
    }

    /// Sets, moves or (with `None`) removes the deadline of a game.
    pub(crate) fn set(&self, key: &GameKey, due: Option<Timestamp>) {
        let mut queue = lock(&self.queue);
        let before = match due {
            Some(due) => queue.by_game.insert(key.clone(), due),
            None => queue.by_game.remove(key),
        };
        if let Some(before) = before {
            queue.by_moment.remove(&(before, key.clone()));
        }
        if let Some(due) = due {
            queue.by_moment.insert((due, key.clone()));
            if queue.by_moment.first().is_some_and(|(first, _key)| *first == due) {
                self.changed.notify_one();
            }
        }
    }

    /// Waits until the deadline of a game has come, removes it and returns the game.
    pub(crate) async fn next(&self) -> GameKey {
        loop {
            let wait = match self.take(self.clock.now()) {
                Ok(key) => return key,
                Err(wait) => wait.min(LOOK),
            };
            tokio::select! {
                biased;
                () = self.changed.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Removes and returns the game with the earliest deadline.
    ///
    /// # Errors
    /// The time left if no deadline has come by `now`; [`Duration::MAX`] if there is none.
    pub(crate) fn take(&self, now: Timestamp) -> Result<GameKey, Duration> {
        let mut queue = lock(&self.queue);
        match queue.by_moment.first() {
            Some((due, _key)) if *due > now => return Err(due.duration_since(now)),
            Some(_due) => {}
            None => return Err(Duration::MAX),
        }
        let (_due, key) = queue.by_moment.pop_first().ok_or(Duration::MAX)?;
        queue.by_game.remove(&key);
        Ok(key)
    }
}
