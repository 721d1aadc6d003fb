//! The captures of one piece with too many ways to walk them.
//!
//! The set of taken pieces, and not their order, decides where a piece can go on from each square.
//! So it is enough to know, for every set of taken pieces, the squares that the piece may be on
//! with it: at most 2^20 sets, each visited once, in any position.

use super::side::Rules;
use super::walk::{Capturer, Visitor};
use crate::rays::{NEXT, NONE, SQUARES, open};

/// Squares by the set of pieces that were taken on the way there; the memory is reused.
#[derive(Debug)]
pub(crate) struct Routes {
    /// Indexed by set, one bit for each piece that can be taken at all. Zero between searches.
    squares: Vec<u64>,
    /// A bit for each set whose squares are not zero.
    marks: Vec<u64>,
    /// The number of sets that may still be visited, in all searches.
    sets_left: u64,
}

/// One way to take a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    /// The bit of the piece in a set.
    pub(super) victim: usize,
    /// The direction of the capture.
    pub(super) direction: usize,
    /// The squares where the capture can end.
    pub(super) landings: u64,
}

impl Routes {
    /// Visits every set, without a limit.
    pub(crate) const fn new() -> Self {
        Self::with_limit(u64::MAX)
    }

    /// Gives up after this number of sets.
    pub(crate) const fn with_limit(sets_left: u64) -> Self {
        Self { squares: Vec::new(), marks: Vec::new(), sets_left }
    }

    /// Returns true if all captures have been visited.
    pub(crate) const fn is_complete(&self) -> bool {
        self.sets_left > 0
    }

    /// Returns the number of sets that may still be visited.
    pub(crate) const fn sets_left(&self) -> u64 {
        self.sets_left
    }

    /// Visits all captures of a piece, until it gives up.
    #[cold]
    pub(crate) fn search<R: Rules>(&mut self, piece: &Capturer, visitor: &mut impl Visitor) {
        if !self.is_complete() {
            return;
        }
        let jumps = JumpTable::new::<R>(piece);
        let sets = 1_usize << jumps.victims.len();
        if self.squares.len() < sets {
            self.squares.resize(sets, 0);
            self.marks.resize(sets.div_ceil(64), 0);
        }
        self.squares[0] = 1 << piece.from;
        self.marks[0] = 1;
        // A set comes after all sets that it contains.
        for word in 0..sets.div_ceil(64) {
            while self.marks[word] != 0 {
                let set = word * 64 + self.marks[word].trailing_zeros() as usize;
                self.marks[word] &= self.marks[word] - 1;
                let at = core::mem::take(&mut self.squares[set]);
                self.sets_left = self.sets_left.saturating_sub(1);
                if self.sets_left == 0 {
                    return;
                }
                if set != 0 {
                    visitor.visit(at, jumps.captured(set), set.count_ones());
                }
                self.go_on(&jumps, set, at);
            }
        }
    }

    /// Adds the squares that can be reached with one more piece.
    #[inline]
    fn go_on(&mut self, jumps: &JumpTable, set: usize, mut at: u64) {
        while at != 0 {
            for jump in jumps.from(at.trailing_zeros()) {
                if set & jump.victim == 0 {
                    let next = set | jump.victim;
                    self.squares[next] |= jump.landings;
                    self.marks[next / 64] |= 1 << (next % 64);
                }
            }
            at &= at - 1;
        }
    }
}

/// All jumps of a piece, on a board on which captured pieces stay.
pub(super) struct JumpTable {
    /// The jumps in the order of their start squares, and the index of the first one of each
    /// square.
    jumps: Vec<Jump>,
    begins: [usize; 65],
    /// The pieces that could be taken if each could be jumped any number of times.
    pub(super) victims: Vec<u32>,
}

impl JumpTable {
    pub(super) fn new<R: Rules>(piece: &Capturer) -> Self {
        // First all squares that can be reached, then the jumps from them.
        let (mut reached, mut taken, mut left) = (0_u64, 0_u64, 1_u64 << piece.from);
        while left != 0 {
            let at = left.trailing_zeros();
            reached |= 1 << at;
            for (_, victim, landings) in jumps_from::<R>(piece, at) {
                taken |= 1 << victim;
                left |= landings;
            }
            left &= !reached;
        }
        let mut victims = Vec::new();
        while taken != 0 {
            victims.push(taken.trailing_zeros());
            taken &= taken - 1;
        }
        let (mut jumps, mut begins) = (Vec::new(), [0; 65]);
        for at in 0..64 {
            if reached >> at & 1 != 0 {
                jumps.extend(jumps_from::<R>(piece, at).map(|(direction, victim, landings)| {
                    let index = victims.iter().take_while(|&&other| other != victim).count();
                    Jump { victim: 1 << index, direction, landings }
                }));
            }
            begins[at as usize + 1] = jumps.len();
        }
        Self { jumps, begins, victims }
    }

    #[inline]
    pub(super) fn from(&self, at: u32) -> &[Jump] {
        let at = (at & 63) as usize;
        self.jumps.get(self.begins[at]..self.begins[at + 1]).unwrap_or(&[])
    }

    pub(super) fn captured(&self, mut set: usize) -> u64 {
        let mut captured = 0;
        while set != 0 {
            captured |= 1 << self.victims[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        captured
    }
}

/// Returns the directions in which a piece can capture next from a square, with the captured square
/// and the squares behind it.
fn jumps_from<R: Rules>(piece: &Capturer, at: u32) -> impl Iterator<Item = (usize, u32, u64)> {
    let occupied = SQUARES & !piece.empty;
    (0..R::DIRECTIONS).filter_map(move |direction| {
        let victim = if piece.is_king {
            crate::rays::first(direction, at, occupied)?
        } else {
            Some(NEXT[direction][at as usize]).filter(|&next| next != NONE).map(u32::from)?
        };
        let landings = match NEXT[direction][victim as usize] {
            _ if piece.is_king => open(direction, victim, piece.empty),
            NONE => 0,
            next => 1 << next & piece.empty,
        };
        let is_jump = piece.enemy >> victim & 1 != 0 && landings != 0;
        is_jump.then_some((direction, victim, landings))
    })
}
