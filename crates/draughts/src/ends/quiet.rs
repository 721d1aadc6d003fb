//! Repeated positions, and moves by kings only.

use super::count::{Count, CountKind, MovesEach};
use super::lone_king::is_quiet_king_move;
use crate::{Position, Reason};

/// The occurrence of a position that makes a draw (FMJD threefold repetition; 2006 D2).
const OCCURRENCES: u32 = 3;

/// The moves of each side, by kings only and without a capture, that make a draw (FMJD 25-move
/// rule; 2006 D3).
const KING_MOVES: MovesEach = MovesEach(25);

/// The positions since the last capture or man's move, which no earlier position can equal.
///
/// There are at most 51 in a game that stops at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quiet {
    /// At least one; the current one is last.
    positions: Vec<Position>,
}

impl Quiet {
    /// Makes the first occurrence of a position.
    pub(super) fn new(start: &Position) -> Self {
        Self { positions: vec![*start] }
    }

    /// Counts a move.
    pub(super) fn played(&mut self, before: &Position, after: &Position) {
        if !is_quiet_king_move(before, after) {
            self.positions.clear();
        }
        self.positions.push(*after);
    }

    /// Returns the draw that is reached, if any.
    pub(super) fn draw(&self) -> Option<Reason> {
        if self.occurrences() >= OCCURRENCES {
            Some(Reason::Repetition)
        } else if KING_MOVES.are_made(self.plies()) {
            Some(Reason::KingMoves)
        } else {
            None
        }
    }

    /// Returns the counts of repeated positions and of king moves.
    pub(super) fn running(&self) -> impl Iterator<Item = Count> {
        let (occurrences, plies) = (self.occurrences(), self.plies());
        let repetition = Count {
            kind: CountKind::Draw(Reason::Repetition),
            made: occurrences,
            limit: OCCURRENCES,
            side: None,
        };
        let king_moves = KING_MOVES.count(plies, Reason::KingMoves);
        let repetition = (occurrences > 1).then_some(repetition);
        repetition.into_iter().chain((plies > 0).then_some(king_moves))
    }

    /// Returns the number of times that the current position has been on the board with the same
    /// side to move.
    fn occurrences(&self) -> u32 {
        let current = self.positions.last();
        let count = self.positions.iter().filter(|&position| Some(position) == current).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Returns the number of plies since the last capture or man's move.
    fn plies(&self) -> u32 {
        u32::try_from(self.positions.len()).unwrap_or(u32::MAX).saturating_sub(1)
    }
}
