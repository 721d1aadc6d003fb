//! The clock of one game: commands in, events out, and what is left to whom at any moment.
//!
//! Everything is judged by the time of the press and not of its arrival. The clock does not know
//! the moves (a press is given to it) and does not end the game: that a flag fell is a fact which
//! the game is told.

mod book;
mod command;
mod decide;
mod display;
mod event;
mod face;
mod fall;
mod reading;
mod refusal;
mod side;
mod values;

pub use command::{Command, Moves};
pub use event::Event;
pub use reading::{FlagFall, FlagVerdict, Reading, StageReading};
pub use refusal::Refusal;
pub use values::{AbsenceArticle, AbsenceLimit, ClockDisplay, Irregularity, Reason, ReasonError};

use crate::TimeControl;
use book::Book;
use draughts::{Color, Timestamp};
use face::{Face, Turn};
use std::time::Duration;

/// The clock of one game.
///
/// [`Clock::default`] is a clock that was not started; folding events with [`Clock::apply`] is the
/// only way to any other state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clock {
    /// Nothing until the first event.
    book: Option<Book>,
}

impl Clock {
    /// The most that an arbiter can set a side's time to: a week.
    pub const REMAINING_MAX: Duration = Duration::from_secs(7 * 24 * 60 * 60);
    /// How far the moment of a press may be wrong without a word to the arbiter: what the devices of
    /// the two players may differ by after all. A quarter of a second.
    pub const STAMP_TOLERANCE: Duration = Duration::from_millis(250);

    /// Decides what a command brings about. Never changes the clock.
    ///
    /// A press takes place at its own moment, whatever was told before it arrived, but never before the
    /// turn of its player began and never after its arrival: one that says so is taken at that
    /// moment, and of more than [`Self::STAMP_TOLERANCE`] [`Event::Irregular`] tells the arbiter. A
    /// press made in a pause takes place when the clock is resumed. The moment of any other command
    /// is not allowed to lie before the last event and is then taken as that event's.
    ///
    /// A press at the very moment of the deadline is in time. Every command that comes after it
    /// (a correction of the display by [`Command::Follow`] excepted) yields [`Event::FlagFell`] or
    /// [`Event::AbsenceExceeded`] at the deadline, because by then the time had been used up; the
    /// arbiter's [`Command::Adjust`] then takes place nevertheless.
    ///
    /// A press made before a pause that arrives after it counts, and the clock stays paused.
    ///
    /// Nothing happens, and `Ok` is empty, on a check that comes too early or to a clock that does
    /// not run, on a stop of a clock that does not run any more, on the same start, pause or mark
    /// again, and on a correction that is not a later one. A correction after a flag has fallen is
    /// taken note of, and the flag stays fallen.
    ///
    /// # Errors
    /// [`Refusal`]: the clock is not started, already started, paused, stopped, has a fallen flag,
    /// the wrong side pressed, or the arbiter asked for what makes no sense.
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
                | Command::Stop { .. } => Err(Refusal::NotStarted),
            },
        }
    }

    fn face(&self) -> Option<&Face> {
        self.book.as_ref().map(|book| &book.face)
    }

    /// Takes an event into the state. Cannot fail, because an event is a fact.
    pub fn apply(&mut self, event: &Event) {
        match (&mut self.book, event) {
            (Some(book), _) => book.apply(event),
            (None, &Event::Opened { control, at }) => self.book = Some(Book::open(control, at)),
            (None, &Event::Started { control, at, .. }) => {
                self.book = Some(Book::start(control, at));
            }
            (None, _) => {}
        }
    }

    /// The exact moment at which the running side's time is used up, or at which an absent player
    /// has been waited for long enough.
    ///
    /// From this moment on [`Command::TimeCheck`] yields what falls, always at this moment. A
    /// shell that waits for presses under way checks with that grace; the flag still falls here.
    /// Changes after every event, and after nothing else. `None` while nothing runs, unless a press
    /// that arrived late left a time used up before the arbiter paused it.
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

    /// Returns how long a player's time has run up to a moment; `None` before the start.
    ///
    /// Always what was given less what remains.
    pub fn used(&self, color: Color, now: Timestamp) -> Option<Duration> {
        self.face().map(|face| face.side_at(color, now).used)
    }

    /// Returns the time that a player has been given up to a moment; `None` before the start.
    ///
    /// The stages begun, the increments, what delays let pass, and what the arbiter or a physical
    /// clock added or took.
    pub fn given(&self, color: Color, now: Timestamp) -> Option<Duration> {
        self.face().map(|face| face.side_at(color, now).given)
    }

    /// Returns how often a player has pressed after a move.
    pub fn presses(&self, color: Color) -> u32 {
        self.face().map_or(0, |face| face.side(color).presses)
    }

    /// How many moves of the game a player has completed: the presses, unless the arbiter corrected
    /// the record (2006 art. 4).
    pub fn moves(&self, color: Color) -> u32 {
        self.face().map_or(0, |face| face.side(color).moves)
    }

    /// The change of the game's record that the clock stands at, 0 before any.
    pub fn line(&self) -> u32 {
        self.face().map_or(0, |face| face.line)
    }

    /// Returns how often both players have pressed since that change.
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

    /// Whether Black's time runs, or is paused, that Black has not ended by starting White's.
    pub fn is_opening(&self) -> bool {
        self.face().and_then(Face::turn) == Some(Turn::Opening)
    }

    /// What a physical clock shows that disagrees with the times computed here; `None` while it agrees
    /// or there is none.
    pub fn disagreement(&self) -> Option<ClockDisplay> {
        self.face().and_then(|face| face.disagreement)
    }

    /// Returns whether the arbiter has paused the clock.
    pub fn is_paused(&self) -> bool {
        self.face().is_some_and(Face::is_paused)
    }

    /// The side whose flag has fallen.
    pub fn flag(&self) -> Option<Color> {
        self.flag_fall().map(|fall| fall.color)
    }

    /// The fallen flag, with all that says what follows from it.
    pub fn flag_fall(&self) -> Option<FlagFall> {
        self.face().and_then(Face::flag_fall)
    }

    /// The player who did not come in time.
    pub fn forfeit(&self) -> Option<Color> {
        self.face().and_then(Face::forfeit)
    }

    /// Returns whether a player is marked absent.
    pub fn is_absent(&self, color: Color) -> bool {
        self.face().is_some_and(|face| face.side(color).absence.is_some())
    }

    /// Whether the clock was started, running still or not. A clock that waits for Black's press
    /// before the first move is.
    pub fn is_started(&self) -> bool {
        self.book.is_some()
    }

    /// Returns the time control; `None` before the start.
    pub fn control(&self) -> Option<TimeControl> {
        self.face().map(|face| face.control)
    }

    /// Returns when White's time began to run; `None` before.
    pub fn started_at(&self) -> Option<Timestamp> {
        self.face().and_then(|face| face.started_at)
    }

    /// Both times as they stood when they were last counted; `None` before the start.
    ///
    /// Changes after an event, and after nothing else: whoever has it can count on alone.
    pub fn reading(&self) -> Option<Reading> {
        self.face().map(Face::reading)
    }
}
