//! Positions as text.
//!
//! | part | written | also read |
//! | --- | --- | --- |
//! | the side to move | `W` | `w` |
//! | pieces of White, then Black | `:W31,K33:B1,K2` | the colours in either order, `W:B1:W31` |
//! | several squares | `31,32,33` | ranges, `31-33` or `K31-33`; blanks; leading zeros, `01` |
//! | a side without pieces | `:B` | |
//! | half-moves since a capture or a man's move | `:H12` | `:h12` |
//! | the number of the move | `:F34` | `:f34` |
//! | running king moves (Frisian, art. 17), Black first | `:+0+133` | `:+0+0` |
//! | the end | | a full stop |
//! | the form of Hub and Scan | `W` and fifty of `ewbWB` | the side in lower case, blanks |
//!
//! The last three fields are those of lidraughts: `:H0:F1:+0+133` is one quiet move of White's king
//! on square
//! 33. [`read`] keeps the counters, [`parse`] only those of the rules.
//!
//! Texts that are not a position with a side to move are refused, each with a reason of its own: an
//! unknown side to move or colour of pieces (`?`), and a position in the middle of a capture with
//! pieces that are captured and not yet removed (`G` and `P` of lidraughts).

mod error;
#[cfg(test)]
mod tests;

use core::fmt;
use core::str::FromStr;

pub use error::FenError;

use crate::position::Setup;
use crate::{Board, Color, KingRun, Piece, Position, Role, Square, Variant};

/// The largest length of a text, in bytes: more than any position needs.
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
/// [`FenError`] with the part that cannot be read, or the reason for which the position is
/// impossible.
pub fn parse(text: &str, variant: Variant) -> Result<Position, FenError> {
    Ok(read(text, variant)?.position)
}

/// Reads a position of a variant with its counters of moves.
///
/// ```
/// use draughts::{Variant, fen};
///
/// let read = fen::read("W:WK33,40:BK5:H12:F34:+0+133", Variant::Frisian)?;
/// assert_eq!((read.half_moves, read.full_move), (Some(12), Some(34)));
/// assert_eq!(read.position.king_run(draughts::Color::White).map(|run| run.moves), Some(1));
/// assert_eq!(read.to_string(), "W:WK33,40:BK5:H12:F34:+0+133");
/// # Ok::<(), fen::FenError>(())
/// ```
///
/// # Errors
///
/// [`FenError`] with the part that cannot be read, or the reason for which the position is
/// impossible.
pub fn read(text: &str, variant: Variant) -> Result<Fen, FenError> {
    let Unchecked { setup, half_moves, full_move } = read_unchecked(text, variant)?;
    Ok(Fen { position: Position::from_setup(variant, setup)?, half_moves, full_move })
}

/// Reads a position of a variant without a limit on its captures.
pub(crate) fn parse_unsearched(text: &str, variant: Variant) -> Result<Position, FenError> {
    let Unchecked { setup, .. } = read_unchecked(text, variant)?;
    Ok(Position::unsearched(variant, setup)?)
}

/// A position with the counters of moves that lidraughts writes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The position, with the running king moves of its sides.
    pub position: Position,
    /// The number of king moves of one side each since the last capture or man's move (`H`), if
    /// given. The rules do not use it.
    pub half_moves: Option<u32>,
    /// The number of the next move, 1 for the first of both sides (`F`), if given.
    pub full_move: Option<u32>,
}

/// Writes the position and its counters; [`read`] reads it back.
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pieces(&self.position, f)?;
        for (letter, counter) in [('H', self.half_moves), ('F', self.full_move)] {
            if let Some(counter) = counter {
                write!(f, ":{letter}{counter}")?;
            }
        }
        write_king_runs(&self.position, f)
    }
}

struct Unchecked {
    setup: Setup,
    half_moves: Option<u32>,
    full_move: Option<u32>,
}

