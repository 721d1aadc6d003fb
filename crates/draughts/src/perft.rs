//! Counting the games of a given length, the usual proof of a move generator.

use crate::movegen::{self, View};
use crate::{MoveList, Position};

/// Counts the ways to play `depth` moves from a position, Frisian rules art. 17 included.
///
/// Captures that differ only in their route count once. The last move is counted, not played. The
/// work grows about sevenfold with each move: 10^8 take a second or two.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    count(position, depth, true)
}

/// Counts as [`perft`] does, but lets a king make any number of quiet moves in a row.
#[must_use]
pub fn perft_without_art17(position: &Position, depth: u32) -> u64 {
    count(&position.without_king_runs(), depth, false)
}

fn count(position: &Position, depth: u32, art17: bool) -> u64 {
    let mut lists = vec![MoveList::new(); depth as usize];
    count_below(position, &mut lists, art17)
}

fn count_below(position: &Position, lists: &mut [MoveList], art17: bool) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else {
        return 1;
    };
    let view = View::new(position);
    if rest.is_empty() {
        return movegen::count_legal_moves(&view, list);
    }
    movegen::legal_moves(&view, list);
    list.iter()
        .map(|mv| {
            let next = position.play_unchecked(mv);
            let next = if art17 { next } else { next.without_king_runs() };
            count_below(&next, rest, art17)
        })
        .sum()
}
