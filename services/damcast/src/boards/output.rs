//! JSON of what follows from the reports of a board.

use std::io::{self, Write as _};

use board_feed::{Event, Played};
use draughts::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::seconds::Seconds;

/// Writes what follows from the reports of a board on standard output.
pub(super) fn print(id: &Value, events: &[(Timestamp, Event)]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for (at, event) in events {
        let line = serde_json::to_string(&Output::event(id, *at, event))?;
        writeln!(output, "{line}")?;
    }
    output.flush()
}

/// A line of output.
#[derive(Serialize)]
pub(super) struct Output<'a> {
    id: &'a Value,
    t: Option<Seconds>,
    #[serde(flatten)]
    what: What<'a>,
}

/// A conclusion, or a line of input that cannot be read.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum What<'a> {
    Tentative { ply: u32, r#move: &'a str },
    Final { ply: u32, r#move: &'a str, captured: Vec<u8>, by: &'static str },
    Revised { ply: u32, r#move: Option<&'a str>, captured: Vec<u8> },
    Irregular { ply: u32, kind: &'static str, r#move: &'a str, captured: Vec<u8> },
    OutOfSync { since: Seconds },
    InSync { ply: u32 },
    NotCrowned { ply: u32 },
    AfterGame,
    Error { line: u64, error: &'a str },
}

impl<'a> Output<'a> {
    /// Makes the line of a conclusion.
    pub(super) fn event(id: &'a Value, at: Timestamp, event: &'a Event) -> Self {
        let captured = |played: &Played| {
            played.mv.captured().squares().map(draughts::Square::get).collect::<Vec<_>>()
        };
        let what = match event {
            Event::Tentative { ply, played } => What::Tentative { ply: *ply, r#move: &played.text },
            Event::Final { ply, played, by } => What::Final {
                ply: *ply,
                r#move: &played.text,
                captured: captured(played),
                by: by.as_str(),
            },
            Event::Revised { ply, played } => What::Revised {
                ply: *ply,
                r#move: played.as_ref().map(|played| played.text.as_str()),
                captured: played.as_ref().map(captured).unwrap_or_default(),
            },
            Event::Irregular { ply, played, kind } => What::Irregular {
                ply: *ply,
                kind: kind.as_str(),
                r#move: &played.text,
                captured: captured(played),
            },
            Event::OutOfSync { since } => What::OutOfSync { since: Seconds::from(*since) },
            Event::InSync { ply } => What::InSync { ply: *ply },
            Event::NotCrowned { ply } => What::NotCrowned { ply: *ply },
            Event::AfterGame => What::AfterGame,
        };
        Self { id, t: Some(Seconds::from(at)), what }
    }

    /// Makes the line about a line of input that cannot be read, by its number from 1.
    pub(super) fn error(id: &'a Value, at: Option<Timestamp>, line: u64, error: &'a str) -> Self {
        Self { id, t: at.map(Seconds::from), what: What::Error { line, error } }
    }
}
