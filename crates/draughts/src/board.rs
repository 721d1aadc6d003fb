//! The pieces on the squares of the board.

use core::fmt;

use thiserror::Error;

use crate::{Bitboard, Color, Piece, Role, Square};

/// The pieces of both sides; a square holds at most one.
///
/// `{}` writes the letters of [`Board::to_letters`], `{:#}` draws the board in lines.
///
/// ```
/// use draughts::{Board, Color, Piece, Role, Square};
///
/// let mut board = Board::start();
/// assert_eq!(board.piece_at(Square::S31), Some(Piece { color: Color::White, role: Role::Man }));
/// board.remove(Square::S31);
/// assert_eq!(format!("{board:#}").lines().nth(6), Some("   e   w   w   w   w   31-35"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    sides: [Bitboard; 2],
    kings: Bitboard,
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Self = Self { sides: [Bitboard::EMPTY; 2], kings: Bitboard::EMPTY };

    /// Returns the board at the start of a game: Black on 1 to 20, White on 31 to 50.
    #[must_use]
    pub fn start() -> Self {
        let rows =
            |from, to| Square::all().filter(|square| (from..=to).contains(&square.get())).collect();
        Self { sides: [rows(31, 50), rows(1, 20)], kings: Bitboard::EMPTY }
    }

    /// Returns the piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::BOTH.into_iter().find(|&color| self.side(color).contains(square))?;
        let role = if self.kings.contains(square) { Role::King } else { Role::Man };
        Some(Piece { color, role })
    }

    /// Puts a piece on a square, in place of any other.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.sides[piece.color.index()].insert(square);
        if piece.role == Role::King {
            self.kings.insert(square);
        }
    }

    /// Removes the piece from a square and returns it.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.sides[piece.color.index()].remove(square);
        self.kings.remove(square);
        Some(piece)
    }

    /// Returns the squares of one side's pieces.
    #[must_use]
    pub const fn side(&self, color: Color) -> Bitboard {
        self.sides[color.index()]
    }

    /// Returns the squares of one side's men.
    #[must_use]
    pub fn men(&self, color: Color) -> Bitboard {
        self.side(color) - self.kings
    }

    /// Returns the squares of one side's kings.
    #[must_use]
    pub fn kings(&self, color: Color) -> Bitboard {
        self.side(color) & self.kings
    }

    /// Returns the men that White is ahead by, negative if Black is; a king counts as two men (2006
    /// art. 14a).
    #[must_use]
    pub fn material_ahead(&self) -> i32 {
        let worth = |color| self.side(color).count() + self.kings(color).count();
        worth(Color::White).cast_signed() - worth(Color::Black).cast_signed()
    }

    /// Returns the squares with a piece.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Returns fifty letters from square 1 on: `e` for empty, `w` and `b` for men, `W` and `B` for
    /// kings.
    #[must_use]
    pub fn to_letters(&self) -> String {
        Square::all()
            .map(|square| match self.piece_at(square) {
                None => 'e',
                Some(Piece { color, role: Role::King }) => color.letter(),
                Some(Piece { color, role: Role::Man }) => color.letter().to_ascii_lowercase(),
            })
            .collect()
    }

    /// Reads fifty letters as [`Board::to_letters`] writes them.
    ///
    /// # Errors
    ///
    /// [`BoardError`] if there are not fifty letters or one is not among `ewbWB`.
    pub fn from_letters(letters: &str) -> Result<Self, BoardError> {
        let count = letters.chars().count();
        if count != 50 {
            return Err(BoardError::Length { count });
        }
        let mut board = Self::EMPTY;
        for (square, letter) in Square::all().zip(letters.chars()) {
            if letter == 'e' {
                continue;
            }
            let color = Color::from_letter(letter).ok_or(BoardError::Letter { letter, square })?;
            let role = if letter.is_ascii_uppercase() { Role::King } else { Role::Man };
            board.put(square, Piece { color, role });
        }
        Ok(board)
    }

    /// Returns the board as the other side sees it, with the colors exchanged: a piece of White on
    /// 46 becomes one of Black on 5.
    ///
    /// There is no mirror image from left to right: light squares would take the place of dark
    /// ones.
    #[must_use]
    pub const fn flip(&self) -> Self {
        let [white, black] = self.sides;
        Self { sides: [black.flip(), white.flip()], kings: self.kings.flip() }
    }

    pub(crate) const fn from_parts(sides: [Bitboard; 2], kings: Bitboard) -> Self {
        Self { sides, kings }
    }

    pub(crate) const fn all_kings(&self) -> Bitboard {
        self.kings
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.to_letters();
        if !f.alternate() {
            return f.write_str(&letters);
        }
        for (row, first) in (1..=50).step_by(5).enumerate() {
            // Every second row begins with a dark square.
            f.write_str(if row % 2 == 0 { "   " } else { " " })?;
            for letter in letters.chars().skip(first - 1).take(5) {
                write!(f, "{letter}   ")?;
            }
            f.write_str(if row % 2 == 0 { "" } else { "  " })?;
            writeln!(f, "{first}-{}", first + 4)?;
        }
        Ok(())
    }
}

/// The reason for which a text is not a board of fifty letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// There are too few or too many letters.
    #[error("a board has 50 letters, here are {count}")]
    Length {
        /// The number of letters.
        count: usize,
    },
    /// A letter has no meaning.
    #[error("{letter:?} for square {square} is none of e, w, b, W, B")]
    Letter {
        /// The letter.
        letter: char,
        /// The square of the letter.
        square: Square,
    },
}

#[cfg(test)]
mod tests {
    use crate::{Variant, fen};

    #[test]
    fn a_king_counts_as_two_men() {
        for (text, expected) in
            [("W:W31,32:B1,2", 0), ("W:WK31,32:B1,2", 1), ("W:W31:BK1,2", -2), ("W:WK31:B", 2)]
        {
            let position = fen::parse(text, Variant::International).unwrap();
            assert_eq!(position.board().material_ahead(), expected, "{text}");
        }
    }
}
