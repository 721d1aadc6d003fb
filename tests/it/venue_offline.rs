//! Checks that spectators learn that nothing comes from their venue although the log answers, and
//! since when.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use futures_util::StreamExt as _;
use proto::v1::{
    CreateTournamentRequest, PairingSystem, RuleSet, TimeControl, TournamentCreated, TournamentRef,
};
use tests::{
    BY,
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    spectator::{Spectator, Transport},
};
use tokio::time::interval;

#[tokio::test]
async fn spectators_see_since_when_the_venue_is_offline_and_that_it_is_back() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", vec![Script::of_table(1)]).await?;
    let tournament = round.reference().context("a tournament")?;
    let address = cluster.address(Service::Broadcast);
    let spectator = Spectator::watch(Transport::WebSocket(address), tournament);
    let seen = spectator.sees("the game", |seen| seen.snapshots == 1).await?;
    ensure!(seen.freshness.is_none(), "{:?}", seen.freshness);

    // A venue that broadcast has never heard is not missed.
    let nats = async_nats::connect(cluster.nats_url()).await?;
    let mut beats = nats.subscribe("beat").await?;
    for _ in 0..2 {
        beats.next().await.context("a sign of life")?;
    }

    // The log answers, and the desk's part of the venue gives no sign of life.
    cluster.kill(Service::BoardIngest).await?;
    let seen = spectator.sees("that the venue is offline", |seen| seen.freshness.is_some()).await?;
    let state = seen.freshness.map(|(state, _since)| state);
    ensure!(state.as_deref() == Some("venue-offline"), "{state:?}");

    cluster.start_service(Service::BoardIngest).await?;
    spectator.sees("that the venue is back", |seen| seen.freshness.is_none()).await?;
    cluster.finish().await
}

#[tokio::test]
async fn each_venue_is_offline_by_itself() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", vec![Script::of_table(1)]).await?;
    let here = round.reference().context("a tournament")?;
    let there = TournamentRef { venue: "sneek".to_owned(), tournament: "there".to_owned() };
    let settings = TournamentCreated {
        name: "In another hall".to_owned(),
        rules: RuleSet::International.into(),
        system: PairingSystem::Manual.into(),
        control: Some(TimeControl { base_ms: 60_000, ..TimeControl::default() }),
        ..TournamentCreated::default()
    };
    let request = CreateTournamentRequest {
        tournament: Some(there.clone()),
        settings: Some(settings),
        by: BY.to_owned(),
        ..CreateTournamentRequest::default()
    };
    clients.pairing.clone().create_tournament(request).await?;
    let address = cluster.address(Service::Broadcast);
    let here = Spectator::watch(Transport::WebSocket(address), here);
    let there = Spectator::watch(Transport::WebSocket(address), there);
    for spectator in [&here, &there] {
        spectator.sees("the tournament", |seen| seen.snapshots == 1).await?;
    }

    // The board-ingest of the other venue, which names it.
    let nats = async_nats::connect(cluster.nats_url()).await?;
    let mut beats = nats.subscribe("beat").await?;
    for _ in 0..2 {
        beats.next().await.context("a sign of life")?;
    }
    cluster.kill(Service::BoardIngest).await?;
    tokio::select! {
        biased;
        failed = gives_signs(&nats, "beat.sneek") => return failed,
        seen = here.sees("that its venue is offline", |seen| seen.freshness.is_some()) => {
            let state = seen?.freshness.map(|(state, _since)| state);
            ensure!(state.as_deref() == Some("venue-offline"), "{state:?}");
            let seen = there.seen();
            ensure!(seen.freshness.is_none(), "{:?}", seen.freshness);
        }
    }
    // Now the other venue is silent, too.
    there.sees("that its venue is offline", |seen| seen.freshness.is_some()).await?;
    // A sign of life for all venues is one of each.
    cluster.start_service(Service::BoardIngest).await?;
    for spectator in [&here, &there] {
        spectator.sees("that the venue is back", |seen| seen.freshness.is_none()).await?;
    }
    cluster.finish().await
}

/// Gives signs of life every second.
async fn gives_signs(nats: &async_nats::Client, subject: &'static str) -> Result<()> {
    let mut times = interval(Duration::from_secs(1));
    loop {
        times.tick().await;
        nats.publish(subject, Vec::new().into()).await?;
    }
}
