//! Checks `damcast rebuild`: what GAME, CLOCK or TOURNAMENT has lost is made anew from INPUT, and
//! services that are started afterwards go on with the games where INPUT was.

use std::{
    fs,
    process::{Command, Output},
};

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use proto::{
    subject::Stream,
    v1::{
        Color, EnterPlayerRequest, GetGameRequest, GetStandingsRequest, RunningGames, VerdictStatus,
    },
};
use tests::{
    BY,
    client::Clients,
    cluster::{Cluster, Service},
    damage::{Damage, copy_all},
    guarded::{GuardedNats, MENDER, password},
    round::Round,
    script::montpellier,
    until,
};

use crate::verify::{short, verify};

/// Number of plies of each game before the damage.
const PLIES: usize = 24;

#[tokio::test]
async fn rebuild_makes_anew_what_a_store_has_lost_and_games_go_on_where_input_was() -> Result<()> {
    let (mut cluster, round) = begun().await?;
    cluster.kill_nats().await;
    let (store, copy) = (cluster.directory().join("nats"), cluster.directory().join("copy"));
    copy_all(&store, &copy)?;
    for (number, (stream, damage)) in [
        (Stream::Game, Damage::Cut(3000)),
        (Stream::Game, Damage::Flip),
        (Stream::Game, Damage::Garbage),
        (Stream::Game, Damage::Delete),
        (Stream::Clock, Damage::Cut(1500)),
        (Stream::Clock, Damage::Flip),
        (Stream::Clock, Damage::Garbage),
        (Stream::Clock, Damage::Delete),
        (Stream::Tournament, Damage::Cut(100)),
        (Stream::Tournament, Damage::Garbage),
    ]
    .into_iter()
    .enumerate()
    {
        let what = format!("{stream:?}, {damage:?}");
        fs::remove_dir_all(&store)?;
        copy_all(&copy, &store)?;
        damage.befall(&mut cluster, stream).await?;
        let inputs = messages(&cluster, Stream::Input).await?;
        let (code, report) = verify(&cluster)?;
        ensure!(code == 1, "{what}: {report}");
        let backup = cluster.directory().join(format!("backup-{number}"));
        let text = rebuild(&cluster, &["--yes", "--backup", &backup.to_string_lossy()])?;
        let (code, report) = verify(&cluster)?;
        ensure!(code == 0, "{what}: {text}{report}");
        ensure!(messages(&cluster, Stream::Input).await? == inputs, "{what}: INPUT was changed");

        cluster.start_services().await?;
        go_on(&cluster, &round).await.with_context(|| what.clone())?;
        for service in Service::ALL {
            cluster.stop(service).await?;
        }
        let (code, report) = verify(&cluster)?;
        ensure!(code == 0, "{what}, played on: {report}");
        cluster.kill_nats().await;
    }
    cluster.finish().await
}

#[tokio::test]
async fn rebuild_refuses_while_services_run_and_changes_nothing_unasked() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let refused = run(&cluster, &["--yes"])?;
    ensure!(!refused.status.success(), "it has to refuse");
    let error = String::from_utf8(refused.stderr)?;
    ensure!(error.contains("stop every service"), "{error}");
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    let nothing = rebuild(&cluster, &[])?;
    ensure!(nothing.contains("Nothing is missing"), "{nothing}");
    cluster.finish().await
}

