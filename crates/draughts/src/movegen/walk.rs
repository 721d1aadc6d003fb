//! Walks the captures of one piece.
//!
//! Captured pieces stay on the board until the move is complete (rules art. 14), so the empty
//! squares and the first piece on each line never change on the way; only no piece is jumped twice
//! (art. 13).

use core::marker::PhantomData;

use super::jumps::{each_direction, step};
use super::side::Rules;
use crate::rays::{DIAGONALS, DIRECTIONS, LINES, NEXT, NONE, blocker, open};

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
    /// At least those of the pieces with an empty square next to them on the far side, in some
    /// direction; a king takes no others.
    pub(crate) exposed: u64,
}

impl Capturer {
    /// Visits all captures; returns false if they are too many to walk.
    #[inline]
    #[must_use]
    pub(crate) fn walk<R: Rules>(&self, visitor: &mut impl Visitor) -> bool {
        let mut walk = Walk {
            enemy: self.enemy,
            empty: self.empty,
            exposed: self.exposed,
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
    exposed: u64,
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
        // Most squares have no such piece on any line.
        if LINES[R::FRISIAN as usize][at as usize & 63] & self.exposed & !captured == 0 {
            return;
        }
        each_direction!(R, direction, {
            if direction ^ 1 != came && (direction != came || straight) {
                self.king_in(direction, at, captured, pieces);
            }
        });
    }

    /// Visits the captures of a king that begin in one direction.
    #[inline(always)]
    fn king_in(&mut self, direction: usize, at: u32, captured: u64, pieces: u32) {
        let piece = blocker(direction, at, self.empty);
        if piece & self.exposed & !captured == 0 {
            return;
        }
        let mut landings = open(direction, piece.trailing_zeros(), self.empty);
        if landings == 0 {
            return;
        }
        self.steps += 1;
        if self.steps > STEPS_MAX {
            return;
        }
        let captured = captured | piece;
        self.visitor.visit(landings, captured, pieces);
        let first = step(direction, piece);
        while landings != 0 {
            let landing = landings & landings.wrapping_neg();
            landings ^= landing;
            let at = landing.trailing_zeros();
            self.king(at, captured, pieces + 1, direction, landing == first);
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
