//! Computes tables once for each state of a tournament and each query, and shares them.
//!
//! A caller that asks for tables in the making waits for them. The most recent ones are kept for
//! the next callers. Watchers of the same tables share one task, which computes them again after
//! each change. The more watchers there are, the longer the task rests in between, as each of them
//! has to encode its answer.

use std::{
    collections::BTreeMap,
    fmt,
    num::NonZeroUsize,
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use futures_util::{
    FutureExt as _,
    future::{BoxFuture, Shared},
};
use lru::LruCache;
use proto::subject::TournamentKey;
use runtime::{Ledger, PoolError, Tasks, Throttled, WhenFull, lock};
use tokio::sync::watch;
use tournament::Tournament;

use crate::{
    error::Error,
    standings::{SharedStandings, StandingsQuery},
    tournaments::Snapshot,
};

/// Interval at which watched tables of running games are computed again.
const REMADE: Duration = Duration::from_secs(10);
/// Number of tables that are kept or in the making, for all tournaments together; the least
/// recently used ones are dropped first.
const KEPT: NonZeroUsize = NonZeroUsize::new(32).unwrap();

/// A tournament and a query.
type Name = (TournamentKey, StandingsQuery);
/// Computes tables.
type Make = dyn Fn(Name, Snapshot, WhenFull) -> BoxFuture<'static, SharedStandings> + Send + Sync;

/// The tables in memory. Cheap to clone.
#[derive(Clone)]
pub(crate) struct TableCache {
    make: Arc<Make>,
    tasks: Tasks,
    kept: Arc<Mutex<LruCache<Name, CachedTables>>>,
    /// The tables with watchers.
    watched: Arc<Mutex<BTreeMap<Name, watch::Sender<Option<SharedStandings>>>>>,
}

/// Standings for one state of a tournament, finished or in the making.
struct CachedTables {
    of: Weak<Ledger<Tournament>>,
    made: Shared<BoxFuture<'static, SharedStandings>>,
}

impl CachedTables {
    /// Returns true if they are still the answer to the query for this snapshot.
    fn answer(&self, query: &StandingsQuery, snapshot: &Snapshot) -> bool {
        std::ptr::eq(self.of.as_ptr(), Arc::as_ptr(snapshot))
            && self.made.peek().is_none_or(|made| made.is_ok() && !query.is_of_games())
    }
}

impl fmt::Debug for TableCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableCache").finish_non_exhaustive()
    }
}

impl TableCache {
    /// Returns an empty cache of tables that `make` computes.
    pub(crate) fn new(
        tasks: Tasks,
        make: impl Fn(Name, Snapshot, WhenFull) -> BoxFuture<'static, SharedStandings>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let kept = Arc::new(Mutex::new(LruCache::new(KEPT)));
        Self { make: Arc::new(make), tasks, kept, watched: Arc::default() }
    }

    /// Returns the tables for a snapshot of their tournament. Those that depend on running games
    /// are computed for each call, unless they are in the making.
    pub(crate) fn get(
        &self,
        name: Name,
        snapshot: &Snapshot,
        when_full: WhenFull,
    ) -> impl Future<Output = SharedStandings> + use<> {
        let mut kept = lock(&self.kept);
        if let Some(cached) = kept.get(&name)
            && cached.answer(&name.1, snapshot)
        {
            return cached.made.clone();
        }
        let made = (self.make)(name.clone(), Arc::clone(snapshot), when_full).shared();
        kept.put(name, CachedTables { of: Arc::downgrade(snapshot), made: made.clone() });
        made
    }

    /// Watches tables, computed from the newest snapshot after each change of the tournament, and
    /// those of running games also after every [`REMADE`]. All watchers of the same tables share
    /// one task. The value is `None` until the first tables are ready.
    pub(crate) fn watch(
        &self,
        name: Name,
        snapshots: watch::Receiver<Snapshot>,
    ) -> watch::Receiver<Option<SharedStandings>> {
        let mut watched = lock(&self.watched);
        if let Some(sender) = watched.get(&name) {
            return sender.subscribe();
        }
        let (sender, receiver) = watch::channel(None);
        watched.insert(name.clone(), sender.clone());
        let cache = self.clone();
        self.tasks.spawn_until_stop(async move {
            let updates = Updates { cache: &cache, name, sender, snapshots: snapshots.clone() };
            updates.run(Throttled::of(snapshots)).await;
        });
        receiver
    }
}

/// The task that keeps watched tables up to date. If it has ended, the next watcher starts another.
struct Updates<'a> {
    cache: &'a TableCache,
    name: Name,
    sender: watch::Sender<Option<SharedStandings>>,
    snapshots: watch::Receiver<Snapshot>,
}

impl Updates<'_> {
    async fn run(&self, mut newest: Throttled<Snapshot>) {
        loop {
            let snapshot = tokio::select! {
                biased;
                () = self.sender.closed() => {
                    let mut watched = lock(&self.cache.watched);
                    if self.sender.receiver_count() == 0 {
                        watched.remove(&self.name);
                        return;
                    }
                    continue;
                }
                snapshot = newest.next() => snapshot,
                // The pause starts after the computation, so that a long one cannot take up all the
                // time.
                () = tokio::time::sleep(REMADE), if self.name.1.is_of_games() => {
                    Some(Arc::clone(&self.snapshots.borrow()))
                }
            };
            let Some(snapshot) = snapshot else { return };
            let made = loop {
                let made = self.cache.get(self.name.clone(), &snapshot, WhenFull::Wait).await;
                // What is in the making for a caller, who waits for no turn, may be refused.
                if !made.as_ref().is_err_and(|error| is_refused(error)) {
                    break made;
                }
            };
            drop(snapshot);
            let is_over = made.is_err();
            if is_over {
                lock(&self.cache.watched).remove(&self.name);
            }
            self.sender.send_if_modified(|last| {
                let is_same = matches!((&last, &made), (Some(Ok(last)), Ok(made)) if last == made);
                *last = Some(made);
                !is_same
            });
            // Each connection encodes the tables for itself.
            newest.is_passed_on(self.sender.receiver_count());
            if is_over {
                return;
            }
        }
    }
}

/// Returns true if too many tables were being computed.
fn is_refused(error: &Error) -> bool {
    matches!(error, Error::Busy(PoolError::Busy))
}

impl Drop for Updates<'_> {
    fn drop(&mut self) {
        let mut watched = lock(&self.cache.watched);
        if watched.get(&self.name).is_some_and(|sender| sender.same_channel(&self.sender)) {
            watched.remove(&self.name);
        }
    }
}
