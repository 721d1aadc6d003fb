//! The reasons for which a clock refuses a command.

use crate::{TimeControl, time_control::Time};
use draughts::Color;
use std::time::Duration;

/// The reason for which a clock refuses a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The clock was not started yet.
    #[error("the clock has not been started")]
    NotStarted,
    /// The clock was started before, with another control or at another moment.
    #[error("the clock was already started, with {control}")]
    AlreadyStarted {
        /// The control of the running clock.
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
    /// A flag has fallen, and both times stand still.
    #[error("the flag of {color:?} has fallen")]
    FlagFallen {
        /// The side whose flag it is.
        color: Color,
    },
    /// A player did not come in time, and both times stand still.
    #[error("{color:?} did not come in time")]
    AbsenceExceeded {
        /// The side of the player.
        color: Color,
    },
    /// The player has pressed, and cannot be marked absent any more.
    #[error("{color:?} has pressed, so cannot be absent")]
    HasPlayed {
        /// The side of the player.
        color: Color,
    },
    /// The time is longer than [`Clock::REMAINING_MAX`](super::Clock::REMAINING_MAX).
    #[error("{} is more than a clock can be set to", Time(*remaining))]
    TooMuchTime {
        /// The time of the command.
        remaining: Duration,
    },
    /// No flag has fallen, so play cannot go on from one.
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
        /// The number of moves in the record.
        made: u32,
        /// The number of moves required.
        required: u32,
    },
}

impl Refusal {
    /// Returns the stable name of the kind of refusal, such as `not-started`.
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
