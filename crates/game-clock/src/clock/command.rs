//! Commands to a clock.

use super::{AbsenceLimit, ClockDisplay, Reason};
use crate::TimeControl;
use draughts::{Color, Timestamp};
use std::time::Duration;

/// A command to a clock.
///
/// The clock does not know who sends a command. The caller has to make sure that only the arbiter
/// pauses, resumes, adjusts, marks players absent and lets play go on (C art. 3 and 6, 2006 art. 2
/// to 4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Start Black's time at the hour of the start, until Black presses or [`Command::Start`]
    /// starts White's time (2006 art. 2).
    Open {
        /// The time control of the game.
        control: TimeControl,
        /// The hour of the start.
        at: Timestamp,
    },
    /// Start White's time: at once, or by Black's press after [`Command::Open`].
    Start {
        /// The time control of the game.
        control: TimeControl,
        /// The moment when White's time begins to run.
        at: Timestamp,
    },
    /// Record a press before the first move, after [`Command::Open`]: Black's press starts White's
    /// time (004 rule 2).
    Begin {
        /// The side that pressed.
        by: Color,
        /// The moment of the press.
        at: Timestamp,
    },
    /// Mark a player who has not come. Their time runs all the same; the mark sets for how long
    /// they are waited for.
    MarkAbsent {
        /// The absent player.
        color: Color,
        /// The longest wait; `None` until the flag falls (C art. 6).
        limit: Option<AbsenceLimit>,
        /// The moment of the mark.
        at: Timestamp,
    },
    /// Mark an absent player as present. A press does so, too.
    MarkPresent {
        /// The player who has come.
        color: Color,
        /// The moment of the mark.
        at: Timestamp,
    },
    /// Record a player's press after a move: their time stops, the opponent's runs. Black's press
    /// before the first move starts White's time and is no move.
    Press {
        /// The side that pressed.
        by: Color,
        /// The moment of the press, which may be long before the command arrives.
        at: Timestamp,
        /// The moment of arrival: the press was not made later. If unknown, the same as `at`.
        received: Timestamp,
    },
    /// Stop both times until [`Command::Resume`].
    Pause {
        /// The arbiter's reason, if one was given. The clock asks for none.
        reason: Option<Reason>,
        /// The moment of the pause.
        at: Timestamp,
    },
    /// Let the time run again after a pause.
    Resume {
        /// The side whose time runs; `None` for the side whose time ran before.
        running: Option<Color>,
        /// The moment of the resumption.
        at: Timestamp,
    },
    /// Set the time that a player has left. A fallen flag of that player is taken back, and the
    /// clock is then paused.
    Adjust {
        /// The side whose time it is.
        color: Color,
        /// The time that the player has left at `at`, at most
        /// [`Clock::REMAINING_MAX`](super::Clock).
        remaining: Duration,
        /// The arbiter's reason.
        reason: Reason,
        /// The moment of the adjustment.
        at: Timestamp,
    },
    /// Follow a change of the game's record by the arbiter: used time stays used, and from now on
    /// the time of the side to move runs, or neither. A paused clock stays paused for that side.
    Correct {
        /// The number of the change in this game: 1, 2, 3 …
        line: u32,
        /// The side whose time runs from now on; `None` while the game is on paper or over.
        running: Option<Color>,
        /// The number of moves that each side has completed in the changed record; `None` to keep
        /// the count of the presses. A stage that has begun does not give its time again.
        moves: Option<Moves>,
        /// The moment of the change.
        at: Timestamp,
    },
    /// Go on in the next stage after a flag fall: the record shows that the player had made the
    /// moves of the stage (2006 art. 4).
    PlayOn {
        /// The number of moves of the game that the player had completed, from the record of both
        /// players; `None` if it cannot be established: then it counts as the required number.
        moves: Option<u32>,
        /// The side whose time runs; `None` for the side whose flag fell.
        running: Option<Color>,
        /// The moment when play goes on.
        at: Timestamp,
    },
    /// The display of a physical clock.
    Follow {
        /// The display.
        display: ClockDisplay,
        /// The moment of the display.
        at: Timestamp,
    },
    /// Stop both times at the end of the game.
    Stop {
        /// The moment when the game ended.
        at: Timestamp,
    },
    /// Let the time run again after [`Command::Stop`], because the game's record holds no end any
    /// more. The time in between is nobody's.
    GoOn {
        /// The side whose time runs from now on.
        running: Color,
        /// The moment when it runs again.
        at: Timestamp,
    },
    /// Emit the flag fall or forfeit that is due: see [`Clock::deadline`](super::Clock::deadline).
    TimeCheck {
        /// The current moment.
        at: Timestamp,
        /// The longest time that a press made in time may be on its way: nothing falls before the
        /// deadline plus this.
        grace: Duration,
    },
}

impl Command {
    /// Returns true if it is the display of a physical clock, which nobody decided.
    #[must_use]
    pub const fn is_display(&self) -> bool {
        matches!(self, Self::Follow { .. })
    }

    /// Returns the command with this limit if it marks a player absent and gives none.
    #[must_use]
    pub fn or_absence_limit(mut self, usual: Option<AbsenceLimit>) -> Self {
        if let Self::MarkAbsent { limit, .. } = &mut self {
            *limit = limit.or(usual);
        }
        self
    }
}

/// The number of moves that each side has completed in a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moves {
    /// Moves completed by White.
    pub white: u32,
    /// Moves completed by Black.
    pub black: u32,
}

impl FromIterator<Color> for Moves {
    /// Counts the moves of each side, given the side that made each of them.
    fn from_iter<I: IntoIterator<Item = Color>>(sides: I) -> Self {
        let mut moves = Self::default();
        for side in sides {
            let count = match side {
                Color::White => &mut moves.white,
                Color::Black => &mut moves.black,
            };
            *count = count.saturating_add(1);
        }
        moves
    }
}

impl Moves {
    /// Returns the number of one side.
    pub fn of(self, color: Color) -> u32 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}
