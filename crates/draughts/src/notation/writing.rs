//! Writing the moves of a position.

use super::paths;
use crate::{Bitboard, Move, MoveList, Position, Square};

/// Writes the legal moves of one position, which are generated only once.
///
/// ```
/// use draughts::{Notations, Position, Variant};
///
/// let position = Position::start(Variant::Frisian);
/// let moves = position.legal_moves();
/// let notations = Notations::new(&position, &moves);
/// let mut text = String::new();
/// for mv in &moves {
///     notations.push_strict(mv, &mut text);
///     text.push(' ');
/// }
/// assert_eq!(text, "31-26 31-27 32-27 32-28 33-28 33-29 34-29 34-30 35-30 ");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Notations<'a> {
    position: &'a Position,
    moves: &'a [Move],
}

impl<'a> Notations<'a> {
    /// Makes the notations of a position with its legal moves.
    #[must_use]
    pub fn new(position: &'a Position, moves: &'a MoveList) -> Self {
        Self { position, moves: moves.as_slice() }
    }

    /// Returns true if another legal move has the same start and end.
    #[must_use]
    pub fn is_ambiguous(&self, mv: &Move) -> bool {
        mv.is_capture() && self.rivals(mv).any(|other| other != mv)
    }

    fn rivals(&self, mv: &Move) -> impl Iterator<Item = &'a Move> {
        let (from, to) = (mv.from(), mv.to());
        self.moves.iter().filter(move |other| other.from() == from && other.to() == to)
    }

    /// Writes a move in strict PDN: short, or with its path if that is ambiguous.
    ///
    /// Nothing is allocated for a short move if the text has capacity.
    pub fn push_strict(&self, mv: &Move, text: &mut String) {
        if self.is_ambiguous(mv) {
            push_path(self.position, mv, text);
        } else {
            text.push_str(mv.short().as_str());
        }
    }

    /// Returns the text that [`Notations::push_strict`] writes.
    #[must_use]
    pub fn strict(&self, mv: &Move) -> String {
        let mut text = String::with_capacity(SHORT_BYTES);
        self.push_strict(mv, &mut text);
        text
    }

    /// Returns the form of Scan: start, end, and those captured squares that not every legal move
    /// with this start and end captures.
    #[must_use]
    pub fn scan(&self, mv: &Move) -> String {
        let common = self.rivals(mv).fold(mv.captured(), |common, other| common & other.captured());
        let mut text = String::with_capacity(SHORT_BYTES);
        push_hub(mv, mv.captured() - common, &mut text);
        text
    }

    /// Returns the number of ways of the move, which differ in a landing square; 1 for a quiet
    /// move.
    #[must_use]
    pub fn paths(&self, mv: &Move) -> u32 {
        if mv.is_capture() { paths::count(self.position, mv) } else { 1 }
    }
}

/// The length of the longest short form.
const SHORT_BYTES: usize = "50x45".len();

pub(super) fn push_path(position: &Position, mv: &Move, text: &mut String) {
    let path = if mv.is_capture() { paths::first(position, mv) } else { None };
    let Some(path) = path else { return text.push_str(mv.short().as_str()) };
    push_square(mv.from(), text);
    for square in path {
        text.push('x');
        push_square(square, text);
    }
}

/// Writes the start, the end, and some of the captured squares.
pub(super) fn push_hub(mv: &Move, told: Bitboard, text: &mut String) {
    text.push_str(mv.short().as_str());
    for square in told {
        text.push('x');
        push_square(square, text);
    }
}

fn push_square(square: Square, text: &mut String) {
    let number = square.get();
    if number >= 10 {
        text.push(char::from(b'0' + number / 10));
    }
    text.push(char::from(b'0' + number % 10));
}
