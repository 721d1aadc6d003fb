//! Checks that a stream which takes nothing more, as on a full disk, is noticed, told, and that
//! play goes on by itself once there is room.
//!
//! A limit on the size of the files that nats-server writes stands for the disk: like a full one it
//! lets the write to one stream fail, while others still have room in their last block.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};
use http::StatusCode;
use nix::sys::signal::Signal;
use proto::v1::{Color, InputHeader, SubmitMoveRequest, VerdictStatus};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    health::{health, probe},
    round::Round,
    script::montpellier,
    spectator::{Spectator, Transport},
    until,
};
use tonic_health::pb::health_check_response::ServingStatus;

use crate::up::watch;

/// Bytes that GAME still takes: less than one of its messages.
const LEFT: u64 = 64;

#[tokio::test]
async fn moves_that_nobody_can_judge_make_the_judge_unready_and_are_told_to_spectators()
-> Result<()> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let (mut white, mut black) = (round.tablet(1, Color::White), round.tablet(1, Color::Black));
    let script = round.scripts().first().context("a game")?.clone();
    // GAME is longer than INPUT then, which takes one more message.
    for ply in 1..=24 {
        let tablet = if ply % 2 == 1 { &mut white } else { &mut black };
        tablet.play(ply, script.move_text(ply)?).await?;
    }
    let transport = Transport::WebSocket(cluster.address(Service::Broadcast));
    let spectator = Spectator::watch(transport, round.reference().context("a tournament")?);
    let nats = cluster.nats_pid().context("nats-server runs")?;
    fill(nats, &cluster.store())?;

    let header = InputHeader {
        game: Some(round.game(1)),
        device: "t1-white".to_owned(),
        sequence: 13,
        ..InputHeader::default()
    };
    let request =
        SubmitMoveRequest { header: Some(header), ply: 25, r#move: Some(script.move_text(25)?) };
    let stored = clients.board_ingest.clone().submit_move(request).await?.into_inner().verdict;
    ensure!(stored.is_some_and(|verdict| verdict.status() == VerdictStatus::Stored));
    health(&cluster, Service::RulesValidation, ServingStatus::NotServing).await?;
    for service in [Service::BoardIngest, Service::Broadcast, Service::Clock] {
        health(&cluster, service, ServingStatus::Serving).await?;
    }
    let (code, said) = probe(&cluster, Service::RulesValidation, "/readyz").await?;
    ensure!(code == StatusCode::SERVICE_UNAVAILABLE, "{said}");
    ensure!(said["troubles"][0]["trouble"] == "log-takes-nothing", "{said}");
    let log = cluster.log(Service::RulesValidation)?;
    ensure!(
        log.contains("not ready: the event log takes nothing") && log.contains("game."),
        "{log}"
    );
    let is_told = |seen: &tests::spectator::Seen| {
        seen.freshness.as_ref().is_some_and(|(state, _since)| state == "delayed")
    };
    spectator.sees("that moves are not judged", is_told).await?;

    cluster.kill_nats().await;
    cluster.start_nats().await?;
    for service in Service::ALL {
        health(&cluster, service, ServingStatus::Serving).await?;
    }
    let verdict = black.play(26, script.move_text(26)?).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    let is_live =
        |seen: &tests::spectator::Seen| seen.move_count() == 26 && seen.freshness.is_none();
    spectator.sees("both moves, live", is_live).await?;
    cluster.finish().await
}

#[tokio::test]
async fn up_starts_a_nats_server_again_that_can_store_nothing_more_and_the_round_goes_on()
-> Result<()> {
    let cluster = Cluster::prepare()?;
    let games = test_data::path("pdn/international/Montpellier_Open_Serie_A.pdn");
    let games = games.to_str().context("a path in UTF-8")?;
    let up = cluster.up(&["--speed", "100", "--pdn", games]).await?;
    let spectator = watch(&cluster, &up).await?;
    let before = spectator.sees("a hundred moves", |seen| seen.move_count() >= 100).await?;
    let nats = cluster.nats_of_up().context("nats-server runs")?;
    fill(nats.as_raw().unsigned_abs(), &cluster.data_of_up().join("nats/store"))?;
    until("another nats-server", || async { cluster.nats_of_up().filter(|pid| *pid != nats) })
        .await?;
    let enough = before.move_count() + 200;
    let after =
        spectator.sees("two hundred moves more", |seen| seen.move_count() >= enough).await?;
    ensure!(after.breaches.is_empty(), "{:?}", after.breaches);
    let log = fs::read_to_string(cluster.directory().join("up.log"))?;
    ensure!(log.contains("nats-server cannot store") && log.contains("file too large"), "{log}");
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    cluster.finish().await
}

/// Lets GAME take nothing more: nats-server may write no file that is larger than the block of GAME
/// is now.
fn fill(nats: u32, store: &Path) -> Result<()> {
    let block = store.join("jetstream/$G/streams/GAME/msgs/1.blk");
    let limit = fs::metadata(&block).with_context(|| block.display().to_string())?.len() + LEFT;
    let arguments = [format!("--pid={nats}"), format!("--fsize={limit}")];
    let limited = Command::new("prlimit").args(arguments).status().context("run prlimit")?;
    ensure!(limited.success(), "prlimit ended with {limited}");
    Ok(())
}
