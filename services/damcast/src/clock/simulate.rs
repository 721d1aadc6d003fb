//! Simulates a clock: applies a list of events and reads the state at given moments.

use std::{convert::Infallible, process::ExitCode, time::Duration};

use draughts::Timestamp;
use game_clock::{Clock, Command};

use super::{
    input::ClockQuestion,
    output::{Event, Simulated, State},
};
use crate::question::{AnswerLine, Form};

/// The longest line has room for a game of hundreds of moves with readings every second.
const FORM: Form = Form { id: "id", line_bytes_max: 4 * 1024 * 1024, remarks: &[] };

pub(super) fn run() -> anyhow::Result<ExitCode> {
    FORM.run(answer)
}

/// Answers one line.
pub(super) fn answer(line: &[u8]) -> AnswerLine {
    FORM.answer(line, |question| Ok::<_, Infallible>(simulate(question)))
}

fn simulate(question: ClockQuestion) -> Simulated {
    let ClockQuestion { id, control, events, at, grace_ms } = question;
    let mut run = Run {
        clock: Clock::default(),
        grace: Duration::from_millis(grace_ms),
        events: Vec::new(),
        states: Vec::new(),
    };
    // Moments in the order of time, each with its index in the question.
    let mut asked: Vec<(Timestamp, usize)> = (0..).zip(at).map(|(place, at)| (at, place)).collect();
    asked.sort_unstable();
    let mut asked = asked.into_iter().peekable();
    let mut now = None;
    for (number, event) in (1..).zip(events) {
        let arrived = now.map_or(event.received, |now: Timestamp| now.max(event.received));
        now = Some(arrived);
        while let Some((at, place)) = asked.next_if(|(at, _)| *at < arrived) {
            run.read(at, place);
        }
        if !event.is_in_time(run.clock.deadline(), arrived, run.grace) {
            run.check(arrived);
        }
        let command = event.command(control, &run.clock);
        match run.clock.decide(&command) {
            Ok(events) => run.apply(&events),
            Err(refusal) => run.events.push(Event::refused(number, arrived, &refusal)),
        }
    }
    for (at, place) in asked {
        run.read(at, place);
    }
    run.states.sort_by_key(|(place, _)| *place);
    let states = run.states.into_iter().map(|(_, state)| state).collect();
    Simulated { id, events: run.events, states }
}

/// A clock with its events and states so far.
struct Run {
    clock: Clock,
    grace: Duration,
    events: Vec<Event>,
    /// States, each with its index in the question.
    states: Vec<(usize, State)>,
}

impl Run {
    /// Applies the flag fall or forfeit that is due.
    fn check(&mut self, now: Timestamp) {
        // A check is never refused.
        let check = Command::TimeCheck { at: now, grace: self.grace };
        let fallen = self.clock.decide(&check).unwrap_or_default();
        self.apply(&fallen);
    }

    fn read(&mut self, at: Timestamp, place: usize) {
        self.check(at);
        self.states.push((place, State::new(&self.clock, at)));
    }

    fn apply(&mut self, events: &[game_clock::Event]) {
        for event in events {
            self.clock.apply(event);
            self.events.push(Event::new(event, &self.clock));
        }
    }
}
