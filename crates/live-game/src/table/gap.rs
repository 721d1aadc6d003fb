//! A sensor board that nothing explains, with the ways in which its game may have gone on: the
//! arbiter picks one.

use draughts::{Bitboard, MoveText};

/// The largest number of ways that are offered.
pub const CONTINUATIONS_MAX: usize = 8;
/// The largest number of moves of each.
pub const CONTINUATION_MOVES_MAX: usize = 16;

/// A board that nothing explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardGap {
    /// The game, as in `r3-t12`; empty from a board that did not say.
    pub game: String,
    /// The number of plies of the game until then.
    pub ply: u32,
    /// The ways in which the game may have gone on from there, the likeliest first.
    pub continuations: Vec<BoardContinuation>,
}

/// A way in which a game may have gone on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardContinuation {
    /// The moves; none if the pieces were only disturbed.
    pub moves: Vec<MoveText>,
    /// The squares on which the board shows something else after them.
    pub differences: Bitboard,
}
