//! Events of a clock.

use super::{AbsenceLimit, ClockDisplay, Irregularity, Moves, Reason};
use crate::TimeControl;
use draughts::{Color, Timestamp};
use std::time::Duration;

/// What has happened to a clock. Only a press that arrives late, and what falls, lie before what was
/// told earlier; never before the turn that they end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Black's time runs from this moment, before the first move (2006 art. 2).
    Opened {
        /// The time control of the game.
        control: TimeControl,
        /// When Black's time began to run.
        at: Timestamp,
    },
    /// White's time runs from this moment.
    Started {
        /// The time control of the game.
        control: TimeControl,
        /// Who pressed for it; `None` where it began at the hour, or White has moved and nobody told
        /// when Black had pressed.
        by: Option<Color>,
        /// When White's time began to run.
        at: Timestamp,
    },
    /// A player is waited for.
    MarkedAbsent {
        /// The side of the player.
        color: Color,
        /// For how long; `None` until the flag falls.
        limit: Option<AbsenceLimit>,
        /// When it was seen.
        at: Timestamp,
    },
    /// A player who was marked absent has come.
    MarkedPresent {
        /// The side of the player.
        color: Color,
        /// The moment.
        at: Timestamp,
    },
    /// A player did not come in time: the article says that the game is lost (2006 art. 3).
    AbsenceExceeded {
        /// The side of the player.
        color: Color,
        /// How long was waited, and by which article.
        limit: AbsenceLimit,
        /// Whether the opponent had not come by then either, and was not to be waited for longer:
        /// the game is lost for both.
        both: bool,
        /// The exact moment, however late it was noticed.
        at: Timestamp,
    },
    /// A player pressed in time; the opponent's time runs from this moment.
    Pressed {
        /// The side that pressed.
        by: Color,
        /// When; never before the turn began.
        at: Timestamp,
        /// What the player had left then, increment and stage included.
        remaining: Duration,
    },
    /// A press bore a moment that it cannot have been made at. What was made of it follows.
    Irregular {
        /// The side that pressed.
        by: Color,
        /// The fault.
        irregularity: Irregularity,
        /// The moment that was taken for it.
        at: Timestamp,
    },
    /// A player's time was used up (rules art. 20.5, C art. 4).
    FlagFell {
        /// The side whose time it is.
        color: Color,
        /// How many moves the player had to complete by the end of the stage; `None` in a stage for
        /// the rest of the game.
        required: Option<u32>,
        /// The exact moment, however late it was noticed.
        at: Timestamp,
    },
    /// The game goes on in the next stage after a flag fall (2006 art. 4).
    PlayedOn {
        /// Whose flag had fallen.
        color: Color,
        /// What the player has left: the time of the next stage.
        remaining: Duration,
        /// How many moves of the game the player is taken to have completed.
        moves: u32,
        /// The side whose time runs.
        running: Color,
        /// The moment.
        at: Timestamp,
    },
    /// Nobody's time runs until the clock is resumed.
    Paused {
        /// The moment.
        at: Timestamp,
    },
    /// The time runs again.
    Resumed {
        /// Whose.
        running: Color,
        /// The moment.
        at: Timestamp,
    },
    /// The arbiter set what a player has left.
    Adjusted {
        /// The side whose time it is.
        color: Color,
        /// What the player has left from this moment on.
        remaining: Duration,
        /// Why.
        reason: Reason,
        /// The moment.
        at: Timestamp,
    },
    /// The arbiter has changed the game's record, and this side's time runs from now on.
    Corrected {
        /// The number of the change.
        line: u32,
        /// Whose time runs; nobody's while the game is on paper or over.
        running: Option<Color>,
        /// How many moves each side has completed since; `None` as before.
        moves: Option<Moves>,
        /// When; never before the event before it.
        at: Timestamp,
    },
    /// What a physical clock shows was taken for what the players have left.
    Followed {
        /// The display.
        display: ClockDisplay,
        /// The moment.
        at: Timestamp,
    },
    /// A physical clock shows other times than these. Told once, until they agree again.
    Disagreed {
        /// The display.
        display: ClockDisplay,
        /// The moment.
        at: Timestamp,
    },
    /// Nobody's time runs any more, because the game has ended.
    Stopped {
        /// When; never before the event before it.
        at: Timestamp,
    },
}

impl Event {
    /// When it happened.
    pub fn at(&self) -> Timestamp {
        match self {
            Self::Opened { at, .. }
            | Self::Started { at, .. }
            | Self::MarkedAbsent { at, .. }
            | Self::MarkedPresent { at, .. }
            | Self::AbsenceExceeded { at, .. }
            | Self::Pressed { at, .. }
            | Self::Irregular { at, .. }
            | Self::FlagFell { at, .. }
            | Self::PlayedOn { at, .. }
            | Self::Paused { at }
            | Self::Resumed { at, .. }
            | Self::Adjusted { at, .. }
            | Self::Corrected { at, .. }
            | Self::Followed { at, .. }
            | Self::Disagreed { at, .. }
            | Self::Stopped { at } => *at,
        }
    }
}
