//! Positions as text.
//!
//! Written is `W:W31,32,K33:B1,K2`: the side to move, then the pieces of White and Black in
//! ascending order, kings marked with `K`. Frisian positions with running king moves (art. 17)
//! get the tail of lidraughts, Black first: `:H0:F1:+0+133` is one quiet move of White's king on
//! square 33.
//!
//! Read are also ranges (`31-50`), the colours in either order, blanks, leading zeros, a full stop
//! at the end, lower-case letters, the move counters of lidraughts (`:H12:F34:+1`…), and the form
//! of the Hub protocol: the side to move and fifty of `e`, `w`, `b`, `W`, `B`.

#[cfg(test)]
mod tests;

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::position::Setup;
use crate::{
    Board, BoardError, Color, KingRun, Piece, Position, PositionError, Role, Square, SquareError,
    Variant,
};

/// The longest text that is read: more than any position needs.
const BYTES_MAX: usize = 1024;

/// Reads a position of a variant.
///
/// ```
/// use draughts::{Variant, fen};
///
/// let position = fen::parse("W:W31-50:B1-20", Variant::Frisian)?;
/// assert_eq!(position.legal_moves().len(), 9);
/// # Ok::<(), fen::FenError>(())
/// ```
///
/// # Errors
///
/// [`FenError`] names the part that cannot be read, or why the position cannot be.
pub fn parse(text: &str, variant: Variant) -> Result<Position, FenError> {
    let setup = parse_setup(text, variant)?;
    Ok(Position::from_setup(variant, setup)?)
}

fn parse_setup(text: &str, variant: Variant) -> Result<Setup, FenError> {
    if text.len() > BYTES_MAX {
        return Err(FenError::TooLong { bytes: text.len() });
    }
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let compact = compact.trim_end_matches('.');
    if compact.is_empty() {
        return Err(FenError::Empty);
    }
    if !compact.contains(':') {
        return parse_hub(compact);
    }
    let mut fields = compact.split(':');
    let turn = parse_turn(fields.next().unwrap_or_default())?;
    let mut board = Board::EMPTY;
    let mut listed = [false; 2];
    let mut king_runs = [None; 2];
    for field in fields {
        match field.chars().next() {
            Some('H' | 'h' | 'F' | 'f') if is_counter(&field[1..]) => {}
            Some('+') => king_runs = parse_king_runs(field, variant)?,
            Some(letter) => {
                let color = Color::from_letter(letter)
                    .ok_or_else(|| FenError::Color { field: field.to_owned() })?;
                if core::mem::replace(&mut listed[color.index()], true) {
                    return Err(FenError::ListedTwice { color });
                }
                parse_pieces(&field[1..], color, &mut board)?;
            }
            None => return Err(FenError::Color { field: String::new() }),
        }
    }
    match Color::BOTH.into_iter().find(|color| !listed[color.index()]) {
        Some(color) => Err(FenError::NotListed { color }),
        None => Ok(Setup { board, turn, king_runs }),
    }
}

