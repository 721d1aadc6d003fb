//! Report on a game: a line of text or a line of JSON.

use std::path::Path;

use draughts::{
    Score,
    pdn::{PdnGame, Status},
};
use serde::Serialize;

use crate::lines::printable;

/// Largest number of warnings in a line of text.
const WARNINGS_SHOWN: usize = 3;

/// Status of a game, as the reports name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GameStatus {
    Ok,
    HeaderOnly,
    Illegal,
    GivenUp,
    Unsupported,
}

impl GameStatus {
    pub(super) const ALL: [Self; 5] =
        [Self::Ok, Self::HeaderOnly, Self::Illegal, Self::GivenUp, Self::Unsupported];

    pub(super) const fn of(status: &Status) -> Self {
        match status {
            Status::Ok => Self::Ok,
            Status::HeaderOnly => Self::HeaderOnly,
            // The position cannot begin a game on 10x10 squares.
            Status::Illegal { .. } | Status::BadPosition { .. } => Self::Illegal,
            Status::GaveUp { .. } => Self::GivenUp,
            Status::Unsupported(_) => Self::Unsupported,
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::HeaderOnly => "header-only",
            Self::Illegal => "illegal",
            Self::GivenUp => "given-up",
            Self::Unsupported => "unsupported",
        }
    }

    /// Returns true if a file with such a game is in order.
    pub(super) const fn is_fine(self) -> bool {
        match self {
            Self::Ok | Self::HeaderOnly => true,
            Self::Illegal | Self::GivenUp | Self::Unsupported => false,
        }
    }

    pub(super) const fn index(self) -> usize {
        match self {
            Self::Ok => 0,
            Self::HeaderOnly => 1,
            Self::Illegal => 2,
            Self::GivenUp => 3,
            Self::Unsupported => 4,
        }
    }
}

/// JSON line of a checked game.
#[derive(Debug, Serialize)]
pub(super) struct Checked<'a> {
    file: String,
    game: usize,
    line: usize,
    white: Option<&'a str>,
    black: Option<&'a str>,
    variant: &'static str,
    status: &'static str,
    /// Reason why the game is not in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    plies: usize,
    /// Board after the last move: fifty letters from square 1 on.
    #[serde(rename = "final")]
    last: String,
    turn: char,
    result: Option<&'static str>,
    warnings: Vec<String>,
}

/// A game and its place in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported<'a> {
    pub(super) file: &'a Path,
    /// Number of the game in the file, from 1.
    pub(super) number: usize,
    /// Number of its first line in the file, from 1.
    pub(super) line: usize,
    pub(super) game: &'a PdnGame,
}

impl<'a> Reported<'a> {
    /// Returns the line of text.
    pub(super) fn text(&self, warnings: &[String]) -> String {
        let status = GameStatus::of(&self.game.status);
        let plies = self.game.plies.len();
        let mut text = format!(
            "{} {}: {} – {}  {}",
            printable(&self.file.display().to_string()),
            self.number,
            printable(self.player("White").unwrap_or("?")),
            printable(self.player("Black").unwrap_or("?")),
            status.as_str(),
        );
        if status == GameStatus::Ok || plies > 0 {
            text.push_str(&format!("  {plies} {}", if plies == 1 { "ply" } else { "plies" }));
            text.push_str(&format!("  {}", self.game.final_position));
        }
        if !status.is_fine() {
            text.push_str(&printable(&format!("  line {}: {}", self.line, self.game.status)));
        }
        text.push_str(&printable(&in_parentheses(warnings)));
        text
    }

    /// Returns the form of the line of JSON.
    pub(super) fn form(&self, warnings: Vec<String>) -> Checked<'a> {
        let status = GameStatus::of(&self.game.status);
        Checked {
            file: self.file.display().to_string(),
            game: self.number,
            line: self.line,
            white: self.player("White"),
            black: self.player("Black"),
            variant: self.game.variant.as_str(),
            status: status.as_str(),
            reason: (!status.is_fine()).then(|| self.game.status.to_string()),
            plies: self.game.plies.len(),
            last: self.game.final_position.board().to_letters(),
            turn: self.game.final_position.turn().letter(),
            result: self.game.score.map(Score::as_str),
            warnings,
        }
    }

    fn player(&self, tag: &str) -> Option<&'a str> {
        self.game.tag(tag).filter(|name| !name.is_empty())
    }
}

/// Returns the first warnings in parentheses.
fn in_parentheses(warnings: &[String]) -> String {
    let shown: Vec<&str> = warnings.iter().take(WARNINGS_SHOWN).map(String::as_str).collect();
    match warnings.len().saturating_sub(WARNINGS_SHOWN) {
        _ if shown.is_empty() => String::new(),
        0 => format!("  ({})", shown.join("; ")),
        more => format!("  ({}; and {more} more)", shown.join("; ")),
    }
}
