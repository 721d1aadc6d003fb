//! Walks the captures of one piece.
//!
//! Captured pieces stay on the board until the move is complete (rules art. 14), so the empty
//! squares and the first piece on each line never change on the way; only no piece is jumped twice
//! (art. 13).

use core::marker::PhantomData;

use super::side::Rules;
use crate::rays::{DIAGONALS, DIRECTIONS, NEXT, NONE, RAY, SQUARES, nearest, open};

/// The number of captures on a piece's ways after which they are no longer walked one by one.
///
/// Ordinary captures never reach it. With many pieces to take, their orders are too many to walk;
/// the sets of pieces taken are not.
const STEPS_MAX: u32 = 1 << 10;

/// A visitor of the squares that a piece may be on after taking some pieces, complete or not.
pub(crate) trait Visitor {
    /// True if captures that a man can continue need not be visited: they are worth less.
    const COMPLETE_ONLY: bool;
    /// Visits landing squares, possibly more than once. `pieces` is the number of pieces captured.
    fn visit(&mut self, landings: u64, captured: u64, pieces: u32);
}

/// A piece that captures.
#[derive(Clone, Copy)]
pub(crate) struct Capturer {
    pub(crate) from: u32,
    pub(crate) is_king: bool,
    /// The pieces that it may take.
    pub(crate) enemy: u64,
    /// Empty squares, including the one that the piece leaves.
    pub(crate) empty: u64,
}

impl Capturer {
    /// Visits all captures; returns false if they are too many to walk.
    #[inline]
    #[must_use]
    pub(crate) fn walk<R: Rules>(&self, visitor: &mut impl Visitor) -> bool {
        let mut walk = Walk {
            enemy: self.enemy,
            empty: self.empty,
            steps: 0,
            visitor,
            rules: PhantomData::<R>,
        };
        if self.is_king {
            walk.king(self.from, 0, 1, DIRECTIONS, true);
        } else {
            walk.man(self.from, walk.neighbours(self.from, 0), 0, 1);
        }
        walk.steps <= STEPS_MAX
    }
}

struct Walk<'a, V, R> {
    enemy: u64,
    empty: u64,
    /// Captures made so far, on all ways.
    steps: u32,
    visitor: &'a mut V,
    rules: PhantomData<R>,
}

impl<V: Visitor, R: Rules> Walk<'_, V, R> {
    /// Returns the neighbours that can be captured if the square behind them is empty.
    #[inline(always)]
    fn neighbours(&self, at: u32, captured: u64) -> u64 {
        NEAR[R::FRISIAN as usize][at as usize & 63] & self.enemy & !captured
    }

    /// Visits the captures of these neighbours; returns true if the man can capture one.
    fn man(&mut self, at: u32, mut victims: u64, captured: u64, pieces: u32) -> bool {
        let mut can_capture = false;
        while victims != 0 {
            let victim = victims.trailing_zeros();
            let to = (2 * victim).wrapping_sub(at);
            if self.empty >> (to & 63) & 1 != 0 {
                can_capture = true;
                self.steps += 1;
                if self.steps > STEPS_MAX {
                    return true;
                }
                let captured = captured | (victims & victims.wrapping_neg());
                let next = self.neighbours(to, captured);
                let goes_on = next != 0 && self.man(to, next, captured, pieces + 1);
                if !goes_on || !V::COMPLETE_ONLY {
                    self.visitor.visit(1 << (to & 63), captured, pieces);
                }
            }
            victims &= victims - 1;
        }
        can_capture
    }

    /// Visits the captures of a king. `straight` is true on the first square behind the last
    /// captured piece: only from there the capture goes straight on, since the squares behind it
    /// would repeat it.
    fn king(&mut self, at: u32, captured: u64, pieces: u32, came: usize, straight: bool) {
        let occupied = SQUARES & !self.empty;
        for direction in 0..R::DIRECTIONS {
            if direction ^ 1 == came || (direction == came && !straight) {
                continue;
            }
            let blockers = RAY[direction][at as usize] & occupied;
            if blockers == 0 {
                continue;
            }
            let victim = nearest(direction, blockers);
            if (self.enemy & !captured) >> victim & 1 == 0 {
                continue;
            }
            let mut landings = open(direction, victim, occupied);
            if landings == 0 {
                continue;
            }
            self.steps += 1;
            if self.steps > STEPS_MAX {
                return;
            }
            let captured = captured | 1 << victim;
            self.visitor.visit(landings, captured, pieces);
            let first = u32::from(NEXT[direction][victim as usize]);
            while landings != 0 {
                let landing = landings.trailing_zeros();
                landings &= landings - 1;
                self.king(landing, captured, pieces + 1, direction, landing == first);
            }
        }
    }
}

/// The neighbours of each bit behind which there is a square to land on: along diagonals, and in
/// all directions. The landing square of `victim` is `2 * victim - at`.
static NEAR: [[u64; 64]; 2] = [near(DIAGONALS), near(DIRECTIONS)];

const fn near(directions: usize) -> [u64; 64] {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 {
        let mut direction = 0;
        while direction < directions {
            let victim = NEXT[direction][at];
            if victim != NONE && NEXT[direction][victim as usize] != NONE {
                table[at] |= 1 << victim;
            }
            direction += 1;
        }
        at += 1;
    }
    table
}
