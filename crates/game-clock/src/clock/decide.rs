//! Decisions of a clock that was started.

use super::display::DisplayAgreement;
use super::face::Face;
use super::phase::{Phase, Turn};
use super::{
    AbsenceLimit, Clock, ClockDisplay, Event, FlagVerdict, Irregularity, Moves, Reason, Refusal,
};
use crate::TimeControl;
use draughts::{Color, Timestamp};
use std::time::Duration;

impl Face {
    pub(super) fn same(
        &self,
        control: TimeControl,
        events: Vec<Event>,
    ) -> Result<Vec<Event>, Refusal> {
        if control != self.control {
            return Err(self.already_started());
        }
        Ok(events)
    }

    pub(super) fn already_started(&self) -> Refusal {
        Refusal::AlreadyStarted { control: Box::new(self.control) }
    }

    pub(super) fn decide_start(
        &self,
        control: TimeControl,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        match (self.started_at, self.phase) {
            (Some(started_at), _) if started_at == at => self.same(control, Vec::new()),
            (None, Phase::Running(Turn::Opening)) => {
                let started = Event::Started { control, by: None, at: at.max(self.last_at) };
                self.same(control, vec![self.fall_before(at).unwrap_or(started)])
            }
            (None, _) => {
                self.runs()?;
                Err(self.already_started())
            }
            (Some(_), _) => Err(self.already_started()),
        }
    }

    pub(super) fn decide_absent(
        &self,
        color: Color,
        limit: Option<AbsenceLimit>,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        self.goes_on()?;
        let side = self.side(color);
        if side.has_come {
            return Err(Refusal::HasPlayed { color });
        }
        if side.absence.is_some_and(|absence| absence.limit == limit) {
            return Ok(Vec::new());
        }
        let marked = Event::MarkedAbsent { color, limit, at: at.max(self.last_at) };
        Ok(vec![self.fall_before(at).unwrap_or(marked)])
    }

    pub(super) fn decide_present(
        &self,
        color: Color,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        self.goes_on()?;
        if self.side(color).absence.is_none() {
            return Ok(Vec::new());
        }
        let marked = Event::MarkedPresent { color, at: at.max(self.last_at) };
        Ok(vec![self.fall_before(at).unwrap_or(marked)])
    }

    /// Decides a press at a moment at which this is the state of the clock.
    pub(super) fn decide_press(
        &self,
        by: Color,
        at: Timestamp,
        irregularity: Option<Irregularity>,
    ) -> Result<Vec<Event>, Refusal> {
        let turn = self.runs()?;
        let fall = self.fall_before(at);
        // The fall happens at its own moment.
        let taken = fall.as_ref().map_or(at, Event::at);
        let irregular =
            irregularity.map(|irregularity| Event::Irregular { by, irregularity, at: taken });
        let mut events: Vec<Event> = irregular.into_iter().collect();
        match (fall, turn) {
            (Some(fall), _) => events.push(fall),
            (None, Turn::Opening) => {
                events.push(Event::Started { control: self.control, by: Some(by), at });
            }
            (None, Turn::Move(_)) => {
                let remaining = self.remaining_after_press(by, at);
                events.push(Event::Pressed { by, at, remaining });
            }
        }
        Ok(events)
    }

    /// Returns the moment that counts for a press: not after its arrival, and not before the turn
    /// began.
    pub(super) fn moment_of_press(
        &self,
        claimed: Timestamp,
        received: Timestamp,
    ) -> (Timestamp, Option<Irregularity>) {
        let at = claimed.min(received).max(self.turn_began);
        // An act in a pause takes effect when the clock runs again, and so may the turn before it.
        let in_pause = self.last_pause.is_some_and(|(from, to)| from < claimed && claimed <= to);
        let irregularity = if claimed.duration_since(received) > Clock::STAMP_TOLERANCE {
            Some(Irregularity::InFuture { claimed })
        } else if self.turn_began.duration_since(claimed) > Clock::STAMP_TOLERANCE && !in_pause {
            Some(Irregularity::BeforeLastEvent { claimed })
        } else {
            None
        };
        (at, irregularity)
    }

    pub(super) fn decide_pause(&self, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        self.goes_on()?;
        if self.is_paused() {
            return Ok(Vec::new());
        }
        let paused = Event::Paused { at: at.max(self.last_at) };
        Ok(vec![self.fall_before(at).unwrap_or(paused)])
    }

    pub(super) fn decide_resume(
        &self,
        running: Option<Color>,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
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
        let resumed = Event::Resumed { running, at: at.max(self.last_at) };
        Ok(vec![self.fall_before(at).unwrap_or(resumed)])
    }

    pub(super) fn decide_adjust(
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
        let adjusted = Event::Adjusted { color, remaining, reason, at: at.max(self.last_at) };
        Ok(self.fall_before(at).into_iter().chain([adjusted]).collect())
    }

