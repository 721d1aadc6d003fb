//! The clock of one game: commands in, events out, and what is left to whom at any moment.
//!
//! Everything is judged by the time of the press and not of its arrival. The clock does not know
//! the moves (a press is given to it) and does not end the game: that a flag fell is a fact which
//! the game is told.

use crate::TimeControl;
use draughts::{Color, Timestamp};
use std::time::Duration;

/// What a clock can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Starts White's time (regulation C art. 3: both have the same control).
    Start {
        /// What each player is given.
        control: TimeControl,
        /// When the game starts.
        at: Timestamp,
    },
    /// A player has moved and pressed: their time stops, the opponent's runs.
    Press {
        /// Who pressed.
        by: Color,
        /// When the clock was pressed, which may be long before the command arrives.
        at: Timestamp,
    },
    /// The game has ended; nobody's time runs any more.
    Stop {
        /// When the game ended.
        at: Timestamp,
    },
    /// The arbiter has changed the game's record: what was used is used, and from here on the time
    /// of the side to move runs, or nobody's.
    Correct {
        /// Counts such changes of one game: 1, 2, 3 …
        line: u32,
        /// Whose time runs from now on; nobody's while the game is on paper or over.
        running: Option<Color>,
        /// When the arbiter changed it.
        at: Timestamp,
    },
    /// Nobody will bring a press made up to this moment any more: see [`Clock::deadline`].
    TimeCheck {
        /// The moment that has come.
        at: Timestamp,
    },
}

/// What has happened to a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// White's time runs from this moment.
    Started {
        /// What each player is given.
        control: TimeControl,
        /// When White's time began to run.
        at: Timestamp,
    },
    /// A player pressed in time; the opponent's time runs from this moment.
    Pressed {
        /// Who pressed.
        by: Color,
        /// When; never before the event before it.
        at: Timestamp,
        /// What the player has left, increment included.
        remaining: Duration,
    },
    /// A player's time was used up (Frisian rules art. 20.5, regulation C art. 4).
    FlagFell {
        /// Whose time.
        color: Color,
        /// The exact moment, however late it was noticed.
        at: Timestamp,
    },
    /// The arbiter has changed the game's record, and this side's time runs from now on.
    Corrected {
        /// The number of the change.
        line: u32,
        /// Whose time runs; nobody's while the game is on paper or over.
        running: Option<Color>,
        /// When; never before the event before it.
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
            Self::Started { at, .. }
            | Self::Pressed { at, .. }
            | Self::FlagFell { at, .. }
            | Self::Corrected { at, .. }
            | Self::Stopped { at } => *at,
        }
    }
}

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
        control: TimeControl,
    },
    /// The opponent's time runs, so there is nothing to press.
    #[error("{by:?} pressed while the time of the opponent was running")]
    NotRunning {
        /// Who pressed.
        by: Color,
    },
    /// The clock was stopped at the end of the game.
    #[error("the clock was stopped at the end of the game")]
    Stopped,
    /// A flag has fallen, and nothing runs any more.
    #[error("the flag of {color:?} has fallen")]
    FlagFallen {
        /// Whose flag.
        color: Color,
    },
}

/// The clock of one game.
///
/// [`Clock::default`] is a clock that was not started; folding events with [`Clock::apply`] is the
/// only way to any other state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clock {
    /// Nothing until the first event.
    face: Option<Face>,
}

/// Both players' times as they stood after the last event, as spectators are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// What White had left at `as_of`.
    pub white: Duration,
    /// What Black had left at `as_of`.
    pub black: Duration,
    /// Whose time has been running since `as_of`.
    pub running: Option<Color>,
    /// Whose flag has fallen.
    pub flag: Option<Color>,
    /// The moment of the last event.
    pub as_of: Timestamp,
}

/// A clock that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Face {
    control: TimeControl,
    started_at: Timestamp,
    /// The moment of the last event: both sides' times are as of this moment.
    as_of: Timestamp,
    phase: Phase,
    /// The change of the record that the clock stands at, 0 before any.
    line: u32,
    /// Presses of both sides since then.
    line_presses: u32,
    white: Side,
    black: Side,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Running(Color),
    Stopped,
    FlagFallen(Color),
}

/// One player's half of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Side {
    remaining: Duration,
    used: Duration,
    presses: u32,
}

