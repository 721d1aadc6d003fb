//! Sequences of legal plies that lead from a position to a board.

use draughts::{Move, Position};

use crate::sensed::Sensed;

/// The largest number of positions whose moves one search generates.
const POSITIONS_MAX: u32 = 6_000;

/// The search for sequences of legal plies that end on a board.
pub(super) struct Search {
    target: Sensed,
    positions_left: u32,
    path: Vec<Move>,
    found: FoundSequences,
}

/// The sequences that a search finds.
#[derive(Debug, Default)]
pub(super) struct FoundSequences {
    /// Those that end on the board.
    pub(super) exact: Vec<Vec<Move>>,
    /// Those that end on the board with one piece more.
    pub(super) lacking: Vec<Vec<Move>>,
}

impl Search {
    pub(super) fn new(target: Sensed) -> Self {
        Self {
            target,
            positions_left: POSITIONS_MAX,
            path: Vec::new(),
            found: FoundSequences::default(),
        }
    }

    /// Returns the sequences of exactly so many plies; `None` if there were too many positions to
    /// look at.
    pub(super) fn find(
        &mut self,
        position: &Position,
        sensed: Sensed,
        plies: u32,
    ) -> Option<FoundSequences> {
        self.path.clear();
        self.extend(position, sensed, plies)?;
        Some(core::mem::take(&mut self.found))
    }

    fn extend(&mut self, position: &Position, sensed: Sensed, plies: u32) -> Option<()> {
        let turn = position.turn();
        if !sensed.could_reach(self.target, plies, turn) {
            return Some(());
        }
        self.positions_left = self.positions_left.checked_sub(1)?;
        for mv in &position.legal_moves() {
            let after = sensed.after(turn, mv);
            if plies == 1 {
                let found = if after == self.target {
                    &mut self.found.exact
                } else if after.is_without_one(self.target) {
                    &mut self.found.lacking
                } else {
                    continue;
                };
                found.push(self.path.iter().copied().chain([*mv]).collect());
                continue;
            }
            if !after.could_reach(self.target, plies - 1, turn.other()) {
                continue;
            }
            if let Ok(next) = position.play_legal(mv) {
                self.path.push(*mv);
                self.extend(&next, after, plies - 1)?;
                self.path.pop();
            }
        }
        Some(())
    }
}
