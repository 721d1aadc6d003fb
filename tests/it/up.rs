//! Checks `damcast up`, everything in one process: the process or its nats-server is killed or a
//! player's time ends in mid-game, and the tournament goes on.

use std::{
    fs, fs::Permissions, net::SocketAddr, os::unix::fs::PermissionsExt as _, path::Path,
    process::Command,
};

use anyhow::{Context as _, Result, bail, ensure};
use damcast::nats_server::TiedChild;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use proto::v1::{AcceptInvitationRequest, GetOwnAccessRequest, Grant, Role, TournamentRef};
use serde_json::Value;
use tests::{
    client::{Clients, get},
    cluster::{Cluster, Service},
    spectator::{Seen, Spectator, Transport},
    until,
};
use tonic::{Code, Request};

/// The file of games of an open tournament.
const GAMES: &str = "pdn/international/Montpellier_Open_Serie_A.pdn";

/// Two rounds of one table, in which the ten moves of a side take more than its time and the first
/// move less, at any thinking time of speed 5.
const IN_HASTE: &str = r#"
[White "A"]
[Black "B"]
[Round "1"]
[TimeControl "4"]
[Result "1-1"]
[GameType "20"]
1. 31-26 17-21 2. 26x17 12x21 3. 34-30 20-25 4. 36-31 25x34 5. 39x30 7-12 6. 44-39 1-7
7. 50-44 19-24 8. 30x19 14x23 9. 32-27 21x32 10. 37x19 13x24 1-1

[White "B"]
[Black "A"]
[Round "2"]
[TimeControl "4"]
[Result "1-1"]
[GameType "20"]
1. 31-26 17-21 2. 26x17 12x21 3. 34-30 20-25 4. 36-31 25x34 5. 39x30 7-12 6. 44-39 1-7
7. 50-44 19-24 8. 30x19 14x23 9. 32-27 21x32 10. 37x19 13x24 1-1
"#;

/// A nats-server that tells its process id at its second start and waits for SIGCONT.
const HELD_AT_ITS_SECOND_START: &str = r#"#!/bin/sh
if [ -e "$0.started" ]; then
  echo $$ > "$0.part" && mv "$0.part" "$0.pid"
  kill -STOP $$
fi
: > "$0.started"
exec "NATS_SERVER" "$@"
"#;

#[tokio::test]
async fn up_goes_on_where_it_was_killed() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let first = cluster.up(&games(&test_data::path(GAMES), "100")?).await?;
    let spectator = watch(&cluster, &first).await?;
    let before = spectator.sees("a hundred moves", |seen| seen.move_count() >= 100).await?;
    first.signal(Signal::SIGKILL);
    first.ended().await;

    let second = cluster.up(&games(&test_data::path(GAMES), "100")?).await?;
    let enough = before.move_count() + 100;
    spectator.sees("a hundred moves more", |seen| seen.move_count() >= enough).await?;
    stop(cluster, second).await
}

#[tokio::test]
async fn up_plays_behind_doors_that_were_locked() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    // Of the first one, which has no token yet.
    cluster.expect_error("the games stopped");
    let first = cluster.up(&games(&test_data::path(GAMES), "100")?).await?;
    let spectator = watch(&cluster, &first).await?;
    let before = spectator.sees("a move", |seen| seen.move_count() > 0).await?;
    let mut lock = Command::new(cluster.program());
    lock.args(["access", "--data"]).arg(cluster.data_of_up()).args(["init", "--name", "Ids"]);
    let locked = lock.output()?;
    ensure!(locked.status.success(), "{}", String::from_utf8_lossy(&locked.stderr));
    first.signal(Signal::SIGKILL);
    first.ended().await;

    let second = cluster.up(&games(&test_data::path(GAMES), "100")?).await?;
    let enough = before.move_count() + 200;
    spectator.sees("moves of a player with a token", |seen| seen.move_count() >= enough).await?;
    stop(cluster, second).await
}

