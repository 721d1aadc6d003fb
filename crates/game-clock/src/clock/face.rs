//! A clock that was started: what it keeps, and how time passes on it.

use super::side::{Absence, Side};
use super::{ClockDisplay, Event, FlagFall, Reading, StageReading};
use crate::TimeControl;
use draughts::{Color, Timestamp};
use std::time::Duration;

/// A clock that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Face {
    pub(super) control: TimeControl,
    /// When Black's time began to run before the first move.
    pub(super) opened_at: Option<Timestamp>,
    /// When White's time began to run.
    pub(super) started_at: Option<Timestamp>,
    /// The moment of the last event: both sides' times are as of this moment.
    pub(super) as_of: Timestamp,
    pub(super) phase: Phase,
    /// When the arbiter paused the clock that is paused; nothing when a flag had fallen before.
    pub(super) paused_at: Option<Timestamp>,
    /// How long the move has taken at `as_of` whose side runs or is paused.
    pub(super) spent: Duration,
    /// The change of the record that the clock stands at, 0 before any.
    pub(super) line: u32,
    /// Presses of both sides since then.
    pub(super) line_presses: u32,
    /// What a physical clock showed when the arbiter was told that it shows other times.
    pub(super) disagreement: Option<ClockDisplay>,
    /// Whose time runs when the arbiter lets a clock go on of which something has fallen.
    pub(super) after_fall: AfterFall,
    pub(super) white: Side,
    pub(super) black: Side,
}

/// What a clock is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Running(Turn),
    Paused(Turn),
    Stopped,
    /// With the moves that the side had completed then.
    FlagFallen {
        turn: Turn,
        at: Timestamp,
        moves: u32,
    },
    Forfeited(Turn),
}

/// Whose time is to run after something has fallen, by the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AfterFall {
    /// That of the side whose time ran.
    AsBefore,
    /// That of the side to move in the record that the arbiter changed since.
    Turn(Color),
    /// Nobody's: the game is on paper or over.
    Nobody,
}

impl AfterFall {
    /// Whose, where that side's time ran.
    pub(super) fn color(self, before: Color) -> Option<Color> {
        match self {
            Self::AsBefore => Some(before),
            Self::Turn(color) => Some(color),
            Self::Nobody => None,
        }
    }
}

/// Whose time a clock counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Black's, until Black starts White's (2006 art. 2).
    Opening,
    /// That of the side to move.
    Move(Color),
}

impl Turn {
    pub(super) fn color(self) -> Color {
        match self {
            Self::Opening => Color::Black,
            Self::Move(color) => color,
        }
    }
}

impl Face {
    pub(super) fn open(control: TimeControl, at: Timestamp) -> Self {
        Self {
            opened_at: Some(at),
            started_at: None,
            phase: Phase::Running(Turn::Opening),
            ..Self::start(control, at)
        }
    }

    pub(super) fn start(control: TimeControl, at: Timestamp) -> Self {
        let side = Side::new(control.base());
        Self {
            control,
            opened_at: None,
            started_at: Some(at),
            as_of: at,
            phase: Phase::Running(Turn::Move(Color::White)),
            paused_at: None,
            spent: Duration::ZERO,
            line: 0,
            line_presses: 0,
            disagreement: None,
            after_fall: AfterFall::AsBefore,
            white: side,
            black: side,
        }
    }

    pub(super) fn apply(&mut self, event: &Event) {
        // The side that runs pays for the time since the last event, whatever the event is.
        let at = event.at().max(self.as_of);
        self.pass(at);
        match *event {
            Event::Opened { .. } | Event::Irregular { .. } => {}
            Event::Started { .. } => {
                if self.started_at.is_none() {
                    self.started_at = Some(at);
                    self.turn_to(Color::White);
                }
            }
            Event::MarkedAbsent { color, limit, .. } => {
                self.side_mut(color).absence = Some(Absence { limit });
            }
            Event::MarkedPresent { color, .. } => self.side_mut(color).absence = None,
            Event::AbsenceExceeded { color, .. } => {
                self.phase = Phase::Forfeited(self.turn_of(color));
                self.after_fall = AfterFall::AsBefore;
            }
            Event::Pressed { by, remaining, .. } => self.press(by, remaining),
            Event::FlagFell { color, .. } => {
                let moves = self.side(color).moves;
                self.phase = Phase::FlagFallen { turn: self.turn_of(color), at, moves };
                self.after_fall = AfterFall::AsBefore;
            }
            Event::PlayedOn { color, remaining, moves, running, .. } => {
                let stage = self.control.stage_after(moves).number;
                let side = self.side_mut(color);
                side.set(remaining);
                side.moves = moves;
                side.stage = side.stage.max(stage);
                self.turn_to(running);
            }
            Event::Paused { .. } => {
                if let Phase::Running(turn) = self.phase {
                    self.phase = Phase::Paused(turn);
                    self.paused_at = Some(at);
                }
            }
            Event::Resumed { running, .. } => self.resume(running),
            Event::Adjusted { color, remaining, .. } => {
                self.side_mut(color).set(remaining);
                if let Phase::FlagFallen { turn, .. } = self.phase
                    && turn.color() == color
                    && !remaining.is_zero()
                {
                    self.phase = match self.after_fall {
                        AfterFall::AsBefore => Phase::Paused(turn),
                        AfterFall::Turn(color) => Phase::Paused(Turn::Move(color)),
                        AfterFall::Nobody => Phase::Stopped,
                    };
                    self.paused_at = None;
                }
            }
            Event::Corrected { line, running, moves, .. } => {
                self.line = line;
                self.line_presses = 0;
                if let Some(moves) = moves {
                    self.complete(Color::White, moves.white);
                    self.complete(Color::Black, moves.black);
                }
                self.correct(running);
            }
            Event::Followed { display, .. } => {
                for color in Color::BOTH {
                    let side = self.side_mut(color);
                    if let Some(shown) = display.replaces(color, side.remaining) {
                        side.set(shown);
                    }
                }
                self.disagreement = None;
            }
            Event::Disagreed { display, .. } => self.disagreement = Some(display),
            Event::Stopped { .. } => self.phase = Phase::Stopped,
        }
    }

