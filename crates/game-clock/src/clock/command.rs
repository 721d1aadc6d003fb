//! Commands to a clock.

use super::{AbsenceLimit, ClockDisplay, Reason};
use crate::TimeControl;
use draughts::{Color, Timestamp};
use std::time::Duration;

/// Commands to a clock.
///
/// The clock does not know who tells it: that only the arbiter pauses, resumes, adjusts, marks who is
/// absent and lets play on (C art. 3 and 6, 2006 art. 2 to 4) is for the shell to see to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Black's time runs from the hour of the start, until Black presses or [`Command::Start`] says
    /// that White's time runs (2006 art. 2).
    Open {
        /// The time control of the game.
        control: TimeControl,
        /// The hour of the start.
        at: Timestamp,
    },
    /// Black has started White's time: at once, or by a press after [`Command::Open`].
    Start {
        /// The time control of the game.
        control: TimeControl,
        /// When White's time begins to run.
        at: Timestamp,
    },
    /// A player has pressed before the first move, after [`Command::Open`]: Black's press starts
    /// White's time (004 rule 2).
    Begin {
        /// The side that pressed.
        by: Color,
        /// The moment.
        at: Timestamp,
    },
    /// A player has not come. Their time runs as anybody's would; the mark says who is waited for,
    /// and for how long.
    MarkAbsent {
        /// The player who is not there.
        color: Color,
        /// How long is waited; `None` until the flag falls (C art. 6).
        limit: Option<AbsenceLimit>,
        /// When it was seen.
        at: Timestamp,
    },
    /// A player who was marked absent has come. A press says so, too.
    MarkPresent {
        /// The player who has come.
        color: Color,
        /// The moment.
        at: Timestamp,
    },
    /// A player has moved and pressed: their time stops, the opponent's runs. Black's press before
    /// the first move starts White's time and is no move.
    Press {
        /// The side that pressed.
        by: Color,
        /// When the clock was pressed, which may be long before the command arrives.
        at: Timestamp,
        /// When it arrived: it cannot have been made later. Who does not know says `at`.
        received: Timestamp,
    },
    /// Nobody's time runs until [`Command::Resume`].
    Pause {
        /// When the arbiter paused the clock.
        at: Timestamp,
    },
    /// The time runs again after a pause.
    Resume {
        /// Whose; `None` for the side whose time ran before.
        running: Option<Color>,
        /// When the arbiter resumed it.
        at: Timestamp,
    },
    /// The arbiter sets what a player has left. A fallen flag of that player is taken back, and the
    /// clock is then paused.
    Adjust {
        /// The side whose time it is.
        color: Color,
        /// What the player has left at `at`, at most [`Clock::REMAINING_MAX`](super::Clock).
        remaining: Duration,
        /// Why.
        reason: Reason,
        /// The moment.
        at: Timestamp,
    },
    /// The arbiter has changed the game's record: what was used is used, and from here on the time
    /// of the side to move runs, or nobody's. A paused clock stays paused for that side.
    Correct {
        /// Counts such changes of one game: 1, 2, 3 …
        line: u32,
        /// Whose time runs from now on; nobody's while the game is on paper or over.
        running: Option<Color>,
        /// How many moves each side has completed in the changed record; `None` leaves the count as
        /// the presses made it. A stage that has begun is not given again.
        moves: Option<Moves>,
        /// When the arbiter changed it.
        at: Timestamp,
    },
    /// After a flag fall: the record shows that the player had made the moves of the stage, so the
    /// game goes on in the next one (2006 art. 4).
    PlayOn {
        /// How many moves of the game the player had completed, from the record of both players;
        /// `None` when it cannot be established, and then as many as were needed.
        moves: Option<u32>,
        /// Whose time runs; `None` for the side whose flag fell.
        running: Option<Color>,
        /// When play goes on.
        at: Timestamp,
    },
    /// The display of a physical clock.
    Follow {
        /// The display.
        display: ClockDisplay,
        /// When it showed it.
        at: Timestamp,
    },
    /// The game has ended; nobody's time runs any more.
    Stop {
        /// When the game ended.
        at: Timestamp,
    },
    /// The moment that has come: see [`Clock::deadline`](super::Clock::deadline).
    TimeCheck {
        /// The moment.
        at: Timestamp,
        /// How long a press that was made in time may be on its way: nothing falls before the
        /// deadline and this.
        grace: Duration,
    },
}

/// How many moves each side has completed in a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moves {
    /// Completed by White.
    pub white: u32,
    /// Completed by Black.
    pub black: u32,
}

impl Moves {
    /// Those of one side.
    pub fn of(self, color: Color) -> u32 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}
