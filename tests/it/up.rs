//! `damcast up`: everything in one process, killed in the middle of a game and started again.

use std::net::SocketAddr;

use anyhow::{Result, bail, ensure};
use nix::sys::signal::Signal;
use proto::v1::TournamentRef;
use serde_json::Value;
use tests::{
    client::get,
    cluster::{Cluster, Service},
    spectator::{Seen, Spectator, Way},
    until,
};

const GAMES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../shared/data/pdn/international/Montpellier_Open_Serie_A.pdn"
);

#[tokio::test]
async fn it_goes_on_where_it_was_killed() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let arguments = arguments(&cluster);
    let broadcast = cluster.address(Service::Broadcast);
    let first = cluster.run("up", &arguments).await?;
    let tournament = tokio::select! {
        end = first.ended() => bail!("it ended with {end}"),
        shown = until("a tournament to be shown", || only_tournament(broadcast)) => shown?,
    };
    let spectator = Spectator::watch(Way::WebSocket(broadcast), tournament);
    let before = spectator.sees("a hundred moves", |seen| moves(seen) >= 100).await?;
    first.signal(Signal::SIGKILL);
    first.ended().await;

    let second = cluster.run("up", &arguments).await?;
    let enough = moves(&before) + 100;
    spectator.sees("a hundred moves more", |seen| moves(seen) >= enough).await?;
    second.signal(Signal::SIGTERM);
    let end = second.ended().await;
    ensure!(end.is_success(), "it ended with {end}");
    cluster.finish().await
}

fn moves(seen: &Seen) -> usize {
    seen.moves.values().map(Vec::len).sum()
}

fn arguments(cluster: &Cluster) -> Vec<String> {
    let mut arguments = vec!["up".to_owned()];
    let data = cluster.directory().join("data").to_string_lossy().into_owned();
    let nats = cluster.nats_binary().to_string_lossy().into_owned();
    for (flag, value) in [
        ("data", data),
        ("nats-server", nats),
        ("pdn", GAMES.to_owned()),
        ("speed", "100".to_owned()),
    ] {
        arguments.extend([format!("--{flag}"), value]);
    }
    for service in Service::ALL {
        let address = cluster.address(service).to_string();
        arguments.extend([format!("--{}", service.name()), address]);
    }
    arguments
}

/// The tournament, once there is one.
async fn only_tournament(broadcast: SocketAddr) -> Option<TournamentRef> {
    let answer = get(broadcast, "/api/v1/tournaments", &[]).await.ok()?;
    let list: Value = serde_json::from_str(&answer.text().await.ok()?).ok()?;
    let tournament = list["tournaments"].get(0)?;
    let text = |field: &str| Some(tournament[field].as_str()?.to_owned());
    Some(TournamentRef { venue: text("venue")?, tournament: text("id")? })
}
