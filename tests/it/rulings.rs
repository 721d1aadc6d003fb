//! What the arbiter rules at the desk: an irregular move does not stop a broadcast, a corrected line
//! reaches every spectator as a correction, and nobody's death changes the record.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use draughts::pdn;
use proto::v1::{
    Color, CompleteRecord, CorrectMove, GetClockRequest, GetGameRequest, GetStandingsRequest,
    GetTournamentRequest, GoOnPaper, LetStand, MoveText, Outcome, PlayedPly, Reason, ResumeGame,
    RetractMoves, RoundState, RuleResult, Score, Seat, SetPosition, Squares, Verdict,
    VerdictStatus, submit_ruling_request::Ruling,
};
use tests::{
    audit::Audit,
    client::{self, Clients},
    cluster::{Cluster, Service},
    round::{Desk, Round, Tablet},
    script::Script,
    spectator::{Seen, Spectator, Way},
    until,
    verdicts::Verdicts,
};
use tonic::Code;

/// The tables, by what happens there.
const STANDS: u32 = 1;
const RETRACTED: u32 = 2;
const CONFLICT: u32 = 3;
const PAPER: u32 = 4;
const POSITION: u32 = 5;
const RESUMED: u32 = 6;

/// Where the arbiter sets up the ending of that table: White to move, who moved last.
const ENDING: &str = "W:W33,K45:B14,K16";

/// The games as they stand in the end.
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
async fn what_the_arbiter_rules_reaches_everybody() -> Result<()> {
    Box::pin(play(&[])).await
}

#[tokio::test]
async fn what_the_arbiter_rules_holds_whoever_dies() -> Result<()> {
    use Service::{Broadcast, Clock, Pairing, RulesValidation};
    Box::pin(play(&[RulesValidation, Clock, Pairing, Broadcast])).await
}

/// Plays all tables one after the other, and kills the victims in turn before the inputs that matter.
async fn play(victims: &[Service]) -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", scripts()).await?;
    let tournament = round.reference().context("a tournament")?;
    let address = cluster.address(Service::Broadcast);
    let ways = [
        Way::WebSocket(address),
        Way::ServerSentEvents(address),
        Way::Grpc(clients.broadcast.clone()),
    ];
    let spectators = ways.map(|way| Spectator::watch(way, tournament.clone()));
    for spectator in &spectators {
        spectator.sees("every board", |seen| seen.moves.len() == round.scripts().len()).await?;
    }
    let verdicts = Verdicts::watch(&clients, &round, "desk", "en").await?;
    // Who reads everything again from another process sees the corrected line at once.
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

/// The victims still to come; none when nobody dies.
type Victims<'a> = &'a mut dyn Iterator<Item = Service>;

struct Hall {
    cluster: Cluster,
    clients: Clients,
    round: Round,
    desk: Desk,
    /// What the desk is told.
    verdicts: Verdicts,
    spectators: [Spectator; 3],
    /// As of when each table's clock was last looked at.
    clocks: BTreeMap<u32, i64>,
}

impl Hall {
    /// Kills the next victim, which begins anew while the next input comes.
    async fn disturb(&mut self, victims: Victims<'_>) -> Result<()> {
        let Some(victim) = victims.next() else { return Ok(()) };
        self.cluster.kill(victim).await?;
        self.cluster.launch(victim).await
    }

    fn tablets(&self, table: u32) -> [Tablet; 2] {
        [self.round.tablet(table, Color::White), self.round.tablet(table, Color::Black)]
    }

    async fn rule(&mut self, table: u32, ruling: Ruling) -> Result<()> {
        let verdict = self.desk.rule(table, ruling).await?;
        ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
        Ok(())
    }