    /// Lets time pass on the side that runs.
    fn pass(&mut self, at: Timestamp) {
        if let Phase::Running(turn) = self.phase {
            let (color, elapsed) = (turn.color(), at.duration_since(self.as_of));
            let mut after = self.side_at(color, at);
            // What a physical clock let run beyond the computed deadline was used and given, too.
            let counted = after.used.saturating_sub(self.side(color).used);
            let beyond = elapsed.saturating_sub(counted);
            after.used = after.used.saturating_add(beyond);
            after.given = after.given.saturating_add(beyond);
            *self.side_mut(color) = after;
            self.spent = self.spent.saturating_add(elapsed);
        }
        self.as_of = at;
    }

    fn press(&mut self, by: Color, remaining: Duration) {
        let (moves, gain) = (self.moves_after_press(by), self.gain(by));
        let (stage, is_paused) = (self.control.stage_after(moves).number, self.is_paused());
        let side = self.side_mut(by);
        if is_paused {
            // With the increment, what ran until the pause after the press is given back.
            side.set(remaining);
        } else {
            side.given = side.given.saturating_add(gain);
            side.remaining = remaining;
        }
        side.presses = side.presses.saturating_add(1);
        side.moves = moves;
        side.stage = side.stage.max(stage);
        side.absence = None;
        self.line_presses = self.line_presses.saturating_add(1);
        self.turn_to(by.other());
        if is_paused {
            self.phase = Phase::Paused(Turn::Move(by.other()));
        }
    }

    fn resume(&mut self, running: Color) {
        let before = match self.phase {
            Phase::Paused(turn) | Phase::Forfeited(turn) => Some(turn),
            Phase::Running(_) | Phase::Stopped | Phase::FlagFallen { .. } => None,
        };
        match before.filter(|turn| turn.color() == running) {
            Some(turn) => self.phase = Phase::Running(turn),
            None => self.turn_to(running),
        }
        // Who was waited for in vain may play after all.
        let side = self.side_mut(running);
        if side.absence.is_some_and(|absence| absence.is_over(side.used)) {
            side.absence = None;
        }
    }

    /// By the record a side has completed so many moves: a stage that it reached is given, one that had
    /// begun not again. What the time was over for, the arbiter decides.
    fn complete(&mut self, color: Color, moves: u32) {
        let gain = self.stages_until(color, moves);
        let stage = self.control.stage_after(moves).number;
        let is_over = self.is_over();
        let side = self.side_mut(color);
        side.moves = moves;
        if !is_over {
            side.set(side.remaining.saturating_add(gain));
            side.stage = side.stage.max(stage);
        }
    }

