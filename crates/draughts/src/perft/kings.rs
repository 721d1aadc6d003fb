//! Counting with kings on the board, and the choice between that and counting men alone.

use super::men;
use crate::KingRun;
use crate::movegen::{Capture, KING_MOVES_IN_A_ROW_MAX, Rules, Side, View};

/// A position in bits, seen from the side to move.
#[derive(Clone, Copy)]
pub(super) struct Board {
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) kings: u64,
    /// The running king moves of the side to move and of the other one (art. 17).
    pub(super) runs: [Run; 2],
}

/// A [`KingRun`] in bits; no king, no run.
#[derive(Clone, Copy)]
pub(super) struct Run {
    king: u64,
    moves: u8,
}

impl Run {
    pub(super) const NONE: Self = Self { king: 0, moves: 0 };

    pub(super) const fn new(run: KingRun) -> Self {
        Self { king: 1 << run.square.bit(), moves: run.moves }
    }
}

/// Counts the ways to play `lists.len()` moves.
pub(super) fn count<S: Side, R: Rules, const ART17: bool>(
    board: Board,
    lists: &mut [Vec<Capture>],
) -> u64 {
    if board.kings == 0 {
        return men::count::<S, R, ART17>(board.own, board.enemy, lists);
    }
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    let blocked = match board.runs[0] {
        Run { king, moves: KING_MOVES_IN_A_ROW_MAX } if ART17 => king,
        _ => 0,
    };
    let view = View::of::<S, R>(board.own, board.enemy, board.kings, blocked);
    view.captures::<R>(0, list);
    if list.len() > 1 {
        list.sort_unstable();
        list.dedup();
    }
    match (list.as_slice(), rest) {
        ([], []) => view.count_quiet(),
        (captures, []) => captures.len() as u64,
        ([], rest) => quiet::<S, R, ART17>(board, &view, rest),
        (captures, rest) => captures
            .iter()
            .map(|capture| count::<S::Other, R, ART17>(after::<S, ART17>(board, capture), rest))
            .sum(),
    }
}

fn quiet<S: Side, R: Rules, const ART17: bool>(
    board: Board,
    view: &View,
    rest: &mut [Vec<Capture>],
) -> u64 {
    let mut total = 0;
    let mut movers = board.own & !view.blocked;
    while movers != 0 {
        let from = movers.trailing_zeros();
        movers &= movers - 1;
        let is_king = board.kings >> from & 1 != 0;
        let mut to = if is_king { view.king_slides(from) } else { view.man_steps(from) };
        while to != 0 {
            let capture = Capture { captured: 0, from, to: to.trailing_zeros() };
            to &= to - 1;
            total += count::<S::Other, R, ART17>(after::<S, ART17>(board, &capture), rest);
        }
    }
    total
}

/// Returns the position after a move, seen from the other side.
#[inline(always)]
fn after<S: Side, const ART17: bool>(board: Board, mv: &Capture) -> Board {
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
