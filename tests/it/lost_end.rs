//! Checks that services start on streams that have lost their end. nats-server goes on counting
//! after the messages that it lost, so the last sequence that it tells is of none.

use std::fs::{self, File};

use anyhow::{Context as _, Result, ensure};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use proto::v1::{Color, VerdictStatus};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    until,
};

#[tokio::test]
async fn services_start_on_streams_that_lost_their_last_message_and_the_game_goes_on() -> Result<()>
{
    let mut cluster = Cluster::start().await?;
    cluster.expect_error("the stream has lost its end");
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let script = round.scripts().first().context("a game")?.clone();
    let mut tablets = [round.tablet(1, Color::White), round.tablet(1, Color::Black)];
    for ply in 1..=10 {
        tablets[(ply + 1) % 2].play(ply, script.move_text(ply)?).await?;
    }
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    stop_nats(&mut cluster).await?;
    for stream in ["GAME", "CLOCK"] {
        let block = cluster.store().join(format!("jetstream/$G/streams/{stream}/msgs/1.blk"));
        let size = fs::metadata(&block)?.len();
        File::options().write(true).open(&block)?.set_len(size - 1)?;
    }

    cluster.start_nats().await?;
    cluster.start_services().await?;
    // A tablet hands in again what it has, with the same numbers.
    let mut tablets = [round.tablet(1, Color::White), round.tablet(1, Color::Black)];
    for ply in 1..=12 {
        let verdict = tablets[(ply + 1) % 2].play(ply, script.move_text(ply)?).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "ply {ply}: {verdict:?}");
    }
    cluster.finish().await
}

/// Stops nats-server in order, so that it writes how far it has come.
async fn stop_nats(cluster: &mut Cluster) -> Result<()> {
    let pid = Pid::from_raw(i32::try_from(cluster.nats_pid().context("it runs")?)?);
    kill(pid, Signal::SIGTERM)?;
    let written = cluster.store().join("jetstream/$G/streams/GAME/msgs/index.db");
    until("nats-server to write its state", || async { written.exists().then_some(()) }).await?;
    until("the end of nats-server", || async {
        let status = fs::read_to_string(format!("/proc/{pid}/stat")).ok();
        status.is_none_or(|status| status.contains(") Z ")).then_some(())
    })
    .await?;
    cluster.kill_nats().await;
    Ok(())
}
