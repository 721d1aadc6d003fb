//! Checks what `damcast up` does against power cuts: what it makes is on the disk before it is
//! ready, and what a cut took is not made anew over messages that are left.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use nix::sys::signal::Signal;
use proto::{
    subject::consumer,
    v1::{CreateTournamentRequest, GetTournamentRequest, Score, TournamentCreated, TournamentRef},
};
use tests::{
    LIMIT,
    client::Clients,
    cluster::Cluster,
    round::Round,
    script::{Script, montpellier},
    until,
};

#[tokio::test]
async fn up_does_not_make_a_stream_anew_over_messages_that_are_left() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let up = cluster.up(&["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    until("a tournament", || async { create(&clients).await.ok() }).await?;
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");

    // After a cut, the files that say what a stream is were empty, and its messages were there.
    let stream = cluster.data_of_up().join("nats/store/jetstream/$G/streams/TOURNAMENT");
    let kept = ["meta.inf", "meta.sum"].map(|name| stream.join(name));
    let contents = kept.iter().map(fs::read).collect::<Result<Vec<_>, _>>()?;
    for path in &kept {
        fs::write(path, "")?;
    }
    let before = blocks(&stream)?;
    ensure!(!before.is_empty(), "there is a block with messages");
    for _time in 0..2 {
        let up = cluster.up(&["--no-demo"]).await?;
        let end = tokio::time::timeout(LIMIT, up.ended()).await?;
        ensure!(!end.is_success(), "it ended with {end}");
        let log = fs::read_to_string(cluster.directory().join("up.log"))?;
        let error = log.lines().last().context("an error")?;
        for part in ["TOURNAMENT", &stream.display().to_string(), "copy the folder", "--data"] {
            ensure!(error.contains(part), "{part}: {error}");
        }
        ensure!(blocks(&stream)? == before, "the messages are as they were");
    }

    for (path, content) in kept.iter().zip(contents) {
        fs::write(path, content)?;
    }
    let up = cluster.up(&["--no-demo"]).await?;
    until("the tournament again", || async { get(&clients).await.ok() }).await?;
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    cluster.finish().await
}

/// nats-server writes in place how far its consumers are, and makes none whose file has other
/// bytes.
#[tokio::test]
async fn up_goes_on_with_consumers_whose_state_a_cut_has_spoilt() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let up = cluster.up(&["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    until("the services", || async { clients_answer(&clients).await.then_some(()) }).await?;
    let script = montpellier()?.into_iter().next().context("a game")?;
    let moves = script.moves.into_iter().take(12).collect();
    let script = Script { moves, score: Score::WhiteWins, last_board: String::new(), ..script };
    let round = Round::open(&clients, "round", vec![script]).await?;
    let mut playing = round.play();
    playing.reach(6).await?;
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");

    let streams = cluster.data_of_up().join("nats/store/jetstream/$G/streams");
    let mut spoilt = 0;
    for (stream, consumer) in consumer::ALL {
        let state = streams.join(stream.name()).join("obs").join(consumer).join("o.dat");
        if state.exists() {
            fs::write(state, [0; 12])?;
            spoilt += 1;
        }
    }
    ensure!(spoilt > 0, "no consumer had a state");
    let up = cluster.up(&["--no-demo"]).await?;
    playing.end().await?;
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    cluster.finish().await
}

/// Returns true if the services answer.
async fn clients_answer(clients: &Clients) -> bool {
    let missing = get(clients).await.err().map(|status| status.code());
    missing == Some(tonic::Code::NotFound)
}

#[tokio::test]
async fn up_tells_its_address_after_the_event_log_is_on_the_disk() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let up = cluster.up(&["--no-demo", "--log", "warn,damcast=debug"]).await?;
    let log = until("the address", || async {
        let log = fs::read_to_string(cluster.directory().join("up.log")).ok()?;
        log.contains("Damcast is on http").then_some(log)
    })
    .await?;
    let synced = log.find("the event log is on the disk").context("it is written to the disk")?;
    let told = log.find("Damcast is on http").context("an address")?;
    ensure!(synced < told, "{log}");
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    cluster.finish().await
}

/// Without util-linux, `setpriv` is that of busybox, which does not know the option.
#[tokio::test]
async fn up_starts_nats_server_where_setpriv_knows_no_death_signal() -> Result<()> {
    let cluster = Cluster::prepare()?;
    let (tools, called) = (cluster.directory().join("tools"), cluster.directory().join("called"));
    fs::create_dir(&tools)?;
    let refuses = format!(
        "#!/bin/sh\necho \"$@\" >> {}\necho 'setpriv: unrecognized option: pdeathsig' >&2\nexit 1\n",
        called.display()
    );
    executable(tools.join("setpriv"), &refuses)?;
    let up = cluster.up_with_tools(&tools, &["--no-demo"]).await?;
    let clients = Clients::of(&cluster)?;
    until("a tournament", || async { create(&clients).await.ok() }).await?;
    ensure!(fs::read_to_string(&called)?.contains("--pdeathsig"), "it is asked first");
    let nats = cluster.nats_of_up().context("nats-server runs")?;
    up.signal(Signal::SIGTERM);
    ensure!(up.ended().await.is_success(), "it stops in order");
    ensure!(nix::sys::signal::kill(nats, None).is_err(), "nats-server is gone");
    cluster.finish().await
}

fn executable(path: PathBuf, text: &str) -> Result<()> {
    fs::write(&path, text)?;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o755))?)
}

/// Returns the blocks of a stream that hold messages, with their bytes.
fn blocks(stream: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let blocks = faults::blocks::blocks(&stream.join("msgs"))?.into_iter();
    blocks.map(|path| Ok((path.clone(), fs::read(path)?))).collect()
}

fn tournament() -> Option<TournamentRef> {
    Some(TournamentRef { venue: "main".to_owned(), tournament: "power-cut".to_owned() })
}

async fn create(clients: &Clients) -> Result<(), tonic::Status> {
    let settings = TournamentCreated { name: "Power cut".to_owned(), ..Default::default() };
    let request = CreateTournamentRequest {
        tournament: tournament(),
        settings: Some(settings),
        preset: "frisian-kk".to_owned(),
        by: "Piet Arbiter".to_owned(),
        ..Default::default()
    };
    clients.pairing.clone().create_tournament(request).await.map(drop)
}

async fn get(clients: &Clients) -> Result<(), tonic::Status> {
    let request = GetTournamentRequest { tournament: tournament(), ..Default::default() };
    clients.pairing.clone().get_tournament(request).await.map(drop)
}
