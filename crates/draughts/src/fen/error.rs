//! Why a text is no position.

use thiserror::Error;

use crate::{BoardError, Color, PositionError, Square, SquareError};

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// The text is empty.
    #[error("the position is empty")]
    Empty,
    /// The text is longer than any position.
    #[error("the position has {bytes} bytes, at most 1024 are read")]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// The first letter does not tell the side to move.
    #[error("the side to move is W or B, not {text:?}")]
    Turn {
        /// The text that stands there.
        text: String,
    },
    /// It is not known who is to move.
    #[error("the side to move is unknown, W or B is needed")]
    UnknownTurn,
    /// It is not known whose pieces are listed.
    #[error("the colour of some pieces is unknown, W or B is needed")]
    UnknownColor,
    /// Some pieces are captured and still on the board (`G`, `P`), so that the move is not over.
    #[error("{item:?} is captured and not yet taken off: the position is amid a capture")]
    MidCapture {
        /// The piece.
        item: String,
    },
    /// A counter of moves is no number.
    #[error("{field:?} is no counter of moves such as H12 or F34")]
    Counter {
        /// The text that stands there.
        field: String,
    },
    /// A list of pieces does not begin with its colour.
    #[error("a list of pieces begins with W or B, not {field:?}")]
    Color {
        /// The list.
        field: String,
    },
    /// The pieces of a side are listed twice.
    #[error("the pieces of {color} are listed twice")]
    ListedTwice {
        /// The side.
        color: Color,
    },
    /// The pieces of a side are not listed.
    #[error("the pieces of {color} are not listed")]
    NotListed {
        /// The side.
        color: Color,
    },
    /// Something in a list of pieces is neither a square nor a range.
    #[error("{item:?} is neither a square nor a range of squares")]
    Item {
        /// The text that stands there.
        item: String,
    },
    /// A range goes backwards.
    #[error("the range {item:?} goes backwards")]
    Range {
        /// The range.
        item: String,
    },
    /// A number is no square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// Two pieces stand on one square.
    #[error("square {square} has two pieces")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// The fifty letters of the Hub form are wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The count of running king moves cannot be read.
    #[error("{field:?} are no running king moves such as +0+133")]
    KingRuns {
        /// The text that stands there.
        field: String,
    },
    /// The position is readable and cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
}
