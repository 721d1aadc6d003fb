//! The two sides.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use thiserror::Error;

/// The side that a piece or a player belongs to; White moves first.
///
/// ```
/// use draughts::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!("black".parse(), Ok(Color::Black));
/// assert_eq!(Color::White.to_string(), "White");
/// # Ok::<(), draughts::ColorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that starts on squares 31 to 50.
    White,
    /// The side that starts on squares 1 to 20.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the letter that FEN uses, `W` or `B`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }

    /// Returns the side with this FEN letter, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'W' | 'w' => Some(Self::White),
            'B' | 'b' => Some(Self::Black),
            _ => None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    pub(crate) const fn index(self) -> usize {
        match self {
            Self::White => 0,
            Self::Black => 1,
        }
    }
}

/// Returns the opponent.
impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

/// Reads `White`, `Black` or a letter of FEN, in either case.
impl FromStr for Color {
    type Err = ColorError;

    fn from_str(text: &str) -> Result<Self, ColorError> {
        Self::BOTH
            .into_iter()
            .find(|color| {
                text.eq_ignore_ascii_case(color.name())
                    || text.eq_ignore_ascii_case(&color.name()[..1])
            })
            .ok_or_else(|| ColorError { text: text.to_owned() })
    }
}

/// The error for a text that names no side.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a side, the sides are White and Black")]
pub struct ColorError {
    /// The text.
    pub text: String,
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
