//! Continuations of the game that come near to a board which nothing explains.

use draughts::{Bitboard, Move, Position};

use super::{Tracker, tree::NodeId};
use crate::{Played, sensed::Sensed};

/// The largest number of continuations that are offered.
const OFFERED_MAX: usize = 8;
/// The largest number of plies after a position that was shown.
const PLIES_MAX: u32 = 3;
/// The largest number of squares on which the board may differ.
const SQUARES_MAX: u32 = 4;
/// The largest number of positions whose moves are generated.
const POSITIONS_MAX: u32 = 10_000;

/// A way in which the game may have gone on, for somebody who knows to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// The plies after the game as it stands; none if the pieces were only disturbed.
    pub plies: Vec<Played>,
    /// The position after them.
    pub position: Position,
    /// The number of plies of the game until then.
    pub ply: u32,
    /// The squares on which the board shows something else.
    pub differences: Bitboard,
}

impl Tracker {
    /// Returns the continuations of the game as it stands that come nearest to what the board
    /// shows: those with the fewest squares on which it differs, then the shortest; at most eight.
    /// It returns none while the board is silent or agrees with the game.
    ///
    /// The plies follow the rules. Up to three are added to each position that the board has shown
    /// since, while there are no more than 10,000 positions to look at, and at most four squares
    /// differ in the end. The position that is chosen is told by [`Reading::Setup`].
    ///
    /// [`Reading::Setup`]: crate::Reading::Setup
    #[must_use]
    pub fn continuations(&self) -> Vec<Continuation> {
        let Some(target) = self.sensed else { return Vec::new() };
        let tip = self.tip();
        if self.tree.node(tip).sensed == target {
            return Vec::new();
        }
        let is_base = |id: &NodeId| self.tree.is_after(*id, tip) && !self.is_irregular(*id);
        let bases: Vec<NodeId> = self.tree.ids().filter(is_base).collect();
        let mut nearest = Nearest { target, positions_left: POSITIONS_MAX, found: Vec::new() };
        for plies in 0..=PLIES_MAX {
            for &base in &bases {
                let node = self.tree.node(base);
                let known = self.tree.moves(tip).len();
                let mut path: Vec<Move> = self.tree.moves(base).split_off(known);
                nearest.extend(&node.position, node.sensed, plies, &mut path);
            }
        }
        nearest.found.into_iter().filter_map(|found| self.continuation(&found)).collect()
    }

    fn continuation(&self, found: &FoundPath) -> Option<Continuation> {
        let node = self.tree.node(self.tip());
        let (mut position, mut ply) = (node.position, node.ply);
        let mut plies = Vec::new();
        for mv in &found.path {
            plies.push(Played { mv: *mv, text: position.notation(mv) });
            position = position.play_legal(mv).ok()?;
            ply = ply.saturating_add(1);
        }
        Some(Continuation { plies, position, ply, differences: found.differences })
    }
}

/// A sequence of plies from the game as it stands.
struct FoundPath {
    path: Vec<Move>,
    differences: Bitboard,
}

/// The sequences that come nearest to a board, the nearest first.
struct Nearest {
    target: Sensed,
    positions_left: u32,
    found: Vec<FoundPath>,
}

impl Nearest {
    /// Looks at the sequences of exactly so many plies more, as long as positions are left.
    fn extend(&mut self, position: &Position, sensed: Sensed, plies: u32, path: &mut Vec<Move>) {
        let turn = position.turn();
        if plies == 0 {
            self.offer(sensed, path);
            return;
        }
        if !sensed.could_reach(self.target, plies + SQUARES_MAX, turn) {
            return;
        }
        let Some(left) = self.positions_left.checked_sub(1) else { return };
        self.positions_left = left;
        for mv in &position.legal_moves() {
            path.push(*mv);
            if plies == 1 {
                self.offer(sensed.after(turn, mv), path);
            } else if let Ok(next) = position.play_legal(mv) {
                self.extend(&next, sensed.after(turn, mv), plies - 1, path);
            }
            path.pop();
        }
    }

    fn offer(&mut self, sensed: Sensed, path: &[Move]) {
        let differences = sensed.differences(self.target);
        if differences.count() > SQUARES_MAX || self.found.iter().any(|found| found.path == path) {
            return;
        }
        let rank = |found: &FoundPath| (found.differences.count(), found.path.len());
        let new = FoundPath { path: path.to_vec(), differences };
        let place = self.found.partition_point(|found| rank(found) <= rank(&new));
        if place < OFFERED_MAX {
            self.found.insert(place, new);
            self.found.truncate(OFFERED_MAX);
        }
    }
}