    /// Whether something has fallen, so that only the arbiter lets the time run again.
    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::FlagFallen { .. } | Phase::Forfeited(_))
    }

    fn correct(&mut self, running: Option<Color>) {
        if self.is_over() {
            self.after_fall = running.map_or(AfterFall::Nobody, AfterFall::Turn);
            return;
        }
        let was_paused = self.is_paused();
        match running {
            None => self.phase = Phase::Stopped,
            Some(color) => {
                self.turn_to(color);
                if was_paused {
                    self.phase = Phase::Paused(Turn::Move(color));
                }
            }
        }
    }

    /// A side begins to think about a move.
    fn turn_to(&mut self, color: Color) {
        self.phase = Phase::Running(Turn::Move(color));
        self.spent = Duration::ZERO;
    }

    /// The turn that a side's time ran in.
    fn turn_of(&self, color: Color) -> Turn {
        let turn = self.turn().filter(|turn| turn.color() == color);
        turn.unwrap_or(Turn::Move(color))
    }

    /// How many moves a side has completed after its next press.
    fn moves_after_press(&self, by: Color) -> u32 {
        self.side(by).moves.saturating_add(1)
    }

    /// What a press at `as_of` adds: the increment, and the time of a stage that it begins.
    fn gain(&self, by: Color) -> Duration {
        self.gain_of_press(by, self.spent)
    }

    /// What a press adds after a move that took `spent`.
    pub(super) fn gain_of_press(&self, by: Color, spent: Duration) -> Duration {
        let side = self.side(by);
        let increment = self.control.stage_after(side.moves).stage.increment;
        increment.gain(spent).saturating_add(self.stages_until(by, self.moves_after_press(by)))
    }

    /// The times of the stages that a side has reached with so many moves and was not given yet.
    pub(super) fn stages_until(&self, color: Color, moves: u32) -> Duration {
        self.control.given_between(self.side(color).stage, self.control.stage_after(moves).number)
    }

    /// How long the move has taken at a moment.
    pub(super) fn spent_at(&self, now: Timestamp) -> Duration {
        let passed = self.running().map(|_| now.duration_since(self.as_of));
        self.spent.saturating_add(passed.unwrap_or_default())
    }

    /// How long the time of the side whose turn it is still waits before it counts down.
    fn delay(&self, turn: Turn) -> Duration {
        match turn {
            Turn::Opening => Duration::ZERO,
            Turn::Move(color) => {
                let stage = self.control.stage_after(self.side(color).moves).stage;
                stage.increment.delay().saturating_sub(self.spent)
            }
        }
    }

    /// When something falls, unless something happens before.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        self.fall().map(|fall| fall.at())
    }

    /// What falls at the deadline, and when.
    pub(super) fn fall(&self) -> Option<Event> {
        let Phase::Running(turn) = self.phase else { return None };
        let color = turn.color();
        let side = self.side(color);
        let left = self.delay(turn).saturating_add(side.remaining);
        let flag = self.after(left).map(|at| Event::FlagFell { color, at });
        let limit = side.absence.and_then(|absence| absence.limit);
        let absence = limit.and_then(|limit| {
            let at = self.after(limit.after.saturating_sub(side.used))?;
            Some(Event::AbsenceExceeded { color, limit, at })
        });
        match (flag, absence) {
            (Some(flag), Some(absence)) if absence.at() < flag.at() => Some(absence),
            (Some(flag), _) => Some(flag),
            (None, absence) => absence,
        }
    }

    /// A moment after the last event; none beyond the last moment there is, which never comes.
    fn after(&self, left: Duration) -> Option<Timestamp> {
        let at = self.as_of.saturating_add(left);
        (at.duration_since(self.as_of) == left).then_some(at)
    }

    /// A player's half as it stands at a moment, never before the last event.
    pub(super) fn side_at(&self, color: Color, now: Timestamp) -> Side {
        let side = *self.side(color);
        if let Phase::Running(turn) = self.phase
            && turn.color() == color
        {
            return side.after(now.duration_since(self.as_of), self.delay(turn));
        }
        side
    }

    pub(super) fn running(&self) -> Option<Color> {
        self.turn().filter(|_| !self.is_paused()).map(Turn::color)
    }

    /// Whose turn it is, running or paused.
    pub(super) fn turn(&self) -> Option<Turn> {
        match self.phase {
            Phase::Running(turn) | Phase::Paused(turn) => Some(turn),
            Phase::Stopped | Phase::FlagFallen { .. } | Phase::Forfeited(_) => None,
        }
    }

    pub(super) fn is_paused(&self) -> bool {
        matches!(self.phase, Phase::Paused(_))
    }

    pub(super) fn forfeit(&self) -> Option<Color> {
        let Phase::Forfeited(turn) = self.phase else { return None };
        Some(turn.color())
    }

    pub(super) fn flag_fall(&self) -> Option<FlagFall> {
        let Phase::FlagFallen { turn, at, moves } = self.phase else { return None };
        let color = turn.color();
        let reached = self.control.stage_after(moves);
        Some(FlagFall { color, at, stage: reached.number, moves, required: reached.ends_at })
    }

    pub(super) fn reading(&self) -> Reading {
        Reading {
            white: self.white.remaining,
            black: self.black.remaining,
            white_stage: self.stage_reading(Color::White),
            black_stage: self.stage_reading(Color::Black),
            running: self.running(),
            delay: self.turn().map(|turn| self.delay(turn)).unwrap_or_default(),
            is_paused: self.is_paused(),
            flag: self.flag_fall().map(|fall| fall.color),
            forfeit: self.forfeit(),
            as_of: self.as_of,
        }
    }

    fn stage_reading(&self, color: Color) -> StageReading {
        let side = self.side(color);
        let reached = self.control.stage_after(side.moves);
        StageReading {
            number: reached.number,
            moves_to_go: reached.ends_at.map(|ends_at| ends_at.saturating_sub(side.moves)),
            increment: reached.stage.increment,
            is_absent: side.absence.is_some(),
        }
    }

    pub(super) fn side(&self, color: Color) -> &Side {
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
