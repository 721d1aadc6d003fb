//! Events of a clock.

use super::{AbsenceLimit, ClockDisplay, Irregularity, Moves, Reason};
use crate::TimeControl;
use draughts::{Color, Timestamp};
use std::time::Duration;

/// An event of a clock. Only a late press, and a fall, may be dated before earlier events; never
/// before the turn that they end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Black's time runs from this moment, before the first move (2006 art. 2).
    Opened {
        /// The time control of the game.
        control: TimeControl,
        /// The moment when Black's time began to run.
        at: Timestamp,
    },
    /// White's time runs from this moment.
    Started {
        /// The time control of the game.
        control: TimeControl,
        /// The side that pressed; `None` if White's time began at the hour, or White has moved and
        /// the moment of Black's press is unknown.
        by: Option<Color>,
        /// The moment when White's time began to run.
        at: Timestamp,
    },
    /// A player was marked absent.
    MarkedAbsent {
        /// The side of the player.
        color: Color,
        /// The longest wait; `None` until the flag falls.
        limit: Option<AbsenceLimit>,
        /// The moment of the mark.
        at: Timestamp,
    },
    /// A player who was marked absent has come.
    MarkedPresent {
        /// The side of the player.
        color: Color,
        /// The moment of the mark or press.
        at: Timestamp,
    },
    /// A player did not come in time; by the article the game is lost (2006 art. 3).
    AbsenceExceeded {
        /// The side of the player.
        color: Color,
        /// The longest wait, and its article.
        limit: AbsenceLimit,
        /// True if the wait for the opponent, who had not come by then either, was over as well:
        /// the game is lost for both.
        both: bool,
        /// The exact moment when the wait was over, however late it was noticed.
        at: Timestamp,
    },
    /// A player pressed in time; the opponent's time runs from this moment.
    Pressed {
        /// The side that pressed.
        by: Color,
        /// The moment of the press; never before the turn began.
        at: Timestamp,
        /// The time that the player had left then, including increment and new stage.
        remaining: Duration,
    },
    /// A press had a moment at which it cannot have been made. Its effect follows as another event.
    Irregular {
        /// The side that pressed.
        by: Color,
        /// The fault.
        irregularity: Irregularity,
        /// The moment that counts instead.
        at: Timestamp,
    },
    /// A player's time was used up (rules art. 20.5, C art. 4).
    FlagFell {
        /// The side whose time it is.
        color: Color,
        /// The number of moves that the player had to complete by the end of the stage; `None` in a
        /// stage for the rest of the game.
        required: Option<u32>,
        /// The exact moment when the time was used up, however late it was noticed.
        at: Timestamp,
    },
    /// The game goes on in the next stage after a flag fall (2006 art. 4).
    PlayedOn {
        /// The side whose flag had fallen.
        color: Color,
        /// The time that the player has left: that of the next stage.
        remaining: Duration,
        /// The number of moves of the game that count as completed by the player.
        moves: u32,
        /// The side whose time runs.
        running: Color,
        /// The moment when play goes on.
        at: Timestamp,
    },
    /// Both times stopped until the clock is resumed.
    Paused {
        /// The moment of the pause.
        at: Timestamp,
    },
    /// The time runs again.
    Resumed {
        /// The side whose time runs.
        running: Color,
        /// The moment of the resumption.
        at: Timestamp,
    },
    /// The arbiter set the time that a player has left.
    Adjusted {
        /// The side whose time it is.
        color: Color,
        /// The time that the player has left from this moment on.
        remaining: Duration,
        /// The arbiter's reason.
        reason: Reason,
        /// The moment of the adjustment.
        at: Timestamp,
    },
    /// The arbiter changed the game's record, and this side's time runs from now on.
    Corrected {
        /// The number of the change.
        line: u32,
        /// The side whose time runs; `None` while the game is on paper or over.
        running: Option<Color>,
        /// The number of moves that each side has completed; `None` if it stays as it was.
        moves: Option<Moves>,
        /// The moment of the change; never before the previous event.
        at: Timestamp,
    },
    /// The times on a physical clock replaced the computed ones.
    Followed {
        /// The display.
        display: ClockDisplay,
        /// The moment of the display.
        at: Timestamp,
    },
    /// A physical clock disagrees with the computed times. Reported once, until they agree again.
    Disagreed {
        /// The display.
        display: ClockDisplay,
        /// The moment of the display.
        at: Timestamp,
    },
    /// Both times stopped, because the game has ended.
    Stopped {
        /// The moment of the end; never before the previous event.
        at: Timestamp,
    },
}

impl Event {
    /// Returns the moment of the event.
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
