//! A clock that was started, with the events of the running turn: a press that arrives late is
//! inserted among them at its own moment.
//!
//! Only presses can arrive late. Commands that arrived after such a press was made and before it
//! arrived (a pause, an adjustment, a display of a physical clock) are applied again after it, so
//! that the state of the clock does not depend on the order of arrival.

use super::face::Face;
use super::phase::Turn;
use super::{Command, Event, Refusal};
use draughts::{Color, Timestamp};
use std::borrow::Cow;

/// A clock that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Book {
    /// The current state of the clock.
    pub(super) face: Face,
    /// The state when the turn began.
    began: Face,
    /// The events since then, in the order of their moments.
    since: Vec<Event>,
}

impl Book {
    pub(super) fn of(face: Face, repeats_increments: bool) -> Self {
        let face = Face { repeats_increments, ..face };
        Self { began: face.clone(), face, since: Vec::new() }
    }

    pub(super) fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        let face = &self.face;
        match *command {
            Command::Open { control, at } if face.opened_at == Some(at) => {
                face.same(control, Vec::new())
            }
            Command::Open { .. } => Err(face.already_started()),
            Command::Start { control, at } => face.decide_start(control, at),
            Command::Begin { by, at } => self.decide_begin(by, at),
            Command::MarkAbsent { color, limit, at } => face.decide_absent(color, limit, at),
            Command::MarkPresent { color, at } => face.decide_present(color, at),
            Command::Press { by, at, received } => self.decide_press(by, at, received),
            Command::Pause { at, .. } => face.decide_pause(at),
            Command::Resume { running, at } => face.decide_resume(running, at),
            Command::Adjust { color, remaining, ref reason, at } => {
                face.decide_adjust(color, remaining, reason, at)
            }
            Command::Correct { line, running, moves, at } => {
                Ok(face.decide_correct(line, running, moves, at))
            }
            Command::PlayOn { moves, running, at } => face.decide_play_on(moves, running, at),
            Command::Follow { display, at } => face.decide_follow(display, at),
            Command::Stop { at } => Ok(face.decide_stop(at)),
            Command::GoOn { running, at } => Ok(face.decide_go_on(running, at)),
            Command::TimeCheck { at, grace } => Ok(face.decide_time_check(at, grace)),
        }
    }

    fn decide_press(
        &self,
        by: Color,
        claimed: Timestamp,
        received: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if self.face.goes_on()?.color() != by {
            return Err(Refusal::NotRunning { by });
        }
        let (made, irregularity) = self.face.moment_of_press(claimed, received);
        let at = self.moment_it_runs(made)?;
        self.face_at(at).decide_press(by, at, irregularity)
    }

    /// Decides Black's press before the first move, which may arrive after White's first move.
    fn decide_begin(&self, by: Color, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        match self.face.goes_on()? {
            Turn::Opening => self.decide_press(by, at, at),
            Turn::Move(_) if self.is_guess_before(by, at) => {
                let mut opening = self.clone();
                opening.forget_guess();
                let place = opening.place_of_first_press();
                opening.since.truncate(place);
                opening.face = opening.fold(place);
                opening.decide_press(by, at, at)
            }
            Turn::Move(_) => Err(self.face.already_started()),
        }
    }

    /// Returns true if a press of Black gives a better start of White's time than the one that was
    /// inferred from White's first move.
    fn is_guess_before(&self, by: Color, at: Timestamp) -> bool {
        by == Color::Black
            && self.face.is_start_guessed()
            && self.began.turn() == Some(Turn::Opening)
            && self.face.started_at.is_some_and(|started_at| at <= started_at)
    }

    fn forget_guess(&mut self) {
        self.since.retain(|event| !matches!(event, Event::Started { .. }));
    }

    /// Returns the moment at which an act takes effect: an act in a pause takes effect when the
    /// clock runs again.
    fn moment_it_runs(&self, at: Timestamp) -> Result<Timestamp, Refusal> {
        if !self.face_at(at).is_paused() {
            return Ok(at);
        }
        let after = self.since.iter().skip(self.place_of(at));
        let resumed = after.filter(|event| matches!(event, Event::Resumed { .. })).map(Event::at);
        resumed.min().ok_or(Refusal::Paused)
    }

    /// Returns the state of the clock at a moment of this turn.
    fn face_at(&self, at: Timestamp) -> Cow<'_, Face> {
        let place = self.place_of(at);
        if place == self.since.len() {
            return Cow::Borrowed(&self.face);
        }
        Cow::Owned(self.fold(place))
    }

    /// Returns the state of the clock after the first `place` events of this turn.
    fn fold(&self, place: usize) -> Face {
        let mut face = self.began.clone();
        self.since.iter().take(place).for_each(|event| face.apply(event));
        face
    }

    fn place_of_first_press(&self) -> usize {
        let is_press = |event: &Event| matches!(event, Event::Pressed { .. });
        self.since.iter().position(is_press).unwrap_or(self.since.len())
    }

    /// Returns the number of events of this turn that come before a press at a moment. A press
    /// precedes a pause at the same moment.
    fn place_of(&self, at: Timestamp) -> usize {
        let is_after = |event: &Event| {
            event.at() > at || (event.at() == at && matches!(event, Event::Paused { .. }))
        };
        self.since.iter().position(is_after).unwrap_or(self.since.len())
    }

    pub(super) fn apply(&mut self, event: &Event) {
        let last_at = self.face.last_at;
        let mut place = if is_late(event) { self.place_of(event.at()) } else { self.since.len() };
        if matches!(event, Event::Started { .. }) && self.face.is_start_guessed() {
            self.forget_guess();
            place = self.place_of(event.at()).min(self.place_of_first_press());
            self.face = self.fold(place);
        } else if place < self.since.len() {
            self.face = self.fold(place);
        }
        let rest = self.since.split_off(place);
        self.take(event);
        for event in rest {
            if let Some(event) = recomputed(&self.face, event) {
                self.take(&event);
            }
        }
        // Recorded events that no longer stand still bound the moments of later commands.
        self.face.last_at = self.face.last_at.max(last_at);
    }

    /// Applies an event after all others.
    fn take(&mut self, event: &Event) {
        let before = self.face.turn();
        self.face.apply(event);
        if matches!(event, Event::Irregular { .. }) {
            return;
        }
        if self.is_in_turn(event, before) {
            self.since.push(event.clone());
        } else {
            self.began = self.face.clone();
            self.since.clear();
        }
    }

    /// Returns true if the turn goes on after an event, so that a late press may still precede it.
    /// The turn of a start that was only inferred from White's first move goes on until Black's.
    fn is_in_turn(&self, event: &Event, before: Option<Turn>) -> bool {
        match event {
            Event::Pressed { .. } | Event::Started { .. } => self.face.is_start_guessed(),
            Event::MarkedAbsent { .. }
            | Event::MarkedPresent { .. }
            | Event::Irregular { .. }
            | Event::Paused { .. }
            | Event::Followed { .. }
            | Event::Disagreed { .. } => true,
            Event::Resumed { .. } | Event::Adjusted { .. } => {
                before.is_some() && before == self.face.turn()
            }
            Event::Opened { .. }
            | Event::AbsenceExceeded { .. }
            | Event::FlagFell { .. }
            | Event::PlayedOn { .. }
            | Event::Corrected { .. }
            | Event::Stopped { .. } => false,
        }
    }
}

