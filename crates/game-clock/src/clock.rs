//! The clock of one game: commands in, events out, and the time left to each player at any moment.
//!
//! A press counts at the moment when it was made, not when it arrived. The clock does not know the
//! moves (it is given the presses) and does not end the game: a fallen flag is an event, from which
//! the game draws the consequence.

mod book;
mod command;
mod decide;
mod display;
mod event;
mod face;
mod fall;
mod move_times;
mod phase;
mod reading;
mod refusal;
mod side;
mod values;

pub use command::{Command, Moves};
pub use event::Event;
pub use move_times::MoveTime;
pub use reading::{FlagFall, FlagVerdict, Reading, RunningTime, StageReading};
pub use refusal::Refusal;
pub use values::{AbsenceArticle, AbsenceLimit, ClockDisplay, Irregularity, Reason, ReasonError};

use crate::TimeControl;
use book::Book;
use draughts::{Color, Timestamp};
use face::Face;
use phase::Turn;
use std::time::Duration;

/// The clock of one game.
///
/// [`Clock::default`] has not been started; every other state is the fold of events with
/// [`Clock::apply`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clock {
    /// `None` before the first event.
    book: Option<Book>,
    /// True if a move that is made again gets its increment again.
    repeats_increments: bool,
}

impl Clock {
    /// The longest time that an arbiter can give a side: a week.
    pub const REMAINING_MAX: Duration = Duration::from_secs(7 * 24 * 60 * 60);
    /// The error in the moment of a press that is ignored, because the clocks of the players'
    /// devices may differ that much: a quarter of a second.
    pub const STAMP_TOLERANCE: Duration = Duration::from_millis(250);

    /// Returns a clock that has not been started, by the rule of older logs: a move that was taken
    /// back and is made again gets its increment again.
    pub fn of_older_log() -> Self {
        Self { book: None, repeats_increments: true }
    }

