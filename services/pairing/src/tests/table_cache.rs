//! Tests that tables are computed once for all who need them, from the newest state.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::{FutureExt as _, Stream, StreamExt as _, future};
use proto::{subject::TournamentKey, v1::RunningGames};
use runtime::{Tasks, WhenFull};
use tokio::sync::{Semaphore, watch};
use tokio_util::sync::CancellationToken;
use tournament::Estimates;

use super::{DRAW, Log, WHITE, open_round, record};
use crate::{
    error::Error,
    grpc,
    standings::{SharedStandings, StandingsQuery},
    table_cache::TableCache,
    tournaments::Snapshot,
};

fn changes(
    tables: watch::Receiver<Option<SharedStandings>>,
) -> impl Stream<Item = SharedStandings> + Send {
    grpc::changes(tables, CancellationToken::new())
}

/// Standings whose computations are counted, and wait for permission.
struct Counted {
    tables: TableCache,
    made: Arc<AtomicUsize>,
    leave: Arc<Semaphore>,
}

impl Counted {
    fn new() -> Self {
        let (made, leave) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
        let tables = TableCache::new(Tasks::new(), {
            let (made, leave) = (Arc::clone(&made), Arc::clone(&leave));
            move |(key, query), snapshot: Snapshot, _when_full| {
                let (made, leave) = (Arc::clone(&made), Arc::clone(&leave));
                async move {
                    leave.acquire().await.unwrap().forget();
                    made.fetch_add(1, Ordering::Relaxed);
                    match snapshot.version() {
                        0 => Err(Arc::new(Error::Unknown(key))),
                        _ => Ok(Arc::new(query.tables(snapshot.state(), &Estimates::new()))),
                    }
                }
                .boxed()
            }
        });
        Self { tables, made, leave }
    }

    /// Asks for tables as a call does.
    fn get(
        &self,
        name: &(TournamentKey, StandingsQuery),
        snapshot: &Snapshot,
    ) -> impl Future<Output = SharedStandings> + use<> {
        self.tables.get(name.clone(), snapshot, WhenFull::Tell)
    }

    /// Permits this many further computations.
    fn allow(&self, times: usize) {
        self.leave.add_permits(times);
    }

    fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }
}

fn official(log: &Log) -> (TournamentKey, StandingsQuery) {
    (log.subject.tournament.clone(), StandingsQuery::OFFICIAL)
}

/// Number of watchers of each set of tables.
const WATCHERS: usize = 50;

#[tokio::test(start_paused = true)]
async fn tables_are_computed_once_for_all_watchers_and_callers() {
    let (counted, mut log) = (Counted::new(), open_round());
    let (current, watching) = watch::channel(log.snapshot());
    let watch = |_| Box::pin(changes(counted.tables.watch(official(&log), watching.clone())));
    let mut watchers: Vec<_> = (0..WATCHERS).map(watch).collect();
    let name = official(&log);

    counted.allow(1);
    for watcher in &mut watchers {
        let tables = watcher.next().await.unwrap().unwrap();
        assert_eq!(points(&tables.standings), [(1, 0), (2, 0)]);
    }
    let asked = (0..WATCHERS).map(|_| counted.get(&name, &current.borrow().clone()));
    let asked = future::join_all(asked).await;
    assert!(asked.iter().all(|made| points(&made.as_ref().unwrap().standings) == [(1, 0), (2, 0)]));
    assert_eq!(counted.made(), 1);

    log.execute(&record(WHITE), None);
    current.send_replace(log.snapshot());
    let asked = (0..WATCHERS).map(|_| counted.get(&name, &current.borrow().clone()));
    let asked: Vec<_> = asked.collect();
    counted.allow(1);
    for watcher in &mut watchers {
        let tables = watcher.next().await.unwrap().unwrap();
        assert_eq!(points(&tables.standings), [(1, 2), (2, 0)]);
    }
    for made in future::join_all(asked).await {
        assert_eq!(points(&made.unwrap().standings), [(1, 2), (2, 0)]);
    }
    assert_eq!(counted.made(), 2);
}

