//! What a command makes of a clock that was started.

use super::face::{Face, Phase, Turn};
use super::{
    AbsenceLimit, Clock, ClockDisplay, Command, Event, FlagVerdict, Irregularity, Moves, Reason,
    Refusal,
};
use crate::TimeControl;
use draughts::{Color, Timestamp};
use std::time::Duration;

impl Face {
    pub(super) fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        match *command {
            Command::Open { control, at } if self.opened_at == Some(at) => {
                self.same(control, Vec::new())
            }
            Command::Start { control, at } => self.decide_start(control, at),
            Command::Open { .. } => Err(self.already_started()),
            Command::Begin { by, at } => self.decide_begin(by, at),
            Command::MarkAbsent { color, limit, at } => self.decide_absent(color, limit, at),
            Command::MarkPresent { color, at } => self.decide_present(color, at),
            Command::Press { by, at, received } => self.decide_press(by, at, received),
            Command::Pause { at } => self.decide_pause(at),
            Command::Resume { running, at } => self.decide_resume(running, at),
            Command::Adjust { color, remaining, ref reason, at } => {
                self.decide_adjust(color, remaining, reason, at)
            }
            Command::Correct { line, running, moves, at } => {
                Ok(self.decide_correct(line, running, moves, at))
            }
            Command::PlayOn { moves, running, at } => self.decide_play_on(moves, running, at),
            Command::Follow { display, at } => self.decide_follow(display, at),
            Command::Stop { at } => Ok(self.decide_stop(at)),
            Command::TimeCheck { at, grace } => Ok(self.decide_time_check(at, grace)),
        }
    }

    fn same(&self, control: TimeControl, events: Vec<Event>) -> Result<Vec<Event>, Refusal> {
        if control != self.control {
            return Err(self.already_started());
        }
        Ok(events)
    }

    fn already_started(&self) -> Refusal {
        Refusal::AlreadyStarted { control: Box::new(self.control) }
    }

    fn decide_start(&self, control: TimeControl, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        match (self.started_at, self.phase) {
            (Some(started_at), _) if started_at == at => self.same(control, Vec::new()),
            (None, Phase::Running(Turn::Opening)) => {
                let started = Event::Started { control, at: at.max(self.as_of) };
                self.same(control, vec![self.fall_before(at).unwrap_or(started)])
            }
            (None, _) => {
                self.runs()?;
                Err(self.already_started())
            }
            (Some(_), _) => Err(self.already_started()),
        }
    }

    fn decide_begin(&self, by: Color, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        match self.goes_on()? {
            Turn::Opening => self.decide_press(by, at, at),
            Turn::Move(_) => Err(self.already_started()),
        }
    }

    fn decide_absent(
        &self,
        color: Color,
        limit: Option<AbsenceLimit>,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        self.goes_on()?;
        let side = self.side(color);
        if side.presses > 0 {
            return Err(Refusal::HasPlayed { color });
        }
        if side.absence.is_some_and(|absence| absence.limit == limit) {
            return Ok(Vec::new());
        }
        let marked = Event::MarkedAbsent { color, limit, at: at.max(self.as_of) };
        Ok(vec![self.fall_before(at).unwrap_or(marked)])
    }

    fn decide_present(&self, color: Color, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        self.goes_on()?;
        if self.side(color).absence.is_none() {
            return Ok(Vec::new());
        }
        let marked = Event::MarkedPresent { color, at: at.max(self.as_of) };
        Ok(vec![self.fall_before(at).unwrap_or(marked)])
    }

    fn decide_press(
        &self,
        by: Color,
        claimed: Timestamp,
        received: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let turn = self.goes_on()?;
        if turn.color() != by {
            return Err(Refusal::NotRunning { by });
        }
        if self.is_paused() {
            return self.decide_press_before_pause(by, claimed.min(received));
        }
        let (at, irregularity) = self.moment_of_press(claimed, received);
        let mut events = Vec::new();
        let fall = self.fall_before(at);
        if let Some(irregularity) = irregularity {
            // What falls, falls at its own moment.
            let at = fall.as_ref().map_or(at, Event::at);
            events.push(Event::Irregular { by, irregularity, at });
        }
        if let Some(fall) = fall {
            events.push(fall);
            return Ok(events);
        }
        match turn {
            Turn::Opening => {
                if self.side(by).absence.is_some() {
                    events.push(Event::MarkedPresent { color: by, at });
                }
                events.push(Event::Started { control: self.control, at });
            }
            Turn::Move(_) => {
                let left = self.side_at(by, at).remaining;
                let gain = self.gain_of_press(by, self.spent_at(at));
                events.push(Event::Pressed { by, at, remaining: left.saturating_add(gain) });
            }
        }
        Ok(events)
    }

    /// A press that was made before the pause and arrives after it: what the player's time ran too
    /// long is given back, and the clock stays paused.
    fn decide_press_before_pause(&self, by: Color, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        let is_before = |paused_at: &Timestamp| at <= *paused_at;
        let paused_at = self.paused_at.filter(is_before).ok_or(Refusal::Paused)?;
        if self.started_at.is_none() {
            return Err(Refusal::Paused);
        }
        let too_long = paused_at.duration_since(at).min(self.spent);
        let spent = self.spent.saturating_sub(too_long);
        let delay = self.control.stage_after(self.side(by).moves).stage.increment.delay();
        let counted = self.spent.saturating_sub(delay).saturating_sub(spent.saturating_sub(delay));
        let remaining = self.side(by).remaining.saturating_add(counted);
        let remaining = remaining.saturating_add(self.gain_of_press(by, spent));
        Ok(vec![Event::Pressed { by, at: self.as_of, remaining }])
    }

    /// The moment that is taken for a press: not after its arrival, and not before the last event.
    fn moment_of_press(
        &self,
        claimed: Timestamp,
        received: Timestamp,
    ) -> (Timestamp, Option<Irregularity>) {
        let at = claimed.min(received).max(self.as_of);
        let irregularity = if claimed.duration_since(received) > Clock::STAMP_TOLERANCE {
            Some(Irregularity::InFuture { claimed })
        } else if self.as_of.duration_since(claimed) > Clock::STAMP_TOLERANCE {
            Some(Irregularity::BeforeLastEvent { claimed })
        } else {
            None
        };
        (at, irregularity)
    }

    fn decide_pause(&self, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        self.goes_on()?;
        if self.is_paused() {
            return Ok(Vec::new());
        }
        let paused = Event::Paused { at: at.max(self.as_of) };
        Ok(vec![self.fall_before(at).unwrap_or(paused)])
    }

    fn decide_resume(&self, running: Option<Color>, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        let next = match self.phase {
            Phase::Paused(turn) => Some(turn.color()),
            Phase::Forfeited(turn) => self.after_fall.color(turn.color()),
            Phase::Running(_) => return Err(Refusal::NotPaused),
            Phase::Stopped => return Err(Refusal::Stopped),
            Phase::FlagFallen { turn, .. } => {
                return Err(Refusal::FlagFallen { color: turn.color() });
            }
        };
        let running = running.or(next).ok_or(Refusal::Stopped)?;
        Ok(vec![Event::Resumed { running, at: at.max(self.as_of) }])
    }

    fn decide_adjust(
        &self,
        color: Color,
        remaining: Duration,
        reason: &Reason,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if remaining > Clock::REMAINING_MAX {
            return Err(Refusal::TooMuchTime { remaining });
        }
        let reason = reason.clone();
        let adjusted = Event::Adjusted { color, remaining, reason, at: at.max(self.as_of) };
        Ok(self.fall_before(at).into_iter().chain([adjusted]).collect())
    }

    fn decide_correct(
        &self,
        line: u32,
        running: Option<Color>,
        moves: Option<Moves>,
        at: Timestamp,
    ) -> Vec<Event> {
        if line <= self.line {
            return Vec::new();
        }
        let corrected = Event::Corrected { line, running, moves, at: at.max(self.as_of) };
        vec![self.fall_before(at).unwrap_or(corrected)]
    }

    fn decide_play_on(
        &self,
        moves: Option<u32>,
        running: Option<Color>,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let fall = self.flag_fall().ok_or(Refusal::NoFlag)?;
        let color = fall.color;
        let required = fall.required.ok_or(Refusal::LastStage { color })?;
        if fall.verdict(moves) == FlagVerdict::Lost {
            let made = moves.unwrap_or(fall.moves);
            return Err(Refusal::TooFewMoves { color, made, required });
        }
        let moves = moves.unwrap_or(required);
        let gain = self.stages_until(color, moves);
        let remaining = self.side(color).remaining.saturating_add(gain);
        if remaining > Clock::REMAINING_MAX {
            return Err(Refusal::TooMuchTime { remaining });
        }
        let running = running.or(self.after_fall.color(color)).unwrap_or(color);
        Ok(vec![Event::PlayedOn { color, remaining, moves, running, at: at.max(self.as_of) }])
    }

    fn decide_follow(&self, display: ClockDisplay, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        for remaining in [display.white, display.black] {
            if remaining > Clock::REMAINING_MAX {
                return Err(Refusal::TooMuchTime { remaining });
            }
        }
        let is_blank = display.white.is_zero() && display.black.is_zero();
        if self.turn().is_none() || at < self.as_of || is_blank {
            return Ok(Vec::new());
        }
        let computed = |color| self.side_at(color, at).remaining;
        let agrees =
            |color: Color| computed(color).abs_diff(display.of(color)) <= ClockDisplay::TOLERANCE;
        if !Color::BOTH.into_iter().all(agrees) {
            // At the deadline at the latest: what falls, falls at its own moment.
            let at = self.deadline().map_or(at, |deadline| at.min(deadline));
            let told = Event::Disagreed { display, at };
            return Ok(if self.disagreement.is_some() { Vec::new() } else { vec![told] });
        }
        let shows = |color: Color| display.replaces(color, computed(color)).is_none();
        let is_same = Color::BOTH.into_iter().all(shows) && self.disagreement.is_none();
        // Between the press and its arrival here the two have different sides running.
        if is_same || display.running != self.running() {
            return Ok(Vec::new());
        }
        Ok(vec![Event::Followed { display, at }])
    }

    fn decide_stop(&self, at: Timestamp) -> Vec<Event> {
        if self.turn().is_none() {
            return Vec::new();
        }
        let stopped = Event::Stopped { at: at.max(self.as_of) };
        vec![self.fall_before(at).unwrap_or(stopped)]
    }

    fn decide_time_check(&self, at: Timestamp, grace: Duration) -> Vec<Event> {
        let is_due = |fall: &Event| at >= fall.at().saturating_add(grace);
        self.fall().filter(is_due).into_iter().collect()
    }

    /// What has fallen when a moment lies strictly after the deadline.
    fn fall_before(&self, at: Timestamp) -> Option<Event> {
        self.fall().filter(|fall| at > fall.at())
    }

    /// Whose time runs.
    fn runs(&self) -> Result<Turn, Refusal> {
        let turn = self.goes_on()?;
        if self.is_paused() { Err(Refusal::Paused) } else { Ok(turn) }
    }

    /// Whose turn it is in a game that is not over.
    fn goes_on(&self) -> Result<Turn, Refusal> {
        match self.phase {
            Phase::Running(turn) | Phase::Paused(turn) => Ok(turn),
            Phase::Stopped => Err(Refusal::Stopped),
            Phase::FlagFallen { turn, .. } => Err(Refusal::FlagFallen { color: turn.color() }),
            Phase::Forfeited(turn) => Err(Refusal::AbsenceExceeded { color: turn.color() }),
        }
    }
}