    pub(super) fn decide_correct(
        &self,
        line: u32,
        running: Option<Color>,
        moves: Option<Moves>,
        at: Timestamp,
    ) -> Vec<Event> {
        if line <= self.line {
            return Vec::new();
        }
        let corrected = Event::Corrected { line, running, moves, at: at.max(self.last_at) };
        vec![self.fall_before(at).unwrap_or(corrected)]
    }

    pub(super) fn decide_play_on(
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
        let running = running.or(self.after_fall.color(color)).unwrap_or(color);
        // "The players are deemed to have made exactly that number"; else the record tells both
        // numbers.
        let of_opponent = moves.map_or(required, |moves| opponent_moves(color, moves, running));
        let opponent = color.other();
        let mut deemed = vec![(color, moves.unwrap_or(required))];
        if self.side(opponent).moves < of_opponent {
            deemed.push((opponent, of_opponent));
        }
        let at = at.max(self.last_at);
        let play_on = |(color, moves)| {
            let gain = self.stages_until(color, moves);
            let remaining = self.side(color).remaining.saturating_add(gain);
            if remaining > Clock::REMAINING_MAX {
                return Err(Refusal::TooMuchTime { remaining });
            }
            Ok(Event::PlayedOn { color, remaining, moves, running, at })
        };
        deemed.into_iter().map(play_on).collect()
    }

    pub(super) fn decide_follow(
        &self,
        display: ClockDisplay,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        for remaining in [display.white, display.black] {
            if remaining > Clock::REMAINING_MAX {
                return Err(Refusal::TooMuchTime { remaining });
            }
        }
        let is_blank = display.white.is_zero() && display.black.is_zero();
        if self.turn().is_none() || at < self.last_at || is_blank {
            return Ok(Vec::new());
        }
        let is_told = self.disagreement.is_some();
        Ok(match self.judge(&display, at) {
            DisplayAgreement::TooFar if is_told => Vec::new(),
            DisplayAgreement::TooFar => {
                // At the deadline at the latest, because the fall happens at its own moment.
                let at = self.deadline().map_or(at, |deadline| at.min(deadline));
                vec![Event::Disagreed { display, at: at.max(self.last_at) }]
            }
            // Between a press and its arrival here, the two clocks have different sides running.
            DisplayAgreement::Same if !is_told || display.running != self.running() => Vec::new(),
            DisplayAgreement::Same | DisplayAgreement::Otherwise => {
                vec![Event::Followed { display, at }]
            }
        })
    }

    pub(super) fn decide_stop(&self, at: Timestamp) -> Vec<Event> {
        if self.turn().is_none() {
            return Vec::new();
        }
        let stopped = Event::Stopped { at: at.max(self.last_at) };
        vec![self.fall_before(at).unwrap_or(stopped)]
    }

    pub(super) fn decide_go_on(&self, running: Color, at: Timestamp) -> Vec<Event> {
        if !self.is_stopped() {
            return Vec::new();
        }
        vec![Event::Resumed { running, at: at.max(self.last_at) }]
    }

    pub(super) fn decide_time_check(&self, at: Timestamp, grace: Duration) -> Vec<Event> {
        let fall = self.fall().filter(|fall| at >= fall.at.saturating_add(grace));
        fall.map(|fall| self.event_of(fall)).into_iter().collect()
    }

    /// Returns the fall if a moment lies strictly after the deadline.
    fn fall_before(&self, at: Timestamp) -> Option<Event> {
        self.fall().filter(|fall| at > fall.at).map(|fall| self.event_of(fall))
    }

    /// Returns the turn whose time runs.
    fn runs(&self) -> Result<Turn, Refusal> {
        let turn = self.goes_on()?;
        if self.is_paused() { Err(Refusal::Paused) } else { Ok(turn) }
    }

    /// Returns the turn of a game that is not over.
    pub(super) fn goes_on(&self) -> Result<Turn, Refusal> {
        match self.phase {
            Phase::Running(turn) | Phase::Paused(turn) => Ok(turn),
            Phase::Stopped => Err(Refusal::Stopped),
            Phase::FlagFallen { turn, .. } => Err(Refusal::FlagFallen { color: turn.color() }),
            Phase::Forfeited(turn) => Err(Refusal::AbsenceExceeded { color: turn.color() }),
        }
    }
}

/// Returns the number of moves that the opponent of a side has made when that side has made `moves`
/// and `running` is to move; White makes the first move of a game.
const fn opponent_moves(color: Color, moves: u32, running: Color) -> u32 {
    match (color, running) {
        (Color::White, Color::White) | (Color::Black, Color::White) => moves,
        (Color::White, Color::Black) => moves.saturating_sub(1),
        (Color::Black, Color::Black) => moves.saturating_add(1),
    }
}
