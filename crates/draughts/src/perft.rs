//! Counting the games of a given length, the usual test of a move generator.

mod board;
mod kings;
mod men;
mod tree;

use board::{Board, Run};

use crate::movegen::{Black, Capture, Frisian, International, Rules, White};
use crate::{Color, Move, Position, Variant};

/// The largest number of moves ahead: more than can be counted in practice.
pub const PERFT_DEPTH_MAX: u32 = 64;

/// Returns the number of ways to play `depth` moves from a position, at most [`PERFT_DEPTH_MAX`],
/// including Frisian rules art. 17.
///
/// Captures that differ only in their route count once. The last move is counted, not played. The
/// work grows about sevenfold with each move: 10^8 take a second or less.
///
/// ```
/// use draughts::{Variant, fen, perft};
///
/// let position = fen::parse("W:W28:B19", Variant::International)?;
/// assert_eq!(perft(&position, 1), 2);
/// assert_eq!(perft(&position, 2), 3);
/// # Ok::<(), fen::FenError>(())
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    count(position, depth, true)
}

/// Returns each legal move with the number of ways to play `depth` moves that begin with it, in the
/// order of [`Position::legal_moves`]; none if `depth` is 0.
///
/// The counts add up to [`perft`]. Compared with those of another program, they show by which move
/// to look for a difference.
///
/// ```
/// use draughts::{Variant, fen, perft_divide};
///
/// let position = fen::parse("W:W28:B19", Variant::International)?;
/// let counts: Vec<_> =
///     perft_divide(&position, 2).iter().map(|(mv, nodes)| (mv.to_string(), *nodes)).collect();
/// assert_eq!(counts, [("28-22".to_owned(), 2), ("28-23".to_owned(), 1)]);
/// # Ok::<(), fen::FenError>(())
/// ```
#[must_use]
pub fn perft_divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| (mv, perft(&position.play_unchecked(&mv), rest))).collect()
}

/// Counts like [`perft`], but lets a king make any number of quiet moves in a row.
#[must_use]
pub fn perft_without_art17(position: &Position, depth: u32) -> u64 {
    count(&position.without_king_runs(), depth, false)
}

fn count(position: &Position, depth: u32, art17: bool) -> u64 {
    match (position.variant(), art17) {
        (Variant::International, _) => count_by::<International, false>(position, depth),
        (Variant::Frisian, false) => count_by::<Frisian, false>(position, depth),
        (Variant::Frisian, true) => count_by::<Frisian, true>(position, depth),
    }
}

fn count_by<R: Rules, const ART17: bool>(position: &Position, depth: u32) -> u64 {
    let depth = depth.min(PERFT_DEPTH_MAX);
    let mut lists = vec![Vec::<Capture>::new(); depth as usize];
    let (us, them) = (position.turn(), position.turn().other());
    let run = |color| position.king_run(color).map_or(Run::NONE, Run::new);
    let board = Board {
        own: position.board().side(us).bits(),
        enemy: position.board().side(them).bits(),
        kings: position.board().all_kings().bits(),
        runs: [run(us), run(them)],
    };
    match us {
        Color::White => tree::count::<White, R, ART17>(board, &mut lists),
        Color::Black => tree::count::<Black, R, ART17>(board, &mut lists),
    }
}
