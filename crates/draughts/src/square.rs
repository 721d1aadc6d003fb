//! The fifty dark squares.

use core::fmt;

use thiserror::Error;

/// A dark square, 1 to 50, as printed in PDN: from White's side, 1 is at the top left and 46 at the
/// bottom left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Makes a square from its number.
    ///
    /// # Errors
    ///
    /// [`SquareError`] if the number is not 1 to 50.
    pub const fn new(number: u8) -> Result<Self, SquareError> {
        if number >= 1 && number <= 50 {
            Ok(Self(number))
        } else {
            Err(SquareError { number: number as u32 })
        }
    }

    /// Returns the number of the square, 1 to 50.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Returns all squares from 1 to 50.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=50).map(Self)
    }

    /// Returns the row, 0 at the top (squares 1 to 5) to 9 at the bottom (46 to 50).
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 - 1) / 5
    }

    /// Returns the column, 0 at White's left to 9 at White's right.
    #[must_use]
    pub const fn column(self) -> u8 {
        ((self.0 - 1) % 5) * 2 + 1 - self.row() % 2
    }

    /// Returns the number of the bit of this square in a bitboard.
    ///
    /// One bit after every second row is unused, so that the diagonal neighbours of every square
    /// are 5 and 6 bits away and a step over the edge falls on an unused bit.
    pub(crate) const fn bit(self) -> u32 {
        let index = self.0 as u32 - 1;
        index + index / 10
    }

    /// Returns the square of a bit, which has to be that of a square.
    pub(crate) const fn from_bit(bit: u32) -> Self {
        debug_assert!(bit < 54 && bit % 11 != 10);
        #[expect(clippy::cast_possible_truncation, reason = "bits of squares are below 54")]
        Self((bit - bit / 11) as u8 + 1)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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

/// The error for a number that is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{number} is not a square, squares are 1 to 50")]
pub struct SquareError {
    /// The number.
    pub number: u32,
}
