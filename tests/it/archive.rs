//! Checks `damcast archive`: the log of an event that is over moves into a folder, `damcast up` begins a new one, and
//! another machine shows the old one again.

use std::{path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};
use nix::sys::signal::Signal;
use proto::v1::ListTournamentsRequest;
use tests::{client::Clients, cluster::Cluster, round::Round, script::montpellier, until};

use crate::verify::{short, verify};

/// Runs the command on a folder; returns its exit code and what it printed.
fn archive(cluster: &Cluster, folder: &Path, more: &[&str]) -> Result<(i32, String)> {
    let mut program = Command::new(cluster.program());
    program.arg("archive").arg(folder).arg("--data").arg(cluster.data_of_up());
    let output = program.arg("--nats-server").arg(cluster.nats_binary()).args(more).output()?;
    let text = String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?;
    Ok((output.status.code().context("an exit code")?, text))
}

/// Waits until pairing answers; returns the number of tournaments.
async fn tournaments(clients: &Clients) -> Result<usize> {
    until("the tournaments", || async {
        let mut pairing = clients.pairing.clone();
        let listed = pairing.list_tournaments(ListTournamentsRequest::default()).await.ok()?;
        Some(listed.into_inner().tournaments.len())
    })
    .await
}

#[tokio::test]
async fn the_log_of_an_event_moves_into_an_archive_and_is_shown_again_elsewhere() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let folder = cluster.directory().join("archive");
    let (code, text) = archive(&cluster, &folder, &[])?;
    ensure!(code == 1 && text.contains("there is no event log in"), "{text}");

    let up = cluster.up(&["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    ensure!(tournaments(&clients).await? == 0);
    let scripts = montpellier()?.into_iter().take(2).map(|script| short(script, 8)).collect();
    let round = Round::open(&clients, "event", scripts).await?;
    let (code, text) = archive(&cluster, &folder, &[])?;
    ensure!(code == 1 && text.contains("start nats-server"), "it runs: {text}");
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    let (code, text) = archive(&cluster, &folder, &[])?;
    ensure!(code == 1 && text.contains("main.event") && text.contains("not over"), "{text}");

    let up = cluster.up(&["--no-demo"]).await?;
    ensure!(tournaments(&clients).await? == 1, "the log is as it was");
    round.play().end().await?;
    until("the end of the round", || async {
        let (code, report) = verify(&cluster).ok()?;
        (code == 0 && report["tournaments"][0]["is_over"] == true).then_some(())
    })
    .await?;
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    let (code, text) = archive(&cluster, &folder, &[])?;
    ensure!(code == 0 && text.contains("the event log is empty"), "{text}");

    let up = cluster.up(&["--no-demo"]).await?;
    ensure!(tournaments(&clients).await? == 0, "a new log");
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    std::fs::rename(cluster.data_of_up(), cluster.directory().join("new"))?;
    let folder = folder.to_string_lossy().into_owned();
    let up = cluster.up(&["--no-demo", "--restore", &folder]).await?;
    ensure!(tournaments(&clients).await? == 1, "the old log");
    let (code, report) = verify(&cluster)?;
    ensure!(code == 0 && report["tournaments"][0]["games"] == 2, "{report}");
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    cluster.finish().await
}
