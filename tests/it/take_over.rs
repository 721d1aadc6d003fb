//! Checks that a second machine, which follows the log of the first with `damcast backup --follow`,
//! takes over by one command when the first is gone in mid-round, and that devices which hand in
//! again what they have lose nothing.

use std::{fs, path::Path};

use anyhow::{Context as _, Result, ensure};
use nix::sys::signal::Signal;
use proto::v1::ListTournamentsRequest;
use serde_json::Value;
use tests::{client::Clients, cluster::Cluster, round::Round, script::montpellier, until};

use crate::{
    backup::run,
    verify::{short, verify},
};

#[tokio::test]
async fn a_second_machine_takes_over_in_mid_round_from_the_backup_that_followed() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let folder = cluster.directory().join("copy").to_string_lossy().into_owned();
    let first = cluster.up(&["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    until("pairing to answer", || async {
        clients.pairing.clone().list_tournaments(ListTournamentsRequest::default()).await.ok()
    })
    .await?;
    let nats = cluster.nats_url();
    let data = cluster.data_of_up().to_string_lossy().into_owned();
    let follow = ["backup", &folder, "--follow", "--nats", &nats, "--data", &data];
    let follow = follow.map(str::to_owned);
    let following = cluster.run("follow", &follow).await?;
    let scripts = montpellier()?.into_iter().take(3).map(|script| short(script, 20)).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    let mut playing = round.play();
    playing.reach(20).await?;
    // A part of it is in the folder, and some moves may be on their way.
    until("moves in the folder", || async { copied(&folder).filter(|last| *last > 10) }).await?;
    let nats_server = cluster.nats_of_up().context("nats-server runs")?;
    first.signal(Signal::SIGKILL);
    first.ended().await;
    drop(playing);
    until("its nats-server to be gone", || async {
        nix::sys::signal::kill(nats_server, None).is_err().then_some(())
    })
    .await?;
    following.signal(Signal::SIGTERM);
    ensure!(following.ended().await.is_success(), "it stops when it is told to");
    fs::rename(cluster.data_of_up(), cluster.directory().join("gone"))?;

    let second = cluster.up(&["--no-demo", "--restore", &folder]).await?;
    round.play().end().await?;
    let report = until("a sound log", || async {
        verify(&cluster).ok().filter(|(code, _report)| *code == 0)
    })
    .await?
    .1;
    ensure!(report["tournaments"][0]["games"] == 3, "{report}");
    second.signal(Signal::SIGTERM);
    ensure!(second.ended().await.is_success(), "it stops in order");

    // A later start with the same command goes on with what is there, and so does the backup.
    let again = cluster.up(&["--no-demo", "--restore", &folder]).await?;
    until("the same log", || async { verify(&cluster).ok().filter(|(code, _report)| *code == 0) })
        .await?;
    let (code, text) = run(&cluster, "backup", Path::new(&folder))?;
    ensure!(code == 0, "{text}");
    // Its nats-server answers before it serves.
    until("pairing to answer", || async {
        clients.pairing.clone().list_tournaments(ListTournamentsRequest::default()).await.ok()
    })
    .await?;
    again.signal(Signal::SIGTERM);
    ensure!(again.ended().await.is_success(), "it stops in order");
    cluster.finish().await
}

/// Returns the last sequence of GAME in a backup; `None` before its manifest is written.
fn copied(folder: &str) -> Option<u64> {
    let text = fs::read(Path::new(folder).join("manifest.json")).ok()?;
    let manifest: Value = serde_json::from_slice(&text).ok()?;
    manifest["streams"]["GAME"]["last_sequence"].as_u64()
}
