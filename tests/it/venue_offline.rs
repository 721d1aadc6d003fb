//! Checks that spectators learn that nothing comes from the venue although the log answers, and since when.

use anyhow::{Context as _, Result, ensure};
use futures_util::StreamExt as _;
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    spectator::{Spectator, Transport},
};

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
