//! The fifty dark squares.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

/// A dark square, 1 to 50, as printed in PDN: from White's side, 1 is at the top left and 46 at the
/// bottom left.
///
/// ```
/// use draughts::Square;
///
/// let square: Square = "28".parse()?;
/// assert_eq!(square, Square::S28);
/// assert_eq!((square.get(), square.row(), square.column()), (28, 5, 4));
/// assert_eq!("51".parse::<Square>().map_err(|error| error.to_string()),
///     Err("\"51\" is not a square, squares are 1 to 50".to_owned()));
/// # Ok::<(), draughts::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The number of its bit in a bitboard, which moves are made from and to.
    bit: u8,
}

impl Square {
    /// Makes a square from its number.
    ///
    /// # Errors
    ///
    /// [`SquareError`] if the number is not 1 to 50.
    pub const fn new(number: u8) -> Result<Self, SquareError> {
        if number >= 1 && number <= 50 {
            Ok(Self::from_index(number - 1))
        } else {
            Err(SquareError { number: number as u32 })
        }
    }

    /// Returns the number of the square, 1 to 50.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.bit - self.bit / 11 + 1
    }

    /// Returns all squares from 1 to 50.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..50).map(Self::from_index)
    }

    /// Returns the row, 0 at the top (squares 1 to 5) to 9 at the bottom (46 to 50).
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.get() - 1) / 5
    }

    /// Returns the column, 0 at White's left to 9 at White's right.
    #[must_use]
    pub const fn column(self) -> u8 {
        ((self.get() - 1) % 5) * 2 + 1 - self.row() % 2
    }

    /// Returns the square at the same place as it is seen from the other side of the board: 1
    /// becomes 50.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self { bit: 53 - self.bit }
    }

    /// Returns the number of the bit of this square in a bitboard.
    ///
    /// One bit after every second row is unused, so that the diagonal neighbours of every square
    /// are 5 and 6 bits away and a step over the edge falls on an unused bit.
    pub(crate) const fn bit(self) -> u32 {
        self.bit as u32
    }

    const fn from_index(index: u8) -> Self {
        Self { bit: index + index / 10 }
    }

    /// Returns the square of a bit, which has to be that of a square.
    pub(crate) const fn from_bit(bit: u32) -> Self {
        debug_assert!(bit < 54 && bit % 11 != 10);
        #[expect(clippy::cast_possible_truncation, reason = "bits of squares are below 54")]
        Self { bit: bit as u8 }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl TryFrom<u8> for Square {
    type Error = SquareError;

    fn try_from(number: u8) -> Result<Self, SquareError> {
        Self::new(number)
    }
}

impl TryFrom<u32> for Square {
    type Error = SquareError;

    fn try_from(number: u32) -> Result<Self, SquareError> {
        u8::try_from(number).ok().and_then(|n| Self::new(n).ok()).ok_or(SquareError { number })
    }
}

/// Reads the number of a square, 1 to 50; a zero may come before it.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let is_number = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_number);
        number
            .and_then(|number: u8| Self::new(number).ok())
            .ok_or_else(|| ParseSquareError { text: text.to_owned() })
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.get()
    }
}

/// Names a constant for each number.
macro_rules! constants {
    ($($name:ident $number:literal)*) => {
        impl Square {
            $(
                #[doc = concat!("Square ", $number, ".")]
                pub const $name: Self = Self::from_index($number - 1);
            )*
        }
    };
}

constants! {
    S1 1 S2 2 S3 3 S4 4 S5 5
    S6 6 S7 7 S8 8 S9 9 S10 10
    S11 11 S12 12 S13 13 S14 14 S15 15
    S16 16 S17 17 S18 18 S19 19 S20 20
    S21 21 S22 22 S23 23 S24 24 S25 25
    S26 26 S27 27 S28 28 S29 29 S30 30
    S31 31 S32 32 S33 33 S34 34 S35 35
    S36 36 S37 37 S38 38 S39 39 S40 40
    S41 41 S42 42 S43 43 S44 44 S45 45
    S46 46 S47 47 S48 48 S49 49 S50 50
}

/// The error for a text that is not the number of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a square, squares are 1 to 50")]
pub struct ParseSquareError {
    /// The text.
    pub text: String,
}

/// The error for a number that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{number} is not a square, squares are 1 to 50")]
pub struct SquareError {
    /// The number.
    pub number: u32,
}
