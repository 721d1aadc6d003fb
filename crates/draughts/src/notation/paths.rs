//! The ways of a capture over the board.

use std::collections::{BTreeMap, BTreeSet};

use crate::rays::{DIAGONALS, DIRECTIONS, NEXT, NONE, RAY, nearest};
use crate::{Move, Position, Role, Square, Variant};

/// The ways of one capture over the board.
pub(super) struct Paths {
    from: u32,
    to: u32,
    captured: u64,
    occupied: u64,
    directions: usize,
    is_king: bool,
    /// States that lead nowhere, so that hopeless ways are walked once.
    dead: BTreeSet<Key>,
}

impl Paths {
    pub(super) fn new(position: &Position, mv: &Move) -> Self {
        let board = position.board();
        let from = mv.from().bit();
        Self {
            from,
            to: mv.to().bit(),
            captured: mv.captured().bits(),
            occupied: board.occupied().bits() & !(1 << from),
            directions: match position.variant() {
                Variant::International => DIAGONALS,
                Variant::Frisian => DIRECTIONS,
            },
            is_king: board.piece_at(mv.from()).is_some_and(|piece| piece.role == Role::King),
            dead: BTreeSet::new(),
        }
    }

    const fn start(&self) -> State {
        let (at, left) = (self.from, self.captured);
        State { at, left, came: DIRECTIONS, straight: true, told: 0 }
    }

    /// Returns the landing squares of the first way in ascending order, the last being the end.
    pub(super) fn first(&mut self) -> Option<Vec<Square>> {
        let mut path = Vec::new();
        let start = self.start();
        self.walk(start, &[], &mut path).then_some(path)
    }

    /// Tells whether some way lands on these squares in this order.
    pub(super) fn passes(&mut self, via: &[Square]) -> bool {
        let start = self.start();
        self.walk(start, via, &mut Vec::new())
    }

    /// Counts the ways that differ in a landing square, at most `u32::MAX`.
    pub(super) fn count(&self) -> u32 {
        self.count_from(self.start(), &mut BTreeMap::new())
    }

    fn count_from(&self, state: State, counted: &mut BTreeMap<Key, u32>) -> u32 {
        if state.left == 0 {
            return u32::from(state.at == self.to);
        }
        let key = state.key();
        if let Some(&count) = counted.get(&key) {
            return count;
        }
        let ways = self.landings(state, &[], Behind::Anywhere).into_iter();
        let count =
            ways.fold(0_u32, |sum, next| sum.saturating_add(self.count_from(next, counted)));
        counted.insert(key, count);
        count
    }

    fn walk(&mut self, state: State, via: &[Square], path: &mut Vec<Square>) -> bool {
        if state.left == 0 {
            return state.at == self.to && state.told == via.len();
        }
        // A written way that goes straight on lands right behind the captured piece.
        let behind = if via.is_empty() { Behind::Directly } else { Behind::Anywhere };
        let key = state.key();
        if self.dead.contains(&key) {
            return false;
        }
        for next in self.landings(state, via, behind) {
            path.push(Square::from_bit(next.at));
            if self.walk(next, via, path) {
                return true;
            }
            path.pop();
        }
        self.dead.insert(key);
        false
    }

    /// The squares where the next capture can land, ascending.
    fn landings(&self, state: State, via: &[Square], behind: Behind) -> Vec<State> {
        let mut landings = Vec::new();
        for direction in 0..self.directions {
            let is_late = direction == state.came && !state.straight;
            let is_late = is_late && matches!(behind, Behind::Directly);
            if direction ^ 1 == state.came || is_late {
                continue;
            }
            let victim = if self.is_king {
                let blockers = RAY[direction][state.at as usize] & self.occupied;
                if blockers == 0 {
                    continue;
                }
                nearest(direction, blockers)
            } else {
                u32::from(NEXT[direction][state.at as usize])
            };
            if state.left >> victim & 1 == 0 {
                continue;
            }
            let left = state.left & !(1 << victim);
            let mut landing = NEXT[direction][victim as usize];
            let mut straight = true;
            while landing != NONE && self.occupied >> landing & 1 == 0 {
                let at = u32::from(landing);
                let is_told = via.get(state.told).is_some_and(|square| square.bit() == at);
                let told = state.told + usize::from(is_told);
                landings.push(State { at, left, came: direction, straight, told });
                straight = false;
                if !self.is_king {
                    break;
                }
                landing = NEXT[direction][landing as usize];
            }
        }
        landings.sort_by_key(|next| next.at);
        landings
    }
}

/// Where a capture that goes straight on may land.
#[derive(Clone, Copy)]
enum Behind {
    /// Behind the captured piece, so that ways that differ only here are one.
    Directly,
    /// On any square up to the next piece.
    Anywhere,
}

#[derive(Clone, Copy)]
struct State {
    at: u32,
    /// Captured squares still to come.
    left: u64,
    /// The direction of the last capture.
    came: usize,
    /// Whether this is the first square behind the last captured piece.
    straight: bool,
    /// How many of the told squares have been passed.
    told: usize,
}

/// Captured squares still to come and the square, how that was reached, squares told.
type Key = (u64, usize, usize);

impl State {
    fn key(self) -> Key {
        let arrival = self.came * 2 + usize::from(self.straight);
        (self.left | u64::from(self.at) << 54, arrival, self.told)
    }
}
