//! Selection of the most valuable captures.

use core::marker::PhantomData;

use super::side::Rules;
use super::walk::Visitor;
use crate::{Bitboard, Move, MoveList, Square};

/// A capture in bits. The order only serves to bring equal ones together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Capture {
    pub(crate) captured: u64,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// A list for captures.
pub(crate) trait Sink {
    /// Removes all captures.
    fn clear(&mut self);
    /// Adds a capture, even if it is on the list.
    fn push(&mut self, capture: Capture);
}

impl Sink for Vec<Capture> {
    #[inline]
    fn clear(&mut self) {
        Self::clear(self);
    }

    #[inline]
    fn push(&mut self, capture: Capture) {
        Self::push(self, capture);
    }
}

/// A list that keeps nothing.
pub(crate) struct Nothing;

impl Sink for Nothing {
    fn clear(&mut self) {}
    fn push(&mut self, _capture: Capture) {}
}

impl Sink for MoveList {
    #[inline]
    fn clear(&mut self) {
        self.clear();
    }

    #[inline]
    fn push(&mut self, Capture { captured, from, to }: Capture) {
        let captured = Bitboard::of_bits(captured);
        self.push(Move::new(Square::from_bit(from), Square::from_bit(to), captured));
    }
}

/// Returns the worth of a capture: greater for more valuable captures, and equal only for equal
/// value.
///
/// International: the number of pieces. Frisian: a king is worth more than one man and less than
/// two, several kings less than twice as many men and more than one man fewer (art. 11); of equal
/// captures the king's takes precedence (art. 12).
#[inline(always)]
pub(crate) const fn worth<R: Rules>(pieces: u32, kings_taken: u64, by_king: bool) -> u32 {
    if !R::FRISIAN {
        return pieces;
    }
    let kings = if kings_taken == 0 { 0 } else { kings_taken.count_ones() };
    (pieces + kings) << 7 | (63 - kings) << 1 | by_king as u32
}

/// Puts the captures of the greatest worth on a list, some of them more than once.
pub(crate) struct Best<'a, S, R> {
    pub(crate) list: &'a mut S,
    /// All kings on the board.
    pub(crate) kings: u64,
    /// The smallest worth that counts.
    pub(crate) worth: u32,
    /// The square of the capturing piece.
    pub(crate) from: u32,
    pub(crate) by_king: bool,
    rules: PhantomData<R>,
}

impl<'a, S, R> Best<'a, S, R> {
    /// Makes an empty selection; `kings` are those on the board, `worth` is the smallest that
    /// counts.
    pub(crate) const fn new(list: &'a mut S, kings: u64, worth: u32) -> Self {
        Self { list, kings, worth, from: 0, by_king: false, rules: PhantomData }
    }
}

impl<S: Sink, R: Rules> Visitor for Best<'_, S, R> {
    const COMPLETE_ONLY: bool = true;

    #[inline]
    fn visit(&mut self, mut landings: u64, captured: u64, pieces: u32) {
        let worth = worth::<R>(pieces, captured & self.kings, self.by_king);
        if worth < self.worth {
            return;
        }
        if worth > self.worth {
            self.worth = worth;
            self.list.clear();
        }
        while landings != 0 {
            let to = landings.trailing_zeros();
            self.list.push(Capture { captured, from: self.from, to });
            landings &= landings - 1;
        }
    }
}
