//! The variant and the side to move as types, so that each combination has code without branches.

use crate::Color;
use crate::rays::KING_ROW;

/// The side to move.
pub(crate) trait Side {
    /// The opponent.
    type Other: Side<Other = Self>;
    /// Its color.
    const COLOR: Color;
    /// The squares on which its men become kings.
    const KING_ROW: u64 = KING_ROW[Self::COLOR.index()];
}

/// White to move.
pub(crate) enum White {}
/// Black to move.
pub(crate) enum Black {}

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}

/// The directions of captures.
pub(crate) trait Rules {
    /// True if pieces capture along rows and columns, too.
    const FRISIAN: bool;
    /// The number of directions of captures.
    const DIRECTIONS: usize;
    /// The number of pieces from which on a man's capture may have several routes: the shortest
    /// circular route is a square of four captures, in Frisian a triangle of three.
    const MAN_ROUND: u32;
}

/// Captures along diagonals.
pub(crate) enum International {}
/// Captures along diagonals, rows and columns.
pub(crate) enum Frisian {}

impl Rules for International {
    const FRISIAN: bool = false;
    const DIRECTIONS: usize = crate::rays::DIAGONALS;
    const MAN_ROUND: u32 = 4;
}

impl Rules for Frisian {
    const FRISIAN: bool = true;
    const DIRECTIONS: usize = crate::rays::DIRECTIONS;
    const MAN_ROUND: u32 = 3;
}
