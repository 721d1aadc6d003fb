//! Checks the arbiter's rulings at the desk: an irregular move does not stop a broadcast, a
//! corrected line reaches every spectator as a correction, and killing services does not change the
//! record.

mod hall;
mod refused;
mod tables;

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use draughts::pdn;
use proto::v1::{
    MoveText, Outcome, Reason, RuleResult, Score, Verdict, VerdictStatus,
    submit_ruling_request::Ruling,
};
use tests::{
    audit::Audit,
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
    spectator::{Spectator, Transport},
    verdicts::Verdicts,
};

use self::{
    hall::Hall,
    tables::{conflict, paper, position, resumed, retracted, stands},
};

/// The ending that the arbiter sets up at that table: White to move.
const ENDING: &str = "W:W33,K45:B14,K16";

/// Returns the games as they stand in the end.
fn scripts() -> Vec<Script> {
    let game = |table: usize, score, moves: &str| Script {
        white: format!("White {table}"),
        black: format!("Black {table}"),
        score,
        moves: moves.split_whitespace().map(str::to_owned).collect(),
        last_board: String::new(),
    };
    vec![
        game(1, Score::WhiteWins, "32-28 19-23 37-32 14-19 41-37 17-14"),
        game(2, Score::BlackWins, "32-28 19-23 28x19 13x24 38-32"),
        game(3, Score::Draw, "31-26 20-25 34-29 15-20"),
        game(4, Score::BlackWins, "32-28 20-25 37-32 14-20 41-37 10-14 46-41"),
        game(5, Score::WhiteWins, "32-28 33-29 14-19"),
        game(6, Score::Draw, "32-28 19-23 28x19 14x23"),
    ]
}

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

fn result(score: Score) -> Ruling {
    let outcome = Outcome { score: score.into(), reason: Reason::Arbiter.into() };
    Ruling::Result(RuleResult { outcome: Some(outcome) })
}

fn accepted(verdict: &Verdict) -> Result<()> {
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    Ok(())
}

fn texts(moves: &str) -> Vec<String> {
    moves.split_whitespace().map(str::to_owned).collect()
}

/// Returns a move in the form that a device sends.
fn text(text: &str) -> MoveText {
    let mut squares = text.split(['-', 'x']).filter_map(|square| square.parse().ok());
    let (from, to) = (squares.next().unwrap_or_default(), squares.next().unwrap_or_default());
    MoveText { from, to, ..Default::default() }
}

fn game_of(text: &str) -> Result<pdn::PdnGame> {
    let mut games = pdn::read(text.as_bytes());
    ensure!(games.len() == 1, "{} games in\n{text}", games.len());
    let game = games.remove(0);
    ensure!(game.status == pdn::Status::Ok, "{} in\n{text}", game.status);
    Ok(game)
}
