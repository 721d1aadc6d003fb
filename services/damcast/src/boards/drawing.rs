//! A board as text: its squares with their numbers, and how they differ from a position.

use std::fmt::Write as _;

use board_feed::{Code, Field};
use draughts::{Color, Piece, Position, Role, Square};

/// The largest number of differences that are told in words.
const TOLD_MAX: usize = 10;
/// The sequences that mark a square on a terminal, and end that.
const MARK: [&str; 2] = ["\u{1b}[7m", "\u{1b}[0m"];

/// The way a board lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// White sits where the fields count White.
    White,
    /// The board is rotated.
    Black,
}

/// All fields of a board beside the position that should stand there.
#[derive(Debug)]
pub(super) struct Drawing<'a> {
    pub(super) codes: &'a [Code; Field::COUNT],
    pub(super) position: &'a Position,
    pub(super) side: Side,
    /// True if squares are marked as terminals do.
    pub(super) is_terminal: bool,
}

impl<'a> Drawing<'a> {
    /// Draws a board, which is rotated if it looks more like the position then.
    pub(super) fn new(
        codes: &'a [Code; Field::COUNT],
        position: &'a Position,
        is_terminal: bool,
    ) -> Self {
        let of = |side| Self { codes, position, side, is_terminal };
        let (white, black) = (of(Side::White), of(Side::Black));
        if black.differences().len() < white.differences().len() { black } else { white }
    }

    fn code(&self, square: Square) -> Code {
        let field = Field::of(square, self.side == Side::Black);
        self.codes[field.index()]
    }

    /// Returns the squares whose piece is another one. A king that looks like a man is none, as it
    /// does on most boards.
    pub(super) fn differences(&self) -> Vec<Square> {
        let differs =
            |square: &Square| match (self.code(*square), self.position.board().piece_at(*square)) {
                (Code::Empty, expected) => expected.is_some(),
                (Code::Occupied, expected) => expected.is_none(),
                (Code::Piece(piece), expected) => Some(piece.color) != expected.map(|it| it.color),
            };
        Square::all().filter(differs).collect()
    }

    /// Returns the ten rows, White below: the number of each square and the letter of its piece.
    pub(super) fn rows(&self) -> String {
        let differences = self.differences();
        let mut rows = String::new();
        for row in 0..10 {
            for column in 0..10 {
                let here = |square: &Square| (square.row(), square.column()) == (row, column);
                let Some(square) = Square::all().find(here) else {
                    rows.push_str(self.light(row, column));
                    continue;
                };
                let letter = match self.code(square) {
                    Code::Empty => '·',
                    code @ (Code::Piece(_) | Code::Occupied) => code.letter(),
                };
                let number = square.get();
                let is_other = differences.contains(&square);
                let [mark, end] = if is_other && self.is_terminal { MARK } else { [""; 2] };
                let [left, right] = if is_other { ['[', ']'] } else { [' '; 2] };
                // Writing into a string cannot fail.
                let _infallible = write!(rows, "{mark}{left}{number:>2} {letter}{right}{end}");
            }
            rows.push('\n');
        }
        rows
    }

    /// Returns a light field, on which nothing should stand.
    fn light(&self, row: u8, column: u8) -> &'static str {
        let number = usize::from(row) * 10 + usize::from(column);
        let field = if self.side == Side::Black { Field::COUNT - 1 - number } else { number };
        if self.codes[field] == Code::Empty { "      " } else { "[ !! ]" }
    }

    /// Returns the differences in words, a line each; nothing if there are none.
    pub(super) fn words(&self) -> String {
        let differences = self.differences();
        let mut words = String::new();
        for square in differences.iter().take(TOLD_MAX) {
            let there = match self.code(*square) {
                Code::Empty => "nothing",
                Code::Occupied => "a piece",
                Code::Piece(piece) => named(piece),
            };
            let expected = self.position.board().piece_at(*square).map_or("nothing", named);
            let number = square.get();
            let _infallible = writeln!(words, "{number}: {there} instead of {expected}");
        }
        if let Some(more) = differences.len().checked_sub(TOLD_MAX).filter(|more| *more > 0) {
            let _infallible = writeln!(words, "and {more} squares more");
        }
        words
    }
}

const fn named(Piece { color, role }: Piece) -> &'static str {
    match (color, role) {
        (Color::White, Role::Man) => "a white man",
        (Color::White, Role::King) => "a white king",
        (Color::Black, Role::Man) => "a black man",
        (Color::Black, Role::King) => "a black king",
    }
}

#[cfg(test)]
mod tests {
    use draughts::Variant;

    use super::*;

    /// Returns the fields of the start, with other codes on some squares.
    fn start(is_rotated: bool, changes: &[(u8, char)]) -> [Code; Field::COUNT] {
        let mut codes = [Code::Empty; Field::COUNT];
        let position = Position::start(Variant::International);
        for square in Square::all() {
            let change = changes.iter().find(|(number, _)| *number == square.get());
            let code = match change {
                Some((_, letter)) => Code::from_letter(*letter).unwrap(),
                None => position.board().piece_at(square).map_or(Code::Empty, Code::Piece),
            };
            codes[Field::of(square, is_rotated).index()] = code;
        }
        codes
    }

    #[test]
    fn a_board_is_drawn_with_its_numbers_and_what_differs() {
        let mut codes = start(false, &[(32, 'e'), (28, 'w'), (20, '?')]);
        codes[99] = Code::Occupied;
        let position = Position::start(Variant::International);
        let drawing = Drawing::new(&codes, &position, false);
        assert_eq!(
            drawing.rows(),
            [
                "        1 b         2 b         3 b         4 b         5 b \n",
                "  6 b         7 b         8 b         9 b        10 b       \n",
                "       11 b        12 b        13 b        14 b        15 b \n",
                " 16 b        17 b        18 b        19 b        20 ?       \n",
                "       21 ·        22 ·        23 ·        24 ·        25 · \n",
                " 26 ·        27 ·       [28 w]       29 ·        30 ·       \n",
                "       31 w       [32 ·]       33 w        34 w        35 w \n",
                " 36 w        37 w        38 w        39 w        40 w       \n",
                "       41 w        42 w        43 w        44 w        45 w \n",
                " 46 w        47 w        48 w        49 w        50 w [ !! ]\n",
            ]
            .concat()
        );
        assert_eq!(
            drawing.words(),
            "28: a white man instead of nothing\n32: nothing instead of a white man\n"
        );
    }

    #[test]
    fn a_rotated_board_is_drawn_with_white_below_too() {
        let position = Position::start(Variant::International);
        let [white, black] = [false, true].map(|is_rotated| start(is_rotated, &[(31, 'W')]));
        let [white, black] = [&white, &black].map(|codes| Drawing::new(codes, &position, true));
        assert_eq!((white.side, black.side), (Side::White, Side::Black));
        assert_eq!(white.rows(), black.rows());
        assert_eq!(black.words(), "");
    }

    #[test]
    fn few_differences_are_told_and_marked_on_a_terminal() {
        let codes = [Code::Empty; Field::COUNT];
        let position = Position::start(Variant::Frisian);
        let drawing = Drawing::new(&codes, &position, true);
        let words = drawing.words();
        assert_eq!(words.lines().count(), TOLD_MAX + 1, "{words}");
        assert!(words.ends_with("10: nothing instead of a black man\nand 30 squares more\n"));
        assert!(drawing.rows().contains("\u{1b}[7m[50 ·]\u{1b}[0m"));
    }
}
