//! Checks that the desk and the operator are told of a stream that is missing or lacks messages, and that
//! `damcast rebuild` mends it.

use std::process::Command;

use anyhow::{Result, ensure};
use async_nats::jetstream;
use proto::subject::Stream;
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    damage::Damage,
    round::Round,
    script::{Script, montpellier},
    until,
    verdicts::Verdicts,
};

/// Runs a command that looks at the log; returns whether it ended well, and its text.
fn run(cluster: &Cluster, command: &str, more: &[&str]) -> Result<(bool, String)> {
    let mut program = Command::new(cluster.program());
    program.args([command, "--nats", &cluster.nats_url()]).args(more);
    let done = program.output()?;
    let text = String::from_utf8(done.stdout)? + &String::from_utf8(done.stderr)?;
    Ok((done.status.success(), text))
}

/// Returns what the doctor says.
fn doctor(cluster: &Cluster) -> Result<String> {
    let nowhere = cluster.directory().join("nowhere").to_string_lossy().into_owned();
    let urls = Service::ALL.map(|service| format!("http://{}", cluster.address(service)));
    let names = Service::ALL.map(|service| format!("--{}", service.name()));
    let services = names.iter().zip(&urls).flat_map(|(name, url)| [name.as_str(), url.as_str()]);
    let more: Vec<&str> = ["--data", nowhere.as_str()].into_iter().chain(services).collect();
    Ok(run(cluster, "doctor", &more)?.1)
}

async fn played() -> Result<(Cluster, Round)> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let short =
        |script: Script| Script { moves: script.moves.into_iter().take(20).collect(), ..script };
    let scripts = montpellier()?.into_iter().take(1).map(short).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    Ok((cluster, round))
}

/// nats-server leaves out what follows the flipped bit, and the services judge it anew.
#[tokio::test]
async fn what_a_flipped_bit_took_is_judged_anew_and_the_log_is_sound() -> Result<()> {
    let (mut cluster, round) = played().await?;
    round.play().end().await?;
    let before = until("the log to be sound", || async { sound(&cluster) }).await?;
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    for stream in [Stream::Game, Stream::Clock] {
        cluster.kill_nats().await;
        Damage::Flip.befall(&mut cluster, stream).await?;
        let (is_sound, text) = run(&cluster, "verify", &[])?;
        ensure!(!is_sound, "{stream:?}: {text}");
    }
    cluster.start_services().await?;
    let after = until("the log to be sound again", || async { sound(&cluster) }).await?;
    ensure!(before == after, "{before} {after}");
    ensure!(doctor(&cluster)? == "All is well.\n", "{}", doctor(&cluster)?);
    cluster.finish().await
}

/// Returns the numbers of inputs and of decisions on them if `damcast verify` finds nothing.
fn sound(cluster: &Cluster) -> Option<String> {
    let (is_sound, text) = run(cluster, "verify", &["--json"]).ok()?;
    let report: serde_json::Value = serde_json::from_str(&text).ok()?;
    let tournament = &report["tournaments"][0];
    is_sound.then(|| format!("{} {}", tournament["inputs"], tournament["decisions"]))
}

#[tokio::test]
async fn a_stream_that_is_deleted_while_services_run_is_told_to_the_desk() -> Result<()> {
    let (mut cluster, round) = played().await?;
    cluster.expect_error("the event log is damaged");
    let clients = Clients::of(&cluster)?;
    let mut desk = Verdicts::watch(&clients, &round, "desk", "nl").await?;
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    context.delete_stream(Stream::Tournament.name()).await?;
    let told = desk.next_damage().await?;
    ensure!(told.stream == "TOURNAMENT", "{told:?}");
    ensure!(told.explanation.contains("bestaat niet"), "{told:?}");
    let text = doctor(&cluster)?;
    ensure!(text.contains("The stream TOURNAMENT does not exist"), "{text}");
    cluster.finish().await
}
