//! The reports of a board.

use core::time::Duration;

use draughts::{Color, Piece, Position, Role, Score};
use game_clock::ClockDisplay;
use thiserror::Error;

use crate::Field;

/// A report of a board or its clock, or a word of the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A field changed.
    Field {
        /// The field.
        field: Field,
        /// The code that it has now.
        code: Code,
    },
    /// All fields as the board has them, in order.
    Dump(Box<[Code; Field::COUNT]>),
    /// The lever of the clock went down on a side.
    Press(Color),
    /// The clock was stopped for good.
    ClockStopped,
    /// The times that the clock shows. Nothing follows from them for the moves.
    Display(ClockDisplay),
    /// The board went silent, or is back; a dump follows. Nothing is known of the time between.
    Link {
        /// True if the board is back.
        is_up: bool,
    },
    /// An operator, or the record of the game, says that this is the position after so many plies.
    Setup {
        /// The position.
        position: Box<Position>,
        /// The number of plies before it.
        ply: u32,
    },
    /// An operator says which way the board lies: true if Black sits where its fields count White.
    Turned {
        /// True if it is rotated.
        is_rotated: bool,
    },
    /// The players showed a result to the board, as by its keys. Nothing follows from it for the
    /// moves.
    Result(Score),
}

/// The report of one field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// Nothing stands there.
    #[default]
    Empty,
    /// A piece of this side stands there; a board that cannot see crowns reports men.
    Piece(Piece),
    /// A piece stands there, of either side.
    Occupied,
}

impl Code {
    /// Returns the code of a letter: `e`, `w`, `b`, `W`, `B` for a king, and `?` for a piece of
    /// either side.
    ///
    /// # Errors
    ///
    /// [`UnknownCode`] for every other letter.
    pub fn from_letter(letter: char) -> Result<Self, UnknownCode> {
        match letter {
            'e' => Ok(Self::Empty),
            '?' => Ok(Self::Occupied),
            _ => {
                let color = Color::from_letter(letter).ok_or(UnknownCode { letter })?;
                let role = if letter.is_ascii_uppercase() { Role::King } else { Role::Man };
                Ok(Self::Piece(Piece { color, role }))
            }
        }
    }

    /// Returns the letter of [`Code::from_letter`].
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Empty => 'e',
            Self::Occupied => '?',
            Self::Piece(Piece { color, role: Role::King }) => color.letter(),
            Self::Piece(Piece { color, role: Role::Man }) => color.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the side of the piece, if the code tells it.
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Piece(piece) => Some(piece.color),
            Self::Empty | Self::Occupied => None,
        }
    }
}

/// The error for a letter that is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{letter:?} is none of the codes e, w, b, W, B and ?")]
pub struct UnknownCode {
    /// The letter.
    pub letter: char,
}

/// The differences that a board can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capability {
    /// A piece stands there or not.
    Occupancy,
    /// The side of each piece as well.
    Colour,
    /// Men and kings as well.
    ColourAndCrown,
}

impl Capability {
    /// Every capability.
    pub const ALL: [Self; 3] = [Self::Occupancy, Self::Colour, Self::ColourAndCrown];

    /// Returns the stable name: `occupancy`, `colour` or `colour+crown`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Occupancy => "occupancy",
            Self::Colour => "colour",
            Self::ColourAndCrown => "colour+crown",
        }
    }

    /// Returns the capability of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|capability| capability.as_str() == name)
    }
}

/// A board, as its operator describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSetting {
    /// The differences that it can see.
    pub capability: Capability,
    /// The position from which the game begins.
    pub start: Position,
    /// True if Black sits where the fields count White; `None` to find it from the first dump.
    pub is_rotated: Option<bool>,
    /// The time between two questions, of a board on a bus that reports only when asked.
    pub poll: Option<Duration>,
}
