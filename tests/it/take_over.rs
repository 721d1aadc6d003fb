//! Checks that a second machine, which follows the log of the first with `damcast backup --follow`,
//! takes over by one command when the first is gone in mid-round, that devices which hand in again
//! what they have lose nothing, and that people sign in once it has the key of the venue.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, Result, ensure};
use nix::sys::signal::Signal;
use proto::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, GetOwnAccessRequest, ListTournamentsRequest,
};
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
    // As the unit of a laptop calls it: the folder tells the port and the password.
    let data = cluster.data_of_up().to_string_lossy().into_owned();
    let follow = ["backup", &folder, "--follow", "--data", &data];
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

/// The first attempt is killed at some moment; the next one makes the store anew, or finds it
/// whole.
#[tokio::test]
async fn a_take_over_that_was_killed_is_done_again_by_the_same_command() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let folder = cluster.directory().join("copy");
    let first = cluster.up(&["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    until("pairing to answer", || async {
        clients.pairing.clone().list_tournaments(ListTournamentsRequest::default()).await.ok()
    })
    .await?;
    let scripts = montpellier()?.into_iter().take(1).map(|script| short(script, 20)).collect();
    Round::open(&clients, "round", scripts).await?.play().end().await?;
    let (code, text) = run(&cluster, "backup", &folder)?;
    ensure!(code == 0, "{text}");
    first.signal(Signal::SIGTERM);
    ensure!(first.ended().await.is_success(), "it stops in order");
    fs::rename(cluster.data_of_up(), cluster.directory().join("gone"))?;

    let data = cluster.data_of_up();
    let folder = folder.to_string_lossy().into_owned();
    let nats_server = cluster.nats_binary().to_string_lossy().into_owned();
    let restore = ["restore", &folder, "--nats-server", &nats_server];
    let mut arguments = restore.map(str::to_owned).to_vec();
    arguments.extend(["--data".to_owned(), data.to_string_lossy().into_owned()]);
    let restoring = cluster.run("restore", &arguments).await?;
    let streams = data.join("restore.draft/store/jetstream/$G/streams");
    until("a stream of the draft, or the whole store", || async {
        (streams.exists() || data.join("nats/store").exists()).then_some(())
    })
    .await?;
    restoring.signal(Signal::SIGKILL);
    restoring.ended().await;

    let second = cluster.up(&["--no-demo", "--restore", &folder]).await?;
    let (_code, report) = until("a sound log", || async {
        verify(&cluster).ok().filter(|(code, _report)| *code == 0)
    })
    .await?;
    ensure!(report["tournaments"][0]["games"] == 1, "{report}");
    ensure!(!data.join("restore.draft").exists(), "the draft is in its place");
    second.signal(Signal::SIGTERM);
    ensure!(second.ended().await.is_success(), "it stops in order");
    let (code, text) = command(&cluster, &restore)?;
    ensure!(code == 0 && text.contains("is there already"), "{text}");
    cluster.finish().await
}

#[tokio::test]
async fn people_sign_in_at_the_second_machine_once_it_has_the_key_of_the_first() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let folder = cluster.directory().join("copy");
    let mut arguments = cluster.arguments_of_locked_up();
    arguments.push("--no-demo".to_owned());
    let first = cluster.run("up", &arguments).await?;
    let clients = Clients::of(&cluster)?;
    let log = cluster.directory().join("up.log");
    let secret = until("a link", || async { invitation(&fs::read_to_string(&log).ok()?) }).await?;
    let token = accept(&clients, secret).await?.signed_in.context("a token")?.token;
    // Nobody uses it before the first machine is gone.
    let link = command(&cluster, &["access", "invite", "chief"])?.1;
    let secret = invitation(&link).context("another link")?;
    ensure!(key_troubles(&cluster)?.is_empty());
    let (code, text) = run(&cluster, "backup", &folder)?;
    ensure!(code == 0, "{text}");
    first.signal(Signal::SIGKILL);
    first.ended().await;
    let gone = cluster.directory().join("gone");
    fs::rename(cluster.data_of_up(), &gone)?;

    arguments.extend(["--restore".to_owned(), folder.to_string_lossy().into_owned()]);
    let second = cluster.run("up", &arguments).await?;
    let troubles = until("what is missing", || async {
        key_troubles(&cluster).ok().filter(|troubles| !troubles.is_empty())
    })
    .await?;
    let expected = format!("{} has no key that can be used", key_of(&cluster.data_of_up()));
    ensure!(troubles.len() == 1 && troubles[0].contains(&expected), "{troubles:?}");
    ensure!(fs::read_to_string(&log)?.contains(&expected), "it says so at its start");
    ensure!(accept(&clients, secret.clone()).await.is_err());

    fs::copy(key_of(&gone), key_of(&cluster.data_of_up()))?;
    ensure!(key_troubles(&cluster)?.is_empty());
    ensure!(accept(&clients, secret).await?.signed_in.is_some());
    let mut own = tonic::Request::new(GetOwnAccessRequest { venue: "main".to_owned() });
    own.metadata_mut().insert("authorization", format!("Bearer {token}").parse()?);
    let own = clients.access.clone().get_own_access(own).await?.into_inner();
    ensure!(own.subject.is_some(), "a session of the first machine goes on");
    second.signal(Signal::SIGTERM);
    ensure!(second.ended().await.is_success(), "it stops in order");
    cluster.finish().await
}

