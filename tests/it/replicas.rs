//! Two copies of every service at once: nothing is done twice, and when one copy dies for good the
//! other goes on.

use anyhow::{Context as _, Result, ensure};
use tests::{
    audit::Audit,
    client::{Clients, channel},
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    spectator::{Spectator, Way},
};

#[tokio::test]
async fn two_copies_do_nothing_twice_and_one_is_enough() -> Result<()> {
    let mut cluster = Cluster::start().await?;
    let mut second = Vec::new();
    for service in Service::ALL {
        second.push((service, cluster.replica(service).await?));
    }
    let clients = Clients::of(&cluster)?;
    let mut others = clients.clone();
    for (service, (_child, address)) in &second {
        let channel = channel(*address)?;
        match service {
            Service::BoardIngest => others.use_board_ingest(channel),
            Service::Broadcast => others.use_broadcast(channel),
            Service::RulesValidation | Service::Clock | Service::Pairing => {}
        }
    }

    let round = Round::open(&clients, "round", montpellier()?).await?;
    let tournament = round.reference().context("a tournament")?;
    let spectators = [
        Spectator::watch(Way::Grpc(clients.broadcast.clone()), tournament.clone()),
        Spectator::watch(Way::Grpc(others.broadcast.clone()), tournament),
    ];

    // White's tablets call one copy of board-ingest, Black's the other.
    let mut playing = round.play_through([&clients, &others]);
    for (nth, service) in (1..).zip([Service::RulesValidation, Service::Clock, Service::Pairing]) {
        playing.reach(round.move_count() * nth / 4).await?;
        cluster.kill(service).await?;
    }
    playing.end().await?;

    for spectator in &spectators {
        let games = round.scripts().len();
        let closed = |state: &String| state == "closed";
        let seen = spectator
            .sees("the end of the round", |seen| {
                seen.results.len() == games
                    // The tournament tells results too, and may be ahead of the games.
                    && seen.move_count() == round.move_count()
                    && seen.rounds.get(&1).is_some_and(closed)
            })
            .await?;
        ensure!(seen.moves == round.moves(), "{:?}", seen.moves);
        ensure!(seen.standings == round.standings(), "{:?}", seen.standings);
    }
    let audit = Audit::read(&cluster.nats_url()).await?;
    audit.inputs()?;
    let plies: usize = audit.plies().values().map(Vec::len).sum();
    ensure!(plies == round.move_count(), "{plies} moves were played");
    drop(second);
    cluster.finish().await
}