impl Clock {
    /// Decides what a command brings about. Never changes the clock.
    ///
    /// The moment of a command is not allowed to lie before the last event and is then taken as
    /// that event's: a device whose clock runs behind cannot give its player time.
    ///
    /// A press at the very moment of the deadline is in time. A press or a stop after it yields
    /// [`Event::FlagFell`] at the deadline, because by then the time had been used up.
    ///
    /// Nothing happens, and `Ok` is empty, on a check that comes too early or to a clock that does
    /// not run, on a stop of a clock that does not run any more, on the same start again, on a
    /// correction that is not a later one, and on one after a flag has fallen.
    ///
    /// # Errors
    /// [`Refusal`]: the clock is not started, already started, stopped, has a fallen flag, or the
    /// wrong side pressed.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let Some(face) = &self.face else {
            return match *command {
                Command::Start { control, at } => Ok(vec![Event::Started { control, at }]),
                Command::TimeCheck { .. } => Ok(Vec::new()),
                Command::Press { .. } | Command::Stop { .. } | Command::Correct { .. } => {
                    Err(Refusal::NotStarted)
                }
            };
        };
        match *command {
            Command::Start { control, at } if face.is_start(control, at) => Ok(Vec::new()),
            Command::Start { .. } => Err(Refusal::AlreadyStarted { control: face.control }),
            Command::Press { by, at } => face.decide_press(by, at),
            Command::Stop { at } => Ok(face.decide_stop(at)),
            Command::Correct { line, running, at } => Ok(face.decide_correct(line, running, at)),
            Command::TimeCheck { at } => Ok(face.decide_time_check(at)),
        }
    }

    /// Takes an event into the state. Cannot fail, because an event is a fact.
    pub fn apply(&mut self, event: &Event) {
        if let Event::Started { control, at } = *event {
            self.face = Some(Face::new(control, at));
        } else if let Some(face) = &mut self.face {
            face.apply(event);
        }
    }

    /// The exact moment at which the running side's time is used up.
    ///
    /// From this moment on [`Command::TimeCheck`] yields the flag fall, always at this moment. A
    /// shell that waits for presses under way checks that much later; the flag still falls here.
    /// Changes after every event, and after nothing else. `None` while nothing runs.
    pub fn deadline(&self) -> Option<Timestamp> {
        self.face.as_ref().and_then(Face::deadline)
    }

    /// What a player has left at a moment; `None` before the start.
    ///
    /// A moment before the last event is taken as that event's. Never negative: zero from the
    /// deadline on.
    pub fn remaining(&self, color: Color, now: Timestamp) -> Option<Duration> {
        self.face.as_ref().map(|face| face.side_at(color, now).remaining)
    }

    /// What a player has used up to a moment; `None` before the start.
    ///
    /// Always what was given less what remains.
    pub fn used(&self, color: Color, now: Timestamp) -> Option<Duration> {
        self.face.as_ref().map(|face| face.side_at(color, now).used)
    }

    /// What a player has been given so far, increments included; `None` before the start.
    pub fn given(&self, color: Color) -> Option<Duration> {
        self.face.as_ref().map(|face| face.control.given(face.side(color).presses))
    }

    /// How often a player has pressed, which is how many moves they completed in time.
    pub fn presses(&self, color: Color) -> u32 {
        self.face.as_ref().map_or(0, |face| face.side(color).presses)
    }

    /// The change of the game's record that the clock stands at, 0 before any.
    pub fn line(&self) -> u32 {
        self.face.as_ref().map_or(0, |face| face.line)
    }

    /// How often both players have pressed since that change.
    pub fn presses_in_line(&self) -> u32 {
        self.face.as_ref().map_or(0, |face| face.line_presses)
    }

    /// Whose time is running.
    pub fn running(&self) -> Option<Color> {
        match self.face.as_ref()?.phase {
            Phase::Running(color) => Some(color),
            Phase::Stopped | Phase::FlagFallen(_) => None,
        }
    }

    /// Whose flag has fallen.
    pub fn flag(&self) -> Option<Color> {
        match self.face.as_ref()?.phase {
            Phase::FlagFallen(color) => Some(color),
            Phase::Running(_) | Phase::Stopped => None,
        }
    }

    /// Whether the clock was started, running still or not.
    pub fn is_started(&self) -> bool {
        self.face.is_some()
    }

    /// What each player was given; `None` before the start.
    pub fn control(&self) -> Option<TimeControl> {
        self.face.as_ref().map(|face| face.control)
    }

    /// When White's time began to run; `None` before the start.
    pub fn started_at(&self) -> Option<Timestamp> {
        self.face.as_ref().map(|face| face.started_at)
    }

    /// Both times as they stood after the last event; `None` before the start.
    ///
    /// Changes after every event, and after nothing else: whoever has it can count on alone.
    pub fn reading(&self) -> Option<Reading> {
        self.face.as_ref().map(|face| Reading {
            white: face.white.remaining,
            black: face.black.remaining,
            running: self.running(),
            flag: self.flag(),
            as_of: face.as_of,
        })
    }
}

