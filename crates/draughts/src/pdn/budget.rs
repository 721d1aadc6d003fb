//! The budget of work for one text.

use crate::movegen::{self, SETS_MAX};
use crate::{Color, Position};

/// The largest number of sets of captured pieces that may be visited for one text, about a second's
/// work.
///
/// Ordinary positions need none: their captures are walked (see [`SETS_MAX`]).
const SETS_OF_TEXT_MAX: u64 = 32 * SETS_MAX;

/// The largest number of searches for the captures of a position to judge one move of it.
const SEARCHES: u64 = 8;

/// The number of moves that may be judged again to find another way through a game, in addition to
/// one for each [`BYTES_A_STEP`] bytes of text.
const STEPS_MAX: usize = 20_000;
const BYTES_A_STEP: usize = 8;

/// The work that is left for a text.
pub(super) struct Budget {
    sets: u64,
    steps: usize,
}

/// The reason for which a position is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// The captures of this side are too many to search in any text.
    Position(Color),
    /// The budget of the text is used up.
    Text,
}

impl Budget {
    pub(super) const fn of_text(bytes: usize) -> Self {
        Self { sets: SETS_OF_TEXT_MAX, steps: STEPS_MAX + bytes / BYTES_A_STEP }
    }

    /// Deducts the cost of judging one move of a position, if it is not negligible.
    pub(super) fn admit(&mut self, position: &Position) -> Result<(), Beyond> {
        for color in Color::BOTH {
            let limit = SETS_MAX.min(self.sets / SEARCHES);
            match movegen::count_sets(&position.view(color), limit) {
                Some(sets) => self.sets -= sets * SEARCHES,
                None if limit < SETS_MAX => {
                    self.sets = 0;
                    return Err(Beyond::Text);
                }
                None => {
                    self.sets -= limit;
                    return Err(Beyond::Position(color));
                }
            }
        }
        Ok(())
    }

    /// Deducts a repeated step; returns false if none is left.
    pub(super) const fn step(&mut self) -> bool {
        match self.steps.checked_sub(1) {
            Some(left) => {
                self.steps = left;
                true
            }
            None => false,
        }
    }
}
