//! DGT boards as LiveChess describes them: all fields and the clock, after each change.
//!
//! LiveChess describes fields as FEN does, row by row from the top left. Its letters are those of
//! chess pieces; a disk has that of the chess piece with the same code. A program that speaks like
//! LiveChess may use those of draughts.

use draughts::{Color, Timestamp};
use game_clock::ClockDisplay;
use thiserror::Error;

use crate::{
    Field, Reading,
    dgt::{BOARD_DUMP, BoardState, DgtAbout, DgtFrame, DgtReport, DgtSetting},
};

/// The chess pieces by the codes that a DGT board has for them, from 1.
const CHESS_LETTERS: &str = "PRNBKQprnbkq";
/// The pieces of draughts, and the codes that a DGT board has for them.
const DRAUGHTS_LETTERS: [(char, u8); 4] = [('w', 0x01), ('b', 0x04), ('W', 0x07), ('B', 0x0a)];
/// The largest number of rows, and of fields in a row, of any board.
const SIDE_MAX: usize = 12;

/// The fields of a board as LiveChess writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveChessFields {
    /// The letter of each field, row by row from the top left; `None` if it is empty.
    letters: Vec<Option<char>>,
}

/// The reason why a text does not describe the fields of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LiveChessFieldsError {
    /// The rows have different lengths, or there are too many fields.
    #[error("a board has at most {SIDE_MAX} rows of the same length")]
    Rows,
    /// A letter is that of no piece.
    #[error(
        "{letter:?} is no piece: those of draughts are w, b, W and B, those of chess {CHESS_LETTERS}"
    )]
    Letter {
        /// The letter.
        letter: char,
    },
}

impl LiveChessFields {
    /// Reads the fields, row by row with `/` between them: letters of pieces, and numbers of empty
    /// fields.
    ///
    /// # Errors
    ///
    /// [`LiveChessFieldsError`] if the text describes no board.
    pub fn read(text: &str) -> Result<Self, LiveChessFieldsError> {
        let mut letters = Vec::new();
        let mut length = None;
        for (index, row) in text.split('/').enumerate() {
            let before = letters.len();
            let mut rest = row;
            while let Some(letter) = rest.chars().next() {
                let digits =
                    rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
                if digits > 0 {
                    let count: usize =
                        rest[..digits].parse().map_err(|_overflow| LiveChessFieldsError::Rows)?;
                    if count > SIDE_MAX {
                        return Err(LiveChessFieldsError::Rows);
                    }
                    letters.extend(std::iter::repeat_n(None, count));
                    rest = &rest[digits..];
                } else {
                    let is_piece = CHESS_LETTERS.contains(letter) || letter == 'w' || letter == 'W';
                    if !is_piece {
                        return Err(LiveChessFieldsError::Letter { letter });
                    }
                    letters.push(Some(letter));
                    rest = &rest[letter.len_utf8()..];
                }
                if letters.len() - before > SIDE_MAX {
                    return Err(LiveChessFieldsError::Rows);
                }
            }
            let row_length = letters.len() - before;
            if index >= SIDE_MAX || *length.get_or_insert(row_length) != row_length {
                return Err(LiveChessFieldsError::Rows);
            }
        }
        Ok(Self { letters })
    }

    /// Returns true if the letters are those of chess, false if those of draughts; `None` if they
    /// may be either.
    fn is_chess(&self) -> Option<bool> {
        let mut pieces = self.letters.iter().flatten();
        let is_of_one = |letter: &&char| !matches!(letter, 'b' | 'B');
        pieces.find(is_of_one).map(|letter| !matches!(letter, 'w' | 'W'))
    }

    /// Returns the code that a DGT board has for each field.
    fn codes(&self, is_chess: bool) -> Vec<u8> {
        let code = |letter: char| {
            let chess = CHESS_LETTERS.chars().zip(1..).find(|(it, _)| *it == letter);
            let draughts = DRAUGHTS_LETTERS.into_iter().find(|(it, _)| *it == letter);
            let found = if is_chess { chess } else { draughts };
            // A piece of the other game stands there anyhow.
            found.map_or(0x0f, |(_, code)| code)
        };
        self.letters.iter().map(|letter| letter.map_or(0, code)).collect()
    }
}

