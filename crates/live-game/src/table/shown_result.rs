//! A result that the players show on a board, as by its keys: somebody records it, or it means
//! nothing.

use draughts::Score;

/// A result that a board shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownResult {
    /// The game, as in `r3-t12`.
    pub game: String,
    /// The score.
    pub score: Score,
}
