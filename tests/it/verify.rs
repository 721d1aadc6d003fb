//! Checks `damcast verify`: a log as the services wrote it is sound, and what is lost, changed or
//! put in is named with its place.

use std::{collections::BTreeSet, fs, process::Command};

use anyhow::{Context as _, Result, ensure};
use proto::{subject::Stream, v1::Score};
use serde_json::Value;
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    damage::{Damage, copy_all},
    round::Round,
    script::{Script, montpellier},
    until,
};

#[tokio::test]
async fn verify_finds_a_played_round_sound_and_names_what_is_lost_or_changed() -> Result<()> {
    let mut cluster = played().await?;
    let (code, report) = verify(&cluster)?;
    ensure!(code == 0, "{report}");
    ensure!(report["tournaments"][0]["games"] == 3, "{report}");
    cluster.kill_nats().await;
    let (store, copy) = (cluster.directory().join("nats"), cluster.directory().join("copy"));
    copy_all(&store, &copy)?;

    let cut = Damage::Cut(3000);
    for (stream, damage, expected) in [
        (Stream::Game, cut, "unjudged"),
        (Stream::Clock, cut, "clock-behind"),
        (Stream::Tournament, Damage::Cut(100), "no-result"),
        (Stream::Input, Damage::Cut(300), "no-cause"),
        (Stream::Game, Damage::Flip, "unjudged"),
        (Stream::Clock, Damage::Flip, "clock-behind"),
        (Stream::Game, Damage::Garbage, "unreadable"),
        (Stream::Clock, Damage::Garbage, "unreadable"),
        (Stream::Tournament, Damage::Garbage, "unreadable"),
        (Stream::Game, Damage::Delete, "no-stream"),
        (Stream::Clock, Damage::Delete, "no-stream"),
        (Stream::Tournament, Damage::Delete, "no-stream"),
    ] {
        fs::remove_dir_all(&store)?;
        copy_all(&copy, &store)?;
        damage.befall(&mut cluster, stream).await?;
        let (code, report) = verify(&cluster)?;
        let kinds = kinds(&report);
        ensure!(code == 1, "{stream:?}, {damage:?}: {report}");
        ensure!(kinds.contains(expected), "{stream:?}, {damage:?}: {kinds:?}");
        cluster.kill_nats().await;
    }
    cluster.finish().await
}

#[tokio::test]
async fn verify_ends_with_2_if_it_cannot_read_the_log() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let verify = run(&cluster, &["--json"])?;
    ensure!(verify.status.code() == Some(2), "{:?}", verify.status);
    let error = String::from_utf8(verify.stderr)?;
    ensure!(error.contains(&cluster.nats_url()) && error.contains("does not answer"), "{error}");
    cluster.finish().await
}

/// Returns a system with a played round, whose services are stopped.
async fn played() -> Result<Cluster> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts = montpellier()?.into_iter().take(3).map(|script| short(script, 20)).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    round.play().end().await?;
    until("all that follows to be stored", || async {
        verify(&cluster).ok().filter(|(code, _report)| *code == 0)
    })
    .await?;
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    Ok(cluster)
}

/// Returns the first moves of a game, after which Black resigns.
pub(crate) fn short(mut script: Script, plies: usize) -> Script {
    script.moves.truncate(plies);
    script.score = Score::WhiteWins;
    script.last_board.clear();
    script
}

/// Runs the command, and returns its exit code and report.
pub(crate) fn verify(cluster: &Cluster) -> Result<(i32, Value)> {
    let verify = run(cluster, &["--json"])?;
    let code = verify.status.code().context("an exit code")?;
    let error = String::from_utf8_lossy(&verify.stderr);
    let report = serde_json::from_slice(&verify.stdout).with_context(|| error.into_owned())?;
    Ok((code, report))
}

fn run(cluster: &Cluster, more: &[&str]) -> Result<std::process::Output> {
    let mut command = Command::new(cluster.program());
    command.args(["verify", "--nats", &cluster.nats_url(), "--data"]).arg(cluster.data_of_up());
    command.args(more);
    Ok(command.output()?)
}

/// Returns the kinds of the faults.
fn kinds(report: &Value) -> BTreeSet<&str> {
    let findings = report["findings"].as_array().into_iter().flatten();
    findings.filter_map(|finding| finding["kind"].as_str()).collect()
}
