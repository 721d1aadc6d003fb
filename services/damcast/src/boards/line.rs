//! The lines about a board that the program itself writes, as trackers read them.

use board_feed::{Code, Field};
use serde::Serialize;
use serde_json::Value;

/// A line without its moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum BoardLine<'a> {
    /// The description of a board.
    Meta {
        id: &'a str,
        capability: &'static str,
        /// `None` to find out which way the board lies.
        rotated: Option<bool>,
        /// Seconds between two questions to a board on a bus.
        #[serde(skip_serializing_if = "Option::is_none")]
        poll: Option<f64>,
    },
    Field {
        field: u8,
        code: char,
    },
    Dump {
        codes: String,
    },
    ClockPress {
        by: char,
    },
    Clock {
        running: bool,
    },
    /// The display of a clock. Times are in seconds.
    Display {
        white: u64,
        black: u64,
        running: Option<char>,
        flag: Option<char>,
    },
    Link {
        up: bool,
    },
    /// The orders of the desk to the board.
    Order {
        rotated: Option<bool>,
        muted: bool,
        restarts: u32,
    },
    /// The board has to show the position of its game before anything follows from it.
    Wait,
    /// The game as the agent knows it, at a time of day in milliseconds since 1970.
    Game {
        fen: String,
        ply: u32,
        line: u32,
        at_ms: i64,
        last: u64,
    },
}

impl BoardLine<'_> {
    /// Makes the line of all fields of a board.
    pub(super) fn dump(codes: &[Code; Field::COUNT]) -> Self {
        Self::Dump { codes: codes.iter().map(|code| code.letter()).collect() }
    }

    /// Returns the line as JSON, with its members in the order of the alphabet.
    pub(super) fn json(&self) -> Value {
        // Numbers, texts and truth values always have a form in JSON.
        serde_json::to_value(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_json_with_its_members_in_the_order_of_the_alphabet() {
        let meta = |poll| BoardLine::Meta { id: "7", capability: "colour", rotated: None, poll };
        let (fen, running) = ("W:W31:B20".to_owned(), Some('W'));
        let display = BoardLine::Display { white: 60, black: 59, running, flag: None };
        for (line, expected) in [
            (meta(None), r#"{"capability":"colour","id":"7","kind":"meta","rotated":null}"#),
            (
                meta(Some(0.5)),
                r#"{"capability":"colour","id":"7","kind":"meta","poll":0.5,"rotated":null}"#,
            ),
            (
                BoardLine::Field { field: 63, code: 'e' },
                r#"{"code":"e","field":63,"kind":"field"}"#,
            ),
            (BoardLine::Dump { codes: "ew".into() }, r#"{"codes":"ew","kind":"dump"}"#),
            (BoardLine::ClockPress { by: 'W' }, r#"{"by":"W","kind":"clock_press"}"#),
            (BoardLine::Clock { running: false }, r#"{"kind":"clock","running":false}"#),
            (display, r#"{"black":59,"flag":null,"kind":"display","running":"W","white":60}"#),
            (BoardLine::Link { up: true }, r#"{"kind":"link","up":true}"#),
            (
                BoardLine::Order { rotated: Some(true), muted: false, restarts: 2 },
                r#"{"kind":"order","muted":false,"restarts":2,"rotated":true}"#,
            ),
            (BoardLine::Wait, r#"{"kind":"wait"}"#),
            (
                BoardLine::Game { fen, ply: 4, line: 1, at_ms: 7, last: 9 },
                r#"{"at_ms":7,"fen":"W:W31:B20","kind":"game","last":9,"line":1,"ply":4}"#,
            ),
        ] {
            assert_eq!(line.json().to_string(), expected);
        }
    }
}
