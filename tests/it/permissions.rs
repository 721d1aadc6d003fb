//! Checks a server set up by `deploy/nats/single.conf`: a round can be played with the rights that
//! it grants, and no user has rights beyond its part. So it is with the nats-server of
//! `damcast up`.

use std::{
    cell::Cell,
    collections::BTreeMap,
    fs,
    os::unix::fs::PermissionsExt as _,
    process::{Command, Output},
};

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use nix::sys::signal::Signal;
use proto::{
    subject::{BEAT, Stream, consumer, refused, time},
    v1::{Color, GetGameRequest, ListTournamentsRequest, Score, TimeControl, VerdictStatus},
};
use serde_json::Value;
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    guarded::{GuardedNats, OPERATOR, PROVISIONER, User, password, users},
    round::Round,
    script::{Script, montpellier},
    spectator::{Spectator, Transport},
    until,
};

#[tokio::test]
async fn a_round_is_played_with_the_rights_that_the_configuration_grants() -> Result<()> {
    let (mut cluster, nats) = start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", vec![short(30)?]).await?;
    let tournament = round.reference().context("a tournament")?;
    let transport = Transport::WebSocket(cluster.address(Service::Broadcast));
    let spectator = Spectator::watch(transport, tournament);
    let mut playing = round.play();
    for (nth, service) in (1..).zip(Service::ALL) {
        // Recovering needs rights too.
        playing.reach(5 * nth).await?;
        cluster.kill(service).await?;
        cluster.start_service(service).await?;
    }
    playing.end().await?;
    let seen = spectator
        .sees("the end", |seen| !seen.results.is_empty() && seen.move_count() == round.move_count())
        .await?;
    ensure!(seen.moves == round.moves(), "{:?}", seen.moves);
    spectator.sees("the standings", |seen| seen.standings == round.standings()).await?;
    let request = GetGameRequest { game: Some(round.game(1)), ..Default::default() };
    clients.rules_validation.clone().get_game(request).await?;

    // Only before a flag falls does the clock service read the log this way.
    let second = TimeControl { base_ms: 1000, ..TimeControl::default() };
    let timed = Round::open_timed(&clients, "timed", vec![short(2)?], second).await?;
    let transport = Transport::WebSocket(cluster.address(Service::Broadcast));
    let spectator = Spectator::watch(transport, timed.reference().context("a tournament")?);
    for (ply, color) in [(1, Color::White), (2, Color::Black)] {
        let verdict = timed.tablet(1, color).play(ply, timed.scripts()[0].move_text(ply)?).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    }
    let seen = spectator.sees("the flag", |seen| !seen.results.is_empty()).await?;
    ensure!(seen.results.values().eq(["0-2"]), "{:?}", seen.results);

    cluster.finish().await?;
    nats.ensure_no_violation()
}

#[tokio::test]
async fn the_operator_looks_and_copies_with_the_rights_that_the_configuration_grants() -> Result<()>
{
    let (cluster, nats) = start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", vec![short(4)?]).await?;
    round.play().end().await?;
    let folder = cluster.directory().join("backup").to_string_lossy().into_owned();
    let services = addresses(&cluster);
    let services: Vec<&str> = services.iter().map(String::as_str).collect();
    for (command, more) in [
        ("status", &services[..]),
        ("doctor", &services[..]),
        ("verify", &[]),
        ("backup", &[folder.as_str()]),
    ] {
        until(&format!("damcast {command} to end well"), || async {
            let mut program = Command::new(cluster.program());
            program.args([command, "--nats", &cluster.nats_url(), "--nats-user", OPERATOR]);
            program.args(["--nats-password", &password(OPERATOR)]).args(more);
            program.output().ok().filter(|output| output.status.success()).map(drop)
        })
        .await?;
    }
    cluster.finish().await?;
    nats.ensure_no_violation()
}

