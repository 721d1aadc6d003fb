//! Checks `damcast replay`: it plays the games of a file at the tables of a round, including
//! irregular ones.

use std::{fs, path::Path};

use anyhow::{Result, bail, ensure};
use draughts::pdn;
use proto::v1::{
    GameRef, InputHeader, Outcome, Reason, ReleaseTableRequest, RuleResult, Score,
    SubmitRulingRequest, TournamentRef, submit_ruling_request::Ruling,
};
use tests::{
    client::{Clients, get},
    cluster::{Cluster, Service},
    spectator::Seen,
    until,
};

use crate::up::watch;

/// A round of two tables and another of one.
const TWO_TABLES: &str = r#"
[White "A"]
[Black "B"]
[Round "1"]
[Result "2-0"]
[GameType "20"]
1. 32-28 19-23 2. 28x19 14x23 2-0

[White "C"]
[Black "D"]
[Round "1"]
[Result "2-0"]
[GameType "20"]
1. 32-28 19-23 2. 28x19 14x23 2-0

[White "B"]
[Black "C"]
[Round "2"]
[Result "1-1"]
[GameType "20"]
1. 32-28 19-23 2. 28x19 14x23 1-1
"#;

/// Irregular moves that stand, one of them the last; a start that is set up; positions set in
/// mid-game and at the end.
const AGAINST_THE_RULES: &str = r#"
[White "A"]
[Black "B"]
[Round "1"]
[Result "2-0"]
[GameType "20"]
1. 32-28 19-23 {irregular 27c 37-32 capture-obligatory}
/FEN "B:W28,31-36,38-50:B1-18,20,23"/ 2... 14-19 3. 41-37
{irregular 27d 17-14 unreachable}
/FEN "W:W28,31-38,40,42-50,39:B1-13,14,15,16,18,19,20,23"/ 2-0

[White "C"]
[Black "D"]
[Round "1"]
[Result "1-1"]
[GameType "20"]
[FEN "W:W28,50:B22,1"]
{irregular 27c 50-45 capture-obligatory} /FEN "B:W28,45:B1,22"/
1... 22x33 /FEN "W:W45,49:B1,33"/ 2. 45-40 /FEN "B:W44,K49:B1,K6"/ 1-1
"#;

#[tokio::test]
async fn irregular_moves_and_set_positions_are_replayed_to_the_same_games() -> Result<()> {
    let cluster = Cluster::start().await?;
    let file = cluster.directory().join("against-the-rules.pdn");
    fs::write(&file, AGAINST_THE_RULES)?;
    let games = pdn::read(AGAINST_THE_RULES.as_bytes());
    for (game, plies) in games.iter().zip([6, 3]) {
        ensure!(game.warnings.is_empty() && game.plies.len() == plies, "{game:?}");
    }
    // Runs again after the end: nothing is sent twice.
    for _ in 0..2 {
        let replay = cluster.run("replay", &arguments(&cluster, &file, "0")).await?;
        let end = replay.ended().await;
        let log = fs::read_to_string(cluster.directory().join("replay.log"))?;
        ensure!(end.is_success() && log.contains("all games are over"), "{end}: {log}");
        for (table, game) in (1..).zip(&games) {
            let path = format!("/api/v1/tournaments/main/against-the-rules/games/r1-t{table}.pdn");
            let text = until("the end of the game to be shown", || async {
                let answer = get(cluster.address(Service::Broadcast), &path, &[]).await.ok()?;
                let text = answer.text().await.ok()?;
                (pdn::read(text.as_bytes()).first()?.score == game.score).then_some(text)
            })
            .await?;
            let read = pdn::read(text.as_bytes());
            let [read] = read.as_slice() else { bail!("{text}") };
            ensure!(read.status == pdn::Status::Ok && read.warnings.is_empty(), "{text}");
            ensure!(read.final_position == game.final_position, "{text}");
            let plies = |game: &pdn::PdnGame| -> Vec<_> {
                game.plies.iter().map(|ply| (ply.before, ply.mv, ply.after, ply.breach)).collect()
            };
            ensure!(plies(read) == plies(game), "{text}");
        }
    }
    cluster.finish().await
}

#[tokio::test]
async fn a_stuck_game_waits_for_the_arbiter_and_holds_up_no_other_game() -> Result<()> {
    let cluster = Cluster::start().await?;
    let mut clients = Clients::of(&cluster)?;
    let file = cluster.directory().join("two-tables.pdn");
    fs::write(&file, TWO_TABLES)?;
    let replay = cluster.run("replay", &arguments(&cluster, &file, "4")).await?;
    let spectator = watch(&cluster, &replay).await?;
    spectator.sees("the first round", |seen| seen.rounds.contains_key(&1)).await?;
    let (venue, tournament) = ("main".to_owned(), "two-tables".to_owned());
    let request = ReleaseTableRequest {
        tournament: Some(TournamentRef { venue: venue.clone(), tournament: tournament.clone() }),
        device: "table-1-black".to_owned(),
        ..Default::default()
    };
    clients.board_ingest.release_table(request).await?;

    let other = |seen: &Seen| seen.results.get("r1-t2").is_some_and(|result| result == "2-0");
    let seen = spectator.sees("the result of the other table", other).await?;
    ensure!(!seen.results.contains_key("r1-t1"), "{:?}", seen.results);
    ensure!(seen.rounds.get(&1).is_some_and(|state| state == "open"), "{:?}", seen.rounds);
    let mut outcome = Outcome::default();
    outcome.set_score(Score::Draw);
    outcome.set_reason(Reason::Arbiter);
    let header = InputHeader {
        game: Some(GameRef { venue, tournament, game: "r1-t1".to_owned() }),
        device: "desk".to_owned(),
        sequence: 1,
        ..Default::default()
    };
    let ruling = Some(Ruling::Result(RuleResult { outcome: Some(outcome) }));
    let request = SubmitRulingRequest { header: Some(header), ruling, ..Default::default() };
    clients.board_ingest.submit_ruling(request).await?;

    let over = |seen: &Seen| seen.rounds.get(&2).is_some_and(|state| state == "closed");
    spectator.sees("the second round to be played", over).await?;
    let end = replay.ended().await;
    ensure!(!end.is_success(), "it ended with {end}");
    let log = fs::read_to_string(cluster.directory().join("replay.log"))?;
    ensure!(log.contains("1 of 3 games could not be played to their end"), "{log}");
    cluster.finish().await
}

fn arguments(cluster: &Cluster, file: &Path, speed: &str) -> Vec<String> {
    let mut arguments = vec!["replay".to_owned()];
    let url = |service| format!("http://{}", cluster.address(service));
    for (flag, value) in [
        ("pdn", file.to_string_lossy().into_owned()),
        ("speed", speed.to_owned()),
        ("board-ingest", url(Service::BoardIngest)),
        ("rules-validation", url(Service::RulesValidation)),
        ("pairing", url(Service::Pairing)),
    ] {
        arguments.extend([format!("--{flag}"), value]);
    }
    arguments
}
