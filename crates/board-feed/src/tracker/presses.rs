//! The presses of the clock's lever.

use std::collections::VecDeque;

use draughts::Color;

/// The largest number of presses that are kept.
const PRESSES_MAX: usize = 64;
/// Two presses by the same side so soon after each other are one, in milliseconds.
const DOUBLE: i64 = 1_200;

/// The latest presses of the clock's lever.
#[derive(Clone, Debug, Default)]
pub(super) struct Presses {
    presses: VecDeque<(i64, Color)>,
}

impl Presses {
    /// Notes a press; one that a player made twice counts once.
    pub(super) fn add(&mut self, at: i64, by: Color, is_polled: bool) {
        let is_double = self
            .presses
            .back()
            .is_some_and(|&(before, side)| side == by && at - before < DOUBLE && !is_polled);
        if is_double {
            return;
        }
        if self.presses.len() == PRESSES_MAX {
            self.presses.pop_front();
        }
        self.presses.push_back((at, by));
    }

    /// Returns the moment of the first press of a side since a moment.
    pub(super) fn first_since(&self, since: i64, by: Color) -> Option<i64> {
        self.presses.iter().find(|&&(at, side)| side == by && at >= since).map(|&(at, _)| at)
    }

    /// Returns true if a side pressed since a moment, or at it: reports that come together have one
    /// moment.
    pub(super) fn any_since(&self, moment: i64) -> bool {
        self.presses.back().is_some_and(|&(at, _)| at >= moment)
    }

    /// Returns the moments of the latest presses.
    pub(super) fn latest(&self) -> impl Iterator<Item = i64> {
        self.presses.iter().rev().take(8).map(|&(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_that_is_told_together_with_the_pieces_is_one_since_then() {
        let mut presses = Presses::default();
        presses.add(1_300, Color::White, false);
        let since = [1_299, 1_300, 1_301].map(|moment| presses.any_since(moment));
        assert_eq!(since, [true, true, false]);
    }
}
