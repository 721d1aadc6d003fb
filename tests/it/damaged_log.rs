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

#[tokio::test]
async fn a_flipped_bit_is_told_to_desk_and_operator_and_mended_by_rebuild() -> Result<()> {
    let (mut cluster, round) = played().await?;
    cluster.expect_error("the event log is damaged");
    round.play().end().await?;
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    cluster.kill_nats().await;
    Damage::Flip.befall(&mut cluster, Stream::Game).await?;
    cluster.start_services().await?;

    let clients = Clients::of(&cluster)?;
    let mut desk = Verdicts::watch(&clients, &round, "desk", "en").await?;
    let told = desk.next_damage().await?;
    ensure!(told.stream == "GAME" && told.since_ms > 0, "{told:?}");
    ensure!(told.explanation.contains("lacks") && told.explanation.contains("rebuild"), "{told:?}");
    let text = doctor(&cluster)?;
    ensure!(text.contains("The stream GAME lacks"), "{text}");

    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    let backup = cluster.directory().join("backup").to_string_lossy().into_owned();
    let (is_done, text) = run(&cluster, "rebuild", &["--yes", "--backup", &backup])?;
    ensure!(is_done, "{text}");
    let (is_sound, text) = run(&cluster, "verify", &[])?;
    ensure!(is_sound, "{text}");
    cluster.start_services().await?;
    until("the doctor to find nothing", || async {
        doctor(&cluster).ok().filter(|text| text == "All is well.\n").map(drop)
    })
    .await?;
    cluster.finish().await
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
