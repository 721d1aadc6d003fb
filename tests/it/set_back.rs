//! Checks a store that lost its end, as after restoring a disk: no service shows the lost part, and
//! all go on from the rest.

use std::{
    fs,
    net::{Ipv4Addr, TcpListener},
    ops::RangeInclusive,
    path::Path,
};

use anyhow::{Context as _, Result, ensure};
use damcast::nats_server::TiedChild;
use nix::sys::signal::{Signal, kill};
use proto::v1::{
    Color, CreateTournamentRequest, EnterPlayerRequest, GetSnapshotRequest, GetStandingsRequest,
    GetTournamentRequest, TournamentCreated, TournamentRef, VerdictStatus,
};
use tests::{
    audit::Audit,
    client::{Clients, is_transient},
    cluster::{Cluster, Service},
    damage::copy_all,
    round::Round,
    script::montpellier,
    spectator::{Spectator, Transport},
    until,
};

const BY: &str = "Piet Arbiter";

fn tournament() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "lost".to_owned() })
}

#[tokio::test]
async fn no_service_shows_events_that_a_restored_store_has_lost() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.start_nats().await?;
    for service in [Service::Pairing, Service::Broadcast] {
        cluster.start_service(service).await?;
    }
    cluster.expect_error("the store has lost the last message that was read");
    cluster.expect_error("broadcast stopped by itself");
    let clients = Clients::of(&cluster)?;
    create(&clients).await?;
    for name in ["Anna", "Bouke"] {
        enter(&clients, name).await?;
    }
    cluster.kill_nats().await;
    let (store, copy) = (cluster.directory().join("nats"), cluster.directory().join("copy"));
    copy_all(&store, &copy)?;
    cluster.start_nats().await?;
    enter(&clients, "Ciska").await?;
    until("spectators to see three", || async {
        (watched(&clients).await.ok()? == ["Anna", "Bouke", "Ciska"]).then_some(())
    })
    .await?;
    cluster.kill_nats().await;
    fs::remove_dir_all(&store)?;
    fs::rename(&copy, &store)?;
    cluster.start_nats().await?;
    until("pairing to show what is left", || async {
        (shown(&clients).await.ok()? == ["Anna", "Bouke"]).then_some(())
    })
    .await?;
    let request = GetStandingsRequest { tournament: tournament(), ..Default::default() };
    let standings = clients.pairing.clone().get_standings(request).await?.into_inner().standings;
    ensure!(standings.len() == 2, "{standings:?}");
    // A copy of broadcast that has read the lost part ends; its successor reads the log as it is.
    let end = cluster.ended(Service::Broadcast).await?;
    ensure!(!end.is_success(), "broadcast ended with {end}");
    cluster.start_service(Service::Broadcast).await?;
    ensure!(watched(&clients).await? == ["Anna", "Bouke"], "broadcast shows others");

    goes_on(&clients).await?;
    cluster.finish().await
}

