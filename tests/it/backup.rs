//! Checks `damcast backup` and `damcast restore`: a log that runs is copied, what comes later is
//! added, and an empty nats-server gets the same log again, to the byte.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use proto::v1::GetOwnAccessRequest;
use serde_json::Value;
use tests::{
    authority::Authority,
    client::{self, Clients},
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    until,
};

use crate::{
    doors::with,
    verify::{short, verify},
};

/// Runs the command on a folder; returns its exit code and what it printed.
pub(crate) fn run(cluster: &Cluster, command: &str, folder: &Path) -> Result<(i32, String)> {
    let mut program = Command::new(cluster.program());
    program.arg(command).arg(folder).args(["--nats", &cluster.nats_url()]);
    if command == "backup" {
        program.arg("--data").arg(cluster.data_of_up());
    }
    let output = program.output()?;
    let text = String::from_utf8(output.stdout)? + &String::from_utf8(output.stderr)?;
    Ok((output.status.code().context("an exit code")?, text))
}

/// Checks a backup without the log; returns the exit code and the report, if there is one.
fn verify_backup(cluster: &Cluster, folder: &Path) -> Result<(i32, Value)> {
    let mut program = Command::new(cluster.program());
    program.args(["verify", "--json", "--backup"]).arg(folder);
    let output = program.arg("--nats-server").arg(cluster.nats_binary()).output()?;
    let report = serde_json::from_slice(&output.stdout).unwrap_or_default();
    Ok((output.status.code().context("an exit code")?, report))
}

/// Returns the files of a backup except its manifest, by name.
fn segments(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "gz") {
            files.insert(path.strip_prefix(folder)?.to_owned(), fs::read(&path)?);
        }
    }
    Ok(files)
}

/// Returns the page of a round as JSON, without the time at which it was sent, and its games.
async fn shown(cluster: &Cluster, round: &Round) -> Result<(Value, String)> {
    let (address, path) = (cluster.address(Service::Broadcast), round.path());
    let text = client::get(address, &path, &[]).await?.text().await?;
    let mut page: Value = serde_json::from_str(&text).with_context(|| text.clone())?;
    page.as_object_mut().context("an object")?.remove("now");
    let pdn = client::get(address, &format!("{path}/tournament.pdn"), &[]).await?;
    Ok((page, pdn.text().await?))
}

