//! Checks that each port of `damcast up` answers for every service, and that a desk which watches a
//! tournament sees what another does.

use anyhow::{Context as _, Result, ensure};
use nix::sys::signal::Signal;
use proto::v1::{
    CreateTournamentRequest, DeleteTournamentRequest, EnterPlayerRequest, GetPrizesRequest,
    GetTournamentRequest, LegalMovesRequest, ListBroadcastsRequest, ListClocksRequest,
    ListDecisionsRequest, ListTablesRequest, ListTournamentsRequest, TournamentCreated,
    TournamentRef, WatchTournamentRequest, board_ingest_service_client::BoardIngestServiceClient,
    broadcast_service_client::BroadcastServiceClient, clock_service_client::ClockServiceClient,
    pairing_service_client::PairingServiceClient,
    rules_validation_service_client::RulesValidationServiceClient,
    season_service_client::SeasonServiceClient,
};
use tests::{
    BY,
    client::{self, channel},
    cluster::{Cluster, Service},
    until,
};
use tonic::{Code, Response, Status, transport::Channel};

fn reference() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "club".to_owned() })
}

async fn create(pairing: &mut PairingServiceClient<Channel>) -> Result<()> {
    let request = CreateTournamentRequest {
        tournament: reference(),
        settings: Some(TournamentCreated { name: "Club".to_owned(), ..Default::default() }),
        preset: "frisian-kk".to_owned(),
        by: BY.to_owned(),
        ..CreateTournamentRequest::default()
    };
    pairing.create_tournament(request).await?;
    Ok(())
}

/// Returns the code of an answer; `Ok` for one without an error.
fn code<T>(answer: Result<Response<T>, Status>) -> Code {
    answer.map_or_else(|status| status.code(), |_answer| Code::Ok)
}

#[tokio::test]
async fn every_port_of_up_answers_for_every_service() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let up = cluster.up(&["--no-demo"]).await?;
    let ports = [
        Service::Broadcast,
        Service::BoardIngest,
        Service::RulesValidation,
        Service::Clock,
        Service::Pairing,
    ];
    for service in ports {
        let address = cluster.address(service);
        let to = channel(address)?;
        let mut pairing = PairingServiceClient::new(to.clone());
        until("the tournaments to be listed", || {
            let mut pairing = pairing.clone();
            async move { pairing.list_tournaments(ListTournamentsRequest::default()).await.ok() }
        })
        .await?;
        if service == Service::Broadcast {
            create(&mut pairing).await?;
        }
        let name = service.name();
        let get = GetTournamentRequest { tournament: reference(), ..Default::default() };
        ensure!(code(pairing.get_tournament(get).await) == Code::Ok, "pairing at {name}");
        until("board-ingest to know the tournament", || {
            let mut tables = BoardIngestServiceClient::new(to.clone());
            let list = ListTablesRequest { tournament: reference() };
            async move { tables.list_tables(list).await.ok() }
        })
        .await?;
        let mut judge = RulesValidationServiceClient::new(to.clone());
        let asked = judge.legal_moves(LegalMovesRequest::default()).await;
        ensure!(code(asked) == Code::InvalidArgument, "rules-validation at {name}");
        until("clock to know the tournament", || {
            let mut clock = ClockServiceClient::new(to.clone());
            let list = ListClocksRequest { tournament: reference() };
            async move { clock.list_clocks(list).await.ok() }
        })
        .await?;
        let mut seasons = SeasonServiceClient::new(to.clone());
        let asked = seasons.get_prizes(GetPrizesRequest::default()).await;
        ensure!(code(asked) == Code::InvalidArgument, "seasons at {name}");
        let mut shown = BroadcastServiceClient::new(to);
        let asked = shown.list_broadcasts(ListBroadcastsRequest::default()).await;
        ensure!(code(asked) == Code::Ok, "broadcast at {name}");

        let list = client::get(address, "/api/v1/tournaments", &[]).await?;
        ensure!(list.status() == 200, "pages at {name}: {}", list.status());
        let text = client::get(address, "/readyz", &[]).await?.text().await?;
        ensure!(text.contains(&format!("\"service\":\"{name}\"")), "{text}");
    }
    up.signal(Signal::SIGTERM);
    let end = up.ended().await;
    ensure!(end.is_success(), "it ended with {end}");
    cluster.finish().await
}

#[tokio::test]
async fn a_desk_sees_what_another_does() -> Result<()> {
    let cluster = Cluster::start().await?;
    let mut pairing = PairingServiceClient::new(channel(cluster.address(Service::Pairing))?);
    let watch = WatchTournamentRequest { tournament: reference(), ..Default::default() };
    ensure!(code(pairing.watch_tournament(watch.clone()).await) == Code::NotFound);
    create(&mut pairing).await?;
    let mut watched = pairing.watch_tournament(watch.clone()).await?.into_inner();
    let first = watched.message().await?.context("the tournament as it is")?;
    ensure!(first.version == 1, "{first:?}");
    ensure!(first.tournament.is_some_and(|tournament| tournament.players.is_empty()));

    for (version, name) in [(2, "Piet"), (3, "Kees")] {
        let request = EnterPlayerRequest {
            tournament: reference(),
            name: name.to_owned(),
            by: BY.to_owned(),
            ..EnterPlayerRequest::default()
        };
        pairing.enter_player(request).await?;
        let changed = loop {
            let answer = watched.message().await?.context("the tournament after it")?;
            match answer.tournament {
                Some(tournament) => break (answer.version, tournament),
                // A sign of life.
                None => ensure!(answer.version == version - 1, "{}", answer.version),
            }
        };
        ensure!(changed.0 == version, "{changed:?}");
        ensure!(changed.1.players.last().is_some_and(|last| last.name == name), "{changed:?}");
    }

    // The decisions are followed by the token for later ones.
    let mut list = ListDecisionsRequest { tournament: reference(), ..Default::default() };
    let page = pairing.list_decisions(list.clone()).await?.into_inner();
    ensure!(page.decisions.len() == 3 && page.next_page_token.is_empty(), "{page:?}");
    list.page_token = page.later_token;
    let none = pairing.list_decisions(list.clone()).await?.into_inner();
    ensure!(none.decisions.is_empty() && none.later_token == list.page_token, "{none:?}");

    let delete = DeleteTournamentRequest {
        tournament: reference(),
        by: BY.to_owned(),
        ..DeleteTournamentRequest::default()
    };
    pairing.delete_tournament(delete).await?;
    let page = pairing.list_decisions(list).await?.into_inner();
    ensure!(page.decisions.len() == 1 && page.decisions[0].version == 4, "{page:?}");
    while let Some(answer) = watched.message().await? {
        ensure!(answer.tournament.is_none_or(|shown| shown.players.len() == 2));
    }
    ensure!(code(pairing.watch_tournament(watch).await) == Code::NotFound);
    cluster.finish().await
}
