//! The captures of one piece when there are too many ways to walk them.
//!
//! Which pieces have been taken decides where a piece can go on from each square, not in which
//! order they were taken. So for every set of taken pieces it is enough to know on which squares
//! one may stand with it: at most 2^20 sets, each looked at once, whatever the position.

use super::side::Rules;
use super::walk::{Capturer, Visitor};
use crate::rays::{DIRECTIONS, NEXT, NONE, open};

/// Squares by the set of pieces that were taken on the way there; its memory is used again.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    /// Indexed by set, one bit for each piece that can be taken at all. Zero between searches.
    squares: Vec<u64>,
    /// How many sets have been looked at, in all searches.
    sets: u64,
}

/// A piece that can be taken.
#[derive(Clone, Copy, Debug, Default)]
struct Victim {
    bit: u64,
    /// All squares from which it can be taken.
    sources: u64,
    /// By direction: the squares from which it can be taken, and those behind it.
    jumps: [(u64, u64); DIRECTIONS],
}

impl Routes {
    /// Returns how many sets of taken pieces have been looked at.
    pub(crate) const fn sets(&self) -> u64 {
        self.sets
    }

    /// Shows all captures of a piece.
    #[cold]
    pub(crate) fn search<R: Rules>(&mut self, piece: &Capturer, visitor: &mut impl Visitor) {
        let victims = victims::<R>(piece);
        let sets = 1_usize << victims.len();
        if self.squares.len() < sets {
            self.squares.resize(sets, 0);
        }
        self.squares[0] = 1 << piece.from;
        // A set comes after all sets that it contains.
        for set in 0..sets {
            let at = self.squares[set];
            if at == 0 {
                continue;
            }
            self.squares[set] = 0;
            self.sets += 1;
            if set != 0 {
                let mut captured = 0;
                for (index, victim) in victims.iter().enumerate() {
                    captured |= if set >> index & 1 != 0 { victim.bit } else { 0 };
                }
                visitor.visit(at, captured, set.count_ones());
            }
            for (index, victim) in victims.iter().enumerate() {
                if at & victim.sources == 0 || set >> index & 1 != 0 {
                    continue;
                }
                for (from, to) in victim.jumps {
                    if at & from != 0 {
                        self.squares[set | 1 << index] |= to;
                    }
                }
            }
        }
    }
}

/// Returns the pieces that could be taken if every piece could be jumped any number of times.
fn victims<R: Rules>(piece: &Capturer) -> Vec<Victim> {
    let mut all = Vec::new();
    let mut left = piece.enemy;
    while left != 0 {
        let bit = left.trailing_zeros();
        let mut victim = Victim { bit: 1 << bit, ..Victim::default() };
        left ^= victim.bit;
        for direction in 0..R::DIRECTIONS {
            let from = side(piece, direction ^ 1, bit);
            let to = side(piece, direction, bit);
            if from != 0 && to != 0 {
                victim.sources |= from;
                victim.jumps[direction] = (from, to);
            }
        }
        all.push(victim);
    }
    let (mut squares, mut before) = (1 << piece.from, 0);
    while squares != before {
        before = squares;
        for (from, to) in all.iter().flat_map(|victim| victim.jumps) {
            if squares & from != 0 {
                squares |= to;
            }
        }
    }
    all.retain(|victim| victim.sources & squares != 0);
    all
}

/// The squares on one side of a victim that the piece can jump from or to.
fn side(piece: &Capturer, direction: usize, victim: u32) -> u64 {
    if piece.is_king {
        return open(direction, victim, crate::rays::SQUARES & !piece.empty);
    }
    match NEXT[direction][victim as usize] {
        NONE => 0,
        next => 1 << next & piece.empty,
    }
}
