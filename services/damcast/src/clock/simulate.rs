//! A clock that is told one thing after the other, and looked at in between.

use std::{process::ExitCode, time::Duration};

use draughts::Timestamp;
use game_clock::{Clock, Command, Event, TimeControl};
use serde_json::Value;

use super::{
    input::{self, Unreadable},
    output,
};
use crate::{
    lines::Object,
    question::{Answer, Form, list},
};

/// Longer than a game of hundreds of moves with readings every second.
const FORM: Form = Form { id: "id", line_bytes_max: 4 * 1024 * 1024 };
/// How often a clock is looked at, at most.
const MOMENTS_MAX: usize = 10_000;

pub(super) fn run() -> anyhow::Result<ExitCode> {
    FORM.run(answer)
}

/// Answers one line.
pub(super) fn answer(line: &[u8]) -> Answer {
    FORM.answer(line, |question, object| {
        let line = simulate(question, object)?;
        Ok::<_, Unreadable>(Answer { line, is_answered: true })
    })
}

fn simulate(question: &Value, object: Object) -> Result<String, Unreadable> {
    let control = input::control(question)?;
    let mut run = Run {
        clock: Clock::default(),
        grace: question
            .get("grace_ms")
            .map_or(Ok(Duration::ZERO), |_| input::time(question, "grace_ms"))?,
        events: Vec::new(),
        states: Vec::new(),
    };
    let moments = moments(question)?;
    // In the order of time, each with its place in the question.
    let mut asked: Vec<(Timestamp, usize)> = (0..).zip(moments).map(|(i, at)| (at, i)).collect();
    asked.sort_unstable();
    let mut asked = asked.into_iter().peekable();
    let mut now = None;
    for (number, event) in (1..).zip(list(question, "events")?) {
        let told = |reason| Unreadable::Event { number, reason: Box::new(reason) };
        let arrived = input::arrival(event).map_err(told)?;
        let arrived = now.map_or(arrived, |now: Timestamp| now.max(arrived));
        now = Some(arrived);
        while let Some((at, place)) = asked.next_if(|(at, _)| *at < arrived) {
            run.look(at, place);
        }
        run.check(arrived);
        run.take(number, event, control, arrived).map_err(told)?;
    }
    for (at, place) in asked {
        run.look(at, place);
    }
    run.states.sort_unstable();
    let states: Vec<String> = run.states.into_iter().map(|(_, state)| state).collect();
    Ok(object
        .json("events", &format!("[{}]", run.events.join(",")))
        .json("states", &format!("[{}]", states.join(",")))
        .finish())
}

fn moments(question: &Value) -> Result<Vec<Timestamp>, Unreadable> {
    if question.get("at").is_none() {
        return Ok(Vec::new());
    }
    let moments = list(question, "at")?;
    if moments.len() > MOMENTS_MAX {
        return Err(Unreadable::TooManyMoments { most: MOMENTS_MAX });
    }
    moments.iter().map(|at| input::as_moment(at, "at")).collect()
}

/// A clock and what it has told.
struct Run {
    clock: Clock,
    grace: Duration,
    events: Vec<String>,
    /// Each with its place in the question.
    states: Vec<(usize, String)>,
}

impl Run {
    fn take(
        &mut self,
        number: usize,
        event: &Value,
        control: TimeControl,
        arrived: Timestamp,
    ) -> Result<(), Unreadable> {
        let command = input::command(event, control, &self.clock)?;
        match self.clock.decide(&command) {
            Ok(events) => self.apply(&events),
            Err(refusal) => self.events.push(output::refused(number, arrived, &refusal)),
        }
        Ok(())
    }

    /// Lets fall what has fallen by now.
    fn check(&mut self, now: Timestamp) {
        // A check is never refused.
        let check = Command::TimeCheck { at: now, grace: self.grace };
        let fallen = self.clock.decide(&check).unwrap_or_default();
        self.apply(&fallen);
    }

    fn look(&mut self, at: Timestamp, place: usize) {
        self.check(at);
        self.states.push((place, output::state(&self.clock, at)));
    }

    fn apply(&mut self, events: &[Event]) {
        for event in events {
            self.clock.apply(event);
            self.events.push(output::event(event, &self.clock));
        }
    }
}
