//! What is said about a game: a line for people or a line of JSON.

use std::path::Path;

use draughts::pdn::{PdnGame, Status};

use crate::lines::{Object, printable};

/// How many warnings of a game a line for people names.
const WARNINGS_SHOWN: usize = 3;

/// What could be made of a game, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Word {
    Ok,
    HeaderOnly,
    Illegal,
    GivenUp,
    Unsupported,
}

impl Word {
    pub(super) const ALL: [Self; 5] =
        [Self::Ok, Self::HeaderOnly, Self::Illegal, Self::GivenUp, Self::Unsupported];

    pub(super) const fn of(status: &Status) -> Self {
        match status {
            Status::Ok => Self::Ok,
            Status::HeaderOnly => Self::HeaderOnly,
            // No game of ours can begin like that.
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

    /// Whether a file with such a game is in order.
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

/// A game and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported<'a> {
    pub(super) file: &'a Path,
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// Its first line in the file, from 1.
    pub(super) line: usize,
    pub(super) game: &'a PdnGame,
}

impl Reported<'_> {
    /// A line for people.
    pub(super) fn text(&self) -> String {
        let word = Word::of(&self.game.status);
        let plies = self.game.plies.len();
        let mut text = format!(
            "{} {}: {} – {}  {}",
            printable(&self.file.display().to_string()),
            self.number,
            printable(self.player("White").unwrap_or("?")),
            printable(self.player("Black").unwrap_or("?")),
            word.as_str(),
        );
        if word == Word::Ok || plies > 0 {
            text.push_str(&format!("  {plies} {}", if plies == 1 { "ply" } else { "plies" }));
            text.push_str(&format!("  {}", self.game.final_position));
        }
        if !word.is_fine() {
            text.push_str(&printable(&format!("  line {}: {}", self.line, self.game.status)));
        }
        text.push_str(&printable(&self.warnings()));
        text
    }

    fn warnings(&self) -> String {
        let shown: Vec<String> =
            self.game.warnings.iter().take(WARNINGS_SHOWN).map(ToString::to_string).collect();
        match self.game.warnings.len().saturating_sub(WARNINGS_SHOWN) {
            _ if shown.is_empty() => String::new(),
            0 => format!("  ({})", shown.join("; ")),
            more => format!("  ({}; and {more} more)", shown.join("; ")),
        }
    }

    /// A line of JSON.
    pub(super) fn json(&self) -> String {
        let word = Word::of(&self.game.status);
        let warnings: Vec<String> = self.game.warnings.iter().map(ToString::to_string).collect();
        let object = Object::new()
            .member("file", self.file.display().to_string())
            .member("game", self.number)
            .member("line", self.line)
            .member("white", self.player("White"))
            .member("black", self.player("Black"))
            .member("variant", self.game.variant.as_str())
            .member("status", word.as_str());
        let object = if word.is_fine() {
            object
        } else {
            object.member("reason", self.game.status.to_string())
        };
        object
            .member("plies", self.game.plies.len())
            .member("final", self.game.final_position.board().to_letters())
            .member("turn", self.game.final_position.turn().letter().to_string())
            .member("result", self.game.score.map(|score| score.as_str()))
            .member("warnings", warnings)
            .finish()
    }

    fn player(&self, tag: &str) -> Option<&str> {
        self.game.tag(tag).filter(|name| !name.is_empty())
    }
}