    async fn refused(&mut self, table: u32, ruling: Ruling, reason: &str) -> Result<()> {
        let verdict = self.desk.rule(table, ruling).await?;
        ensure!(verdict.status() == VerdictStatus::Refused, "{reason}: {verdict:?}");
        ensure!(verdict.reason == reason, "{reason} was due: {verdict:?}");
        ensure!(verdict.refusal.is_some() && !verdict.explanation.is_empty(), "{verdict:?}");
        Ok(())
    }

    /// Every spectator sees these moves of a table, and nothing that must not be seen.
    async fn sees(&self, table: u32, moves: &str) -> Result<()> {
        let (game, moves) = (self.round.game(table).game, texts(moves));
        for spectator in &self.spectators {
            let is_seen = |seen: &Seen| seen.moves.get(&game) == Some(&moves);
            spectator.sees(&format!("{moves:?} at table {table}"), is_seen).await?;
        }
        Ok(())
    }

    /// The clock of a table comes to run so, by an event after the one that was last seen.
    async fn runs(&mut self, table: u32, color: Color) -> Result<()> {
        let seen = self.clocks.get(&table).copied().unwrap_or(0);
        let as_of = until(&format!("the time of {color:?} at table {table}"), || async {
            let request = GetClockRequest { game: Some(self.round.game(table)) };
            let clock = self.clients.clock.clone().get_clock(request).await.ok()?.into_inner();
            let state = clock.clock?.state?;
            (state.running() == color && state.as_of_ms > seen).then_some(state.as_of_ms)
        })
        .await?;
        self.clocks.insert(table, as_of);
        Ok(())
    }

    /// The points of both players of a table come to be these, in pairing.
    async fn points(&self, table: u32, expected: [u32; 2]) -> Result<()> {
        until(&format!("{expected:?} for table {table}"), || async {
            let request =
                GetStandingsRequest { tournament: self.round.reference(), ..Default::default() };
            let rows = self.clients.pairing.clone().get_standings(request).await.ok()?;
            let rows = rows.into_inner().standings;
            let of = |player| rows.iter().find(|row| row.player == player).map(|row| row.points);
            (of(2 * table - 1)? == expected[0] && of(2 * table)? == expected[1]).then_some(())
        })
        .await
    }

    async fn plies(&self, table: u32) -> Result<Vec<PlayedPly>> {
        let request = GetGameRequest { game: Some(self.round.game(table)), ..Default::default() };
        let game = self.clients.rules_validation.clone().get_game(request).await?.into_inner();
        Ok(game.state.context("a state")?.plies)
    }

    async fn pdn(&self, table: u32) -> Result<String> {
        let address = self.cluster.address(Service::Broadcast);
        let path = format!("{}/games/{}.pdn", self.round.path(), self.round.game(table).game);
        client::get(address, &path, &[]).await?.text().await
    }
}

