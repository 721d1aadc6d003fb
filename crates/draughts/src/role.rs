//! The kinds of pieces.

use crate::Color;

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// A man: one step forward (rules art. 7).
    Man,
    /// A king: any distance in any diagonal direction (rules art. 9).
    King,
}

/// A piece: its side and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side that the piece belongs to.
    pub color: Color,
    /// The kind of the piece.
    pub role: Role,
}