/// Recomputes an event recorded after a late press, which has been applied to `face` meanwhile;
/// `None` if the event is no longer possible.
fn recomputed(face: &Face, event: Event) -> Option<Event> {
    match event {
        Event::Pressed { by, at, .. } => {
            let remaining = face.remaining_after_press(by, at);
            Some(Event::Pressed { by, at, remaining })
        }
        Event::Resumed { at, .. } => Some(Event::Resumed { running: face.turn()?.color(), at }),
        // The press may explain the times on the other clock.
        Event::Followed { display, at } | Event::Disagreed { display, at } => {
            face.decide_follow(display, at).ok()?.pop()
        }
        event @ Event::Paused { .. } => face.turn().map(|_goes_on| event),
        event @ (Event::Opened { .. }
        | Event::Started { .. }
        | Event::MarkedAbsent { .. }
        | Event::MarkedPresent { .. }
        | Event::AbsenceExceeded { .. }
        | Event::Irregular { .. }
        | Event::FlagFell { .. }
        | Event::PlayedOn { .. }
        | Event::Adjusted { .. }
        | Event::Corrected { .. }
        | Event::Stopped { .. }) => Some(event),
    }
}

/// Returns true if an event may precede earlier ones: a press, or a fall at its own moment.
fn is_late(event: &Event) -> bool {
    matches!(
        event,
        Event::Pressed { .. }
            | Event::Started { .. }
            | Event::FlagFell { .. }
            | Event::AbsenceExceeded { .. }
    )
}
