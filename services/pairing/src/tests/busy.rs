//! Tests of what callers are told while as many questions are answered as may be.

use futures_util::{FutureExt as _, StreamExt as _, poll};
use proto::v1::{
    ExplainPairingRequest, ExportFormat, ExportTournamentRequest, GetPrizesRequest,
    GetStandingsRequest, GetTournamentRequest, ListDecisionsRequest, WatchTournamentRequest,
    pairing_service_server::PairingService as _, season_service_server::SeasonService as _,
};
use runtime::{BlockingPool, Tasks};
use tonic::{Code, Request};

use super::*;
use crate::{
    grpc::{Seasons, TournamentService},
    table_cache::TableCache,
    tournaments::Tournaments,
};

#[tokio::test]
async fn questions_that_take_long_are_busy_while_many_are_answered_and_a_stream_waits() {
    let (broker, tasks, pool) = (MemoryBroker::default(), Tasks::new(), BlockingPool::new());
    let (tournaments, _opened) = Tournaments::new(broker.log(), 1);
    let key = TournamentKey { venue: "main".parse().unwrap(), tournament: "t1".parse().unwrap() };
    let execute = |command| tournaments.execute(&key, command, Author::SYSTEM, None, None);
    execute(created(Format::Manual)).await.unwrap();
    let (log, made_by) = (broker.log(), pool.clone());
    let tables = TableCache::new(tasks.clone(), move |(key, query), snapshot, when_full| {
        let (log, pool) = (log.clone(), made_by.clone());
        let make = async move { query.make(&log, (&pool, when_full), &key, snapshot).await };
        make.map(|made| made.map(Arc::new).map_err(Arc::new)).boxed()
    });
    let seasons = Seasons::new(tournaments.clone(), pool.clone());
    let service =
        TournamentService::new(tournaments.clone(), (tables, pool.clone()), tasks.stopping());

    let full = pool.fill();
    let tournament = || Some((&key).into());
    let standings = GetStandingsRequest { tournament: tournament(), ..Default::default() };
    let export = ExportTournamentRequest {
        tournament: tournament(),
        format: ExportFormat::Trf16.into(),
        ..Default::default()
    };
    let read = GetTournamentRequest { tournament: tournament(), ..Default::default() };
    let decisions = ListDecisionsRequest { tournament: tournament(), ..Default::default() };
    let explain =
        ExplainPairingRequest { tournament: tournament(), round: 1, ..Default::default() };
    let prizes = GetPrizesRequest { tournament: tournament(), ..Default::default() };
    for refused in [
        service.get_standings(Request::new(standings)).await.err(),
        service.export_tournament(Request::new(export)).await.err(),
        service.get_tournament(Request::new(read)).await.err(),
        service.list_decisions(Request::new(decisions)).await.err(),
        service.explain_pairing(Request::new(explain)).await.err(),
        seasons.get_prizes(Request::new(prizes)).await.err(),
    ] {
        let refused = refused.unwrap();
        let expected = (Code::Unavailable, "busy with other such requests; try again later");
        assert_eq!((refused.code(), refused.message()), expected);
    }
    // Arbiters decide all the same.
    execute(Command::Enter { entry: Entry::named("Anne") }).await.unwrap();
    let watch = WatchTournamentRequest { tournament: tournament(), ..Default::default() };
    let mut watched = service.watch_tournament(Request::new(watch)).await.unwrap().into_inner();
    let mut next = watched.next();
    assert!(poll!(&mut next).is_pending());
    drop(full);
    assert_eq!(next.await.unwrap().unwrap().version, 2);
}
