//! Checks `damcast archive`: the log of an event that is over moves into a folder, `damcast up`
//! goes on without it and with its people, and another machine shows the event again.

use std::{path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use nix::sys::signal::Signal;
use proto::v1::ListTournamentsRequest;
use serde_json::Value;
use tests::{
    client::Clients,
    cluster::Cluster,
    round::Round,
    script::{Script, montpellier},
    until,
};

use crate::{
    rebuild::play,
    verify::{short, verify},
};

/// Runs the command on a folder; returns its exit code and what it printed.
fn archive(cluster: &Cluster, folder: &Path, more: &[&str]) -> Result<(i32, String)> {
    let mut program = Command::new(cluster.program());
    program.arg("archive").arg(folder).arg("--data").arg(cluster.data_of_up());
    let output = program.arg("--nats-server").arg(cluster.nats_binary()).args(more).output()?;
    let text = String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?;
    Ok((output.status.code().context("an exit code")?, text))
}

/// Runs `damcast access`; returns its exit code and what it printed.
fn access(cluster: &Cluster, more: &[&str]) -> Result<(i32, String)> {
    let mut program = Command::new(cluster.program());
    program.args(["access", "--data"]).arg(cluster.data_of_up());
    let output = program.args(more).output()?;
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
    until("the start of the games", || async {
        let (code, report) = verify(&cluster).ok()?;
        (code == 0 && report["tournaments"][0]["games"] == 2).then_some(())
    })
    .await?;
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
    let (code, text) = access(&cluster, &["init", "--name", "Ids"])?;
    ensure!(code == 0, "{text}");
    let nats = cluster.nats_of_up_as("damcast").await?;
    let readings = jetstream::new(nats);
    let sent = readings.publish("reading.main.b1", "lifted".into()).await?;
    ensure!(sent.await?.stream == "READING");
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    let (code, text) = archive(&cluster, &folder, &[])?;
    ensure!(code == 0 && text.contains("the event log has no tournament any more"), "{text}");

    let key = std::fs::read(cluster.data_of_up().join("authority.key"))?;
    let up = cluster.up(&["--no-demo"]).await?;
    ensure!(tournaments(&clients).await? == 0, "a log without it");
    let (code, text) = access(&cluster, &["list"])?;
    ensure!(code == 0 && text.contains("Ids"), "people stay: {text}");
    ensure!(std::fs::read(cluster.data_of_up().join("authority.key"))? == key);
    let nats = cluster.nats_of_up_as("damcast").await?;
    let stream = jetstream::new(nats).get_stream("READING").await?;
    ensure!(stream.cached_info().state.messages == 1, "readings stay");
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

#[tokio::test]
async fn one_tournament_moves_into_an_archive_and_the_others_go_on() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let folder = cluster.directory().join("archive");
    let up = cluster.up(&["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    ensure!(tournaments(&clients).await? == 0);
    let script = |plies| -> Result<Script> {
        let first = montpellier()?.into_iter().next().context("a game")?;
        Ok(short(first, plies))
    };
    // One begins before the other, and is over after it.
    let others = Round::open(&clients, "others", vec![script(12)?]).await?;
    play(&others, 1, 1..=4).await?;
    Round::open(&clients, "event", vec![script(8)?]).await?.play().end().await?;
    play(&others, 1, 5..=8).await?;
    until("the end of the event", || async {
        let (code, report) = verify(&cluster).ok()?;
        let lines = report["tournaments"].as_array()?;
        let is_over = |line: &Value| line["tournament"] == "main.event" && line["is_over"] == true;
        (code == 0 && lines.iter().any(is_over)).then_some(())
    })
    .await?;
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    for (key, expected) in [("main.none", "no tournament main.none"), ("main.others", "not over")] {
        let (code, text) = archive(&cluster, &folder, &["--tournament", key])?;
        ensure!(code == 1 && text.contains(expected), "{text}");
    }
    let (code, text) = archive(&cluster, &folder, &["--tournament", "main.event"])?;
    ensure!(code == 0 && text.contains("messages of main.event are in"), "{text}");

    let up = cluster.up(&["--no-demo"]).await?;
    ensure!(tournaments(&clients).await? == 1, "the others stay");
    play(&others, 1, 9..=12).await?;
    let games = |name: &'static str, inputs: u64| {
        let cluster = &cluster;
        move || async move {
            let (code, report) = verify(cluster).ok()?;
            let line = &report["tournaments"][0];
            let is_it = line["tournament"] == name && line["inputs"] == inputs;
            (code == 0 && is_it && report["tournaments"].as_array()?.len() == 1).then_some(())
        }
    };
    // Twelve moves after the start of the game.
    until("the log of the others to be sound", games("main.others", 13)).await?;
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    std::fs::rename(cluster.data_of_up(), cluster.directory().join("others"))?;
    let folder = folder.to_string_lossy().into_owned();
    let up = cluster.up(&["--no-demo", "--restore", &folder]).await?;
    ensure!(tournaments(&clients).await? == 1, "the event alone");
    // Eight moves after the start, and Black resigns.
    until("the log of the event to be sound", games("main.event", 10)).await?;
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    cluster.finish().await
}