fn read_unchecked(text: &str, variant: Variant) -> Result<Unchecked, FenError> {
    if text.len() > BYTES_MAX {
        return Err(FenError::TooLong { bytes: text.len() });
    }
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let compact = compact.trim_end_matches('.');
    if compact.is_empty() {
        return Err(FenError::Empty);
    }
    if !compact.contains(':') {
        let setup = parse_hub(compact)?;
        return Ok(Unchecked { setup, half_moves: None, full_move: None });
    }
    let mut fields = compact.split(':');
    let turn = parse_turn(fields.next().unwrap_or_default())?;
    let mut board = Board::EMPTY;
    let mut listed = [false; 2];
    let mut king_runs = [None; 2];
    let (mut half_moves, mut full_move) = (None, None);
    for field in fields {
        match field.chars().next() {
            Some('H' | 'h') => half_moves = Some(parse_counter(field)?),
            Some('F' | 'f') => full_move = Some(parse_counter(field)?),
            Some('+') => king_runs = parse_king_runs(field, variant)?,
            Some('?') => return Err(FenError::UnknownColor),
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
        None => Ok(Unchecked { setup: Setup { board, turn, king_runs }, half_moves, full_move }),
    }
}

fn parse_counter(field: &str) -> Result<u32, FenError> {
    let counter = &field[1..];
    let wrong = || FenError::Counter { field: field.to_owned() };
    if is_counter(counter) { counter.parse().map_err(|_overflow| wrong()) } else { Err(wrong()) }
}

fn is_counter(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse_turn(text: &str) -> Result<Color, FenError> {
    if text == "?" {
        return Err(FenError::UnknownTurn);
    }
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
        if item.starts_with(['G', 'g', 'P', 'p']) {
            return Err(FenError::MidCapture { item: item.to_owned() });
        }
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

/// Reads a position of International draughts; [`parse`] reads those of either variant.
///
/// ```
/// use draughts::Position;
///
/// let position: Position = "W:W28,35:B13,23,30".parse()?;
/// assert_eq!(position.to_string(), "W:W28,35:B13,23,30");
/// # Ok::<(), draughts::fen::FenError>(())
/// ```
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        parse(text, Variant::International)
    }
}

/// Writes the position; [`parse`] reads it back. `{:#}` draws the board and names the side to move.
///
/// The form is that of lidraughts, with both counters of moves before running king moves.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return write!(f, "{:#}{} to move", self.board(), self.turn());
        }
        write_pieces(self, f)?;
        if Color::BOTH.into_iter().any(|color| self.king_run(color).is_some()) {
            f.write_str(":H0:F1")?;
        }
        write_king_runs(self, f)
    }
}

fn write_pieces(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}", position.turn().letter())?;
    for color in Color::BOTH {
        write!(f, ":{}", color.letter())?;
        for (index, square) in position.board().side(color).squares().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let king = if position.board().kings(color).contains(square) { "K" } else { "" };
            write!(f, "{comma}{king}{square}")?;
        }
    }
    Ok(())
}

fn write_king_runs(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let runs = [position.king_run(Color::Black), position.king_run(Color::White)];
    if runs == [None; 2] {
        return Ok(());
    }
    f.write_str(":")?;
    for run in runs {
        match run {
            Some(KingRun { square, moves }) => write!(f, "+{moves}{:02}", square.get())?,
            None => f.write_str("+0")?,
        }
    }
    Ok(())
}

impl Position {
    /// Writes the position as FEN (see the module [`fen`](crate::fen)).
    #[must_use]
    pub fn fen(&self) -> String {
        self.to_string()
    }

    /// Writes the position in the form of the Hub protocol and Scan: the side to move and fifty
    /// letters. Running king moves are not included.
    ///
    /// ```
    /// use draughts::{Position, Variant, fen};
    ///
    /// let position = fen::parse("B:W28,K46:B23", Variant::International)?;
    /// let hub = position.hub();
    /// assert_eq!(hub, format!("B{}b{}w{}W{}", "e".repeat(22), "e".repeat(4), "e".repeat(17), "e".repeat(4)));
    /// assert_eq!(fen::parse(&hub, Variant::International)?, position);
    /// # Ok::<(), fen::FenError>(())
    /// ```
    #[must_use]
    pub fn hub(&self) -> String {
        format!("{}{}", self.turn().letter(), self.board())
    }
}
