//! The fields of a board of ten by ten.

use draughts::Square;
use thiserror::Error;

/// A field of a board, 0 to 99: row by row from the top left as White sees it.
///
/// A board never renumbers its fields. On a rotated one the same place has the number 99 less this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field(u8);

impl Field {
    /// The number of fields.
    pub const COUNT: usize = 100;

    /// Makes a field.
    ///
    /// # Errors
    ///
    /// [`FieldError`] if the number is above 99.
    pub const fn new(number: u32) -> Result<Self, FieldError> {
        if number >= 100 {
            return Err(FieldError { number });
        }
        #[expect(clippy::cast_possible_truncation, reason = "it is below 100")]
        Ok(Self(number as u8))
    }

    /// Returns the field of a square.
    #[must_use]
    pub const fn of(square: Square, is_rotated: bool) -> Self {
        let number = square.row() * 10 + square.column();
        Self(if is_rotated { 99 - number } else { number })
    }

    /// Returns the number, 0 to 99.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Returns the row, 0 to 9 from the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 10
    }

    /// Returns the column, 0 to 9 from the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 10
    }

    /// Returns the number for use as an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns every field in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..100).map(Self)
    }
}

/// The error for a number that is no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{number} is not a field, fields are 0 to 99")]
pub struct FieldError {
    /// The number.
    pub number: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_run_row_by_row_from_the_top_left() {
        for (square, field) in [(1, 1), (5, 9), (6, 10), (46, 90), (50, 98)] {
            let square = Square::new(square).unwrap();
            assert_eq!(Field::of(square, false).get(), field);
            assert_eq!(Field::of(square, true).get(), 99 - field);
        }
        assert_eq!(Field::new(100), Err(FieldError { number: 100 }));
    }
}