#[tokio::test]
async fn each_root_of_the_subject_tree_has_one_writer() -> Result<()> {
    let (cluster, nats) = start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", vec![short(4)?]).await?;
    round.play().end().await?;
    cluster.finish().await?;

    let provisioner = nats.connect(PROVISIONER).await?;
    let before = stored(&provisioner).await?;
    // Nobody was given anything.
    let is_written = |stream, messages| messages > 0 || stream == Stream::Access.name();
    ensure!(before.iter().all(|(stream, messages)| is_written(*stream, *messages)), "{before:?}");
    for name in users() {
        let mut user = nats.connect(name).await?;
        for stream in Stream::ALL {
            let leaf = if stream == Stream::Access { "" } else { ".r1-t1" };
            let subject = format!("{}.main.round{leaf}", stream.root());
            if writer(stream) == name {
                may_publish(&user, &subject).await?;
            } else {
                user.may_not_publish(&subject).await?;
            }
            user.may_not_publish(&format!("live.{subject}")).await?;
            user.may_not_subscribe(&format!("{}.>", stream.root())).await?;
            for action in ["DELETE", "PURGE", "UPDATE", "MSG.DELETE"] {
                user.may_not_publish(&format!("$JS.API.STREAM.{action}.{}", stream.name())).await?;
            }
            let consumer = format!("$JS.API.CONSUMER.CREATE.{}.mine", stream.name());
            user.may_not_publish(&consumer).await?;
        }
        for (stream, _name) in consumer::ALL.into_iter().filter(|(_stream, reader)| *reader == name)
        {
            may_take_over(&user, stream).await?;
        }
        if name != Service::BoardIngest.name() {
            user.may_not_subscribe("refused.*.*").await?;
            user.may_not_subscribe("presence.*.*").await?;
            user.may_not_publish("presence.main.kk-2026").await?;
            user.may_not_publish(BEAT).await?;
            user.may_not_publish("beat.main").await?;
        }
        for service in Service::ALL.map(Service::name).into_iter().filter(|of| *of != name) {
            user.may_not_publish(&time(service)).await?;
            user.may_not_publish(&refused(service, &"main".parse()?)).await?;
        }
        user.may_not_publish("$JS.API.STREAM.CREATE.MINE").await?;
        let other = if name == "clock" { "pairing" } else { "clock" };
        user.may_not_publish(&format!("$JS.API.CONSUMER.DELETE.GAME.{other}")).await?;
        user.may_not_publish(&format!("$JS.ACK.GAME.{other}.1.1.1.1.1")).await?;
        user.may_not_publish(&format!("_INBOX_{other}.forged")).await?;
        user.may_not_subscribe(&format!("_INBOX_{other}.>")).await?;
    }
    let mut broadcast = nats.connect("broadcast").await?;
    broadcast.may_not_publish("$JS.API.DIRECT.GET.INPUT").await?;
    broadcast.may_not_publish("$JS.API.STREAM.MSG.GET.INPUT").await?;
    // Reports of boards are on no public way.
    for name in users().filter(|name| *name != Service::BoardIngest.name()) {
        let mut user = nats.connect(name).await?;
        user.may_not_publish("reading.main.board-1").await?;
        user.may_not_subscribe("reading.>").await?;
        if name != OPERATOR {
            user.may_not_publish("$JS.API.DIRECT.GET.READING").await?;
            user.may_not_publish("$JS.API.STREAM.MSG.GET.READING").await?;
        }
    }
    let after = stored(&provisioner).await?;
    ensure!(after == before, "{before:?} became {after:?}");

    ensure!(async_nats::connect(nats.url()).await.is_err(), "anybody may connect");
    Ok(())
}

/// Returns the troubles that `damcast status --json` or `damcast doctor --json` tells, but for
/// those of the disk of this machine, which may be nearly full or slow.
fn troubles(json: &[u8]) -> Result<Vec<String>> {
    let json: Value = serde_json::from_slice(json)?;
    let troubles = json["troubles"].as_array().context("no troubles")?;
    let texts = troubles.iter().filter_map(|trouble| trouble["text"].as_str()).map(str::to_owned);
    Ok(texts.filter(|text| !text.starts_with("The disk of the event log")).collect())
}