#[tokio::test]
async fn a_log_that_begins_anew_takes_the_key_that_is_there() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let mut arguments = cluster.arguments_of_locked_up();
    arguments.push("--no-demo".to_owned());
    let clients = Clients::of(&cluster)?;
    let log = cluster.directory().join("up.log");
    let mut keys = Vec::new();
    for start in 1..=2 {
        let up = cluster.run("up", &arguments).await?;
        let text = until("its link", || async {
            fs::read_to_string(&log)
                .ok()
                .filter(|text| text.matches("#invitation=").count() == start)
        })
        .await?;
        let secret = invitation(&text).context("a link")?;
        ensure!(accept(&clients, secret).await?.signed_in.is_some(), "it signs in");
        keys.push(fs::read(key_of(&cluster.data_of_up()))?);
        up.signal(Signal::SIGTERM);
        ensure!(up.ended().await.is_success(), "it stops in order");
        fs::remove_dir_all(cluster.data_of_up().join("nats"))?;
    }
    ensure!(keys[0] == keys[1], "the key is as it was");
    cluster.finish().await
}

fn key_of(data: &Path) -> String {
    data.join("authority.key").display().to_string()
}

/// Returns the secret of the last link in a text that invites somebody.
fn invitation(text: &str) -> Option<String> {
    let (_before, link) = text.rsplit_once("/desk/sign-in#invitation=main.")?;
    link.split_whitespace().next().map(str::to_owned)
}

async fn accept(clients: &Clients, secret: String) -> Result<AcceptInvitationResponse> {
    let request = AcceptInvitationRequest { venue: "main".to_owned(), secret };
    Ok(clients.access.clone().accept_invitation(request).await?.into_inner())
}

/// Runs a command on the data of `damcast up`; returns its exit code and what it printed.
fn command(cluster: &Cluster, arguments: &[&str]) -> Result<(i32, String)> {
    let output = Command::new(cluster.program())
        .args(arguments)
        .arg("--data")
        .arg(cluster.data_of_up())
        .output()?;
    let code = output.status.code().context("an exit code")?;
    Ok((code, String::from_utf8(output.stdout)?))
}

/// Returns what `damcast status` says of the key of the venue.
fn key_troubles(cluster: &Cluster) -> Result<Vec<String>> {
    let (_code, text) = command(cluster, &["status", "--json"])?;
    let status: Value = serde_json::from_str(&text).with_context(|| text.clone())?;
    let troubles = status["troubles"].as_array().context("troubles")?;
    let texts = troubles.iter().filter_map(|trouble| trouble["text"].as_str());
    Ok(texts.filter(|text| text.contains("authority.key")).map(str::to_owned).collect())
}

/// Returns the last sequence of GAME in a backup; `None` before its manifest is written.
fn copied(folder: &str) -> Option<u64> {
    let text = fs::read(Path::new(folder).join("manifest.json")).ok()?;
    let manifest: Value = serde_json::from_slice(&text).ok()?;
    manifest["streams"]["GAME"]["last_sequence"].as_u64()
}
