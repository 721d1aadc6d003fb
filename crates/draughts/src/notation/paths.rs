//! The ways of captures over the board, for notation.

use std::collections::BTreeSet;

use crate::movegen::{View, Ways};
use crate::{Bitboard, Color, Move, Position, Square};

/// Returns the landing squares of the first way of a capture in ascending order, the last being the
/// end; `None` if it has no way.
pub(super) fn first(position: &Position, mv: &Move) -> Option<Vec<Square>> {
    let path = ways(position, mv).first()?;
    Some(path.into_iter().map(Square::from_bit).collect())
}

/// Returns the number of ways of a capture that differ in a landing square, at most `u32::MAX`.
pub(super) fn count(position: &Position, mv: &Move) -> u32 {
    ways(position, mv).count(mv.captured().bits())
}

fn ways(position: &Position, mv: &Move) -> Ways {
    let captured = mv.captured().bits();
    let owner = position.board().piece_at(mv.from()).map_or(position.turn(), |piece| piece.color);
    let view = position.view(owner);
    view.ways(mv.from().bit(), mv.to().bit(), captured, |set| set == captured)
}

/// The captures with one start and end that land on certain squares in a certain order, complete or
/// not.
pub(crate) struct Passing<'a> {
    view: View,
    from: Square,
    to: Square,
    via: &'a [Square],
}

impl<'a> Passing<'a> {
    /// Makes the captures of a piece of this side.
    pub(crate) fn new(
        position: &Position,
        owner: Color,
        (from, to): (Square, Square),
        via: &'a [Square],
    ) -> Self {
        Self { view: position.view(owner), from, to, via }
    }

    /// Returns those of these sets of captured pieces that such a capture takes.
    pub(crate) fn among(&self, captured: &BTreeSet<u64>) -> BTreeSet<u64> {
        let mut passing = BTreeSet::new();
        let all = captured.iter().fold(0, |all, set| all | set);
        if self.is_possible() {
            self.ways(all, |set| captured.contains(&set)).passing(&self.bits(), |set| {
                if captured.contains(&set) {
                    passing.insert(set);
                }
            });
        }
        passing
    }

    /// Returns the first sets of captured pieces that such a capture takes, two at most.
    pub(crate) fn first_two(&self) -> Vec<u64> {
        let mut passing = Vec::new();
        if self.is_possible() {
            self.ways(self.view.enemy, |_| true).passing(&self.bits(), |set| {
                if passing.len() < 2 {
                    passing.push(set);
                }
            });
        }
        passing
    }

    /// Returns false if no capture can land on the squares: one is occupied, and not the start, or
    /// they are more than the opponent's pieces.
    fn is_possible(&self) -> bool {
        let open = Bitboard::of_bits(self.view.empty() | 1 << self.from.bit());
        self.via.len() <= self.view.enemy.count_ones() as usize
            && self.via.iter().all(|&square| open.contains(square))
    }

    fn ways(&self, victims: u64, is_end: impl Fn(u64) -> bool) -> Ways {
        self.view.ways(self.from.bit(), self.to.bit(), victims, is_end)
    }

    fn bits(&self) -> Vec<u32> {
        self.via.iter().map(|square| square.bit()).collect()
    }
}
