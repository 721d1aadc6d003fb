//! Cuts spectators' connections again and again and checks that each goes on from its cursor and
//! never gets the whole tournament a second time.

use anyhow::{Context as _, Result, ensure};
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::montpellier,
    spectator::{Spectator, Transport},
};

/// Number of times that each connection is cut in one round.
const CUTS: usize = 8;

#[tokio::test]
async fn a_spectator_whose_connection_is_cut_goes_on_from_its_cursor() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", montpellier()?).await?;
    let tournament = round.reference().context("a tournament")?;
    let address = cluster.address(Service::Broadcast);
    let spectators = [
        Transport::WebSocket(address),
        Transport::ServerSentEvents(address),
        Transport::Grpc(clients.broadcast.clone()),
    ]
    .map(|transport| Spectator::watch(transport, tournament.clone()));
    let games = round.scripts().len();
    for spectator in &spectators {
        spectator.sees("every board", |seen| seen.moves.len() == games).await?;
    }

    let mut playing = round.play();
    for cut in 1..=CUTS {
        playing.reach(round.move_count() * cut / (CUTS + 1)).await?;
        for spectator in &spectators {
            spectator.cut();
            spectator.sees("its stream again", |seen| seen.resumptions >= cut).await?;
        }
    }
    playing.end().await?;

    for spectator in &spectators {
        let seen = spectator.sees_end(&round).await?;
        let name = spectator.name();
        ensure!(seen.moves == round.moves(), "{name} saw {:?}", seen.moves);
        ensure!(seen.standings == round.standings(), "{name} saw {:?}", seen.standings);
        ensure!(seen.snapshots == 1, "{name} was sent {} snapshots", seen.snapshots);
        ensure!(seen.resumptions == CUTS, "{name} went on {} times", seen.resumptions);
    }
    cluster.finish().await
}