/// News of a board; what is absent has not changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveChessNews {
    /// True if LiveChess hears the board.
    pub is_there: Option<bool>,
    /// The charge of its battery, 0 to 100 per cent.
    pub battery: Option<u8>,
    /// All fields.
    pub fields: Option<LiveChessFields>,
    /// The clock.
    pub clock: Option<ClockDisplay>,
}

/// A board of LiveChess.
#[derive(Clone, Debug)]
pub struct LiveChessBoard {
    state: BoardState,
    is_there: bool,
    /// True once it has told its fields.
    is_up: bool,
    is_chess: bool,
    /// The side whose time ran when it was last heard of.
    running: Option<Color>,
}

impl LiveChessBoard {
    /// Makes a board of a serial number of which nothing is known.
    #[must_use]
    pub fn new(serial: &str) -> Self {
        let state = BoardState::new(Some(serial.to_owned()), DgtSetting::default());
        Self { state, is_there: false, is_up: false, is_chess: false, running: None }
    }

    /// Returns what LiveChess has said about the board.
    #[must_use]
    pub const fn about(&self) -> &DgtAbout {
        self.state.about()
    }

    /// Takes news that came at a moment, and returns what they report.
    pub fn take(&mut self, news: &LiveChessNews, at: Timestamp) -> Vec<DgtReport> {
        if let Some(charge) = news.battery {
            self.state.set_battery(charge);
        }
        match news.is_there {
            Some(false) => return self.lose(),
            Some(true) => self.is_there = true,
            None => {}
        }
        if !self.is_there {
            return Vec::new();
        }
        let mut reports = Vec::new();
        if let Some(fields) = &news.fields {
            self.is_chess = fields.is_chess().unwrap_or(self.is_chess);
            let frame = DgtFrame { id: BOARD_DUMP, data: fields.codes(self.is_chess) };
            reports = self.state.take_dump(&frame, self.is_up, None);
            self.is_up |= frame.data.len() == Field::COUNT;
        }
        if let Some(display) = news.clock {
            let before = std::mem::replace(&mut self.running, display.running);
            if let (Some(before), Some(now), true) = (before, display.running, self.is_up)
                && before != now
            {
                reports.push(DgtReport::Reading(Reading::Press(before)));
            }
            reports.extend(self.state.take_shown(display, at, self.is_up));
        }
        reports
    }

