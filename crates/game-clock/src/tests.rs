//! Rows and properties of the clock.

mod absence;
mod adjustments;
mod articles;
mod clock_properties;
mod clock_rows;
mod corrections;
mod device_clocks;
mod dgt_clock;
mod displays;
mod flags;
mod late_presses;
mod machine_clock;
mod move_times;
mod presets;
mod readable;
mod stages;
mod stamps;
mod time_controls;

use crate::{Clock, Command, Event, Increment, Reason, Refusal, Stage, TimeControl};
use draughts::{Color, Timestamp};
use proptest::prelude::*;
use std::time::Duration;

/// The moment when the clocks of the rows start; far from zero, so that no row mixes up moments and
/// durations.
const START_MS: i64 = 1_700_000_000_000;

/// Returns the moment this many milliseconds after the start.
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
    Command::Press { by, at: at(millis), received: at(millis) }
}

fn stop(millis: i64) -> Command {
    Command::Stop { at: at(millis) }
}

fn time_check(millis: i64) -> Command {
    Command::TimeCheck { at: at(millis), grace: Duration::ZERO }
}

fn pause(millis: i64) -> Command {
    Command::Pause { reason: None, at: at(millis) }
}

fn resume(running: Option<Color>, millis: i64) -> Command {
    Command::Resume { running, at: at(millis) }
}

fn reason() -> Reason {
    Reason::new("the clock stood still").unwrap()
}

fn adjust(color: Color, remaining_ms: u64, millis: i64) -> Command {
    Command::Adjust { color, remaining: ms(remaining_ms), reason: reason(), at: at(millis) }
}

fn paused(millis: i64) -> Event {
    Event::Paused { at: at(millis) }
}

fn resumed(running: Color, millis: i64) -> Event {
    Event::Resumed { running, at: at(millis) }
}

fn adjusted(color: Color, remaining_ms: u64, millis: i64) -> Event {
    Event::Adjusted { color, remaining: ms(remaining_ms), reason: reason(), at: at(millis) }
}

fn correct(line: u32, running: Option<Color>, millis: i64) -> Command {
    Command::Correct { line, running, moves: None, at: at(millis) }
}

fn corrected(line: u32, running: Option<Color>, millis: i64) -> Event {
    Event::Corrected { line, running, moves: None, at: at(millis) }
}

fn pressed(by: Color, millis: i64, remaining_ms: u64) -> Event {
    Event::Pressed { by, at: at(millis), remaining: ms(remaining_ms) }
}

fn flag_fell(color: Color, millis: i64) -> Event {
    Event::FlagFell { color, required: None, at: at(millis) }
}

fn stopped(millis: i64) -> Event {
    Event::Stopped { at: at(millis) }
}

/// Returns a clock with this control, started at `at(0)`.
#[track_caller]
fn started(text: &str) -> Clock {
    let mut clock = Clock::default();
    clock.apply(&Event::Started { control: control(text), by: None, at: at(0) });
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

/// Checks that a clock with this control answers these commands with exactly these events.
#[track_caller]
fn check(text: &str, commands: &[Command], expected: &[Event]) -> Clock {
    let mut clock = started(text);
    assert_eq!(run(&mut clock, commands), expected);
    clock
}

/// Checks that after the first commands the last one is refused and changes nothing.
#[track_caller]
fn refused(text: &str, commands: &[Command], last: &Command, expected: &Refusal) {
    let mut clock = started(text);
    run(&mut clock, commands);
    assert_eq!(clock.decide(last).as_ref(), Err(expected));
}

fn any_increment() -> impl Strategy<Value = Increment> {
    (0_u8..4, 1_u64..=5_000).prop_map(|(kind, millis)| match kind {
        0 => Increment::None,
        1 => Increment::Fischer(ms(millis)),
        2 => Increment::Bronstein(ms(millis)),
        _ => Increment::Delay(ms(millis)),
    })
}

fn any_stage() -> impl Strategy<Value = Stage> {
    (1_u32..12, 1_000_u64..=90_000, any_increment()).prop_map(|(moves, time, increment)| Stage {
        moves: Some(moves),
        time: ms(time),
        increment,
    })
}

/// Generates short controls of every kind: half of them with one stage, and half of the rest
/// without an end.
fn any_control() -> impl Strategy<Value = TimeControl> {
    let stages = prop::collection::vec(any_stage(), 1..=TimeControl::STAGES_MAX);
    (stages, any::<bool>(), any::<bool>()).prop_map(|(mut stages, is_one, is_endless)| {
        if is_one {
            stages.truncate(1);
        }
        if is_endless || is_one {
            stages.last_mut().unwrap().moves = None;
        }
        TimeControl::staged(&stages).unwrap()
    })
}
