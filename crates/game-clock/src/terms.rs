//! The terms of a game that its event chooses: draws, and the start of the clock.

use core::fmt;
use core::str::FromStr;

use draughts::{DrawRules, RuleSet};
use thiserror::Error;

/// The terms on which a game is played, beside its rules and its time control.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The rules of draws.
    pub draws: DrawRules,
    /// The start of the clock.
    pub start: StartMode,
}

impl Terms {
    /// Returns the usual terms of a rule set, with clocks that start at the hour.
    pub const fn of(rules: RuleSet) -> Self {
        Self { draws: DrawRules::of(rules), start: StartMode::Hour }
    }
}

/// The way in which the clock of a game starts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StartMode {
    /// The clock runs from the opening of the round (2006 art. 2).
    #[default]
    Hour,
    /// The clock stands until the arbiter starts it, usually for the whole hall at once (C art. 3,
    /// 6), or the first move is made.
    Gong,
    /// The clock stands until Black presses, the first move is made, or the arbiter starts it.
    Table,
    /// The game is not timed.
    Untimed,
    /// The moves are noted and not pressed: the times are estimates, and no flag ends the game.
    Notation,
}

impl StartMode {
    /// Every mode.
    pub const ALL: [Self; 5] = [Self::Hour, Self::Gong, Self::Table, Self::Untimed, Self::Notation];

    /// Returns true if the clock stands when the round opens, until something starts it.
    pub const fn is_armed(self) -> bool {
        matches!(self, Self::Gong | Self::Table)
    }

    /// Returns the stable name: `hour`, `gong`, `table`, `none` or `notation`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Gong => "gong",
            Self::Table => "table",
            Self::Untimed => "none",
            Self::Notation => "notation",
        }
    }
}

impl fmt::Display for StartMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for StartMode {
    type Err = UnknownStartMode;

    fn from_str(text: &str) -> Result<Self, UnknownStartMode> {
        let found = Self::ALL.into_iter().find(|mode| mode.as_str() == text);
        found.ok_or_else(|| UnknownStartMode { text: text.to_owned() })
    }
}

/// The error for a text that names no [`StartMode`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown start {text:?}, known are hour, gong, table, none and notation")]
pub struct UnknownStartMode {
    /// The text.
    pub text: String,
}
