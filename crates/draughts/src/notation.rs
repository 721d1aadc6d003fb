//! Moves in the notations of people and programs.
//!
//! | form | quiet | capture | read by |
//! | --- | --- | --- | --- |
//! | short | `32-28` | `46x37` | [`Position::parse_move`] |
//! | path: all landing squares | | `50x33x17x26x48` | [`Position::parse_move`] |
//! | strict PDN: short, or else the path | `32-28` | `46x37` | [`Position::parse_move`] |
//! | the only capture there is (rules art. 22) | | `x` | [`Position::parse_move`] |
//! | Hub: start, end, captured squares | `32-28` | `36x7x11x21x31` | [`Position::parse_hub_move`] |
//! | Scan: as Hub, but only the captures that make it unique | `32-28` | `38x32x13` | [`Position::parse_hub_move`] |
//!
//! If several captures share start and end but take different pieces, the short form is ambiguous.
//! In a path, a capture that goes straight on lands directly behind the captured piece; of several
//! paths of one move the first in ascending order is written. Parts of a path, either separator,
//! blanks and leading zeros are read as well.
//!
//! The Hub form is read only on request, because `36x7x11` may mean either.

mod error;
mod paths;
#[cfg(test)]
mod tests;
mod writing;

pub use error::ParseMoveError;
pub(crate) use paths::Passing;
pub use writing::Notations;

use std::collections::BTreeSet;

use crate::{Bitboard, Move, MoveList, MoveText, Position, Square};

impl Position {
    /// Writes a legal move: short, or with all its landing squares if another legal capture has the
    /// same start and end.
    ///
    /// Generates the legal moves each time; [`Notations`] writes many moves of one position.
    #[must_use]
    pub fn notation(&self, mv: &Move) -> String {
        if !mv.is_capture() {
            return mv.to_string();
        }
        Notations::new(self, &self.legal_moves()).strict(mv)
    }

    /// Writes a move with all its landing squares: `36x27x16x7`.
    ///
    /// A capture that goes straight on lands directly behind the captured piece. Of several ways
    /// the first in ascending order is written. A move that this position cannot reach is written
    /// short.
    #[must_use]
    pub fn full_notation(&self, mv: &Move) -> String {
        let mut text = String::new();
        writing::push_path(self, mv, &mut text);
        text
    }

    /// Returns the legal moves with this start and end that agree with the squares in between.
    ///
    /// `via` is a part of a way, in order; if no capture has such a way, it is a set of captured
    /// squares. Several moves can agree; without `via` all with this start and end do.
    #[must_use]
    pub fn moves_matching(&self, from: Square, to: Square, via: &[Square]) -> Vec<Move> {
        self.matching(&self.legal_moves(), &MoveText::with_via(from, to, via.to_vec()))
    }

    /// Returns the legal moves that agree with the squares of a claim.
    pub(crate) fn matching(&self, legal: &MoveList, claimed: &MoveText) -> Vec<Move> {
        let moves = between(legal, claimed.from, claimed.to);
        let on_the_way = self.passing(&moves, claimed);
        let via = claimed.via.iter().copied().collect();
        if on_the_way.is_empty() { taking(moves, via) } else { on_the_way }
    }

    /// Returns those of the moves, which share start and end, that land on the squares in between
    /// in their order.
    fn passing(&self, moves: &[Move], claimed: &MoveText) -> Vec<Move> {
        let MoveText { from, to, via, .. } = claimed;
        if via.is_empty() {
            return moves.to_vec();
        }
        let captures = moves.iter().filter(|mv| mv.is_capture());
        let captured: BTreeSet<u64> = captures.map(|mv| mv.captured().bits()).collect();
        let passing = Passing::new(self, self.turn(), (*from, *to), via).among(&captured);
        moves.iter().filter(|mv| passing.contains(&mv.captured().bits())).copied().collect()
    }

