//! Checks the arbiter's rulings at the desk: an irregular move does not stop a broadcast, a
//! corrected line reaches every spectator as a correction, and killing services does not change the
//! record.

mod games;
mod hall;
mod refused;
mod tables;

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use tests::{
    audit::Audit,
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    spectator::{Spectator, Transport},
    verdicts::Verdicts,
};

use self::{
    games::{game_of, scripts},
    hall::Hall,
    tables::{conflict, paper, position, resumed, retracted, stands},
};

#[tokio::test]
async fn rulings_of_the_arbiter_reach_every_spectator() -> Result<()> {
    Box::pin(play(&[])).await
}

#[tokio::test]
async fn rulings_of_the_arbiter_survive_the_kill_of_any_process() -> Result<()> {
    use Service::{Broadcast, Clock, Pairing, RulesValidation};
    Box::pin(play(&[RulesValidation, Clock, Pairing, Broadcast])).await
}

/// Plays all tables one after the other, and kills the victims in turn before the inputs that
/// matter.
async fn play(victims: &[Service]) -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", scripts()).await?;
    let tournament = round.reference().context("a tournament")?;
    let address = cluster.address(Service::Broadcast);
    let transports = [
        Transport::WebSocket(address),
        Transport::ServerSentEvents(address),
        Transport::Grpc(clients.broadcast.clone()),
    ];
    let spectators = transports.map(|transport| Spectator::watch(transport, tournament.clone()));
    for spectator in &spectators {
        spectator.sees("every board", |seen| seen.moves.len() == round.scripts().len()).await?;
    }
    let verdicts = Verdicts::watch(&clients, &round, "desk", "en").await?;
    // A spectator who reads everything again from another process sees the corrected line at once.
    let is_always_there = !victims.contains(&Service::Broadcast);
    let (desk, victims) = (round.desk(), victims.iter().copied().cycle());
    let clocks = BTreeMap::new();
    let mut hall = Hall { cluster, clients, desk, verdicts, spectators, round, clocks };
    let mut victims: Box<dyn Iterator<Item = Service>> = Box::new(victims);
    let victims = victims.as_mut();

    stands(&mut hall, victims).await?;
    retracted(&mut hall, victims).await?;
    conflict(&mut hall, victims).await?;
    paper(&mut hall, victims).await?;
    position(&mut hall, victims).await?;
    resumed(&mut hall, victims).await?;
    everybody_sees_the_same(&hall, is_always_there).await?;
    hall.cluster.finish().await
}

/// Checks that every spectator, the downloads and the log show the same record in the end.
async fn everybody_sees_the_same(hall: &Hall, is_always_there: bool) -> Result<()> {
    let round = &hall.round;
    for spectator in &hall.spectators {
        let seen = spectator
            .sees("the end of the round", |seen| {
                seen.moves == round.moves()
                    && seen.results.len() == round.scripts().len()
                    && seen.standings == round.standings()
                    && seen.rounds.get(&1).is_some_and(|state| state == "closed")
            })
            .await?;
        let name = spectator.name();
        for (table, script) in (1..).zip(round.scripts()) {
            let (white, black) = script.points();
            let result = seen.results.get(&round.game(table).game).context("a result")?;
            ensure!(*result == format!("{white}-{black}"), "{name}: table {table} {result}");
        }
        // The lines of two tables were changed after they were seen, one of them twice.
        let is_right = if is_always_there { seen.corrections == 3 } else { seen.corrections <= 3 };
        ensure!(is_right, "{name} saw {} corrections", seen.corrections);
    }
    for (table, script) in (1..).zip(round.scripts()) {
        let plies = hall.plies(table).await?;
        ensure!(plies.len() == script.moves.len(), "table {table} has {plies:?}");
        let read = game_of(&hall.pdn(table).await?)?;
        let squares = |text: &str| (text.get(..2).map(str::to_owned), text.len());
        let written: Vec<_> = read.moves().map(|mv| mv.to_string()).collect();
        ensure!(written.len() == script.moves.len(), "table {table} is written as {written:?}");
        for (written, played) in written.iter().zip(&script.moves) {
            ensure!(squares(written).0 == squares(played).0, "{written} for {played}");
        }
    }
    // Each game has one history, whichever process was killed.
    let audit = Audit::read(&hall.cluster.nats_url()).await?;
    audit.inputs()?;
    Ok(())
}