#[tokio::test]
async fn up_locks_its_doors_at_its_first_start_and_prints_a_link_that_counts_once() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let path = test_data::path(GAMES);
    let mut arguments = cluster.arguments_of_locked_up();
    arguments.extend(games(&path, "100")?.map(str::to_owned));
    let first = cluster.run("up", &arguments).await?;
    let spectator = watch(&cluster, &first).await?;
    let before =
        spectator.sees("moves of a player with a token", |seen| seen.move_count() >= 100).await?;
    let clients = Clients::of(&cluster)?;
    let own = || GetOwnAccessRequest { venue: "main".to_owned() };
    let status = clients.access.clone().get_own_access(own()).await.unwrap_err();
    ensure!(status.code() == Code::Unauthenticated, "{status:?}");

    let log = cluster.directory().join("up.log");
    let said = fs::read_to_string(&log)?;
    let (_before, link) = said.split_once("/desk/sign-in#invitation=main.").context("a link")?;
    let secret = link.split_whitespace().next().context("a secret")?.to_owned();
    let accept = || AcceptInvitationRequest { venue: "main".to_owned(), secret: secret.clone() };
    let came = clients.access.clone().accept_invitation(accept()).await?.into_inner();
    let token = came.signed_in.context("a token")?.token;
    let roles = until("the chief arbiter to be known", || async {
        let mut request = Request::new(own());
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().ok()?);
        let answer = clients.access.clone().get_own_access(request).await.ok()?.into_inner();
        let grants = answer.subject?.grants;
        Some(grants.iter().map(Grant::role).collect::<Vec<_>>())
    })
    .await?;
    ensure!(roles == [Role::ChiefArbiter, Role::Organiser], "{roles:?}");
    let again = clients.access.clone().accept_invitation(accept()).await.unwrap_err();
    ensure!(again.code() == Code::FailedPrecondition, "{again:?}");

    // The next start goes on with the same authority.
    first.signal(Signal::SIGKILL);
    first.ended().await;
    let second = cluster.run("up", &arguments).await?;
    let enough = before.move_count() + 100;
    spectator.sees("a hundred moves more", |seen| seen.move_count() >= enough).await?;
    ensure!(fs::read_to_string(&log)?.matches("#invitation=").count() == 1);
    stop(cluster, second).await
}

#[tokio::test]
async fn who_plays_games_has_roles_only_while_games_are_played() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let path = test_data::path(GAMES);
    let locked = cluster.arguments_of_locked_up();
    let roles = || {
        let mut list = Command::new(cluster.program());
        let listed = list.args(["access", "--data"]).arg(cluster.data_of_up()).arg("list").output();
        let listed = String::from_utf8(listed?.stdout)?;
        let (_before, own) = listed.split_once("damcast-up").context("the player")?;
        let grants = own.lines().skip(1).take_while(|line| line.starts_with("  "));
        anyhow::Ok(grants.filter(|line| line.ends_with("everywhere")).count())
    };
    let mut arguments = locked.clone();
    arguments.extend(games(&path, "100")?.map(str::to_owned));
    let first = cluster.run("up", &arguments).await?;
    let spectator = watch(&cluster, &first).await?;
    spectator.sees("a move", |seen| seen.move_count() > 0).await?;
    ensure!(roles()? == 2, "{}", roles()?);
    // One that is killed takes none back, and the next one does, which plays nothing.
    first.signal(Signal::SIGKILL);
    first.ended().await;
    let mut arguments = locked;
    arguments.push("--no-demo".to_owned());
    let second = cluster.run("up", &arguments).await?;
    until("the roles to be taken back", || async { (roles().ok()? == 0).then_some(()) }).await?;
    stop(cluster, second).await
}

#[tokio::test]
async fn up_restarts_its_killed_nats_server_and_the_round_goes_on() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let up = cluster.up(&games(&test_data::path(GAMES), "100")?).await?;
    let spectator = watch(&cluster, &up).await?;
    for _ in 0..2 {
        let before = spectator.sees("a move", |seen| seen.move_count() > 0).await?;
        // The one that follows is killed while it starts.
        for _ in 0..2 {
            let killed = cluster.nats_of_up().context("nats-server runs")?;
            kill(killed, Signal::SIGKILL)?;
            until("another nats-server", || async {
                cluster.nats_of_up().filter(|pid| *pid != killed)
            })
            .await?;
        }
        let enough = before.move_count() + 100;
        spectator.sees("a hundred moves more", |seen| seen.move_count() >= enough).await?;
    }
    stop(cluster, up).await
}