fn is_counter(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_turn(text: &str) -> Result<Color, FenError> {
    let mut letters = text.chars();
    match (letters.next().and_then(Color::from_letter), letters.next()) {
        (Some(color), None) => Ok(color),
        _ => Err(FenError::Turn { text: text.to_owned() }),
    }
}

fn parse_hub(text: &str) -> Result<Setup, FenError> {
    let mut letters = text.chars();
    let turn = letters.next().map(String::from).unwrap_or_default();
    let turn = parse_turn(&turn)?;
    Ok(Setup::new(Board::from_letters(letters.as_str())?, turn))
}

fn parse_pieces(list: &str, color: Color, board: &mut Board) -> Result<(), FenError> {
    if list.is_empty() {
        return Ok(());
    }
    for item in list.split(',') {
        let (role, squares) = match item.strip_prefix(['K', 'k']) {
            Some(squares) => (Role::King, squares),
            None => (Role::Man, item),
        };
        let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
        let (first, last) = (parse_square(first, item)?, parse_square(last, item)?);
        if first > last {
            return Err(FenError::Range { item: item.to_owned() });
        }
        for square in Square::all().filter(|square| (first..=last).contains(square)) {
            if board.piece_at(square).is_some() {
                return Err(FenError::Occupied { square });
            }
            board.put(square, Piece { color, role });
        }
    }
    Ok(())
}

fn parse_square(text: &str, item: &str) -> Result<Square, FenError> {
    if !is_counter(text) {
        return Err(FenError::Item { item: item.to_owned() });
    }
    let number: u32 = text.parse().unwrap_or(u32::MAX);
    Ok(Square::try_from(number)?)
}

/// Reads `+<moves>[square]+<moves>[square]`, Black first; only Frisian positions keep it.
fn parse_king_runs(field: &str, variant: Variant) -> Result<[Option<KingRun>; 2], FenError> {
    let wrong = || FenError::KingRuns { field: field.to_owned() };
    let mut counts = field[1..].split('+');
    let black = parse_king_run(counts.next().ok_or_else(wrong)?).ok_or_else(wrong)?;
    let white = parse_king_run(counts.next().ok_or_else(wrong)?).ok_or_else(wrong)?;
    match (counts.next(), variant) {
        (Some(_), _) => Err(wrong()),
        (None, Variant::Frisian) => Ok([white, black]),
        (None, Variant::International) => Ok([None; 2]),
    }
}

#[expect(clippy::option_option, reason = "unreadable, no running moves, and running moves")]
fn parse_king_run(text: &str) -> Option<Option<KingRun>> {
    if !is_counter(text) {
        return None;
    }
    let (moves, square) = text.split_at(1);
    let moves: u8 = moves.parse().ok()?;
    if moves == 0 {
        return Some(None);
    }
    let square = Square::new(square.parse().ok()?).ok()?;
    Some(Some(KingRun { square, moves }))
}

/// Writes the position; [`parse`] gives it back.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.turn().letter())?;
        for color in Color::BOTH {
            write!(f, ":{}", color.letter())?;
            for (index, square) in self.board().side(color).squares().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let king = if self.board().kings(color).contains(square) { "K" } else { "" };
                write!(f, "{comma}{king}{square}")?;
            }
        }
        let runs = [self.king_run(Color::Black), self.king_run(Color::White)];
        if runs != [None; 2] {
            write!(f, ":H0:F1:")?;
            for run in runs {
                match run {
                    Some(KingRun { square, moves }) => write!(f, "+{moves}{:02}", square.get())?,
                    None => write!(f, "+0")?,
                }
            }
        }
        Ok(())
    }
}

impl Position {
    /// Writes the position as FEN (see the module [`fen`](crate::fen)).
    #[must_use]
    pub fn fen(&self) -> String {
        self.to_string()
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// The text is empty.
    #[error("the position is empty")]
    Empty,
    /// The text is longer than any position.
    #[error("the position has {bytes} bytes, at most 1024 are read")]
    TooLong {
        /// The length of the text.
        bytes: usize,
    },
    /// The first letter does not tell the side to move.
    #[error("the side to move is W or B, not {text:?}")]
    Turn {
        /// What stands there.
        text: String,
    },
    /// A list of pieces does not begin with its colour.
    #[error("a list of pieces begins with W or B, not {field:?}")]
    Color {
        /// The list.
        field: String,
    },
    /// The pieces of a side are listed twice.
    #[error("the pieces of {color} are listed twice")]
    ListedTwice {
        /// The side.
        color: Color,
    },
    /// The pieces of a side are not listed.
    #[error("the pieces of {color} are not listed")]
    NotListed {
        /// The side.
        color: Color,
    },
    /// Something in a list of pieces is neither a square nor a range.
    #[error("{item:?} is neither a square nor a range of squares")]
    Item {
        /// What stands there.
        item: String,
    },
    /// A range goes backwards.
    #[error("the range {item:?} goes backwards")]
    Range {
        /// The range.
        item: String,
    },
    /// A number is no square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// Two pieces stand on one square.
    #[error("square {square} has two pieces")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// The fifty letters of the Hub form are wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The count of running king moves cannot be read.
    #[error("{field:?} are no running king moves such as +0+133")]
    KingRuns {
        /// What stands there.
        field: String,
    },
    /// The position is readable and cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a setup without checking it, as of Frisian draughts.
    fn from_str(text: &str) -> Result<Self, FenError> {
        parse_setup(text, Variant::Frisian)
    }
}
