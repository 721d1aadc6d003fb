//! Checks `damcast status` and `damcast doctor` on a running system.

use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail, ensure};
use nix::sys::signal::Signal;
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    until,
};

fn run(cluster: &Cluster, command: &str, more: &[&str]) -> Result<(i32, String)> {
    let mut status = Command::new(cluster.program());
    status.args([command, "--nats", &cluster.nats_url()]).args(more);
    if !more.contains(&"--data") {
        // The disk of this machine may be nearly full.
        status.arg("--data").arg(cluster.directory().join("nowhere"));
    }
    for service in Service::ALL {
        let url = format!("http://{}", cluster.address(service));
        status.args([format!("--{}", service.name()), url]);
    }
    let Output { status, stdout, stderr } = status.output()?;
    let text = String::from_utf8(stdout)? + &String::from_utf8(stderr)?;
    Ok((status.code().context("an exit code")?, text))
}

#[tokio::test]
async fn status_says_that_all_is_well_and_what_is_wrong_once_it_is_not() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let (_code, text) = until("all to be well", || async {
        run(&cluster, "status", &[]).ok().filter(|(code, _text)| *code == 0)
    })
    .await?;
    ensure!(text.starts_with("All is well.\n"), "{text}");
    for service in Service::ALL {
        ensure!(text.contains(&format!("{}", cluster.address(service))), "{text}");
    }
    for line in ["INPUT", "GAME", "CLOCK", "TOURNAMENT"] {
        ensure!(text.lines().any(|row| row.starts_with(line)), "{line}: {text}");
    }
    let clients = Clients::of(&cluster)?;
    let game = montpellier()?.into_iter().next().context("a game")?;
    let round = Round::open(&clients, "round", vec![game]).await?;
    round.play().reach(2).await?;
    let (_code, text) = run(&cluster, "status", &["--json"])?;
    let log = &serde_json::from_str::<serde_json::Value>(&text)?["observed"]["log"];
    let (venue, seen) = (&log["venues"][0], &log["devices"][0]);
    ensure!(venue["venue"] == "main" && venue["is_fresh"] == true, "{log}");
    ensure!(seen["tournament"] == "main.round", "{log}");
    let [desk, tablets @ ..] = seen["devices"].as_array().context("devices")?.as_slice() else {
        bail!("{log}")
    };
    ensure!(desk["device"] == "desk" && desk["table"].is_null(), "{log}");
    ensure!(tablets.len() == 2, "{log}");
    for (tablet, name) in tablets.iter().zip(["t1-black", "t1-white"]) {
        ensure!(tablet["device"] == name && tablet["table"] == 1, "{log}");
        ensure!(tablet["heard_ms"].is_i64(), "{log}");
    }
    let (_code, text) = until("the doctor to find nothing", || async {
        run(&cluster, "doctor", &["--language", "fy"]).ok().filter(|(code, _text)| *code == 0)
    })
    .await?;
    ensure!(text == "Alles is yn oarder.\n", "{text}");

    cluster.stop(Service::Clock).await?;
    let (code, text) = run(&cluster, "doctor", &[])?;
    ensure!(code == 1 && text.contains("clock does not answer at"), "{text}");
    cluster.kill_nats().await;
    let (code, text) = run(&cluster, "status", &["--json"])?;
    let told: serde_json::Value = serde_json::from_str(&text)?;
    ensure!(code == 1 && told["is_well"] == false, "{told}");
    let first = told["troubles"][0]["text"].as_str().context("a trouble")?;
    ensure!(first.starts_with("nats-server at"), "{told}");
    for service in
        [Service::BoardIngest, Service::RulesValidation, Service::Pairing, Service::Broadcast]
    {
        cluster.stop(service).await?;
    }
    let (code, text) = run(&cluster, "status", &[])?;
    ensure!(code == 2, "{text}");
    cluster.finish().await
}

#[tokio::test]
async fn status_tells_what_a_power_cut_costs() -> Result<()> {
    let cluster = Cluster::prepare()?;
    for (sync, wanted) in [
        ("always", "a power cut costs no acknowledged move"),
        ("1s", "a power cut costs at most the last second"),
    ] {
        let up = cluster.up(&["--no-demo", "--sync", sync]).await?;
        // The port of its nats-server is told by the directory.
        until(&format!("status to tell of {sync}"), || async {
            let mut status = Command::new(cluster.program());
            let output = status.arg("status").arg("--data").arg(cluster.data_of_up()).output();
            let text = String::from_utf8(output.ok()?.stdout).ok()?;
            let has_streams = text.lines().any(|line| line.starts_with("INPUT"));
            (text.contains(wanted) && has_streams).then_some(())
        })
        .await?;
        up.signal(Signal::SIGTERM);
        up.ended().await;
    }
    cluster.finish().await
}