#[tokio::test]
async fn a_game_that_cannot_be_read_is_set_aside_and_told_others_go_on_and_rebuild_mends_it()
-> Result<()> {
    let mut cluster = Cluster::start().await?;
    cluster.expect_error("`damcast rebuild` makes it anew");
    let clients = Clients::of(&cluster)?;
    let scripts = montpellier()?.into_iter().take(2).map(|script| short(script, 40)).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    for table in 1..=2 {
        play(&round, table, 1..=6).await?;
    }
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    context.publish("game.main.round.r1-t1", vec![0xff; 60].into()).await?.await?;

    // Its next input is stored, and waits.
    let script = round.scripts().first().context("a game")?.clone();
    round.tablet(1, Color::White).after(3).try_play(7, script.move_text(7)?).await?;
    until("rules-validation to set the game aside", || async {
        let log = cluster.log(Service::RulesValidation).ok()?;
        let told = log.lines().find(|line| line.contains("the game is set aside"))?;
        told.contains("damcast rebuild").then_some(())
    })
    .await?;
    let request = GetGameRequest { game: Some(round.game(1)), ..Default::default() };
    let answer = clients.rules_validation.clone().get_game(request).await;
    let status = answer.err().context("it cannot be shown")?;
    ensure!(status.message().contains("damcast rebuild"), "{status:?}");
    play(&round, 2, 7..=12).await?;
    for running in [RunningGames::Unspecified, RunningGames::AsDraws, RunningGames::ByMaterial] {
        let mut request =
            GetStandingsRequest { tournament: round.reference(), ..Default::default() };
        request.set_running(running);
        clients.pairing.clone().get_standings(request).await?;
    }

    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    let (code, report) = verify(&cluster)?;
    ensure!(code == 1, "{report}");
    let backup = cluster.directory().join("backup");
    rebuild(&cluster, &["--yes", "--backup", &backup.to_string_lossy()])?;
    let (code, report) = verify(&cluster)?;
    ensure!(code == 0, "{report}");
    cluster.start_services().await?;
    play(&round, 1, 8..=12).await?;
    play(&round, 2, 13..=14).await?;
    cluster.finish().await
}

#[tokio::test]
async fn games_go_on_though_a_message_of_their_tournament_cannot_be_read_and_rebuild_mends_it()
-> Result<()> {
    let mut cluster = Cluster::start().await?;
    cluster.expect_error("`damcast rebuild` makes it anew");
    let clients = Clients::of(&cluster)?;
    let script = montpellier()?.into_iter().next().context("a game")?;
    let round = Round::open(&clients, "round", vec![short(script, 40)]).await?;
    play(&round, 1, 1..=4).await?;
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    context.publish("tournament.main.round.log", vec![0xff; 60].into()).await?.await?;
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    cluster.start_services().await?;

    play(&round, 1, 5..=8).await?;
    let request = GetStandingsRequest { tournament: round.reference(), ..Default::default() };
    clients.pairing.clone().get_standings(request).await?;
    let request = EnterPlayerRequest {
        tournament: round.reference(),
        name: "Anna".to_owned(),
        by: BY.to_owned(),
        ..Default::default()
    };
    let answer = clients.pairing.clone().enter_player(request.clone()).await;
    let status = answer.err().context("nothing can be decided")?;
    ensure!(status.message().contains("damcast rebuild"), "{status:?}");
    let script = montpellier()?.into_iter().nth(1).context("a game")?;
    let other = Round::open(&clients, "other", vec![short(script, 4)]).await?;
    play(&other, 1, 1..=4).await?;

    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    let backup = cluster.directory().join("backup");
    rebuild(&cluster, &["--yes", "--backup", &backup.to_string_lossy()])?;
    let (code, report) = verify(&cluster)?;
    ensure!(code == 0, "{report}");
    cluster.start_services().await?;
    clients.pairing.clone().enter_player(request).await?;
    play(&round, 1, 9..=10).await?;
    cluster.finish().await
}

#[tokio::test]
async fn a_guarded_log_is_mended_by_the_user_of_a_server_that_admits_no_service() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    let nats = GuardedNats::start_with_services(&mut cluster).await?;
    let clients = Clients::of(&cluster)?;
    let script = montpellier()?.into_iter().next().context("a game")?;
    let round = Round::open(&clients, "round", vec![short(script, 20)]).await?;
    play(&round, 1, 1..=20).await?;
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    let nats = nats.mending(&cluster).await?;
    let mender = nats.connect(MENDER).await?;
    let log = jetstream::new(mender.client.clone());
    log.publish("game.main.round.r1-t1", vec![0xff; 60].into()).await?.await?;
    ensure!(nats.connect(Service::Clock.name()).await.is_err(), "a service may connect");

    let credentials = ["--nats-user", MENDER, "--nats-password", &password(MENDER)];
    let verified = || command(&cluster, "verify", &credentials);
    ensure!(verified()?.status.code() == Some(1), "{:?}", verified()?);
    let backup = cluster.directory().join("backup").to_string_lossy().into_owned();
    let more = [credentials.as_slice(), &["--yes", "--backup", &backup]].concat();
    ensure!(rebuild(&cluster, &more)?.contains("GAME is made anew"), "GAME stays");
    ensure!(verified()?.status.success(), "{:?}", verified()?);
    cluster.finish().await
}

