//! What a simulated clock did, and how it stands, as JSON has it.

use std::time::Duration;

use draughts::{Color, Timestamp};
use game_clock::{Clock, ClockDisplay, Event, Increment, Irregularity, Refusal, StageReading};
use serde_json::Value;

use crate::lines::Object;

/// One event of a clock that has taken it.
pub(super) fn event(event: &Event, clock: &Clock) -> String {
    let at_ms = event.at().millis();
    let told = |kind: &str| Object::new().member("type", kind).member("at_ms", at_ms);
    let object = match event {
        Event::Opened { control, .. } => told("opened").member("control", control.to_string()),
        Event::Started { control, by, .. } => {
            let object = told("started").member("control", control.to_string());
            match by {
                Some(by) => object.member("by", side(*by)),
                None => object,
            }
        }
        Event::MarkedAbsent { color, limit, .. } => {
            let limit_ms = limit.map(|limit| millis(limit.after));
            told("marked_absent").member("color", side(*color)).member("limit_ms", limit_ms)
        }
        Event::MarkedPresent { color, .. } => told("marked_present").member("color", side(*color)),
        Event::AbsenceExceeded { color, limit, both, .. } => told("absence_exceeded")
            .member("color", side(*color))
            .member("both", *both)
            .member("limit_ms", millis(limit.after))
            .member("article", limit.article.to_string()),
        Event::Pressed { by, remaining, .. } => {
            told("pressed").member("by", side(*by)).member("remaining_ms", millis(*remaining))
        }
        Event::Irregular { by, irregularity, .. } => {
            let (kind, claimed) = match irregularity {
                Irregularity::InFuture { claimed } => ("in_future", claimed),
                Irregularity::BeforeLastEvent { claimed } => ("before_last_event", claimed),
            };
            told("irregular")
                .member("by", side(*by))
                .member("kind", kind)
                .member("claimed_ms", claimed.millis())
        }
        Event::FlagFell { color, required, .. } => {
            let object = told("flag_fell").member("color", side(*color));
            let object = match clock.flag_fall() {
                Some(fall) => object.member("stage", fall.stage).member("moves", fall.moves),
                None => object,
            };
            object.member("required", *required)
        }
        Event::PlayedOn { color, remaining, moves, running, .. } => told("played_on")
            .member("color", side(*color))
            .member("remaining_ms", millis(*remaining))
            .member("moves", *moves)
            .member("running", side(*running)),
        Event::Paused { .. } => told("paused"),
        Event::Resumed { running, .. } => told("resumed").member("running", side(*running)),
        Event::Adjusted { color, remaining, reason, .. } => told("adjusted")
            .member("color", side(*color))
            .member("remaining_ms", millis(*remaining))
            .member("reason", reason.as_str()),
        Event::Corrected { running, moves, .. } => told("corrected")
            .member("running", running.map(side))
            .member("moves", moves.map(|moves| vec![moves.white, moves.black])),
        Event::Followed { display, .. } => shown(told("followed"), display),
        Event::Disagreed { display, .. } => shown(told("disagreed"), display),
        Event::Stopped { .. } => told("stopped"),
    };
    object.finish()
}

/// One event that was refused, counted from 1.
pub(super) fn refused(number: usize, arrived: Timestamp, refusal: &Refusal) -> String {
    let object = Object::new().member("type", "refused").member("at_ms", arrived.millis());
    object.member("event", number).member("reason", refusal.to_string()).finish()
}

/// How a clock stands at a moment.
pub(super) fn state(clock: &Clock, now: Timestamp) -> String {
    let object = Object::new().member("at_ms", now.millis());
    let Some(reading) = clock.reading() else {
        return object.member("started", false).finish();
    };
    let left = |color| clock.remaining(color, now).map(millis);
    object
        .member("white_ms", left(Color::White))
        .member("black_ms", left(Color::Black))
        .member("running", reading.running.map(side))
        .member("paused", reading.is_paused)
        .member("flag", reading.flag.map(side))
        .member("forfeit", reading.forfeit.map(side))
        .member("deadline_ms", clock.deadline().map(Timestamp::millis))
        .json("white", &half(clock, Color::White, reading.white_stage, now))
        .json("black", &half(clock, Color::Black, reading.black_stage, now))
        .finish()
}

/// What more there is to say of one side.
fn half(clock: &Clock, color: Color, stage: StageReading, now: Timestamp) -> String {
    let (kind, increment) = match stage.increment {
        Increment::None => ("none", Duration::ZERO),
        Increment::Fischer(time) => ("fischer", time),
        Increment::Bronstein(time) => ("bronstein", time),
        Increment::Delay(time) => ("delay", time),
    };
    Object::new()
        .member("used_ms", clock.used(color, now).map(millis))
        .member("given_ms", clock.given(color, now).map(millis))
        .member("moves", clock.moves(color))
        .member("stage", stage.number)
        .member("moves_to_go", stage.moves_to_go)
        .member("increment", kind)
        .member("increment_ms", millis(increment))
        .member("absent", stage.is_absent)
        .finish()
}

fn shown(object: Object, display: &ClockDisplay) -> Object {
    object
        .member("white_ms", millis(display.white))
        .member("black_ms", millis(display.black))
        .member("running", display.running.map(side))
}

fn side(color: Color) -> Value {
    Value::from(match color {
        Color::White => "white",
        Color::Black => "black",
    })
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