/// An irregular move waits and nobody sees it; the opponent answers it, so it stands, and the game
/// goes on to its end.
async fn stands(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
    let [mut white, mut black] = hall.tablets(STANDS);
    accepted(&white.play(1, text("32-28")).await?)?;
    accepted(&black.play(2, text("19-23")).await?)?;
    hall.sees(STANDS, "32-28 19-23").await?;
    hall.disturb(victims).await?;
    let verdict = white.play(3, text("37-32")).await?;
    irregular(&verdict)?;
    let told = hall.verdicts.next_of("t1-white", |told| told.reason == "irregular").await?;
    let noted = told.irregularity.context("the desk is told what is irregular")?;
    ensure!(noted.breach == "capture-obligatory", "{noted:?}");
    let obliged = noted.obliged.context("what was obligatory")?;
    ensure!((obliged.kings, obliged.men) == (0, 1), "{obliged:?}");
    ensure!(told.explanation.contains("28x19"), "{}", told.explanation);

    // What another table plays after it is seen, and it is not.
    let [mut other, _] = hall.tablets(RESUMED);
    accepted(&other.play(1, text("32-28")).await?)?;
    hall.sees(RESUMED, "32-28").await?;
    hall.sees(STANDS, "32-28 19-23").await?;

    hall.disturb(victims).await?;
    accepted(&black.play(4, text("14-19")).await?)?;
    let stands = |told: &Verdict| told.sequence == 2 && told.status() == VerdictStatus::Accepted;
    hall.verdicts.next_of("t1-white", stands).await?;
    accepted(&white.play(5, text("41-37")).await?)?;
    hall.sees(STANDS, "32-28 19-23 37-32 14-19 41-37").await?;
    hall.runs(STANDS, Color::Black).await?;

    // Another one stands by the arbiter's word.
    irregular(&black.play(6, text("17-14")).await?)?;
    hall.disturb(victims).await?;
    hall.rule(STANDS, Ruling::LetStand(LetStand { taken: None })).await?;
    hall.sees(STANDS, "32-28 19-23 37-32 14-19 41-37 17-14").await?;
    hall.runs(STANDS, Color::White).await?;
    accepted(&black.resign().await?)?;
    hall.points(STANDS, [2, 0]).await?;

    let game = hall.round.game(STANDS).game;
    for spectator in &hall.spectators {
        let seen = spectator.seen();
        let articles = seen.irregular.get(&game).cloned().unwrap_or_default();
        ensure!(articles == ["", "", "27c", "", "", "27d"], "{}: {articles:?}", spectator.name());
    }
    let read = game_of(&hall.pdn(STANDS).await?)?;
    let breaches: Vec<bool> = read.plies.iter().map(|ply| ply.breach.is_some()).collect();
    ensure!(breaches == [false, false, true, false, false, true], "{breaches:?}");
    Ok(())
}

