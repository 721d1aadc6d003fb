//! The ways of one piece's captures over the board, from square to square.
//!
//! As in [`routes`](super::routes), the set of taken pieces decides where a piece can go on from a
//! square. A way is a walk through pairs of such a set and a square, so all ways are known from at
//! most 2^20 sets, each visited three times, however many ways there are.

use super::routes::JumpTable;
use super::side::Rules;
use super::walk::Capturer;
use crate::rays::{DIRECTIONS, NEXT};

/// All ways of a piece from its square to another one that take certain sets of pieces.
pub(crate) struct Ways {
    jumps: JumpTable,
    from: u32,
    to: u32,
    /// For each set the squares that the piece may be on with it, and from which the end can be
    /// reached.
    squares: Vec<u64>,
    /// A bit for each set whose squares are not zero.
    marks: Vec<u64>,
}

impl Ways {
    /// Finds the ways to `to` that end with a set of pieces that `is_end` accepts.
    pub(super) fn new<R: Rules>(piece: &Capturer, to: u32, is_end: impl Fn(u64) -> bool) -> Self {
        let jumps = JumpTable::new::<R>(piece);
        let sets = 1_usize << jumps.victims.len();
        let (squares, marks) = (vec![0; sets], vec![0; sets.div_ceil(64)]);
        let mut ways = Self { jumps, from: piece.from, to, squares, marks };
        ways.reach();
        ways.keep(is_end);
        ways
    }

    /// Computes for each set the squares that the piece may be on with it.
    fn reach(&mut self) {
        self.squares[0] = 1 << self.from;
        self.marks[0] = 1;
        // A set comes after all sets that it contains.
        for word in 0..self.marks.len() {
            let mut seen = 0_u64;
            while self.marks[word] & !seen != 0 {
                let bit = (self.marks[word] & !seen).trailing_zeros();
                seen |= 1 << bit;
                let set = word * 64 + bit as usize;
                let mut at = self.squares[set];
                while at != 0 {
                    for jump in self.jumps.from(at.trailing_zeros()) {
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
    }

    /// Removes the squares from which no way reaches the end.
    fn keep(&mut self, is_end: impl Fn(u64) -> bool) {
        for word in (0..self.marks.len()).rev() {
            let mut left = self.marks[word];
            while left != 0 {
                let bit = 63 - left.leading_zeros();
                left &= !(1 << bit);
                let set = word * 64 + bit as usize;
                let reached = self.squares[set];
                let mut kept = reached & 1 << self.to;
                if set == 0 || kept != 0 && !is_end(self.jumps.captured(set)) {
                    kept = 0;
                }
                let mut at = reached & !kept;
                while at != 0 {
                    if self.goes_on(set, at.trailing_zeros(), DIRECTIONS) {
                        kept |= at & at.wrapping_neg();
                    }
                    at &= at - 1;
                }
                self.squares[set] = kept;
                if kept == 0 {
                    self.marks[word] &= !(1 << bit);
                }
            }
        }
    }

    /// Returns true if a way goes on from a square in a direction other than `but`.
    fn goes_on(&self, set: usize, at: u32, but: usize) -> bool {
        self.jumps.from(at).iter().any(|jump| {
            jump.direction != but
                && set & jump.victim == 0
                && self.squares[set | jump.victim] & jump.landings != 0
        })
    }

    /// Folds along all ways: `step` makes the value of a landing square from the one before it,
    /// `merge` joins the values of ways that meet. Calls `end` with each set with which a way can
    /// be on the last square.
    fn fold<V: Copy>(
        &self,
        (none, start): (V, V),
        step: impl Fn(V, u32) -> V,
        merge: impl Fn(V, V) -> V,
        mut end: impl FnMut(u64, V),
    ) {
        let mut begins = Vec::with_capacity(self.squares.len());
        let mut count = 0;
        for squares in &self.squares {
            begins.push(count);
            count += squares.count_ones() as usize;
        }
        let mut values = vec![none; count];
        if let Some(first) = values.first_mut() {
            *first = start;
        }
        for word in 0..self.marks.len() {
            let mut left = self.marks[word];
            while left != 0 {
                let set = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let mut at = self.squares[set];
                let mut index = begins[set];
                while at != 0 {
                    let (square, value) = (at.trailing_zeros(), values[index]);
                    if square == self.to && set != 0 {
                        end(self.jumps.captured(set), value);
                    }
                    for jump in self.jumps.from(square) {
                        if set & jump.victim != 0 {
                            continue;
                        }
                        let next = set | jump.victim;
                        let mut landings = jump.landings & self.squares[next];
                        while landings != 0 {
                            let landing = landings.trailing_zeros();
                            let before = self.squares[next] & ((1 << landing) - 1);
                            let place = begins[next] + before.count_ones() as usize;
                            values[place] = merge(values[place], step(value, landing));
                            landings &= landings - 1;
                        }
                    }
                    at &= at - 1;
                    index += 1;
                }
            }
        }
    }

    /// Returns the number of ways that differ in a landing square and take exactly these pieces, at
    /// most `u32::MAX`.
    pub(crate) fn count(&self, captured: u64) -> u32 {
        let mut ways = 0;
        let keep = |set, count| {
            if set == captured {
                ways = count;
            }
        };
        self.fold((0, 1), |count, _| count, u32::saturating_add, keep);
        ways
    }

    /// Calls `show` with each set with which a way can end after landing on these squares in this
    /// order.
    pub(crate) fn passing(&self, via: &[u32], mut show: impl FnMut(u64)) {
        // More of the squares passed is always better, wherever a way goes on.
        let step = |told: usize, landing| told + usize::from(via.get(told) == Some(&landing));
        self.fold((0, 0), step, usize::max, |set, told| {
            if told == via.len() {
                show(set);
            }
        });
    }

    /// Returns the landing squares of the first way in ascending order that takes all pieces, the
    /// last being the end.
    ///
    /// A way that goes straight on lands right behind the captured piece.
    pub(crate) fn first(&self) -> Option<Vec<u32>> {
        if self.squares[0] == 0 {
            return None;
        }
        let all = self.squares.len() - 1;
        let (mut set, mut at) = (0, self.from);
        // No way goes on in the direction of a capture that did not land right behind the piece.
        let mut barred = DIRECTIONS;
        let mut path = Vec::new();
        while set != all {
            let ways_on = self.jumps.from(at).iter().filter(|jump| jump.direction != barred);
            let landings = ways_on.filter(|jump| set & jump.victim == 0).flat_map(|jump| {
                let next = set | jump.victim;
                let victim = self.jumps.victims[jump.victim.trailing_zeros() as usize];
                let behind = u32::from(NEXT[jump.direction][victim as usize]);
                let landings = crate::Bitboard::of_bits(jump.landings & self.squares[next]);
                landings.squares().map(|square| square.bit()).filter_map(move |landing| {
                    let barred = if landing == behind { DIRECTIONS } else { jump.direction };
                    let is_open = next == all || self.goes_on(next, landing, barred);
                    is_open.then_some((landing, next, barred))
                })
            });
            (at, set, barred) = landings.min_by_key(|&(landing, ..)| landing)?;
            path.push(at);
        }
        Some(path)
    }
}
