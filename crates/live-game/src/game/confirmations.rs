//! The words of the players on the result of their game.

use draughts::{Color, Timestamp};

/// A side's word on the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirmation {
    /// False if it disagrees.
    pub agrees: bool,
    /// The moment.
    pub at: Timestamp,
}

/// The last word of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Confirmations {
    white: Option<Confirmation>,
    black: Option<Confirmation>,
}

impl Confirmations {
    pub(super) const fn of(&self, color: Color) -> Option<Confirmation> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    pub(super) const fn set(&mut self, color: Color, confirmation: Option<Confirmation>) {
        match color {
            Color::White => self.white = confirmation,
            Color::Black => self.black = confirmation,
        }
    }
}
