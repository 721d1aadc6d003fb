//! Rows and properties of the clock.

mod articles;
mod clock_properties;
mod clock_rows;
mod corrections;
mod time_controls;

use crate::{Clock, Command, Event, Refusal, TimeControl};
use draughts::{Color, Timestamp};
use std::time::Duration;

/// When the clocks of the rows are started; far from zero, so that no row mixes the two up.
const START_MS: i64 = 1_700_000_000_000;

/// The moment so many milliseconds after the start.
fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(START_MS.saturating_add(millis))
}

#[track_caller]
fn control(text: &str) -> TimeControl {
    text.parse().unwrap()
}

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn press(by: Color, millis: i64) -> Command {
    Command::Press { by, at: at(millis) }
}

fn stop(millis: i64) -> Command {
    Command::Stop { at: at(millis) }
}

fn time_check(millis: i64) -> Command {
    Command::TimeCheck { at: at(millis) }
}

fn correct(line: u32, running: Option<Color>, millis: i64) -> Command {
    Command::Correct { line, running, at: at(millis) }
}

fn corrected(line: u32, running: Option<Color>, millis: i64) -> Event {
    Event::Corrected { line, running, at: at(millis) }
}

fn pressed(by: Color, millis: i64, remaining_ms: u64) -> Event {
    Event::Pressed { by, at: at(millis), remaining: ms(remaining_ms) }
}

fn flag_fell(color: Color, millis: i64) -> Event {
    Event::FlagFell { color, at: at(millis) }
}

fn stopped(millis: i64) -> Event {
    Event::Stopped { at: at(millis) }
}

/// A clock with this control that was started at `at(0)`.
#[track_caller]
fn started(text: &str) -> Clock {
    let mut clock = Clock::default();
    clock.apply(&Event::Started { control: control(text), at: at(0) });
    clock
}

/// Decides and applies commands one after the other; returns all events.
#[track_caller]
fn run(clock: &mut Clock, commands: &[Command]) -> Vec<Event> {
    let mut all = Vec::new();
    for command in commands {
        let events = match clock.decide(command) {
            Ok(events) => events,
            Err(refusal) => panic!("{command:?} was refused: {refusal}"),
        };
        events.iter().for_each(|event| clock.apply(event));
        all.extend(events);
    }
    all
}

/// A clock started with this control answers these commands with exactly these events.
#[track_caller]
fn check(text: &str, commands: &[Command], expected: &[Event]) -> Clock {
    let mut clock = started(text);
    assert_eq!(run(&mut clock, commands), expected);
    clock
}

/// After the first commands the last one is refused, and nothing has changed.
#[track_caller]
fn refused(text: &str, commands: &[Command], last: &Command, expected: &Refusal) {
    let mut clock = started(text);
    run(&mut clock, commands);
    assert_eq!(clock.decide(last).as_ref(), Err(expected));
}