#[tokio::test]
async fn a_backup_of_a_running_log_restored_into_an_empty_server_shows_the_same_pages() -> Result<()>
{
    let mut cluster = Cluster::start().await?;
    let (grows, whole, again) = (
        cluster.directory().join("grows"),
        cluster.directory().join("whole"),
        cluster.directory().join("again"),
    );
    let clients = Clients::of(&cluster)?;
    let scripts = montpellier()?.into_iter().take(3).map(|script| short(script, 20)).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    let playing = round.play();
    let (code, text) = run(&cluster, "backup", &grows)?;
    ensure!(code == 0, "{text}");
    playing.end().await?;
    let (_authority, token) = Authority::with_chief(&cluster).await?;
    until("all that follows to be stored", || async {
        verify(&cluster).ok().filter(|(code, _report)| *code == 0)
    })
    .await?;
    // broadcast follows the log at its own pace.
    let before = until("the end of the round and its clocks to be shown", || async {
        let shown = shown(&cluster, &round).await.ok()?;
        let page = &shown.0;
        let mut games = page["games"].as_array()?.iter();
        let is_over =
            |game: &Value| !game["result"].is_null() && game["clock"]["running"].is_null();
        (games.all(is_over) && page["rounds"][0]["state"] == "closed").then_some(shown)
    })
    .await?;
    let readings = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    readings.publish("reading.main.b1", "lifted".into()).await?.await?;
    let first = segments(&grows)?;
    for folder in [&grows, &whole] {
        let (code, text) = run(&cluster, "backup", folder)?;
        ensure!(code == 0, "{text}");
    }
    // The files of a backup stay as they are, and others are added.
    let both = segments(&grows)?;
    ensure!(first.iter().all(|(name, bytes)| both.get(name) == Some(bytes)));
    ensure!(both.len() > first.len() && segments(&whole)?.len() == 5);
    // What boards reported is in none: it is many times the log, and goes after some days.
    let manifest: Value = serde_json::from_slice(&fs::read(whole.join("manifest.json"))?)?;
    let streams = manifest["streams"].as_object().context("streams")?;
    ensure!(streams.keys().eq(["ACCESS", "CLOCK", "GAME", "INPUT", "TOURNAMENT"]), "{manifest}");
    let (code, text) = run(&cluster, "restore", &grows)?;
    ensure!(code == 1 && text.contains("restore into an empty nats-server"), "{text}");
    let (code, of_backup) = verify_backup(&cluster, &grows)?;
    let (_code, of_log) = verify(&cluster)?;
    ensure!(code == 0 && of_backup["tournaments"] == of_log["tournaments"], "{of_backup}");

    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    cluster.kill_nats().await;
    fs::remove_dir_all(cluster.store())?;
    cluster.start_nats().await?;
    let (code, text) = run(&cluster, "restore", &grows)?;
    ensure!(code == 0, "{text}");
    let (code, report) = verify(&cluster)?;
    ensure!(code == 0, "{report}");
    let (code, text) = run(&cluster, "backup", &again)?;
    ensure!(code == 0, "{text}");
    ensure!(segments(&again)? == segments(&whole)?, "the restored log is another");
    // It goes on from the restored log, too: it is the same.
    let (code, text) = run(&cluster, "backup", &grows)?;
    ensure!(code == 0, "{text}");
    cluster.start_services().await?;
    until("the same pages to be shown", || async {
        let after = shown(&cluster, &round).await.ok()?;
        (after == before).then_some(())
    })
    .await?;
    // Who may do what is in the log, too.
    let own = with(&token, GetOwnAccessRequest { venue: "main".to_owned() })?;
    let own = clients.access.clone().get_own_access(own).await?.into_inner();
    ensure!(own.subject.is_some_and(|subject| subject.subject == "ids"));
    cluster.finish().await
}

#[tokio::test]
async fn a_damaged_backup_and_one_of_another_log_are_refused_by_name() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let folder = cluster.directory().join("backup");
    let clients = Clients::of(&cluster)?;
    let scripts = montpellier()?.into_iter().take(1).map(|script| short(script, 4)).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    round.play().end().await?;
    fs::create_dir(&folder)?;
    let other = fs::File::create(folder.join("lock"))?;
    other.lock()?;
    let (code, text) = run(&cluster, "backup", &folder)?;
    ensure!(code == 1 && text.contains("another backup writes to"), "{text}");
    drop(other);
    let (code, text) = run(&cluster, "backup", &folder)?;
    ensure!(code == 0, "{text}");
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    cluster.kill_nats().await;
    fs::remove_dir_all(cluster.store())?;
    cluster.start_nats().await?;

    let files = segments(&folder)?;
    let (name, bytes) = files.first_key_value().context("a file")?;
    let (path, middle) = (folder.join(name), bytes.len() / 2);
    let mut flipped = bytes.clone();
    *flipped.get_mut(middle).context("a byte")? ^= 1;
    for damaged in [&flipped[..], &bytes[..middle]] {
        fs::write(&path, damaged)?;
        let (code, text) = run(&cluster, "restore", &folder)?;
        ensure!(code == 1 && text.contains(&*name.to_string_lossy()), "{text}");
        let (code, text) = run(&cluster, "backup", &folder)?;
        let says = [&*name.to_string_lossy(), "give another folder"];
        ensure!(code == 1 && says.iter().all(|part| text.contains(part)), "{text}");
        ensure!(verify_backup(&cluster, &folder)?.0 == 2, "it cannot be read");
    }
    fs::write(&path, bytes)?;
    cluster.start_services().await?;
    let (code, text) = run(&cluster, "backup", &folder)?;
    ensure!(code == 1 && text.contains("give another folder"), "{text}");
    cluster.finish().await
}