/// The process starts any of its services again that ended.
#[tokio::test]
async fn damcast_up_recovers_by_itself_from_a_restored_store() -> Result<()> {
    let mut cluster = Cluster::prepare()?;
    cluster.expect_error("the store has lost the last message that was read");
    let up = cluster.up(&["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    until("pairing to serve", || async { create(&clients).await.ok() }).await?;
    for name in ["Anna", "Bouke"] {
        enter(&clients, name).await?;
    }
    until("spectators to see two", || async {
        (watched(&clients).await.ok()? == ["Anna", "Bouke"]).then_some(())
    })
    .await?;
    let reference = tournament().context("a tournament")?;
    let watching =
        Spectator::watch(Transport::WebSocket(cluster.address(Service::Broadcast)), reference);
    let store = cluster.data_of_up().join("nats/store");
    let copy = cluster.directory().join("copy");
    between(&cluster, &up, || copy_all(&store, &copy)).await?;
    enter(&clients, "Ciska").await?;
    watching.sees("three", |seen| seen.standings.len() == 3).await?;
    between(&cluster, &up, || {
        fs::remove_dir_all(&store)?;
        Ok(fs::rename(&copy, &store)?)
    })
    .await?;
    watching.sees("what is left", |seen| seen.standings.len() == 2).await?;
    ensure!(watched(&clients).await? == ["Anna", "Bouke"], "broadcast shows others");
    goes_on(&clients).await?;
    watching.sees("who came instead", |seen| seen.standings.len() == 3).await?;
    up.signal(Signal::SIGTERM);
    let end = up.ended().await;
    ensure!(end.is_success(), "it ended with {end}");
    cluster.finish().await
}

/// Starts `damcast up` on a store that is to lose the ends of streams.
async fn up_that_loses_ends() -> Result<(Cluster, TiedChild, Clients)> {
    let mut cluster = Cluster::prepare()?;
    cluster.expect_error("the store has lost the last message that was read");
    cluster.expect_error("the log holds another history than before");
    cluster.expect_error("the stream has lost its end");
    let up = cluster.up(&["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    until("pairing to serve", || async { create(&clients).await.ok() }).await?;
    Ok((cluster, up, clients))
}

/// A loss of power takes the last messages of some streams, which their consumers have
/// acknowledged.
#[tokio::test]
async fn what_a_store_lost_at_its_end_is_made_anew_from_what_it_still_has() -> Result<()> {
    let (cluster, up, clients) = up_that_loses_ends().await?;
    let scripts = montpellier()?.into_iter().take(4).collect();
    let round = Round::open(&clients, "lost-end", scripts).await?;
    let mut playing = round.play();
    playing.reach(round.move_count() / 3).await?;
    let store = cluster.data_of_up().join("nats/store/jetstream/$G/streams");
    let copy = cluster.directory().join("copy");
    between(&cluster, &up, || copy_all(&store, &copy)).await?;
    playing.reach(round.move_count() * 2 / 3).await?;
    between(&cluster, &up, || {
        ["GAME", "CLOCK"].into_iter().try_for_each(|stream| lose_end(&store, &copy, stream))
    })
    .await?;
    playing.end().await?;
    has_ended(&clients, &round).await?;

    between(&cluster, &up, || lose_end(&store, &copy, "TOURNAMENT")).await?;
    let audit = until("the results to be recorded again", || async {
        let audit = Audit::read_by(cluster.nats_of_up_as("mender").await.ok()?).await.ok()?;
        (audit.results() == round.scripts().len()).then_some(audit)
    })
    .await?;
    has_ended(&clients, &round).await?;
    let plies: usize = audit.plies().values().map(Vec::len).sum();
    ensure!((audit.inputs()? > plies, plies) == (true, round.move_count()), "{plies} plies");
    up.signal(Signal::SIGTERM);
    let end = up.ended().await;
    ensure!(end.is_success(), "it ended with {end}");
    cluster.finish().await
}

/// A loss of power takes the last inputs, which their devices had verdicts on.
#[tokio::test]
async fn tablets_hand_in_again_the_inputs_that_the_log_has_lost() -> Result<()> {
    let (cluster, up, clients) = up_that_loses_ends().await?;
    let scripts: Vec<_> = montpellier()?.into_iter().take(4).collect();
    let round = Round::open(&clients, "handed-in-again", scripts).await?;
    play(&round, 1..=10).await?;
    let store = cluster.data_of_up().join("nats/store/jetstream/$G/streams");
    let copy = cluster.directory().join("copy");
    between(&cluster, &up, || copy_all(&store, &copy)).await?;
    play(&round, 11..=20).await?;
    let mut watching = round.tablet(1, Color::White).watch().await?;
    between(&cluster, &up, || lose_end(&store, &copy, "INPUT")).await?;
    // It is told, or its connection ends: then it asks as well.
    while let Ok(Some(told)) = watching.message().await {
        if told.inputs_in_doubt.is_some() {
            break;
        }
    }
    for table in 1..=4 {
        for color in [Color::White, Color::Black] {
            let tablet = round.tablet(table, color);
            let known = until("the inputs to be listed", || {
                let mut tablet = tablet.clone();
                // Before the log is read again, it is as it was.
                async move { tablet.list_inputs().await.ok().filter(|known| known.len() < 10) }
            });
            let known = known.await?;
            ensure!(known == [1, 2, 3, 4, 5], "{color:?} at {table}: {known:?}");
            for number in 6..=10 {
                let ply = if color == Color::White { 2 * number - 1 } else { 2 * number };
                hand_in(&round, table, ply).await?;
            }
        }
    }
    play(&round, 21..=22).await?;
    let audit = Audit::read_by(cluster.nats_of_up_as("mender").await?).await?;
    ensure!(audit.inputs()? == 4 * (1 + 22), "{} inputs", audit.inputs()?);
    let plies = audit.plies();
    let each_once = plies.values().all(|plies| plies.iter().copied().eq(1..=22));
    ensure!((plies.len(), each_once) == (4, true), "{plies:?}");
    up.signal(Signal::SIGTERM);
    let end = up.ended().await;
    ensure!(end.is_success(), "it ended with {end}");
    cluster.finish().await
}

/// Plays these plies at all tables.
async fn play(round: &Round, plies: RangeInclusive<usize>) -> Result<()> {
    for ply in plies {
        for (table, _script) in (1..).zip(round.scripts()) {
            hand_in(round, table, ply).await?;
        }
    }
    Ok(())
}

/// Hands in a ply on the tablet of its side, which numbers its inputs by its moves.
async fn hand_in(round: &Round, table: u32, ply: usize) -> Result<()> {
    let script = round.scripts().get(table as usize - 1).context("a game")?;
    let color = if ply % 2 == 1 { Color::White } else { Color::Black };
    let mut tablet = round.tablet(table, color).after((ply - 1) / 2);
    let verdict = tablet.play(ply, script.move_text(ply)?).await?;
    ensure!(verdict.status() == VerdictStatus::Accepted, "ply {ply} at {table}: {verdict:?}");
    Ok(())
}

/// Sets the messages of a stream back to their copy. Its consumers stay where they are, ahead of
/// it.
fn lose_end(store: &Path, copy: &Path, stream: &str) -> Result<()> {
    let messages = Path::new(stream).join("msgs");
    fs::remove_dir_all(store.join(&messages))?;
    copy_all(&copy.join(&messages), &store.join(&messages))
}

/// Waits until the tournament has the results of all games.
async fn has_ended(clients: &Clients, round: &Round) -> Result<()> {
    let due: Vec<_> = round.standings().iter().map(|it| (it.rank, it.player, it.points)).collect();
    let request = GetStandingsRequest { tournament: round.reference(), ..Default::default() };
    until("the results", || async {
        let standings = clients.pairing.clone().get_standings(request.clone()).await.ok()?;
        let standings = standings.into_inner().standings;
        let points: Vec<_> = standings.iter().map(|it| (it.rank, it.player, it.points)).collect();
        (points == due).then_some(())
    })
    .await
}

/// Changes the store of a process that runs everything, while no nats-server uses it. The process
/// is stopped (SIGSTOP) meanwhile, because it starts another nats-server at once.
async fn between(
    cluster: &Cluster,
    up: &TiedChild,
    happens: impl FnOnce() -> Result<()>,
) -> Result<()> {
    up.signal(Signal::SIGSTOP);
    kill(cluster.nats_of_up().context("nats-server runs")?, Signal::SIGKILL)?;
    // The system frees the port when the last thread of nats-server is gone.
    until("the end of nats-server", || async {
        TcpListener::bind((Ipv4Addr::LOCALHOST, cluster.nats_port())).ok().map(drop)
    })
    .await?;
    happens()?;
    up.signal(Signal::SIGCONT);
    Ok(())
}

/// Checks that a new player is entered and shown after those who are left.
async fn goes_on(clients: &Clients) -> Result<()> {
    enter(clients, "Durk").await?;
    ensure!(shown(clients).await? == ["Anna", "Bouke", "Durk"], "it does not go on");
    until("spectators to see who came instead", || async {
        (watched(clients).await.ok()? == ["Anna", "Bouke", "Durk"]).then_some(())
    })
    .await
}

async fn create(clients: &Clients) -> Result<()> {
    let settings = TournamentCreated { name: "Lost".to_owned(), ..Default::default() };
    let request = CreateTournamentRequest {
        tournament: tournament(),
        settings: Some(settings),
        preset: "frisian-kk".to_owned(),
        by: BY.to_owned(),
        ..Default::default()
    };
    clients.pairing.clone().create_tournament(request).await?;
    Ok(())
}

async fn enter(clients: &Clients, name: &str) -> Result<()> {
    let request = EnterPlayerRequest {
        tournament: tournament(),
        name: name.to_owned(),
        by: BY.to_owned(),
        ..Default::default()
    };
    let entered = until("an entry", || async {
        match clients.pairing.clone().enter_player(request.clone()).await {
            Err(status) if is_transient(&status) => None,
            answer => Some(answer),
        }
    });
    entered.await??;
    Ok(())
}

/// Returns the names of the entered players, as pairing shows them.
async fn shown(clients: &Clients) -> Result<Vec<String>> {
    let request = GetTournamentRequest { tournament: tournament(), ..Default::default() };
    let shown = clients.pairing.clone().get_tournament(request).await?.into_inner();
    Ok(shown.players.into_iter().map(|player| player.name).collect())
}

/// Returns the names of the entered players, as spectators see them.
async fn watched(clients: &Clients) -> Result<Vec<String>> {
    let request = GetSnapshotRequest { tournament: tournament() };
    let shown = clients.broadcast.clone().get_snapshot(request).await?.into_inner();
    let players = shown.snapshot.context("a snapshot")?.players;
    Ok(players.into_iter().map(|player| player.name).collect())
}
