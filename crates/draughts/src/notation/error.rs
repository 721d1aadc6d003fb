//! The reasons for which a text is not a move.

use thiserror::Error;

use crate::{IllegalMove, Move, PlayError, SquareError};

/// The reason for which a text is not a move of the position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// The text does not look like a move.
    #[error("not a move: two or more squares joined by - or x are expected")]
    NotAMove,
    /// A number is not a square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The move is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A bare `x`, but there is nothing to capture.
    #[error("no capture is possible")]
    NoCapture,
    /// Several captures fit, and they take different pieces.
    #[error("{} captures fit, the squares between are needed", candidates.len())]
    Ambiguous {
        /// The captures that fit.
        candidates: Vec<Move>,
    },
    /// The move is legal, but cannot be played because too many captures would follow.
    #[error(transparent)]
    Unplayable(#[from] PlayError),
}
