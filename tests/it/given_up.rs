//! Checks that what a service gives up is counted for the operator and told to the desk.

use std::{collections::BTreeMap, net::SocketAddr};

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use proto::v1::{Color, Outcome, Reason, RecordResultRequest, Score, Standstill};
use tests::{
    BY,
    client::Clients,
    cluster::{Cluster, Service},
    free_port::free_port,
    round::Round,
    script::{Script, montpellier},
    until,
    verdicts::Verdicts,
};

use crate::metrics::scrape;

/// Starts a cluster whose services tell their metrics, with a round of games of `plies` plies.
async fn opened(
    games: usize,
    plies: usize,
) -> Result<(Cluster, Round, BTreeMap<Service, SocketAddr>)> {
    let mut cluster = Cluster::prepare()?;
    cluster.start_nats().await?;
    let mut endpoints = BTreeMap::new();
    for service in [Service::BoardIngest, Service::Clock, Service::Pairing] {
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()?));
        cluster.add_argument(service, "--metrics", &address.to_string());
        endpoints.insert(service, address);
    }
    cluster.start_services().await?;
    let short = |script: Script| {
        let moves = script.moves.into_iter().take(plies).collect();
        Script { moves, ..script }
    };
    let scripts = montpellier()?.into_iter().take(games).map(short).collect();
    let round = Round::open(&Clients::of(&cluster)?, "round", scripts).await?;
    Ok((cluster, round, endpoints))
}

/// Waits until a service tells that it gave something up.
async fn gives_up(endpoints: &BTreeMap<Service, SocketAddr>, service: Service) -> Result<()> {
    let address = *endpoints.get(&service).context("an endpoint")?;
    let series = format!("damcast_given_up_total{{service=\"{}\"}}", service.name());
    until(&format!("{} to tell that it gave something up", service.name()), || async {
        let told = scrape(address).await.ok()?;
        told.get(&series).is_some_and(|number| *number > 0.5).then_some(())
    })
    .await
}

#[tokio::test]
async fn what_clock_board_ingest_and_pairing_give_up_is_counted() -> Result<()> {
    let (mut cluster, round, endpoints) = opened(2, 20).await?;
    cluster.expect_error("damcast rebuild");
    cluster.expect_error("cannot be understood");
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    let damage = async |subject: &'static str| {
        anyhow::Ok(context.publish(subject, vec![0xff; 60].into()).await?.await?)
    };
    damage("clock.main.round.r1-t1").await?;
    let script = round.scripts().first().context("a game")?.clone();
    let mut tablet = round.tablet(1, Color::White);
    tablet.play(1, script.move_text(1)?).await?;
    gives_up(&endpoints, Service::Clock).await?;

    // A result by hand that cannot be handed to its game.
    damage("input.main.round.r1-t2").await?;
    let request = RecordResultRequest {
        tournament: round.reference(),
        round: 1,
        table: 2,
        outcome: Some(Outcome { score: Score::Draw.into(), reason: Reason::Agreement.into() }),
        by: BY.to_owned(),
        ..Default::default()
    };
    Clients::of(&cluster)?.pairing.clone().record_result(request).await?;
    gives_up(&endpoints, Service::BoardIngest).await?;
    let mut desk = Verdicts::watch(&Clients::of(&cluster)?, &round, "desk", "en").await?;
    let of_game = |told: Standstill| (told.game == "r1-t2").then_some(told);
    let told = desk.next("its game", |told| told.standstill.and_then(of_game)).await?;
    ensure!(told.unreadable.as_ref().is_some_and(|it| it.stream == "INPUT"), "{told:?}");

    damage("tournament.main.round.log").await?;
    tablet.resign().await?;
    gives_up(&endpoints, Service::Pairing).await?;
    cluster.finish().await
}

#[tokio::test]
async fn the_desk_is_told_of_results_that_are_not_recorded_until_they_are() -> Result<()> {
    let (mut cluster, round, _endpoints) = opened(2, 20).await?;
    let clients = Clients::of(&cluster)?;
    let mut desk = Verdicts::watch(&clients, &round, "desk", "en").await?;
    cluster.stop(Service::Pairing).await?;
    round.play().end().await?;
    for _game in 1..=2 {
        let told = desk.next_standstill().await?;
        ensure!(told.explanation.contains("the tournament does not have its result"), "{told:?}");
    }
    cluster.start_service(Service::Pairing).await?;
    for _game in 1..=2 {
        let told = desk.next_standstill().await?;
        ensure!(
            (told.since_ms, told.explanation.contains("its result is recorded")) == (0, true),
            "{told:?}"
        );
    }
    cluster.finish().await
}
