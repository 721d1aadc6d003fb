//! Endings of a lone king against up to three pieces.

use crate::{Board, Color, Position, Square};

/// The largest number of pieces against the lone king.
const PIECES_MAX: u32 = 3;

/// A lone king against one to three pieces, a king among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LoneKing {
    /// The square of the lone king.
    pub(super) square: Square,
    /// The side with the other pieces.
    pub(super) majority: Color,
    /// Its kings, at least one.
    pub(super) kings: u32,
    /// Its men.
    pub(super) men: u32,
}

impl LoneKing {
    /// Returns the ending on this board, if it is one. With one king each, White's is the lone one.
    pub(super) fn find(board: &Board) -> Option<Self> {
        Color::BOTH.into_iter().find_map(|lone| {
            let majority = lone.other();
            let (kings, men) = (board.kings(majority).count(), board.men(majority).count());
            let is_ending = kings >= 1 && kings + men <= PIECES_MAX;
            let is_alone = board.men(lone).is_empty() && board.kings(lone).count() == 1;
            let square = board.kings(lone).squares().next()?;
            (is_ending && is_alone).then_some(Self { square, majority, kings, men })
        })
    }

    /// Returns the pieces of the majority.
    pub(super) const fn pieces(&self) -> u32 {
        self.kings + self.men
    }
}

/// Returns true if a move has changed neither the men of both sides nor the number of their kings:
/// it was a king's move without a capture.
pub(super) fn is_quiet_king_move(before: &Position, after: &Position) -> bool {
    Color::BOTH.into_iter().all(|color| {
        let (before, after) = (before.board(), after.board());
        before.men(color) == after.men(color)
            && before.kings(color).count() == after.kings(color).count()
    })
}

/// Returns the distance of a square below the long diagonal from White's side, 0 on it, negative
/// above it.
pub(super) fn below_diagonal(square: Square) -> i32 {
    i32::from(square.row()) + i32::from(square.column()) - 9
}
