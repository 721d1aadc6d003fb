//! Checks that a tournament in which no game was begun can be deleted, with the rights that
//! `deploy/nats/single.conf` grants: every service forgets it, and the log tells who deleted it.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    CreateTournamentRequest, DeleteTournamentRequest, GetTournamentRequest, ListDecisionsRequest,
    ListTablesRequest, ListTournamentsRequest, PairingSystem, RuleSet, TimeControl,
    TournamentCreated, TournamentRef,
};
use tests::{
    BY,
    client::{self, Clients},
    cluster::{Cluster, Service},
    guarded::GuardedNats,
    round::Round,
    script::Script,
    until,
};
use tonic::{Code, Status};

const ID: &str = "entered-twice";

fn reference() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: ID.to_owned() })
}

async fn create(clients: &Clients) -> Result<(), Status> {
    let settings = TournamentCreated {
        name: "Entered twice".to_owned(),
        rules: RuleSet::International.into(),
        control: Some(TimeControl { base_ms: 60_000, ..TimeControl::default() }),
        system: PairingSystem::Manual.into(),
        ..TournamentCreated::default()
    };
    let request = CreateTournamentRequest {
        tournament: reference(),
        settings: Some(settings),
        by: BY.to_owned(),
        ..CreateTournamentRequest::default()
    };
    clients.pairing.clone().create_tournament(request).await.map(drop)
}

async fn delete(clients: &Clients, tournament: Option<TournamentRef>) -> Result<(), Status> {
    let (reason, by) = ("entered twice".to_owned(), BY.to_owned());
    let request = DeleteTournamentRequest { tournament, reason, by };
    clients.pairing.clone().delete_tournament(request).await.map(drop)
}

/// Returns the status of the tournament's snapshot at broadcast.
async fn shown(cluster: &Cluster) -> Result<u16> {
    let path = format!("/api/v1/tournaments/main/{ID}");
    let answer = client::get(cluster.address(Service::Broadcast), &path, &[]).await?;
    Ok(answer.status().as_u16())
}

#[tokio::test]
async fn a_tournament_without_a_game_is_deleted_and_one_with_a_game_stays() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    let nats = GuardedNats::start_with_services(&mut cluster).await?;
    let clients = Clients::of(&cluster)?;
    create(&clients).await?;
    let is = |status| {
        let cluster = &cluster;
        move || async move { (shown(cluster).await.ok()? == status).then_some(()) }
    };
    until("spectators to be shown the tournament", is(200)).await?;
    for _repeat in 0..2 {
        delete(&clients, reference()).await?;
    }
    until("spectators to be shown no tournament", is(404)).await?;

    let get = GetTournamentRequest { tournament: reference(), ..Default::default() };
    let gone = clients.pairing.clone().get_tournament(get).await.err().context("a refusal")?;
    ensure!(gone.code() == Code::NotFound, "{gone}");
    let list = ListTablesRequest { tournament: reference() };
    until("board-ingest to know no such tournament", || async {
        let gone = clients.board_ingest.clone().list_tables(list.clone()).await.err()?;
        (gone.code() == Code::NotFound).then_some(())
    })
    .await?;
    let list = clients.pairing.clone().list_tournaments(ListTournamentsRequest::default()).await?;
    ensure!(list.get_ref().tournaments.is_empty(), "{list:?}");
    let again = create(&clients).await.err().context("a refusal")?;
    ensure!(again.code() == Code::NotFound && again.message().contains("another id"), "{again}");
    let request = ListDecisionsRequest { tournament: reference(), ..Default::default() };
    let decisions = clients.pairing.clone().list_decisions(request).await?.into_inner().decisions;
    let last = decisions.last().context("a decision")?;
    ensure!(last.by == BY && last.events[0].text.contains("entered twice"), "{last:?}");

    let round = Round::open(&clients, "played", vec![Script::of_table(1)]).await?;
    let refused = delete(&clients, round.reference()).await.err().context("a refusal")?;
    ensure!(refused.code() == Code::FailedPrecondition, "{refused}");

    // The same after a start.
    for service in [Service::Pairing, Service::Broadcast, Service::BoardIngest] {
        cluster.kill(service).await?;
        cluster.start_service(service).await?;
    }
    let clients = Clients::of(&cluster)?;
    until("the tournaments to be listed", || async {
        let request = ListTournamentsRequest::default();
        let listed = clients.pairing.clone().list_tournaments(request).await.ok()?.into_inner();
        (listed.tournaments.len() == 1).then_some(())
    })
    .await?;
    ensure!(shown(&cluster).await? == 404, "a deleted tournament is shown after a start");
    let refused = create(&clients).await.err().context("a refusal")?;
    ensure!(refused.message().contains("another id"), "{refused}");
    cluster.finish().await?;
    nats.ensure_no_violation()
}