    /// Decides the events of a command. Does not change the clock.
    ///
    /// A press takes place at its own moment, even if later commands arrived before it, but never
    /// before the turn of its player began and never after its arrival: it is moved to that limit,
    /// and beyond [`Self::STAMP_TOLERANCE`] an [`Event::Irregular`] reports it to the arbiter. A
    /// press made in a pause takes place when the clock is resumed. The moment of any other command
    /// is at least that of the last event.
    ///
    /// A press at the very moment of the deadline is in time. Every command after it (except a
    /// correction of the display by [`Command::Follow`]) yields [`Event::FlagFell`] or
    /// [`Event::AbsenceExceeded`] at the deadline, because the time had been used up by then; the
    /// arbiter's [`Command::Adjust`] then takes place nevertheless.
    ///
    /// A press made before a pause that arrives after it counts, and the clock stays paused.
    ///
    /// `Ok` is empty for a check that comes too early or to a clock that does not run, for a stop
    /// of a clock that does not run any more, for one that goes on and is to go on, for a repeated
    /// start, pause or mark, and for a correction that is not a later one. A correction after a
    /// flag has fallen is recorded, and the flag stays fallen.
    ///
    /// # Errors
    /// [`Refusal`] if the clock is not started, already started, paused, stopped or has a fallen
    /// flag, if the wrong side pressed, or if the command makes no sense.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        match &self.book {
            Some(book) => book.decide(command),
            None => match *command {
                Command::Open { control, at } => Ok(vec![Event::Opened { control, at }]),
                Command::Start { control, at } => {
                    Ok(vec![Event::Started { control, by: None, at }])
                }
                Command::TimeCheck { .. } => Ok(Vec::new()),
                Command::Begin { .. }
                | Command::MarkAbsent { .. }
                | Command::MarkPresent { .. }
                | Command::Press { .. }
                | Command::Pause { .. }
                | Command::Resume { .. }
                | Command::Adjust { .. }
                | Command::Correct { .. }
                | Command::PlayOn { .. }
                | Command::Follow { .. }
                | Command::Stop { .. }
                | Command::GoOn { .. } => Err(Refusal::NotStarted),
            },
        }
    }

    fn face(&self) -> Option<&Face> {
        self.book.as_ref().map(|book| &book.face)
    }

    /// Applies an event. This cannot fail, because an event has already been decided.
    pub fn apply(&mut self, event: &Event) {
        match (&mut self.book, event) {
            (Some(book), _) => book.apply(event),
            (None, &Event::Opened { control, at }) => {
                self.book = Some(Book::of(Face::open(control, at), self.repeats_increments));
            }
            (None, &Event::Started { control, at, .. }) => {
                self.book = Some(Book::of(Face::start(control, at), self.repeats_increments));
            }
            (None, _) => {}
        }
    }

    /// Returns the exact moment at which the running side's time is used up, or the wait for an
    /// absent player ends.
    ///
    /// From this moment on [`Command::TimeCheck`] yields the flag fall or forfeit, always dated to
    /// this moment, even if the check allows a grace for presses on their way. Changes after every
    /// event, and after nothing else. `None` while nothing runs, unless a press that arrived late
    /// used up a time before the arbiter paused the clock.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.face().and_then(Face::deadline)
    }

    /// Returns the time that a player has left at a moment; `None` before the start.
    ///
    /// A moment before the last event is taken as that event's. Never negative: zero from the
    /// deadline on.
    pub fn remaining(&self, color: Color, now: Timestamp) -> Option<Duration> {
        self.face().map(|face| face.side_at(color, now).remaining)
    }

    /// Returns the time that a player has used up to a moment; `None` before the start.
    ///
    /// Always the time given less the time that remains.
    pub fn used(&self, color: Color, now: Timestamp) -> Option<Duration> {
        self.face().map(|face| face.side_at(color, now).used)
    }

    /// Returns the time that a player has been given up to a moment; `None` before the start.
    ///
    /// The stages begun, the increments, the time that delays did not count, and the adjustments by
    /// the arbiter or a physical clock.
    pub fn given(&self, color: Color, now: Timestamp) -> Option<Duration> {
        self.face().map(|face| face.side_at(color, now).given)
    }

    /// Returns the number of a player's presses after a move.
    pub fn presses(&self, color: Color) -> u32 {
        self.face().map_or(0, |face| face.side(color).presses)
    }

    /// Returns the number of moves of the game that a player has completed: the presses, unless the
    /// arbiter corrected the record (2006 art. 4).
    pub fn moves(&self, color: Color) -> u32 {
        self.face().map_or(0, |face| face.side(color).moves)
    }

    /// Returns the times of the moves that a player has completed, from the first; `None` for moves
    /// that were not timed, such as those that were handed in on paper.
    pub fn move_times(&self, color: Color) -> &[Option<MoveTime>] {
        self.face().map_or(&[], |face| face.times.of(color))
    }

    /// Returns the number of the last change of the game's record that the clock has applied; 0
    /// before any.
    pub fn line(&self) -> u32 {
        self.face().map_or(0, |face| face.line)
    }

    /// Returns the number of presses of both players since that change.
    pub fn presses_in_line(&self) -> u32 {
        self.face().map_or(0, |face| face.line_presses)
    }

    /// Returns the side whose time is running.
    pub fn running(&self) -> Option<Color> {
        self.face().and_then(Face::running)
    }

    /// Returns the side whose time is running, or paused.
    pub fn turn(&self) -> Option<Color> {
        self.face().and_then(Face::turn).map(Turn::color)
    }

    /// Returns true if Black's time before the first move runs or is paused, and Black has not
    /// started White's.
    pub fn is_opening(&self) -> bool {
        self.face().and_then(Face::turn) == Some(Turn::Opening)
    }

    /// Returns the display of a physical clock that disagrees with the times computed here; `None`
    /// while it agrees or there is none.
    pub fn disagreement(&self) -> Option<ClockDisplay> {
        self.face().and_then(|face| face.disagreement)
    }

    /// Returns true if the arbiter has paused the clock.
    pub fn is_paused(&self) -> bool {
        self.face().is_some_and(Face::is_paused)
    }

    /// Returns true if the clock was stopped, by the end of the game or because it is on paper.
    pub fn is_stopped(&self) -> bool {
        self.face().is_some_and(Face::is_stopped)
    }

    /// Returns true if the clock was paused at its start and has not run yet.
    pub fn is_armed(&self) -> bool {
        self.face().is_some_and(Face::is_armed)
    }

    /// Returns the side whose flag has fallen.
    pub fn flag(&self) -> Option<Color> {
        self.flag_fall().map(|fall| fall.color)
    }

    /// Returns the fallen flag, with everything that decides its consequence.
    pub fn flag_fall(&self) -> Option<FlagFall> {
        self.face().and_then(Face::flag_fall)
    }

    /// Returns the player who did not come in time.
    pub fn forfeit(&self) -> Option<Color> {
        self.face().and_then(Face::forfeit)
    }

    /// Returns true if a player is marked absent.
    pub fn is_absent(&self, color: Color) -> bool {
        self.face().is_some_and(|face| face.side(color).absence.is_some())
    }

    /// Returns true if the clock was started, even if it no longer runs. A clock that waits for
    /// Black's press before the first move counts as started.
    pub fn is_started(&self) -> bool {
        self.book.is_some()
    }

    /// Returns the time control; `None` before the start.
    pub fn control(&self) -> Option<TimeControl> {
        self.face().map(|face| face.control)
    }

    /// Returns the moment when White's time began to run; `None` before it.
    pub fn started_at(&self) -> Option<Timestamp> {
        self.face().and_then(|face| face.started_at)
    }

    /// Returns both times as of the last event that moved them; `None` before the start.
    ///
    /// Changes after an event, and after nothing else, so a caller can count on from it.
    pub fn reading(&self) -> Option<Reading> {
        self.face().map(Face::reading)
    }
}