/// Returns a system whose services are stopped in the middle of two games; a third has ended.
async fn begun() -> Result<(Cluster, Round)> {
    let mut cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let scripts: Vec<_> =
        montpellier()?.into_iter().take(3).map(|script| short(script, 40)).collect();
    let round = Round::open(&clients, "round", scripts).await?;
    for table in 1..=3 {
        play(&round, table, 1..=PLIES).await?;
    }
    round.tablet(3, Color::Black).after(PLIES / 2).resign().await?;
    until("all that follows to be stored", || async {
        verify(&cluster).ok().filter(|(code, _report)| *code == 0)
    })
    .await?;
    for service in Service::ALL {
        cluster.stop(service).await?;
    }
    Ok((cluster, round))
}

/// Plays these plies of the game at a table.
pub(crate) async fn play(
    round: &Round,
    table: u32,
    plies: std::ops::RangeInclusive<usize>,
) -> Result<()> {
    let script = round.scripts().get(table as usize - 1).context("a game")?;
    for ply in plies {
        let color = if ply % 2 == 1 { Color::White } else { Color::Black };
        let mut tablet = round.tablet(table, color).after((ply - 1) / 2);
        let verdict = tablet.play(ply, script.move_text(ply)?).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "ply {ply}: {verdict:?}");
    }
    Ok(())
}

/// Plays the two open games to their ends, and checks that nothing is missing.
async fn go_on(cluster: &Cluster, round: &Round) -> Result<()> {
    let clients = Clients::of(cluster)?;
    for table in 1..=3 {
        let request = GetGameRequest { game: Some(round.game(table)), ..Default::default() };
        let shown = clients.rules_validation.clone().get_game(request).await?.into_inner();
        let plies = shown.state.context("a state")?.plies.len();
        ensure!(plies == PLIES, "game {table} has {plies} plies");
    }
    for table in 1..=2 {
        play(round, table, PLIES + 1..=PLIES + 6).await?;
        round.tablet(table, Color::Black).after((PLIES + 6) / 2).resign().await?;
    }
    until("the results", || async {
        let (code, report) = verify(cluster).ok()?;
        (code == 0).then_some(report)
    })
    .await?;
    Ok(())
}

/// Returns the messages of a stream.
async fn messages(cluster: &Cluster, stream: Stream) -> Result<Vec<Vec<u8>>> {
    let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
    let mut found = context.get_stream(stream.name()).await?;
    let last = found.info().await?.state.last_sequence;
    let mut messages = Vec::new();
    for sequence in 1..=last {
        messages.push(found.get_raw_message(sequence).await?.payload.to_vec());
    }
    Ok(messages)
}

/// Runs the command, which has to succeed, and returns its text.
fn rebuild(cluster: &Cluster, more: &[&str]) -> Result<String> {
    let done = run(cluster, more)?;
    let (text, error) = (String::from_utf8(done.stdout)?, String::from_utf8_lossy(&done.stderr));
    ensure!(done.status.success(), "{}: {text}{error}", done.status);
    Ok(text)
}

fn run(cluster: &Cluster, more: &[&str]) -> Result<Output> {
    command(cluster, "rebuild", more)
}

fn command(cluster: &Cluster, name: &str, more: &[&str]) -> Result<Output> {
    let mut command = Command::new(cluster.program());
    command.args([name, "--nats", &cluster.nats_url()]).args(more);
    Ok(command.output()?)
}
