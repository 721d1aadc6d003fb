//! The games that are played, and the inputs and answers of their rulings.

use anyhow::{Result, ensure};
use draughts::pdn;
use proto::v1::{
    MoveText, Outcome, Reason, RuleResult, Score, Verdict, VerdictStatus,
    submit_ruling_request::Ruling,
};
use tests::script::Script;

/// The ending that the arbiter sets up at that table: White to move.
pub(super) const ENDING: &str = "W:W33,K45:B14,K16";

/// Returns the games as they stand in the end.
pub(super) fn scripts() -> Vec<Script> {
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

pub(super) fn result(score: Score) -> Ruling {
    let outcome = Outcome { score: score.into(), reason: Reason::Arbiter.into() };
    Ruling::Result(RuleResult { outcome: Some(outcome) })
}

pub(super) fn accepted(verdict: &Verdict) -> Result<()> {
    ensure!(verdict.status() == VerdictStatus::Accepted, "{verdict:?}");
    Ok(())
}

pub(super) fn texts(moves: &str) -> Vec<String> {
    moves.split_whitespace().map(str::to_owned).collect()
}

/// Returns a move in the form that a device sends.
pub(super) fn text(text: &str) -> MoveText {
    let mut squares = text.split(['-', 'x']).filter_map(|square| square.parse().ok());
    let (from, to) = (squares.next().unwrap_or_default(), squares.next().unwrap_or_default());
    MoveText { from, to, ..Default::default() }
}

pub(super) fn game_of(text: &str) -> Result<pdn::PdnGame> {
    let mut games = pdn::read(text.as_bytes());
    ensure!(games.len() == 1, "{} games in\n{text}", games.len());
    let game = games.remove(0);
    ensure!(game.status == pdn::Status::Ok, "{} in\n{text}", game.status);
    Ok(game)
}
