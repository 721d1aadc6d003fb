//! Moves that bring nothing: repeated positions, and kings that only move about.

use super::lone_king::is_quiet_king_move;
use super::{Count, CountKind, MovesEach};
use crate::{Position, Reason};

/// The occurrence of a position that makes a draw (FMJD threefold repetition; 2006 D2).
const OCCURRENCES: u32 = 3;

/// The moves of each side by kings only, without a capture, that make a draw (FMJD 25-move rule;
/// 2006 D3).
const KING_MOVES: MovesEach = MovesEach(25);

/// The positions since the last capture or man's move, which no position before it can equal.
///
/// They are at most 51 in a game that ends where its rules end it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quiet {
    /// At least one, the current one last.
    positions: Vec<Position>,
}

impl Quiet {
    /// Begins with the first occurrence of a position.
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

    /// Returns the draw that is reached.
    pub(super) fn draw(&self) -> Option<Reason> {
        if self.occurrences() >= OCCURRENCES {
            Some(Reason::Repetition)
        } else if KING_MOVES.are_made(self.plies()) {
            Some(Reason::KingMoves)
        } else {
            None
        }
    }

    /// Shows a position that has stood before, and king moves.
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

    /// How often the current position has stood on the board with the same side to move.
    fn occurrences(&self) -> u32 {
        let current = self.positions.last();
        let count = self.positions.iter().filter(|&position| Some(position) == current).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The plies since the last capture or man's move.
    fn plies(&self) -> u32 {
        u32::try_from(self.positions.len()).unwrap_or(u32::MAX).saturating_sub(1)
    }
}