/// The arbiter takes an irregular move back, corrects a move that was played, and takes moves back.
async fn retracted(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
    let [mut white, mut black] = hall.tablets(RETRACTED);
    let mut own = Verdicts::watch(&hall.clients, &hall.round, "t2-white", "en").await?;
    accepted(&white.play(1, text("32-28")).await?)?;
    accepted(&black.play(2, text("19-23")).await?)?;
    hall.runs(RETRACTED, Color::White).await?;
    irregular(&white.play(3, text("37-32")).await?)?;
    let ended_after = |from_ply| Ruling::Retract(RetractMoves { from_ply });
    hall.refused(RETRACTED, ended_after(4), "no-such-ply").await?;
    hall.disturb(victims).await?;
    hall.rule(RETRACTED, ended_after(3)).await?;
    let told = own.next_of("t2-white", |told| told.status() == VerdictStatus::Refused).await?;
    ensure!(told.sequence == 2 && told.reason == "retracted", "{told:?}");
    ensure!(told.refusal.is_none() && told.explanation.is_empty(), "{told:?}");
    hall.runs(RETRACTED, Color::White).await?;

    accepted(&white.play(3, text("28x19")).await?)?;
    accepted(&black.play(4, text("14x23")).await?)?;
    accepted(&white.play(5, text("38-32")).await?)?;
    accepted(&black.play(6, text("10-14")).await?)?;
    hall.sees(RETRACTED, "32-28 19-23 28x19 14x23 38-32 10-14").await?;
    // Black captured with the other man; what follows stands as far as it can be played.
    hall.disturb(victims).await?;
    let correct = |text| Ruling::Correct(CorrectMove { ply: 4, r#move: Some(text) });
    hall.rule(RETRACTED, correct(text("13x24"))).await?;
    hall.sees(RETRACTED, "32-28 19-23 28x19 13x24 38-32").await?;
    hall.runs(RETRACTED, Color::Black).await?;
    hall.refused(RETRACTED, correct(text("13x24")), "nothing-to-correct").await?;
    hall.refused(RETRACTED, correct(text("1-6")), "illegal-move").await?;
    let stood = Ruling::LetStand(LetStand { taken: Some(Squares::default()) });
    hall.refused(RETRACTED, stood, "no-irregularity").await?;

    accepted(&black.play(6, text("9-13")).await?)?;
    hall.sees(RETRACTED, "32-28 19-23 28x19 13x24 38-32 9-13").await?;
    hall.disturb(victims).await?;
    hall.rule(RETRACTED, ended_after(6)).await?;
    hall.sees(RETRACTED, "32-28 19-23 28x19 13x24 38-32").await?;
    hall.runs(RETRACTED, Color::Black).await?;
    accepted(&white.resign().await?)?;
    hall.points(RETRACTED, [0, 2]).await?;
    let read = game_of(&hall.pdn(RETRACTED).await?)?;
    ensure!(read.plies.len() == 5, "{read:?}");
    Ok(())
}

/// Two devices tell one ply differently: the arbiter is called once and decides, and the later moves
/// are kept.
async fn conflict(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
    let [mut white, mut black] = hall.tablets(CONFLICT);
    hall.round.assign("t3-spare", CONFLICT, Seat::Table).await?;
    let mut spare = hall.round.spare("t3-spare", CONFLICT, Color::White);
    let mut own = Verdicts::watch(&hall.clients, &hall.round, "t3-spare", "en").await?;
    accepted(&white.play(1, text("32-28")).await?)?;
    accepted(&black.play(2, text("20-25")).await?)?;
    hall.disturb(victims).await?;
    let verdict = spare.play(1, text("31-26")).await?;
    ensure!(verdict.status() == VerdictStatus::Pending, "{verdict:?}");
    ensure!(verdict.reason == "conflict" && verdict.conflict.is_none(), "{verdict:?}");
    let told = hall.verdicts.next_of("t3-spare", |told| told.reason == "conflict").await?;
    let alarm = told.conflict.context("the desk is told both moves")?;
    let played = alarm.played.as_ref().map(|mv| mv.from);
    let claimed = alarm.claimed.as_ref().map(|mv| mv.from);
    ensure!((alarm.ply, played, claimed) == (1, Some(32), Some(31)), "{alarm:?}");
    accepted(&white.play(3, text("34-29")).await?)?;
    accepted(&black.play(4, text("15-20")).await?)?;
    hall.sees(CONFLICT, "32-28 20-25 34-29 15-20").await?;
    hall.runs(CONFLICT, Color::White).await?;

    hall.disturb(victims).await?;
    let mv = Some(text("31-26"));
    hall.rule(CONFLICT, Ruling::Correct(CorrectMove { ply: 1, r#move: mv })).await?;
    hall.sees(CONFLICT, "31-26 20-25 34-29 15-20").await?;
    accepted(&own.next_of("t3-spare", |told| told.reason.is_empty()).await?)?;
    let told = hall.verdicts.next_of("t3-white", |told| told.reason == "retracted").await?;
    ensure!(told.sequence == 1, "{told:?}");
    hall.runs(CONFLICT, Color::White).await?;
    let offered = white.agree_draw().await?;
    ensure!(offered.status() == VerdictStatus::Pending, "{offered:?}");
    accepted(&black.agree_draw().await?)?;
    hall.points(CONFLICT, [1, 1]).await
}

/// A game goes on paper and is completed: once in its course, and once after its end.
async fn paper(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
    let [mut white, mut black] = hall.tablets(PAPER);
    accepted(&white.play(1, text("32-28")).await?)?;
    accepted(&black.play(2, text("20-25")).await?)?;
    hall.disturb(victims).await?;
    hall.rule(PAPER, Ruling::GoOnPaper(GoOnPaper {})).await?;
    hall.runs(PAPER, Color::Unspecified).await?;
    let verdict = white.play(3, text("37-32")).await?;
    ensure!(verdict.status() == VerdictStatus::Refused, "{verdict:?}");
    ensure!(verdict.reason == "on-paper", "{verdict:?}");
    let complete = |from_ply, moves: &str| {
        let moves = moves.split_whitespace().map(text).collect();
        Ruling::Complete(CompleteRecord { from_ply, moves })
    };
    hall.refused(PAPER, complete(4, "14-20"), "wrong-first-ply").await?;
    hall.refused(PAPER, complete(3, "37-32 14-20 41-36"), "broken-record").await?;
    hall.sees(PAPER, "32-28 20-25").await?;
    hall.disturb(victims).await?;
    hall.rule(PAPER, complete(3, "37-32 14-20")).await?;
    hall.sees(PAPER, "32-28 20-25 37-32 14-20").await?;
    hall.runs(PAPER, Color::White).await?;
    accepted(&white.play(5, text("41-37")).await?)?;
    hall.runs(PAPER, Color::Black).await?;

    hall.rule(PAPER, Ruling::GoOnPaper(GoOnPaper {})).await?;
    hall.disturb(victims).await?;
    hall.rule(PAPER, result(Score::BlackWins)).await?;
    hall.points(PAPER, [0, 2]).await?;
    hall.rule(PAPER, complete(6, "10-14 46-41")).await?;
    hall.sees(PAPER, "32-28 20-25 37-32 14-20 41-37 10-14 46-41").await?;
    hall.runs(PAPER, Color::Unspecified).await?;
    hall.points(PAPER, [0, 2]).await
}

/// The arbiter sets the position that stands on the board, and the game goes on from it.
async fn position(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
    let [mut white, mut black] = hall.tablets(POSITION);
    accepted(&white.play(1, text("32-28")).await?)?;
    hall.disturb(victims).await?;
    hall.rule(POSITION, Ruling::SetPosition(SetPosition { fen: ENDING.to_owned() })).await?;
    hall.runs(POSITION, Color::White).await?;
    let again = Ruling::SetPosition(SetPosition { fen: ENDING.to_owned() });
    hall.refused(POSITION, again, "same-position").await?;
    accepted(&white.play(2, text("33-29")).await?)?;
    hall.runs(POSITION, Color::Black).await?;
    accepted(&black.play(3, text("14-19")).await?)?;
    hall.sees(POSITION, "32-28 33-29 14-19").await?;
    hall.rule(POSITION, result(Score::WhiteWins)).await?;
    hall.points(POSITION, [2, 0]).await?;
    let read = game_of(&hall.pdn(POSITION).await?)?;
    let last = read.final_position.fen();
    ensure!(last.contains("K16") && last.contains("19"), "{last}");
    Ok(())
}

/// A resignation by mistake: the result is taken back, and counts again when the game has ended.
async fn resumed(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
    let [mut white, mut black] = hall.tablets(RESUMED);
    // Told before; the same input again.
    accepted(&white.play(1, text("32-28")).await?)?;
    hall.refused(RESUMED, Ruling::Resume(ResumeGame {}), "not-finished").await?;
    accepted(&black.resign().await?)?;
    hall.points(RESUMED, [2, 0]).await?;
    // It was the last game, so the round is over; and then it is not.
    round_is(hall, RoundState::Closed).await?;
    hall.disturb(victims).await?;
    hall.rule(RESUMED, Ruling::Resume(ResumeGame {})).await?;
    hall.points(RESUMED, [0, 0]).await?;
    round_is(hall, RoundState::Open).await?;
    hall.runs(RESUMED, Color::Black).await?;
    let game = hall.round.game(RESUMED).game;
    for spectator in &hall.spectators {
        let goes_on = |seen: &Seen| !seen.results.contains_key(&game);
        spectator.sees("the game to go on", goes_on).await?;
    }
    accepted(&black.play(2, text("19-23")).await?)?;
    accepted(&white.play(3, text("28x19")).await?)?;
    accepted(&black.play(4, text("14x23")).await?)?;
    let offered = black.agree_draw().await?;
    ensure!(offered.status() == VerdictStatus::Pending, "{offered:?}");
    hall.disturb(victims).await?;
    accepted(&white.agree_draw().await?)?;
    hall.points(RESUMED, [1, 1]).await?;
    round_is(hall, RoundState::Closed).await
}

async fn round_is(hall: &Hall, state: RoundState) -> Result<()> {
    until(&format!("the round to be {state:?}"), || async {
        let request = GetTournamentRequest { tournament: hall.round.reference() };
        let tournament = hall.clients.pairing.clone().get_tournament(request).await.ok()?;
        (tournament.into_inner().rounds.first()?.state() == state).then_some(())
    })
    .await
}

/// Every spectator, the downloads and the log tell the same record in the end.
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
        // Of the lines that were seen, those of two tables were changed: one of them twice.
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
    // The one history of each game, whoever died.
    let audit = Audit::read(&hall.cluster.nats_url()).await?;
    audit.inputs()?;
    Ok(())
}

#[tokio::test]
async fn a_record_that_cannot_be_kept_is_refused_and_the_game_is_not_stuck() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", scripts()).await?;
    let mut desk = round.desk();
    let fen = "W:WK50:BK1".to_owned();
    accepted(&desk.rule(1, Ruling::SetPosition(SetPosition { fen })).await?)?;
    accepted(&desk.rule(1, result(Score::Draw)).await?)?;
    let moves: Vec<_> = ["50-45", "1-6", "45-50", "6-1"].iter().map(|mv| text(mv)).collect();
    let mut next = 1;
    // What one message can hold is reached long before.
    let refused = loop {
        let moves = moves.iter().cycle().take(500).cloned().collect();
        let verdict =
            desk.rule(1, Ruling::Complete(CompleteRecord { from_ply: next, moves })).await?;
        if verdict.status() != VerdictStatus::Accepted {
            break verdict;
        }
        next += 500;
        ensure!(next < 10_000, "no end of it");
    };
    ensure!(next > 500 && refused.status() == VerdictStatus::Refused, "{refused:?}");
    ensure!(refused.reason == "record-full" && !refused.explanation.is_empty(), "{refused:?}");
    accepted(&desk.rule(1, result(Score::BlackWins)).await?)?;
    accepted(&desk.rule(1, Ruling::Retract(RetractMoves { from_ply: 100 })).await?)?;
    let moves = moves.iter().cycle().skip(3).take(4).cloned().collect();
    accepted(&desk.rule(1, Ruling::Complete(CompleteRecord { from_ply: 100, moves })).await?)?;
    cluster.finish().await
}

#[tokio::test]
async fn a_ruling_that_no_game_could_take_is_refused_at_the_door() -> Result<()> {
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let round = Round::open(&clients, "round", scripts()).await?;
    let mut desk = round.desk();
    let squares = |squares: &[u32]| Some(Squares { squares: squares.to_vec() });
    let outcome =
        |score: Score, reason: Reason| Some(Outcome { score: score.into(), reason: reason.into() });
    let mv = |from, to| MoveText { from, to, ..Default::default() };
    let taken = MoveText { taken: squares(&[28, 51]), ..mv(32, 23) };
    let complete = |from_ply, moves| Ruling::Complete(CompleteRecord { from_ply, moves });
    let fen = |fen: &str| Ruling::SetPosition(SetPosition { fen: fen.to_owned() });
    let correct = |ply, r#move| Ruling::Correct(CorrectMove { ply, r#move });
    let full: Vec<String> = (1..=21).map(|square| square.to_string()).collect();
    for (ruling, field) in [
        (Ruling::Result(RuleResult::default()), "outcome"),
        (
            Ruling::Result(RuleResult { outcome: outcome(Score::Draw, Reason::Unspecified) }),
            "reason",
        ),
        (
            Ruling::Result(RuleResult { outcome: outcome(Score::Unspecified, Reason::Arbiter) }),
            "score",
        ),
        (Ruling::Retract(RetractMoves { from_ply: 0 }), "from_ply"),
        (Ruling::LetStand(LetStand { taken: squares(&[0]) }), "squares"),
        (Ruling::LetStand(LetStand { taken: squares(&[1, 51]) }), "squares"),
        (correct(0, Some(mv(32, 28))), "ply"),
        (correct(1, None), "move"),
        (correct(1, Some(mv(0, 28))), "move.from"),
        (correct(1, Some(mv(32, 51))), "move.to"),
        (correct(1, Some(taken)), "squares"),
        (fen(""), "fen"),
        (fen("nonsense"), "fen"),
        (fen("W:W51:B1"), "fen"),
        (fen(&format!("W:W50:B{}", full.join(","))), "fen"),
        (fen(&"W:W50:B1".repeat(1000)), "fen"),
        (complete(1, Vec::new()), "moves"),
        (complete(1, vec![mv(32, 28); 501]), "moves"),
        (complete(0, vec![mv(32, 28)]), "from_ply"),
        (complete(1, vec![mv(32, 28), mv(1, 99)]), "move.to"),
    ] {
        let status = desk.try_rule(1, ruling.clone()).await.err();
        let status = status.with_context(|| format!("{ruling:?} was taken"))?;
        let shown = format!("{ruling:.60?}: {status:?}");
        ensure!(status.code() == Code::InvalidArgument, "{shown}");
        ensure!(status.message().contains(field), "{field} is not named: {shown}");
    }

    // From a tablet, no ruling is taken at all.
    for ruling in [
        result(Score::WhiteWins),
        Ruling::Retract(RetractMoves { from_ply: 1 }),
        Ruling::LetStand(LetStand::default()),
        correct(1, Some(mv(32, 28))),
        fen(ENDING),
        Ruling::GoOnPaper(GoOnPaper {}),
        complete(1, vec![mv(32, 28)]),
        Ruling::Resume(ResumeGame {}),
    ] {
        for seat in [Color::White, Color::Black] {
            let mut tablet = round.desk().as_tablet(1, seat);
            let status = tablet.try_rule(1, ruling.clone()).await.err();
            let status = status.with_context(|| format!("{ruling:?} was taken from a tablet"))?;
            ensure!(status.code() == Code::FailedPrecondition, "{status:?}");
            ensure!(status.message().contains("at the desk"), "{status:?}");
        }
    }

    // None of it is in the log, and the same ruling twice is one.
    let verdict = desk.rule(1, Ruling::GoOnPaper(GoOnPaper {})).await?;
    accepted(&verdict)?;
    ensure!(verdict.sequence == 1, "{verdict:?}");
    let verdict = round.desk().rule(1, Ruling::GoOnPaper(GoOnPaper {})).await?;
    ensure!(verdict.sequence == 1, "{verdict:?}");
    accepted(&verdict)?;
    let audit = Audit::read(&cluster.nats_url()).await?;
    let games = round.scripts().len();
    ensure!(audit.inputs()? == games + 1, "{} inputs are stored", audit.inputs()?);
    cluster.finish().await
}

fn result(score: Score) -> Ruling {
    let outcome = Outcome { score: score.into(), reason: Reason::Arbiter.into() };
    Ruling::Result(RuleResult { outcome: Some(outcome) })
}

fn accepted(verdict: &Verdict) -> Result<()> {
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    Ok(())
}

/// Whose irregular move it is does not learn that it waits: it is answered as any other is.
fn irregular(verdict: &Verdict) -> Result<()> {
    accepted(verdict)?;
    ensure!(verdict.reason.is_empty() && verdict.text.is_empty(), "{verdict:?}");
    ensure!(verdict.irregularity.is_none() && verdict.explanation.is_empty(), "{verdict:?}");
    Ok(())
}

fn texts(moves: &str) -> Vec<String> {
    moves.split_whitespace().map(str::to_owned).collect()
}

/// A move as a device tells it.
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