impl Face {
    fn new(control: TimeControl, at: Timestamp) -> Self {
        let side = Side { remaining: control.base(), used: Duration::ZERO, presses: 0 };
        Self {
            control,
            started_at: at,
            as_of: at,
            phase: Phase::Running(Color::White),
            line: 0,
            line_presses: 0,
            white: side,
            black: side,
        }
    }

    fn is_start(&self, control: TimeControl, at: Timestamp) -> bool {
        self.control == control && self.started_at == at
    }

    fn decide_press(&self, by: Color, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        match self.phase {
            Phase::Stopped => return Err(Refusal::Stopped),
            Phase::FlagFallen(color) => return Err(Refusal::FlagFallen { color }),
            Phase::Running(color) if color != by => return Err(Refusal::NotRunning { by }),
            Phase::Running(_) => {}
        }
        if let Some(fall) = self.fall_before(at) {
            return Ok(vec![fall]);
        }
        let at = at.max(self.as_of);
        let remaining = self.side_at(by, at).remaining.saturating_add(self.control.increment());
        Ok(vec![Event::Pressed { by, at, remaining }])
    }

    fn decide_stop(&self, at: Timestamp) -> Vec<Event> {
        match self.phase {
            Phase::Running(_) => {
                let stopped = Event::Stopped { at: at.max(self.as_of) };
                vec![self.fall_before(at).unwrap_or(stopped)]
            }
            Phase::Stopped | Phase::FlagFallen(_) => Vec::new(),
        }
    }

    fn decide_correct(&self, line: u32, running: Option<Color>, at: Timestamp) -> Vec<Event> {
        if line <= self.line || matches!(self.phase, Phase::FlagFallen(_)) {
            return Vec::new();
        }
        let corrected = Event::Corrected { line, running, at: at.max(self.as_of) };
        vec![self.fall_before(at).unwrap_or(corrected)]
    }

    fn decide_time_check(&self, at: Timestamp) -> Vec<Event> {
        match (self.phase, self.deadline()) {
            (Phase::Running(color), Some(deadline)) if at >= deadline => {
                vec![Event::FlagFell { color, at: deadline }]
            }
            _ => Vec::new(),
        }
    }

    /// The flag fall that a moment strictly after the deadline comes too late for.
    fn fall_before(&self, at: Timestamp) -> Option<Event> {
        let Phase::Running(color) = self.phase else { return None };
        let deadline = self.deadline()?;
        (at > deadline).then_some(Event::FlagFell { color, at: deadline })
    }

    fn apply(&mut self, event: &Event) {
        // The side that runs pays for the time since the last event, whatever the event is.
        let at = event.at().max(self.as_of);
        if let Phase::Running(color) = self.phase {
            *self.side_mut(color) = self.side_at(color, at);
        }
        self.as_of = at;
        match *event {
            Event::Started { .. } => {}
            Event::Pressed { by, remaining, .. } => {
                let side = self.side_mut(by);
                side.remaining = remaining;
                side.presses = side.presses.saturating_add(1);
                self.line_presses = self.line_presses.saturating_add(1);
                self.phase = Phase::Running(by.other());
            }
            Event::FlagFell { color, .. } => self.phase = Phase::FlagFallen(color),
            Event::Corrected { line, running, .. } => {
                self.line = line;
                self.line_presses = 0;
                self.phase = running.map_or(Phase::Stopped, Phase::Running);
            }
            Event::Stopped { .. } => self.phase = Phase::Stopped,
        }
    }

    fn deadline(&self) -> Option<Timestamp> {
        match self.phase {
            Phase::Running(color) => {
                let remaining = self.side(color).remaining;
                let deadline = self.as_of.saturating_add(remaining);
                // A flag that would fall beyond the last moment there is never falls.
                (deadline.duration_since(self.as_of) == remaining).then_some(deadline)
            }
            Phase::Stopped | Phase::FlagFallen(_) => None,
        }
    }

    /// A player's half as it stands at a moment, never before the last event.
    fn side_at(&self, color: Color, now: Timestamp) -> Side {
        let side = *self.side(color);
        if self.phase != Phase::Running(color) {
            return side;
        }
        let elapsed = now.duration_since(self.as_of).min(side.remaining);
        Side {
            remaining: side.remaining.saturating_sub(elapsed),
            used: side.used.saturating_add(elapsed),
            presses: side.presses,
        }
    }

    fn side(&self, color: Color) -> &Side {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    fn side_mut(&mut self, color: Color) -> &mut Side {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}