#[tokio::test]
async fn the_nats_server_of_up_knows_the_same_users_and_nobody_else() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let up = cluster.up(&["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    until("pairing to answer", || async {
        clients.pairing.clone().list_tournaments(ListTournamentsRequest::default()).await.ok()
    })
    .await?;
    let round = Round::open(&clients, "round", vec![short(4)?]).await?;
    round.play().end().await?;

    // A user who may read the folder has the passwords.
    let folder = cluster.directory().join("backup").to_string_lossy().into_owned();
    let services = addresses(&cluster);
    let services: Vec<&str> = services.iter().map(String::as_str).collect();
    let run = |command, more: &[&str]| -> Result<Output> {
        let mut program = Command::new(cluster.program());
        program.arg(command).arg("--data").arg(cluster.data_of_up()).args(more);
        Ok(program.output()?)
    };
    for command in ["status", "doctor"] {
        let more = [&services[..], &["--json"]].concat();
        let last = Cell::new(String::new());
        until(&format!("{command} to find no trouble"), || async {
            let output = run(command, &more).ok()?;
            let found = troubles(&output.stdout);
            last.set(format!("{output:?}"));
            found.is_ok_and(|found| found.is_empty()).then_some(())
        })
        .await
        .with_context(|| last.take())?;
    }
    for (command, more) in
        [("verify", &[][..]), ("backup", &[folder.as_str()]), ("accept-loss", &["--by", "Ids"])]
    {
        let output = run(command, more)?;
        ensure!(output.status.success(), "damcast {command}: {output:?}");
    }
    // All services have what they need.
    let nats = cluster.data_of_up().join("nats");
    let log = fs::read_to_string(nats.join("nats.log"))?;
    let violation = log.lines().find(|line| line.contains("Violation"));
    ensure!(violation.is_none(), "{violation:?}");

    let url = cluster.nats_url();
    ensure!(async_nats::connect(&url).await.is_err(), "anybody may connect");
    ensure!(User::connect(&url, "damcast", "guessed").await.is_err(), "a guess is good");
    for file in ["nats.conf", "passwords/damcast", "passwords/mender"] {
        let mode = fs::metadata(nats.join(file))?.permissions().mode();
        ensure!(mode & 0o077 == 0, "{file} may be read by others: {mode:o}");
    }
    for name in users().chain(["damcast"]) {
        let password = fs::read_to_string(nats.join("passwords").join(name))?;
        let mut user = User::connect(&url, name, password.trim()).await?;
        for stream in Stream::ALL {
            let subject = format!("{}.main.round.r1-t1", stream.root());
            if writer(stream) != name && name != "damcast" {
                user.may_not_publish(&subject).await?;
            }
            user.may_not_publish(&format!("live.{subject}")).await?;
            for action in ["DELETE", "PURGE", "UPDATE", "MSG.DELETE"] {
                user.may_not_publish(&format!("$JS.API.STREAM.{action}.{}", stream.name())).await?;
            }
        }
    }
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    cluster.finish().await
}

/// Starts the five services as five users, after the provisioner has made the streams.
async fn start() -> Result<(Cluster, GuardedNats)> {
    let mut cluster = Cluster::prepare()?;
    let nats = GuardedNats::start_with_services(&mut cluster).await?;
    Ok((cluster, nats))
}

/// Returns the first moves of a real game, after which Black resigns.
fn short(plies: usize) -> Result<Script> {
    let mut script = montpellier()?.into_iter().next().context("a game")?;
    script.moves.truncate(plies);
    script.score = Score::WhiteWins;
    script.last_board.clear();
    Ok(script)
}

fn writer(stream: Stream) -> &'static str {
    match stream {
        Stream::Input | Stream::Access => Service::BoardIngest.name(),
        Stream::Game => Service::RulesValidation.name(),
        Stream::Clock => Service::Clock.name(),
        Stream::Tournament => Service::Pairing.name(),
    }
}

/// Returns the number of messages in each stream.
async fn stored(user: &User) -> Result<BTreeMap<&'static str, u64>> {
    let context = jetstream::new(user.client.clone());
    let mut stored = BTreeMap::new();
    for stream in Stream::ALL {
        let found = context.get_stream(stream.name()).await?;
        stored.insert(stream.name(), found.cached_info().state.messages);
    }
    Ok(stored)
}

/// Checks that a service may do with its own consumer what it does after a crash of another copy.
async fn may_take_over(user: &User, stream: Stream) -> Result<()> {
    let context = jetstream::new(user.client.clone());
    let found = context.get_stream_no_info(stream.name()).await?;
    let own = found.get_consumer::<jetstream::consumer::pull::Config>(&user.name).await;
    let what = || format!("{}, its consumer of {}", user.name, stream.name());
    let mut own = own.map_err(|error| anyhow::anyhow!(error)).with_context(what)?;
    own.reset(None).await.with_context(what)?;
    Ok(())
}

/// Checks that the user may publish to the stream: the message is refused only for its expected
/// sequence.
async fn may_publish(user: &User, subject: &str) -> Result<()> {
    let context = jetstream::new(user.client.clone());
    let message = jetstream::message::PublishMessage::build()
        .payload("too early".into())
        .expected_last_subject_sequence(1_000_000);
    let answer = context.send_publish(subject.to_owned(), message).await?.await;
    let Err(error) = answer else { anyhow::bail!("{subject} was stored") };
    let kind = error.kind();
    let seen = jetstream::context::PublishErrorKind::WrongLastSequence;
    ensure!(kind == seen, "{}, {subject}: {error}", user.name);
    Ok(())
}

/// Returns the options that name the addresses of the services.
fn addresses(cluster: &Cluster) -> [String; 5] {
    let option =
        |service: Service| format!("--{}=http://{}", service.name(), cluster.address(service));
    Service::ALL.map(option)
}
