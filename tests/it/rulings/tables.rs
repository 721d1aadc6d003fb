//! Plays the story of each table, with inputs from its players and from the desk.

use anyhow::{Context as _, Result, ensure};
use proto::v1::{
    Color, CompleteRecord, CorrectMove, GoOnPaper, LetStand, ResumeGame, RetractMoves, RoundState,
    Score, Seat, SetPosition, Squares, Verdict, VerdictStatus, submit_ruling_request::Ruling,
};
use tests::{spectator::Seen, verdicts::Verdicts};

use super::{
    games::{ENDING, accepted, game_of, result, text},
    hall::{Hall, Victims},
};

/// Table numbers, named after the story of each.
const STANDS: u32 = 1;
const RETRACTED: u32 = 2;
const CONFLICT: u32 = 3;
const PAPER: u32 = 4;
const POSITION: u32 = 5;
const RESUMED: u32 = 6;

/// An irregular move waits and spectators do not see it; the opponent answers it, so it stands, and
/// the game goes on to its end.
pub(super) async fn stands(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
    let [mut white, mut black] = hall.tablets(STANDS);
    accepted(&white.play(1, text("32-28")).await?)?;
    accepted(&black.play(2, text("19-23")).await?)?;
    hall.sees(STANDS, "32-28 19-23").await?;
    hall.disturb(victims).await?;
    let verdict = white.play(3, text("37-32")).await?;
    irregular(&verdict)?;
    let verdict =
        hall.verdicts.next_of("t1-white", |verdict| verdict.reason == "irregular").await?;
    let noted = verdict.irregularity.context("the desk receives what is irregular")?;
    ensure!(noted.breach == "capture-obligatory", "{noted:?}");
    let obliged = noted.obliged.context("what was obligatory")?;
    ensure!((obliged.kings, obliged.men) == (0, 1), "{obliged:?}");
    ensure!(verdict.explanation.contains("28x19"), "{}", verdict.explanation);

    // A later move of another table is seen, so the irregular one is hidden and not merely late.
    let [mut other, _] = hall.tablets(RESUMED);
    accepted(&other.play(1, text("32-28")).await?)?;
    hall.sees(RESUMED, "32-28").await?;
    hall.sees(STANDS, "32-28 19-23").await?;

    hall.disturb(victims).await?;
    accepted(&black.play(4, text("14-19")).await?)?;
    let stands =
        |verdict: &Verdict| verdict.sequence == 2 && verdict.status() == VerdictStatus::Accepted;
    hall.verdicts.next_of("t1-white", stands).await?;
    accepted(&white.play(5, text("41-37")).await?)?;
    hall.sees(STANDS, "32-28 19-23 37-32 14-19 41-37").await?;
    hall.runs(STANDS, Color::Black).await?;

    // Another irregular move stands because the arbiter lets it stand.
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
pub(super) async fn retracted(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
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
    let verdict =
        own.next_of("t2-white", |verdict| verdict.status() == VerdictStatus::Refused).await?;
    ensure!(verdict.sequence == 2 && verdict.reason == "retracted", "{verdict:?}");
    ensure!(verdict.refusal.is_none() && verdict.explanation.is_empty(), "{verdict:?}");
    hall.runs(RETRACTED, Color::White).await?;

    accepted(&white.play(3, text("28x19")).await?)?;
    accepted(&black.play(4, text("14x23")).await?)?;
    accepted(&white.play(5, text("38-32")).await?)?;
    accepted(&black.play(6, text("10-14")).await?)?;
    hall.sees(RETRACTED, "32-28 19-23 28x19 14x23 38-32 10-14").await?;
    // Black captured with the other man; later moves stand as far as they can be played.
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

/// Two devices send different moves for one ply: the arbiter is called once and decides, and later
/// moves are kept.
pub(super) async fn conflict(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
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
    let verdict = hall.verdicts.next_of("t3-spare", |verdict| verdict.reason == "conflict").await?;
    let alarm = verdict.conflict.context("the desk receives both moves")?;
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
    accepted(&own.next_of("t3-spare", |verdict| verdict.reason.is_empty()).await?)?;
    let verdict =
        hall.verdicts.next_of("t3-white", |verdict| verdict.reason == "retracted").await?;
    ensure!(verdict.sequence == 1, "{verdict:?}");
    hall.runs(CONFLICT, Color::White).await?;
    let offered = white.agree_draw().await?;
    ensure!(offered.status() == VerdictStatus::Pending, "{offered:?}");
    accepted(&black.agree_draw().await?)?;
    hall.points(CONFLICT, [1, 1]).await
}

/// A game goes on paper and is completed: once in its course, and once after its end.
pub(super) async fn paper(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
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

/// The arbiter sets the position that is on the board, and the game goes on from it.
pub(super) async fn position(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
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
pub(super) async fn resumed(hall: &mut Hall, victims: Victims<'_>) -> Result<()> {
    let [mut white, mut black] = hall.tablets(RESUMED);
    // This input was sent before; it is the same again.
    accepted(&white.play(1, text("32-28")).await?)?;
    hall.refused(RESUMED, Ruling::Resume(ResumeGame {}), "not-finished").await?;
    accepted(&black.resign().await?)?;
    hall.points(RESUMED, [2, 0]).await?;
    // It was the last game, so the round is closed, until the game is resumed.
    hall.round_is(RoundState::Closed).await?;
    hall.disturb(victims).await?;
    hall.rule(RESUMED, Ruling::Resume(ResumeGame {})).await?;
    hall.points(RESUMED, [0, 0]).await?;
    hall.round_is(RoundState::Open).await?;
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
    hall.round_is(RoundState::Closed).await
}

/// Checks that the player of an irregular move does not learn that it waits: the verdict is that of
/// any other move.
fn irregular(verdict: &Verdict) -> Result<()> {
    accepted(verdict)?;
    ensure!(verdict.reason.is_empty() && verdict.text.is_empty(), "{verdict:?}");
    ensure!(verdict.irregularity.is_none() && verdict.explanation.is_empty(), "{verdict:?}");
    Ok(())
}
