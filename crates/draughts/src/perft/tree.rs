//! Counting by playing every move but the last, with and without kings on the board.

use super::{
    board::{Board, Run},
    kings, men,
};
use crate::movegen::{Capture, Rules, Side};

/// Returns the number of ways to play `lists.len()` moves.
pub(super) fn count<S: Side, R: Rules, const ART17: bool>(
    board: Board,
    lists: &mut [Vec<Capture>],
) -> u64 {
    if board.kings == 0 {
        return count_men::<S, R, ART17>(board.own, board.enemy, lists);
    }
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    let view = kings::view::<S, R, ART17>(board);
    view.captures::<R>(0, list);
    // Two ways to take one or two pieces never have the same end.
    if list.len() > 1 && list.iter().any(|capture| capture.captured.count_ones() > 2) {
        list.sort_unstable();
        list.dedup();
    }
    let count_after = |mv: &Capture, rest: &mut [Vec<Capture>]| {
        count::<S::Other, R, ART17>(kings::after::<S, ART17>(board, mv), rest)
    };
    match (list.as_slice(), rest) {
        ([], []) => view.count_quiet(),
        (captures, []) => captures.len() as u64,
        ([], rest) => {
            let mut total = 0;
            kings::quiet_moves(board, &view, |mv| total += count_after(mv, rest));
            total
        }
        (captures, rest) => captures.iter().map(|capture| count_after(capture, rest)).sum(),
    }
}

/// Counts like [`count`], on a board without kings.
fn count_men<S: Side, R: Rules, const ART17: bool>(
    own: u64,
    enemy: u64,
    lists: &mut [Vec<Capture>],
) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    let mut total = 0;
    match rest {
        [] => total = men::leaves::<S, R>(own, enemy, list),
        [last] => men::children::<S, R>(own, enemy, list, |own, enemy, promoted| {
            total += if promoted == 0 {
                men::leaves::<S::Other, R>(enemy, own, last)
            } else {
                let board = promotion(own, enemy, promoted);
                count::<S::Other, R, ART17>(board, core::slice::from_mut(last))
            };
        }),
        rest => men::children::<S, R>(own, enemy, list, |own, enemy, promoted| {
            total += if promoted == 0 {
                count_men::<S::Other, R, ART17>(enemy, own, rest)
            } else {
                count::<S::Other, R, ART17>(promotion(own, enemy, promoted), rest)
            };
        }),
    }
    total
}

/// Returns the position in which one piece has become a king, from the other side.
const fn promotion(own: u64, enemy: u64, promoted: u64) -> Board {
    Board { own: enemy, enemy: own, kings: promoted, runs: [Run::NONE; 2] }
}
