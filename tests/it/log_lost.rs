//! Checks that spectators are shown the last state with its age while nats-server is down, both
//! those who watch already and those who arrive then, and that watching continues afterwards
//! without a gap.

use anyhow::{Context as _, Result, ensure};
use proto::v1::Color;
use tests::{
    client::{self, Clients},
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    spectator::{Spectator, Transport},
};

#[tokio::test]
async fn spectators_see_the_last_state_and_its_age_while_nats_is_down() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let tournament = round.reference().context("a tournament")?;
    let address = cluster.address(Service::Broadcast);
    let transports = || {
        [
            Transport::WebSocket(address),
            Transport::ServerSentEvents(address),
            Transport::Grpc(clients.broadcast.clone()),
        ]
    };
    let watching = transports().map(|transport| Spectator::watch(transport, tournament.clone()));
    let script = round.scripts().first().context("a game")?.clone();
    let (mut white, mut black) = (round.tablet(1, Color::White), round.tablet(1, Color::Black));
    white.play(1, script.move_text(1)?).await?;
    for spectator in &watching {
        let seen = spectator.sees("the first move", |seen| seen.move_count() == 1).await?;
        ensure!(seen.freshness.is_none(), "{}: {:?}", spectator.name(), seen.freshness);
    }

    cluster.kill_nats().await;
    let mut lost_since = None;
    for spectator in &watching {
        let seen = spectator.sees("that the log is lost", |seen| seen.freshness.is_some()).await?;
        let (state, since) = seen.freshness.context("a freshness")?;
        ensure!(state == "log-lost", "{}: {state}", spectator.name());
        ensure!(*lost_since.get_or_insert(since) == since, "{} has another age", spectator.name());
    }
    let newcomers = transports().map(|transport| Spectator::watch(transport, tournament.clone()));
    for spectator in &newcomers {
        let seen = spectator.sees("the game as it was", |seen| seen.move_count() == 1).await?;
        let since = seen.freshness.map(|(_state, since)| since);
        ensure!(since == lost_since, "{}: {since:?}, not {lost_since:?}", spectator.name());
    }
    let snapshot = client::get(address, &round.path(), &[]).await?;
    ensure!(snapshot.status().is_success(), "{}", snapshot.status());
    let text = snapshot.text().await?;
    ensure!(text.contains("\"fresh\":{\"state\":\"log-lost\","), "{text:.200}");

    cluster.start_nats().await?;
    black.play(2, script.move_text(2)?).await?;
    for spectator in watching.iter().chain(&newcomers) {
        let is_live =
            |seen: &tests::spectator::Seen| seen.move_count() == 2 && seen.freshness.is_none();
        let seen = spectator.sees("the second move, live", is_live).await?;
        let (name, counts) = (spectator.name(), (seen.snapshots, seen.resumptions, seen.jumps));
        ensure!(counts == (1, 0, 0), "{name}: (snapshots, resumptions, jumps) are {counts:?}");
    }
    cluster.finish().await
}