#[tokio::test(start_paused = true)]
async fn of_a_burst_of_changes_only_the_last_tables_are_sent() {
    let (counted, mut log) = (Counted::new(), open_round());
    let (current, watching) = watch::channel(log.snapshot());
    let mut watcher = Box::pin(changes(counted.tables.watch(official(&log), watching)));
    counted.allow(2);
    watcher.next().await.unwrap().unwrap();
    log.execute(&record(WHITE), None);
    for outcome in [DRAW, WHITE, DRAW, WHITE, DRAW] {
        log.execute(&super::correct(outcome), None);
        current.send_replace(log.snapshot());
    }
    let tables = watcher.next().await.unwrap().unwrap();
    assert_eq!(points(&tables.standings), [(1, 1), (2, 1)]);
    assert_eq!(counted.made(), 2);

    // Equal tables are not sent again, and the stream ends with the tournament.
    counted.allow(1);
    current.send_replace(log.snapshot());
    drop(current);
    assert!(watcher.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_slow_watcher_gets_the_newest_tables() {
    let (counted, mut log) = (Counted::new(), open_round());
    counted.allow(100);
    let (current, watching) = watch::channel(log.snapshot());
    let mut slow = Box::pin(changes(counted.tables.watch(official(&log), watching.clone())));
    let mut quick = Box::pin(changes(counted.tables.watch(official(&log), watching)));
    quick.next().await.unwrap().unwrap();
    slow.next().await.unwrap().unwrap();
    for command in [record(WHITE), super::correct(DRAW)] {
        log.execute(&command, None);
        current.send_replace(log.snapshot());
        quick.next().await.unwrap().unwrap();
    }
    let tables = slow.next().await.unwrap().unwrap();
    assert_eq!(points(&tables.standings), [(1, 1), (2, 1)]);
    drop(current);
    assert!(slow.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn an_error_ends_the_stream_and_is_not_cached() {
    let (counted, log) = (Counted::new(), Log::new());
    counted.allow(100);
    let (current, watching) = watch::channel(log.snapshot());
    let mut watcher = Box::pin(changes(counted.tables.watch(official(&log), watching.clone())));
    assert!(watcher.next().await.unwrap().is_err());
    assert!(watcher.next().await.is_none());
    current.send_replace(open_round().snapshot());
    let mut watcher = Box::pin(changes(counted.tables.watch(official(&log), watching)));
    assert!(watcher.next().await.unwrap().is_ok());
}

#[tokio::test]
async fn no_tables_are_computed_without_watchers() {
    let (counted, mut log) = (Counted::new(), open_round());
    counted.allow(100);
    let (current, watching) = watch::channel(log.snapshot());
    let mut watcher = Box::pin(changes(counted.tables.watch(official(&log), watching)));
    watcher.next().await.unwrap().unwrap();
    drop(watcher);
    current.closed().await;
    log.execute(&record(WHITE), None);
    assert!(current.send(log.snapshot()).is_err());
    assert_eq!(counted.made(), 1);
}

#[tokio::test]
async fn tables_by_material_are_shared_only_while_in_the_making() {
    let (counted, log) = (Counted::new(), open_round());
    counted.allow(100);
    let query = StandingsQuery { running: RunningGames::ByMaterial, ..StandingsQuery::OFFICIAL };
    let (name, snapshot) = ((log.subject.tournament.clone(), query), log.snapshot());
    let both = [counted.get(&name, &snapshot), counted.get(&name, &snapshot)];
    assert!(future::join_all(both).await.iter().all(Result::is_ok));
    assert_eq!(counted.made(), 1);
    counted.get(&name, &snapshot).await.unwrap();
    assert_eq!(counted.made(), 2);
}

#[tokio::test(start_paused = true)]
async fn watched_tables_by_material_are_computed_again_every_ten_seconds() {
    let (counted, log) = (Counted::new(), open_round());
    counted.allow(100);
    let (_current, watching) = watch::channel(log.snapshot());
    for (running, made) in [(RunningGames::ByMaterial, 3), (RunningGames::AsDraws, 4)] {
        let query = StandingsQuery { running, ..StandingsQuery::OFFICIAL };
        let name = (log.subject.tournament.clone(), query);
        let mut watcher = Box::pin(changes(counted.tables.watch(name, watching.clone())));
        watcher.next().await.unwrap().unwrap();
        // Equal tables are not sent again.
        let told = tokio::time::timeout(Duration::from_secs(25), watcher.next()).await;
        assert!(told.is_err());
        assert_eq!(counted.made(), made, "{running:?}");
    }
}

fn points(standings: &[proto::v1::Standing]) -> Vec<(u32, u32)> {
    standings.iter().map(|row| (row.player, row.points)).collect()
}
