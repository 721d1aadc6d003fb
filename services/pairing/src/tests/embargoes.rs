//! Tests of embargoes: when they are stored, and who reads tables then.

use std::time::Duration;

use access::Act;
use futures_util::StreamExt as _;
use proto::{
    subject::Stream,
    v1::{
        GetStandingsRequest, TournamentRef, WatchStandingsRequest,
        pairing_service_server::PairingService as _,
    },
};
use runtime::{BlockingPool, Tasks};
use tokio::time::Instant;
use tonic::{Code, Request};
use tournament::{EMBARGO_STORED_WITHIN, Embargo, EmbargoScope};

use super::*;
use crate::{
    error::Error, grpc::TournamentService, table_cache::TableCache, tournaments::Tournaments,
};

fn key() -> TournamentKey {
    TournamentKey { venue: "main".parse().unwrap(), tournament: "t1".parse().unwrap() }
}

fn set(embargo: Option<Embargo>) -> Command {
    let reason = "the press".to_owned();
    Command::SetEmbargo { scope: EmbargoScope::Tournament, embargo, reason }
}

/// Returns a call that the doors let in because no embargo was set, or one that they know.
fn call<T>(message: T, is_public: bool) -> Request<T> {
    let mut request = Request::new(message);
    if is_public {
        request.extensions_mut().insert(Act::WatchStandings);
    }
    request
}

fn reference() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "t1".to_owned() })
}

#[tokio::test(start_paused = true)]
async fn an_embargo_that_is_not_stored_within_a_second_is_refused_and_one_is_lifted_later() {
    let (broker, subject) = (MemoryBroker::default(), Subject::log(&key()));
    let (tournaments, _opened) = Tournaments::new(broker.log(), 1);
    let key = key();
    let execute = |command| tournaments.execute(&key, command, Author::SYSTEM, None, None);
    execute(created(Format::Manual)).await.unwrap();
    let until_end = Some(Embargo::UntilRoundEnds);

    broker.hold(&subject, true);
    let began = Instant::now();
    let late = execute(set(until_end)).await.unwrap_err();
    assert!(matches!(late, Error::Late(_)), "{late}");
    assert_eq!(began.elapsed(), EMBARGO_STORED_WITHIN);
    broker.hold(&subject, false);
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(broker.stored(Stream::Tournament).len(), 1);

    execute(set(until_end)).await.unwrap();
    broker.hold(&subject, true);
    let release = async {
        tokio::time::sleep(2 * EMBARGO_STORED_WITHIN).await;
        broker.hold(&subject, false);
    };
    let (lifted, ()) = tokio::join!(execute(set(None)), release);
    assert!(!lifted.unwrap().state().is_embargoed());
}

#[tokio::test]
async fn a_public_stream_ends_at_an_embargo_also_at_one_that_came_after_the_doors_had_decided() {
    let (broker, tasks) = (MemoryBroker::default(), Tasks::new());
    let (tournaments, _opened) = Tournaments::new(broker.log(), 1);
    let key = key();
    let execute = |command| tournaments.execute(&key, command, Author::SYSTEM, None, None);
    execute(created(Format::Manual)).await.unwrap();
    let tables = TableCache::new(tasks.clone(), |(_key, query), snapshot, _when_full| {
        let made = query.tables(snapshot.state(), &Estimates::new());
        std::future::ready(Ok(Arc::new(made))).boxed()
    });
    let service = TournamentService::new(
        tournaments.clone(),
        (tables, BlockingPool::new()),
        tasks.stopping(),
    );
    let watch = async |is_public| {
        let request = WatchStandingsRequest { tournament: reference(), ..Default::default() };
        service.watch_standings(call(request, is_public)).await.unwrap().into_inner()
    };
    let mut before = watch(true).await;
    assert!(before.next().await.is_some());
    // Nobody has asked this one for anything yet.
    let mut unread = watch(true).await;
    let mut known = watch(false).await;
    assert!(known.next().await.is_some());

    execute(set(Some(Embargo::UntilRoundEnds))).await.unwrap();
    assert!(before.next().await.is_none());
    assert!(unread.next().await.is_none());
    assert!(watch(true).await.next().await.is_none());
    assert!(watch(false).await.next().await.is_some());
    execute(Command::Enter { entry: Entry::named("Anna") }).await.unwrap();
    assert!(known.next().await.is_some());

    let standings = async |is_public| {
        let request = GetStandingsRequest { tournament: reference(), ..Default::default() };
        service.get_standings(call(request, is_public)).await.map_err(|status| status.code())
    };
    assert_eq!(standings(true).await.unwrap_err(), Code::Aborted);
    assert!(standings(false).await.is_ok());
    tasks.stop(Duration::from_secs(1)).await;
}