#[tokio::test]
async fn up_that_is_stopped_while_nats_server_starts_again_closes_it_in_order() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let nats_server = cluster.directory().join("held-nats-server");
    let program = cluster.nats_binary().display();
    fs::write(&nats_server, HELD_AT_ITS_SECOND_START.replace("NATS_SERVER", &program.to_string()))?;
    fs::set_permissions(&nats_server, Permissions::from_mode(0o755))?;
    let mut arguments = cluster.arguments_of_locked_up();
    let flag = arguments.iter().position(|argument| argument == "--nats-server");
    arguments[flag.context("the flag")? + 1] = nats_server.display().to_string();
    arguments.push("--no-demo".to_owned());
    let up = cluster.run("up", &arguments).await?;
    let log = cluster.directory().join("up.log");
    let has_said = |words: &'static str| {
        let said = fs::read_to_string(&log).unwrap_or_default();
        async move { said.contains(words).then_some(()) }
    };
    until("the pages", || has_said("Damcast is on")).await?;

    kill(cluster.nats_of_up().context("nats-server runs")?, Signal::SIGKILL)?;
    let held = nats_server.with_extension("pid");
    let held = until("another nats-server", || async {
        let pid = fs::read_to_string(&held).ok()?;
        pid.trim().parse().ok().map(Pid::from_raw)
    })
    .await?;
    up.signal(Signal::SIGTERM);
    until("the stop to be heard", || has_said("stopping")).await?;
    kill(held, Signal::SIGCONT)?;
    let end = up.ended().await;
    ensure!(end.is_success(), "it ended with {end}");
    let closed = fs::read_to_string(cluster.data_of_up().join("nats/nats.log"))?;
    let last = closed.lines().last().unwrap_or_default();
    ensure!(last.ends_with("Server Exiting.."), "{last}");
    cluster.finish().await
}

#[tokio::test]
async fn a_flag_that_falls_ends_its_game_and_not_the_tournament() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let file = cluster.directory().join("in-haste.pdn");
    fs::write(&file, IN_HASTE)?;
    let first = cluster.up(&games(&file, "5")?).await?;
    let spectator = watch(&cluster, &first).await?;
    let is = |seen: &Seen, round: u64, state: &str| {
        seen.rounds.get(&round).is_some_and(|known| known == state)
    };
    // The flag of a table that has told nothing ends no game.
    spectator.sees("a move", |seen| seen.move_count() > 0).await?;
    first.signal(Signal::SIGKILL);
    first.ended().await;

    let second = cluster.up(&games(&file, "5")?).await?;
    spectator.sees("the end of the first round", |seen| is(seen, 1, "closed")).await?;
    let seen = spectator.sees("the end of the second", |seen| is(seen, 2, "closed")).await?;
    // The file says that both games were drawn.
    let is_won = |result: &String| ["2-0", "0-2"].contains(&result.as_str());
    ensure!(seen.results.len() == 2 && seen.results.values().all(is_won), "{:?}", seen.results);
    stop(cluster, second).await
}

/// Watches the only tournament.
pub(crate) async fn watch(cluster: &Cluster, up: &TiedChild) -> Result<Spectator> {
    let broadcast = cluster.address(Service::Broadcast);
    let tournament = tokio::select! {
        end = up.ended() => bail!("it ended with {end}"),
        shown = until("a tournament to be shown", || only_tournament(broadcast)) => shown?,
    };
    Ok(Spectator::watch(Transport::WebSocket(broadcast), tournament))
}

async fn stop(cluster: Cluster, up: TiedChild) -> Result<()> {
    up.signal(Signal::SIGTERM);
    let end = up.ended().await;
    ensure!(end.is_success(), "it ended with {end}");
    cluster.finish().await
}

/// Returns the arguments of `damcast up` that play the games of a file at this speed.
fn games<'a>(file: &'a Path, speed: &'a str) -> Result<[&'a str; 4]> {
    Ok(["--pdn", file.to_str().context("a path in Unicode")?, "--speed", speed])
}

/// Returns the tournament, once there is one.
async fn only_tournament(broadcast: SocketAddr) -> Option<TournamentRef> {
    let answer = get(broadcast, "/api/v1/tournaments", &[]).await.ok()?;
    let list: Value = serde_json::from_str(&answer.text().await.ok()?).ok()?;
    let tournament = list["tournaments"].get(0)?;
    let text = |field: &str| Some(tournament[field].as_str()?.to_owned());
    Some(TournamentRef { venue: text("venue")?, tournament: text("id")? })
}