    /// Notes that nothing is heard of the board, and reports that it is gone if it was there.
    pub fn lose(&mut self) -> Vec<DgtReport> {
        let gone = DgtReport::Reading(Reading::Link { is_up: false });
        let reports = if self.is_up { vec![gone] } else { Vec::new() };
        (self.is_there, self.is_up, self.running) = (false, false, None);
        self.state.forget();
        reports
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use draughts::{Piece, Role};

    use super::*;
    use crate::{Code, DgtTrouble};

    const START: &str = "1b1b1b1b1b/b1b1b1b1b1/1b1b1b1b1b/b1b1b1b1b1/10/10/1w1w1w1w1w/w1w1w1w1w1/1w1w1w1w1w/w1w1w1w1w1";

    fn fields(text: &str) -> LiveChessNews {
        let fields = Some(LiveChessFields::read(text).unwrap());
        LiveChessNews { is_there: Some(true), fields, ..LiveChessNews::default() }
    }

    fn clock(seconds: [u64; 2], running: Option<Color>) -> LiveChessNews {
        let [white, black] = seconds.map(Duration::from_secs);
        let clock = Some(ClockDisplay { white, black, running, flag: None });
        LiveChessNews { clock, ..LiveChessNews::default() }
    }

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    /// Returns the fields of the only dump.
    #[track_caller]
    fn dump(reports: &[DgtReport]) -> &[Code; Field::COUNT] {
        let [DgtReport::Reading(Reading::Dump(codes))] = reports else { panic!("{reports:?}") };
        codes
    }

    #[test]
    fn letters_of_chess_and_of_draughts_are_the_same_disks() {
        let chess = START.replace('b', "B").replace('w', "P");
        for text in [START, &chess] {
            let mut board = LiveChessBoard::new("7425");
            let reports = board.take(&fields(text), at(0));
            let [DgtReport::Board(about), DgtReport::Reading(up), rest @ ..] = &reports[..] else {
                panic!("{reports:?}")
            };
            assert_eq!(about.serial.as_deref(), Some("7425"));
            assert_eq!(*up, Reading::Link { is_up: true });
            let codes = dump(rest);
            let man = |color| Code::Piece(Piece { color, role: Role::Man });
            assert_eq!(
                (codes[1], codes[0], codes[98]),
                (man(Color::Black), Code::Empty, man(Color::White))
            );
            // Once only black pieces are left, their letters are those that they were.
            let alone = if text == START { "5b4" } else { "5B4" };
            let only = format!("{alone}/{}", ["10"; 9].join("/"));
            let reports = board.take(&fields(&only), at(9));
            assert_eq!(dump(&reports)[5], man(Color::Black), "{only}");
        }
    }

    #[test]
    fn a_time_that_runs_on_the_other_side_is_a_press() {
        let mut board = LiveChessBoard::new("7425");
        board.take(&fields(START), at(0));
        let display =
            |news: &LiveChessNews| DgtReport::Reading(Reading::Display(news.clock.unwrap()));
        let [white, black] = Color::BOTH;
        let first = clock([4_800, 4_800], Some(white));
        assert_eq!(board.take(&first, at(0)), [display(&first)]);
        assert_eq!(board.take(&clock([4_797, 4_800], Some(white)), at(3_000)), []);
        let pressed = clock([4_795, 4_800], Some(black));
        let press = DgtReport::Reading(Reading::Press(white));
        assert_eq!(board.take(&pressed, at(5_000)), [press, display(&pressed)]);
        let stopped = clock([4_795, 4_799], None);
        assert_eq!(board.take(&stopped, at(6_000)), [display(&stopped)]);
        // Nobody knows who pressed while it was away.
        board.take(&clock([4_795, 4_799], Some(black)), at(7_000));
        assert_eq!(board.lose(), [DgtReport::Reading(Reading::Link { is_up: false })]);
        board.take(&fields(START), at(8_000));
        let reports = board.take(&clock([4_790, 4_799], Some(white)), at(8_000));
        assert!(!reports.iter().any(|it| matches!(it, DgtReport::Reading(Reading::Press(_)))));
    }

    #[test]
    fn a_board_that_livechess_does_not_hear_says_nothing() {
        let mut board = LiveChessBoard::new("7425");
        let gone = LiveChessNews { is_there: Some(false), ..fields(START) };
        assert_eq!(board.take(&gone, at(0)), []);
        let unknown = LiveChessNews { is_there: None, ..fields(START) };
        assert_eq!(board.take(&unknown, at(0)), []);
        let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(board.take(&fields(chess), at(0)), [DgtReport::Trouble(DgtTrouble::Chess)]);
        assert_eq!(board.take(&fields(chess), at(0)), [], "it was told");
        assert_eq!(board.lose(), []);
    }

    #[test]
    fn what_describes_no_board_says_why() {
        use LiveChessFieldsError::{Letter, Rows};
        for (text, error) in [
            ("10/9", Rows),
            ("13", Rows),
            ("wwwwwwwwwwwww", Rows),
            ("99999999999999999999999", Rows),
            ("8/8x", Letter { letter: 'x' }),
            ("é", Letter { letter: 'é' }),
            (&["1"; 13].join("/"), Rows),
        ] {
            assert_eq!(LiveChessFields::read(text), Err(error), "{text}");
        }
    }
}
