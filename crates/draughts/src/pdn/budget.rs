//! How much work one text may make.

use crate::movegen::{self, SETS_MAX};
use crate::{Color, Position};

/// Sets of captured pieces that may be looked at for one text, about a second's work.
///
/// Ordinary positions have none: their captures are walked (see [`SETS_MAX`]).
const SETS_OF_TEXT_MAX: u64 = 32 * SETS_MAX;

/// How often the captures of a position are searched at most to judge one move of it.
const SEARCHES: u64 = 8;

/// How many moves may be judged once more to find another way through a game, besides one for each
/// [`BYTES_A_STEP`] bytes of text.
const STEPS_MAX: usize = 20_000;
const BYTES_A_STEP: usize = 8;

/// The work that is left for a text.
pub(super) struct Budget {
    sets: u64,
    steps: usize,
}

/// Why a position is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// The captures of this side are too many to search, whatever the text.
    Position(Color),
    /// The text has had its share.
    Text,
}

impl Budget {
    pub(super) const fn of_text(bytes: usize) -> Self {
        Self { sets: SETS_OF_TEXT_MAX, steps: STEPS_MAX + bytes / BYTES_A_STEP }
    }

    /// Takes what it costs to judge one move of a position, where that is more than a little.
    pub(super) fn admit(&mut self, position: &Position) -> Result<(), Beyond> {
        for color in Color::BOTH {
            let limit = SETS_MAX.min(self.sets / SEARCHES);
            match movegen::count_sets(position, color, limit) {
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

    /// Takes a step that is made once more, if one is left.
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
