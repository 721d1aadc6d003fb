//! Moves, as values and as claims.

use core::fmt;
use core::ops::Deref;

use crate::{Bitboard, Square};

/// One side's whole move: its start, its end and the pieces that it takes.
///
/// Two routes with the same start, end and captured pieces are the same move. The order is by
/// start, then end, then the ascending list of captured squares. A circular capture ends where it
/// starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Square,
    to: Square,
    captured: Bitboard,
}

impl Move {
    /// Makes a move; only a position can decide if it is legal.
    #[must_use]
    pub const fn new(from: Square, to: Square, captured: Bitboard) -> Self {
        Self { from, to, captured }
    }

    /// Writes moves; those that share start and end are followed by their captured squares:
    /// `28x8 [17,22]`.
    #[must_use]
    pub fn told_apart(moves: &[Self]) -> Vec<String> {
        let is_shared = |mv: &Self| {
            moves.iter().any(|other| other != mv && (other.from, other.to) == (mv.from, mv.to))
        };
        let text = |mv: &Self| {
            if !is_shared(mv) {
                return mv.to_string();
            }
            let captured: Vec<String> =
                mv.captured.squares().map(|square| square.to_string()).collect();
            format!("{mv} [{}]", captured.join(","))
        };
        moves.iter().map(text).collect()
    }

    /// Returns the square that the piece leaves.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.from
    }

    /// Returns the square that the piece ends on.
    #[must_use]
    pub const fn to(&self) -> Square {
        self.to
    }

    /// Returns the squares of the captured pieces, none for a quiet move.
    #[must_use]
    pub const fn captured(&self) -> Bitboard {
        self.captured
    }

    /// Returns true if the move captures a piece.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Returns the text that `Display` writes.
    pub(crate) fn short(&self) -> Short {
        let separator = if self.is_capture() { b'x' } else { b'-' };
        let (from, to) = (self.from.get(), self.to.get());
        let (mut bytes, mut length) = ([0; 5], 0);
        for (byte, is_written) in [
            (b'0' + from / 10, from >= 10),
            (b'0' + from % 10, true),
            (separator, true),
            (b'0' + to / 10, to >= 10),
            (b'0' + to % 10, true),
        ] {
            bytes[length] = byte;
            length += usize::from(is_written);
        }
        Short { bytes, length }
    }
}

/// Writes the short form, `32-28` or `46x37`, which may stand for several captures of a position.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.short().as_str())
    }
}

/// The short form of a move in one piece, because lists of moves are written often.
pub(crate) struct Short {
    bytes: [u8; 5],
    length: usize,
}

impl Short {
    pub(crate) fn as_str(&self) -> &str {
        self.bytes.get(..self.length).and_then(|text| str::from_utf8(text).ok()).unwrap_or("")
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        if self.is_capture() {
            write!(f, "{:?}", self.captured)?;
        }
        Ok(())
    }
}

/// A claimed move: start, end, and any squares in between.
///
/// The squares in between are landing squares in order, or otherwise captured squares.
/// [`Position::moves_matching`](crate::Position::moves_matching) finds the moves that agree.
///
/// A board that sees its pieces, or a player, may add the captured pieces.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveText {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square that the piece ends on.
    pub to: Square,
    /// Squares between, most often none.
    pub via: Vec<Square>,
    /// The squares of the captured pieces; `None` leaves them to the rules.
    pub taken: Option<Bitboard>,
}

impl MoveText {
    /// Makes a claim without squares between.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, via: Vec::new(), taken: None }
    }

    /// Makes a claim with squares between.
    #[must_use]
    pub const fn with_via(from: Square, to: Square, via: Vec<Square>) -> Self {
        Self { from, to, via, taken: None }
    }

    /// Writes the claim as a move is written (rules art. 22): like `Display`, but with `x` between
    /// the squares of a capture.
    #[must_use]
    pub fn written(&self, is_capture: bool) -> String {
        let text = self.to_string();
        if is_capture { text.replace('-', "x") } else { text }
    }
}

impl From<&Move> for MoveText {
    /// Claims the move by its start, its end and its captured pieces.
    fn from(mv: &Move) -> Self {
        Self { taken: Some(mv.captured), ..Self::new(mv.from, mv.to) }
    }
}

/// Writes all squares joined by hyphens, because a claim does not name captures. Captured pieces
/// follow in brackets: `28-19 [23,24]`, `32-28 []`.
impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        for square in &self.via {
            write!(f, "-{square}")?;
        }
        write!(f, "-{}", self.to)?;
        let Some(taken) = self.taken else { return Ok(()) };
        f.write_str(" [")?;
        for (index, square) in taken.squares().enumerate() {
            write!(f, "{}{square}", if index == 0 { "" } else { "," })?;
        }
        f.write_str("]")
    }
}

/// The legal moves of a position, ascending; the memory can be reused for the next position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// Makes an empty list, which takes no memory until a move is added.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns the moves as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        &self.0
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Makes room for this number of moves.
    #[inline]
    pub(crate) fn reserve(&mut self, count: usize) {
        self.0.reserve(count);
    }

    /// Sorts the moves and removes those that another route has already given.
    pub(crate) fn sort_and_dedup(&mut self) {
        if self.0.len() > 1 {
            self.0.sort_unstable();
            self.0.dedup();
        }
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
