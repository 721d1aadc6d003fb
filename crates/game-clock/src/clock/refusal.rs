//! Why a clock did not do what it was told.

use crate::{TimeControl, time_control::Time};
use draughts::Color;
use std::time::Duration;

/// Why a clock did not do what it was told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The clock was not started yet.
    #[error("the clock has not been started")]
    NotStarted,
    /// The clock was started before, with another control or at another moment.
    #[error("the clock was already started, with {control}")]
    AlreadyStarted {
        /// The control it was started with.
        control: Box<TimeControl>,
    },
    /// The opponent's time runs, so there is nothing to press.
    #[error("{by:?} pressed while the time of the opponent was running")]
    NotRunning {
        /// The side that pressed.
        by: Color,
    },
    /// The arbiter has paused the clock.
    #[error("the clock is paused")]
    Paused,
    /// The clock is not paused, so it cannot be resumed.
    #[error("the clock is not paused")]
    NotPaused,
    /// The clock was stopped at the end of the game.
    #[error("the clock was stopped at the end of the game")]
    Stopped,
    /// A flag has fallen, and nothing runs any more.
    #[error("the flag of {color:?} has fallen")]
    FlagFallen {
        /// The side whose flag it is.
        color: Color,
    },
    /// A player did not come in time, and nothing runs any more.
    #[error("{color:?} did not come in time")]
    AbsenceExceeded {
        /// The side of the player.
        color: Color,
    },
    /// Marks the player as present after a press.
    #[error("{color:?} has pressed, so cannot be absent")]
    HasPlayed {
        /// The side of the player.
        color: Color,
    },
    /// More time than a clock can show.
    #[error("{} is more than a clock can be set to", Time(*remaining))]
    TooMuchTime {
        /// The value that was asked for.
        remaining: Duration,
    },
    /// Nobody's flag has fallen, so there is nothing to play on from.
    #[error("no flag has fallen")]
    NoFlag,
    /// The flag fell in a stage without a number of moves: the game is lost (C art. 4).
    #[error("the flag of {color:?} fell in the last stage, which is lost")]
    LastStage {
        /// The side whose flag it is.
        color: Color,
    },
    /// The record shows too few moves: the game is lost (2006 art. 4).
    #[error("{color:?} had completed {made} moves of the {required} that were required")]
    TooFewMoves {
        /// The side whose flag it is.
        color: Color,
        /// How many moves the record shows.
        made: u32,
        /// How many were required.
        required: u32,
    },
}

impl Refusal {
    /// The refusal as one word.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::NotStarted => "not-started",
            Self::AlreadyStarted { .. } => "already-started",
            Self::NotRunning { .. } => "not-running",
            Self::Paused => "paused",
            Self::NotPaused => "not-paused",
            Self::Stopped => "stopped",
            Self::FlagFallen { .. } => "flag-fallen",
            Self::AbsenceExceeded { .. } => "absence-exceeded",
            Self::HasPlayed { .. } => "has-played",
            Self::TooMuchTime { .. } => "too-much-time",
            Self::NoFlag => "no-flag",
            Self::LastStage { .. } => "last-stage",
            Self::TooFewMoves { .. } => "too-few-moves",
        }
    }
}
