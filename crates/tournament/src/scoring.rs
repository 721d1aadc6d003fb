//! What a result is worth, in whole points.

use draughts::Score;

/// How results become points.
///
/// The rulebook's win 1, draw 1/2, loss 0 (Frisian rules art. 19) is the same scale in half points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Scoring {
    /// A win 2, a draw 1, a loss 0; a game lost by both, or not played, is 0 for both.
    #[default]
    TwoOneZero,
}

impl Scoring {
    /// The points of White and of Black for a game.
    pub fn points(self, score: Score) -> (u32, u32) {
        match (self, score) {
            (Self::TwoOneZero, Score::WhiteWins) => (2, 0),
            (Self::TwoOneZero, Score::Draw) => (1, 1),
            (Self::TwoOneZero, Score::BlackWins) => (0, 2),
            (Self::TwoOneZero, Score::BothLose | Score::Unplayed) => (0, 0),
        }
    }
}
