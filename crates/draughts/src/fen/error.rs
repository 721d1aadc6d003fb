//! The reasons for which a text is not a position.

use thiserror::Error;

use crate::{BoardError, Color, PositionError, Square, SquareError};

/// The reason for which a text is not a position.
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
    /// The first letter is not a side to move.
    #[error("the side to move is W or B, not {text:?}")]
    Turn {
        /// The text in its place.
        text: String,
    },
    /// The side to move is given as unknown.
    #[error("the side to move is unknown, W or B is needed")]
    UnknownTurn,
    /// The colour of some pieces is given as unknown.
    #[error("the colour of some pieces is unknown, W or B is needed")]
    UnknownColor,
    /// Some pieces are captured and still on the board (`G`, `P`), so that the move is not over.
    #[error("{item:?} is captured and not yet taken off: the position is amid a capture")]
    MidCapture {
        /// The piece.
        item: String,
    },
    /// A counter of moves is not a number.
    #[error("{field:?} is no counter of moves such as H12 or F34")]
    Counter {
        /// The text in its place.
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
    /// An item in a list of pieces is neither a square nor a range.
    #[error("{item:?} is neither a square nor a range of squares")]
    Item {
        /// The item.
        item: String,
    },
    /// A range goes backwards.
    #[error("the range {item:?} goes backwards")]
    Range {
        /// The range.
        item: String,
    },
    /// A number is not a square.
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
        /// The text in its place.
        field: String,
    },
    /// The position can be read but is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
}
