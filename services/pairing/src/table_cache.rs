//! Makes tables once for each state of a tournament and each query, and shares them.
//!
//! A caller who asks for tables that are being made waits for them. The tables asked for last are kept
//! for the next callers. Watchers of a tournament share one task, which makes the tables again after each
//! change; the more they are, the longer it rests in between, for each of them has work with an answer.

use std::{
    collections::BTreeMap,
    fmt,
    num::NonZeroUsize,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use futures_util::{
    FutureExt as _,
    future::{BoxFuture, Shared},
};
use lru::LruCache;
use proto::subject::TournamentKey;
use runtime::{Ledger, Newest, Tasks};
use tokio::sync::watch;
use tournament::Tournament;

use crate::{
    tables::{SharedTables, TablesQuery},
    tournaments::Snapshot,
};

/// How often tables of running games are made again for those who watch them.
const REMADE: Duration = Duration::from_secs(10);
/// How many tables are kept or in the making, of all tournaments; those that many others were asked for
/// after are made again.
const KEPT: NonZeroUsize = NonZeroUsize::new(32).unwrap();

/// Of which tournament, and made how.
type Name = (TournamentKey, TablesQuery);
/// Makes tables.
type Make = dyn Fn(Name, Snapshot) -> BoxFuture<'static, SharedTables> + Send + Sync;

/// The tables that are made. Cheap to clone.
#[derive(Clone)]
pub(crate) struct TableCache {
    make: Arc<Make>,
    tasks: Tasks,
    kept: Arc<Mutex<LruCache<Name, CachedTables>>>,
    /// The tables that are watched, while anybody watches them.
    watched: Arc<Mutex<BTreeMap<Name, watch::Sender<Option<SharedTables>>>>>,
}

/// Tables of one state of a tournament, made or in the making.
struct CachedTables {
    of: Weak<Ledger<Tournament>>,
    made: Shared<BoxFuture<'static, SharedTables>>,
}

impl CachedTables {
    /// Returns whether they are still those of the query for this snapshot.
    fn answer(&self, query: &TablesQuery, snapshot: &Snapshot) -> bool {
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
    /// A cache of tables that `make` makes.
    pub(crate) fn new(
        tasks: Tasks,
        make: impl Fn(Name, Snapshot) -> BoxFuture<'static, SharedTables> + Send + Sync + 'static,
    ) -> Self {
        let kept = Arc::new(Mutex::new(LruCache::new(KEPT)));
        Self { make: Arc::new(make), tasks, kept, watched: Arc::default() }
    }

    /// Returns the tables of a snapshot of their tournament. Those that depend on its games are made
    /// again for each who asks, unless they are being made.
    pub(crate) fn get(
        &self,
        name: Name,
        snapshot: &Snapshot,
    ) -> impl Future<Output = SharedTables> + use<> {
        let mut kept = lock(&self.kept);
        if let Some(cached) = kept.get(&name)
            && cached.answer(&name.1, snapshot)
        {
            return cached.made.clone();
        }
        let made = (self.make)(name.clone(), Arc::clone(snapshot)).shared();
        kept.put(name, CachedTables { of: Arc::downgrade(snapshot), made: made.clone() });
        made
    }

    /// Watches tables: they are made of the newest snapshot after each change of the tournament, and
    /// those of running games also whenever [`REMADE`] has passed. All who watch the same get them from
    /// one task. `None` until they are made for the first time.
    pub(crate) fn watch(
        &self,
        name: Name,
        snapshots: watch::Receiver<Snapshot>,
    ) -> watch::Receiver<Option<SharedTables>> {
        let mut watched = lock(&self.watched);
        if let Some(sender) = watched.get(&name) {
            return sender.subscribe();
        }
        let (sender, receiver) = watch::channel(None);
        watched.insert(name.clone(), sender.clone());
        let cache = self.clone();
        self.tasks.spawn_until_stop(async move {
            let updates = Updates { cache: &cache, name, sender, snapshots: snapshots.clone() };
            updates.run(Newest::of(snapshots)).await;
        });
        receiver
    }
}

/// The task that keeps watched tables up to date. Once it has ended, the next watcher starts
/// another.
struct Updates<'a> {
    cache: &'a TableCache,
    name: Name,
    sender: watch::Sender<Option<SharedTables>>,
    snapshots: watch::Receiver<Snapshot>,
}

impl Updates<'_> {
    async fn run(&self, mut newest: Newest<Snapshot>) {
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
                // The rest follows the making: it never takes more than its part of the time.
                () = tokio::time::sleep(REMADE), if self.name.1.is_of_games() => {
                    Some(Arc::clone(&self.snapshots.borrow()))
                }
            };
            let Some(snapshot) = snapshot else { return };
            let made = self.cache.get(self.name.clone(), &snapshot).await;
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
            // Each connection encodes what it sends.
            newest.is_passed_on(self.sender.receiver_count());
            if is_over {
                return;
            }
        }
    }
}

impl Drop for Updates<'_> {
    fn drop(&mut self) {
        let mut watched = lock(&self.cache.watched);
        if watched.get(&self.name).is_some_and(|sender| sender.same_channel(&self.sender)) {
            watched.remove(&self.name);
        }
    }
}

fn lock<T>(all: &Mutex<T>) -> MutexGuard<'_, T> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}
