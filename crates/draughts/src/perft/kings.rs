//! Moves with kings on the board.

use super::board::{Board, Run};
use crate::movegen::{Capture, KING_MOVES_IN_A_ROW_MAX, Rules, Side, View};

/// Returns the view of the side to move, without the king that art. 17 forbids to move.
#[inline(always)]
pub(super) fn view<S: Side, R: Rules, const ART17: bool>(board: Board) -> View {
    let blocked = match board.runs[0] {
        Run { king, moves: KING_MOVES_IN_A_ROW_MAX } if ART17 => king,
        _ => 0,
    };
    View::of::<S, R>(board.own, board.enemy, board.kings, blocked)
}

/// Calls `each` with each move that takes nothing.
#[inline(always)]
pub(super) fn quiet_moves(board: Board, view: &View, mut each: impl FnMut(&Capture)) {
    let mut movers = board.own & !view.blocked;
    while movers != 0 {
        let from = movers.trailing_zeros();
        movers &= movers - 1;
        let is_king = board.kings >> from & 1 != 0;
        let mut to = if is_king { view.king_slides(from) } else { view.man_steps(from) };
        while to != 0 {
            each(&Capture { captured: 0, from, to: to.trailing_zeros() });
            to &= to - 1;
        }
    }
}

/// Returns the position after a move, from the other side.
#[inline(always)]
pub(super) fn after<S: Side, const ART17: bool>(board: Board, mv: &Capture) -> Board {
    let (from, to) = (1 << mv.from, 1 << mv.to);
    let own = (board.own & !from) | to;
    let enemy = board.enemy & !mv.captured;
    let was_king = board.kings & from != 0;
    let mut kings = board.kings & !(from | mv.captured);
    if was_king || to & S::KING_ROW != 0 {
        kings |= to;
    }
    let mut runs = [board.runs[1], Run::NONE];
    if ART17 {
        if was_king && mv.captured == 0 && board.own & !board.kings != 0 {
            let Run { king, moves } = board.runs[0];
            let before = if king == from { moves } else { 0 };
            runs[1] = Run { king: to, moves: (before + 1).min(KING_MOVES_IN_A_ROW_MAX) };
        }
        // The opponent's count ends with its king or with its last man.
        if runs[0].king & !enemy != 0 || enemy & !kings == 0 {
            runs[0] = Run::NONE;
        }
    }
    Board { own: enemy, enemy: own, kings, runs }
}
