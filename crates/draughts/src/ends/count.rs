//! One running count, for display to an arbiter.

use crate::{Color, Reason, RuleSet, Square};

/// One running count, for display to an arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The kind of moves that are counted.
    pub kind: CountKind,
    /// The current count: moves that both sides have made, moves of `side`, occurrences of the
    /// position, or returns to a square.
    pub made: u32,
    /// The count that ends the game, or blocks the king.
    pub limit: u32,
    /// The side whose moves are counted; `None` if both sides' are.
    pub side: Option<Color>,
}

/// The consequence that a [`Count`] leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CountKind {
    /// Quiet moves in a row by the king on this square, which may not make another once the limit
    /// is reached (rules art. 17).
    KingRun(Square),
    /// A draw for this reason.
    Draw(Reason),
}

impl CountKind {
    /// Returns the article that prescribes the count, under these rules.
    #[must_use]
    pub const fn article(self, rules: RuleSet) -> Option<&'static str> {
        match self {
            Self::KingRun(_) => Some("art. 17"),
            Self::Draw(reason) => reason.article(rules),
        }
    }
}

/// A number of moves that both sides have to make, counted in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MovesEach(pub(super) u32);

impl MovesEach {
    /// Returns true if this number of plies completes the moves.
    pub(super) const fn are_made(self, plies: u32) -> bool {
        plies / 2 >= self.0
    }

    /// Returns the count of the moves that both sides have made after a number of plies.
    pub(super) const fn count(self, plies: u32, reason: Reason) -> Count {
        Count { kind: CountKind::Draw(reason), made: plies / 2, limit: self.0, side: None }
    }
}
