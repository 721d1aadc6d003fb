//! A clock that was started: its fields, and the passing of time.

use super::fall::Fall;
use super::move_times::{MoveTime, MoveTimes};
use super::phase::{AfterFall, Phase, Turn};
use super::side::{Absence, Side};
use super::{ClockDisplay, Event};
use crate::{Increment, TimeControl};
use draughts::{Color, Timestamp};
use std::time::Duration;

/// A clock that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Face {
    pub(super) control: TimeControl,
    /// The moment when Black's time began to run before the first move.
    pub(super) opened_at: Option<Timestamp>,
    /// The moment when White's time began to run.
    pub(super) started_at: Option<Timestamp>,
    /// The side that pressed for it; `None` if it began by itself or the press is unknown.
    pub(super) begun_by: Option<Color>,
    /// The moment of both sides' times: time is counted up to it.
    pub(super) as_of: Timestamp,
    /// The moment of the latest event: only a press can take place before it.
    pub(super) last_at: Timestamp,
    /// The moment when the turn began: no press of its side is made before.
    pub(super) turn_began: Timestamp,
    pub(super) phase: Phase,
    /// The moment when the current pause began.
    pub(super) paused_at: Timestamp,
    /// Begin and end of the last pause that is over.
    pub(super) last_pause: Option<(Timestamp, Timestamp)>,
    /// A flag fall that passed before a later event and is still to be emitted.
    pub(super) overdue: Option<Fall>,
    /// The time that the current move has taken at `as_of`, running or paused.
    pub(super) spent: Duration,
    /// The number of the last change of the record that was applied; 0 before any.
    pub(super) line: u32,
    /// Presses of both sides since then.
    pub(super) line_presses: u32,
    /// The display of a physical clock that was reported to the arbiter as different.
    pub(super) disagreement: Option<ClockDisplay>,
    /// The side whose time runs if the arbiter lets the clock go on after a fall.
    pub(super) after_fall: AfterFall,
    pub(super) white: Side,
    pub(super) black: Side,
    /// The times of the completed moves.
    pub(super) times: MoveTimes,
    /// True if a move that is made again gets its increment again.
    pub(super) repeats_increments: bool,
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
            begun_by: None,
            as_of: at,
            last_at: at,
            turn_began: at,
            phase: Phase::Running(Turn::Move(Color::White)),
            paused_at: at,
            last_pause: None,
            overdue: None,
            spent: Duration::ZERO,
            line: 0,
            line_presses: 0,
            disagreement: None,
            after_fall: AfterFall::AsBefore,
            white: side,
            black: side,
            times: MoveTimes::default(),
            repeats_increments: false,
        }
    }

    pub(super) fn apply(&mut self, event: &Event) {
        let at = event.at().max(self.as_of);
        self.last_at = self.last_at.max(event.at());
        if !is_remark(event) {
            self.pass(at);
        }
        match *event {
            Event::Opened { .. } | Event::Irregular { .. } => {}
            Event::Started { by, .. } => {
                if self.started_at.is_none() {
                    self.started_at = Some(at);
                    self.begun_by = by;
                    if let Some(by) = by {
                        self.side_mut(by).come();
                    }
                    self.turn_to(Color::White);
                }
            }
            Event::MarkedAbsent { color, limit, at } => {
                self.side_mut(color).absence = Some(Absence { limit, at });
            }
            Event::MarkedPresent { color, .. } => self.side_mut(color).absence = None,
            Event::AbsenceExceeded { color, .. } => {
                self.phase = Phase::Forfeited(self.turn_of(color));
                self.after_fall = AfterFall::AsBefore;
            }
            Event::Pressed { by, remaining, .. } => self.press(by, remaining),
            Event::FlagFell { color, at, .. } => {
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
                self.times.set_moves(color, moves);
                self.turn_to(running);
            }
            Event::Paused { .. } => {
                if let Phase::Running(turn) = self.phase {
                    self.phase = Phase::Paused(turn);
                    self.paused_at = at;
                }
            }
            Event::Resumed { running, .. } => self.resume(running),
            Event::Adjusted { color, remaining, .. } => self.adjust(color, remaining, at),
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
                self.follow(&display);
                self.disagreement = None;
            }
            Event::Disagreed { display, .. } => self.disagreement = Some(display),
            Event::Stopped { .. } => self.phase = Phase::Stopped,
        }
        if self.turn().is_none() {
            self.overdue = None;
        }
    }

    /// Sets a side's time; a side whose flag has fallen then has time again, and its clock is
    /// paused.
    fn adjust(&mut self, color: Color, remaining: Duration, at: Timestamp) {
        self.side_mut(color).adjust(remaining);
        self.give_time(color);
        if let Phase::FlagFallen { turn, .. } = self.phase
            && turn.color() == color
            && !remaining.is_zero()
        {
            self.phase = match self.after_fall {
                AfterFall::AsBefore => Phase::Paused(turn),
                AfterFall::Turn(color) => Phase::Paused(Turn::Move(color)),
                AfterFall::Nobody => Phase::Stopped,
            };
            (self.paused_at, self.turn_began) = (at, at);
        }
    }

    /// Returns the moment of the next fall, unless an event comes before it.
    pub(super) fn deadline(&self) -> Option<Timestamp> {
        self.fall().map(|fall| fall.at)
    }

    /// Returns the fall at the deadline.
    pub(super) fn fall(&self) -> Option<Fall> {
        self.overdue.or_else(|| {
            let Phase::Running(turn) = self.phase else { return None };
            let color = turn.color();
            Fall::next(color, self.side(color), self.as_of, self.delay(turn))
        })
    }

    /// Returns the event of a fall.
    pub(super) fn event_of(&self, fall: Fall) -> Event {
        let (side, opponent) = (self.side(fall.color), self.side(fall.color.other()));
        fall.event(&self.control, side, opponent)
    }

    /// Counts the running side's time up to a moment.
    fn pass(&mut self, at: Timestamp) {
        if let Phase::Running(turn) = self.phase {
            let (color, elapsed) = (turn.color(), at.duration_since(self.as_of));
            self.overdue = self.fall().filter(|fall| fall.at < at);
            let mut after = self.side_at(color, at);
            // Time that a physical clock let run beyond the computed deadline counts as used and as
            // given.
            let counted = after.used.saturating_sub(self.side(color).used);
            let beyond = elapsed.saturating_sub(counted);
            after.used = after.used.saturating_add(beyond);
            after.given = after.given.saturating_add(beyond);
            *self.side_mut(color) = after;
            self.spent = self.spent.saturating_add(elapsed);
        }
        self.as_of = at;
    }

    fn follow(&mut self, display: &ClockDisplay) {
        for color in Color::BOTH {
            let side = self.side_mut(color);
            if let Some(shown) = display.replaces(color, side.remaining) {
                side.follow(shown);
                self.give_time(color);
            }
        }
    }

    /// Cancels the overdue fall of a side that has time again.
    fn give_time(&mut self, color: Color) {
        let is_given = !self.side(color).remaining.is_zero();
        self.overdue = self.overdue.filter(|fall| !is_given || fall.color != color);
    }

    fn press(&mut self, by: Color, remaining: Duration) {
        let moves = self.moves_after_press(by);
        let stage = self.control.stage_after(moves).number;
        let time = MoveTime { left: remaining, spent: self.spent };
        self.times.push(by, moves.saturating_sub(1), time);
        let side = self.side_mut(by);
        side.set(remaining);
        side.presses = side.presses.saturating_add(1);
        side.moves = moves;
        side.stage = side.stage.max(stage);
        side.incremented = side.incremented.max(moves);
        side.come();
        self.line_presses = self.line_presses.saturating_add(1);
        self.turn_to(by.other());
    }

    fn resume(&mut self, running: Color) {
        if self.is_paused() {
            self.last_pause = Some((self.paused_at, self.as_of));
        }
        let before = match self.phase {
            Phase::Paused(turn) | Phase::Forfeited(turn) => Some(turn),
            Phase::Running(_) | Phase::Stopped | Phase::FlagFallen { .. } => None,
        };
        match before.filter(|turn| turn.color() == running) {
            Some(turn) => {
                if matches!(self.phase, Phase::Forfeited(_)) {
                    self.turn_began = self.as_of;
                }
                self.phase = Phase::Running(turn);
            }
            None => self.turn_to(running),
        }
        // A player who did not come in time may play after all.
        let side = self.side_mut(running);
        if side.absence.is_some_and(|absence| absence.is_over(side.used)) {
            side.absence = None;
        }
    }

    /// Sets the number of moves that a side has completed by the record: a stage that it reached
    /// gives its time, unless it had already begun. After a fall the arbiter decides about the
    /// time.
    fn complete(&mut self, color: Color, moves: u32) {
        let gain = self.stages_until(color, moves);
        let stage = self.control.stage_after(moves).number;
        let is_over = self.is_over();
        self.times.set_moves(color, moves);
        let side = self.side_mut(color);
        side.moves = moves;
        if !is_over {
            side.set(side.remaining.saturating_add(gain));
            side.stage = side.stage.max(stage);
        }
    }

    /// Returns true if a fall has happened, so that only the arbiter can let the time run again.
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

    /// Begins a side's turn.
    fn turn_to(&mut self, color: Color) {
        self.phase = Phase::Running(Turn::Move(color));
        self.spent = Duration::ZERO;
        self.turn_began = self.as_of;
        self.overdue = None;
    }

    /// Returns true if the start of White's time was inferred from White's first move, because
    /// Black's press before it is unknown; until Black has moved.
    pub(super) fn is_start_guessed(&self) -> bool {
        let is_begun = self.opened_at.is_some() && self.started_at.is_some();
        is_begun && self.begun_by.is_none() && self.black.presses == 0
    }

    /// Returns the time that a side has left after a press at a moment, increment and stage
    /// included.
    pub(super) fn remaining_after_press(&self, by: Color, at: Timestamp) -> Duration {
        let gain = self.gain_of_press(by, self.spent_at(at));
        self.side_at(by, at).remaining.saturating_add(gain)
    }

    /// Returns the turn in which a side's time ran.
    fn turn_of(&self, color: Color) -> Turn {
        let turn = self.turn().filter(|turn| turn.color() == color);
        turn.unwrap_or(Turn::Move(color))
    }

    /// Returns the number of moves that a side has completed after its next press.
    fn moves_after_press(&self, by: Color) -> u32 {
        self.side(by).moves.saturating_add(1)
    }

    /// Returns the time that a press adds after a move that took `spent`: the increment, unless it
    /// was given before the move was taken back, and the time of a stage that the press begins.
    pub(super) fn gain_of_press(&self, by: Color, spent: Duration) -> Duration {
        let (side, moves) = (self.side(by), self.moves_after_press(by));
        let increment = self.control.stage_after(side.moves).stage.increment;
        let is_given = moves <= side.incremented && !self.repeats_increments;
        let gain = match increment {
            Increment::Fischer(_) if is_given => Duration::ZERO,
            Increment::None
            | Increment::Fischer(_)
            | Increment::Bronstein(_)
            | Increment::Delay(_) => increment.gain(spent),
        };
        gain.saturating_add(self.stages_until(by, moves))
    }

    /// Returns the times of the stages that a side reaches with so many moves and has not been
    /// given yet.
    pub(super) fn stages_until(&self, color: Color, moves: u32) -> Duration {
        self.control.given_between(self.side(color).stage, self.control.stage_after(moves).number)
    }

    /// Returns the time that the current move has taken at a moment.
    pub(super) fn spent_at(&self, now: Timestamp) -> Duration {
        let passed = self.running().map(|_| now.duration_since(self.as_of));
        self.spent.saturating_add(passed.unwrap_or_default())
    }

    /// Returns the delay that is left before the time of the side to move counts down.
    pub(super) fn delay(&self, turn: Turn) -> Duration {
        match turn {
            Turn::Opening => Duration::ZERO,
            Turn::Move(color) => {
                let stage = self.control.stage_after(self.side(color).moves).stage;
                stage.increment.delay().saturating_sub(self.spent)
            }
        }
    }

    /// Returns one side at a moment, but not before the last event.
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

    /// Returns the turn, running or paused.
    pub(super) fn turn(&self) -> Option<Turn> {
        match self.phase {
            Phase::Running(turn) | Phase::Paused(turn) => Some(turn),
            Phase::Stopped | Phase::FlagFallen { .. } | Phase::Forfeited(_) => None,
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.phase == Phase::Stopped
    }

    pub(super) fn is_paused(&self) -> bool {
        matches!(self.phase, Phase::Paused(_))
    }

    /// Returns true if the clock was paused at its start and has not run yet.
    pub(super) fn is_armed(&self) -> bool {
        let began_at = self.opened_at.or(self.started_at);
        self.is_paused() && self.last_pause.is_none() && began_at == Some(self.paused_at)
    }

    pub(super) fn forfeit(&self) -> Option<Color> {
        let Phase::Forfeited(turn) = self.phase else { return None };
        Some(turn.color())
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

/// Returns true if an event leaves the times unchanged.
fn is_remark(event: &Event) -> bool {
    matches!(
        event,
        Event::MarkedAbsent { .. }
            | Event::MarkedPresent { .. }
            | Event::Irregular { .. }
            | Event::Disagreed { .. }
    )
}