    /// Reads a typed move and returns the legal move: short, a path or a part of it, or a bare `x`.
    ///
    /// # Errors
    ///
    /// [`ParseMoveError`] if the text is not a move, or the move is not legal, or not unique.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("x") {
            let moves = self.legal_moves();
            return match moves.as_slice() {
                [mv] if mv.is_capture() => Ok(*mv),
                [] => Err(ParseMoveError::NoCapture),
                [mv, ..] if !mv.is_capture() => Err(ParseMoveError::NoCapture),
                _ => Err(ParseMoveError::Ambiguous { candidates: moves.into_iter().collect() }),
            };
        }
        let claimed: MoveText = text.parse()?;
        let legal = self.legal_moves();
        let moves = self.passing(&between(&legal, claimed.from, claimed.to), &claimed);
        self.only(moves, &claimed, legal)
    }

    /// Reads a move in the form of Hub or Scan: start, end, and for a capture all captured squares,
    /// or enough of them to make it unique.
    ///
    /// ```
    /// use draughts::{Variant, fen};
    ///
    /// let position = fen::parse("W:W28:B22,23,12,13", Variant::International)?;
    /// let captures = position.legal_moves();
    /// for mv in &captures {
    ///     assert_eq!(position.parse_hub_move(&position.hub_move(mv)).as_ref(), Ok(mv));
    /// }
    /// # Ok::<(), fen::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ParseMoveError`] if the text is not a move, or the move is not legal, or not unique.
    pub fn parse_hub_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let squares = squares(text)?;
        let [from, to, captured @ ..] = squares.as_slice() else {
            return Err(ParseMoveError::NotAMove);
        };
        let legal = self.legal_moves();
        let captured: Bitboard = captured.iter().copied().collect();
        let moves = taking(between(&legal, *from, *to), captured);
        let mut claimed = MoveText::new(*from, *to);
        claimed.taken = (!captured.is_empty()).then_some(captured);
        self.only(moves, &claimed, legal)
    }

    /// Writes a move in the form of Hub: start, end, and the captured squares in ascending order.
    #[must_use]
    pub fn hub_move(&self, mv: &Move) -> String {
        let mut text = String::new();
        writing::push_hub(mv, mv.captured(), &mut text);
        text
    }

    fn only(
        &self,
        moves: Vec<Move>,
        claimed: &MoveText,
        legal: MoveList,
    ) -> Result<Move, ParseMoveError> {
        match moves.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(ParseMoveError::Illegal(self.illegal(claimed, legal))),
            _ => Err(ParseMoveError::Ambiguous { candidates: moves }),
        }
    }
}

/// Returns the legal moves with this start and end.
fn between(legal: &MoveList, from: Square, to: Square) -> Vec<Move> {
    legal.iter().filter(|mv| mv.from() == from && mv.to() == to).copied().collect()
}

/// Returns those of the moves that capture on all these squares; only the one that captures on no
/// other, if there is one.
fn taking(mut moves: Vec<Move>, captured: Bitboard) -> Vec<Move> {
    if captured.is_empty() {
        return moves;
    }
    moves.retain(|mv| (captured - mv.captured()).is_empty());
    match moves.iter().find(|mv| mv.captured() == captured) {
        Some(&mv) => vec![mv],
        None => moves,
    }
}

impl core::str::FromStr for MoveText {
    type Err = ParseMoveError;

    /// Reads squares joined by `-`, `x`, `X`, `×` or `:`, at least two.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        match squares(text)?.as_slice() {
            [from, via @ .., to] => Ok(Self::with_via(*from, *to, via.to_vec())),
            _ => Err(ParseMoveError::NotAMove),
        }
    }
}

fn squares(text: &str) -> Result<Vec<Square>, ParseMoveError> {
    /// More than any move has: a capture takes at most twenty pieces.
    const SQUARES_MAX: usize = 24;
    let mut squares = Vec::new();
    for part in text.split(['-', 'x', 'X', '×', ':']) {
        let part = part.trim();
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || squares.len() == SQUARES_MAX {
            return Err(ParseMoveError::NotAMove);
        }
        let number: u32 = part.parse().unwrap_or(u32::MAX);
        squares.push(Square::try_from(number)?);
    }
    Ok(squares)
}
