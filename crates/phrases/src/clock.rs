//! Clocks: why one does not follow a ruling, and what the arbiter is to know of them.
//!
//! Each text is a whole sentence, for the arbiter.

use std::time::Duration;

use draughts::Color;
use game_clock::Refusal;

use crate::{Language, game, messages::say};

/// Tells the arbiter why a clock does not follow a ruling.
#[must_use]
pub fn refusal(refusal: &Refusal, language: Language) -> String {
    let side = |color: &Color| game::color(*color, language);
    match refusal {
        Refusal::NotStarted => say!(language, "clock-not-started"),
        Refusal::AlreadyStarted { control } => {
            say!(language, "clock-already-started", control = control.readable().to_string())
        }
        Refusal::NotRunning { by } => say!(language, "clock-not-running", side = side(by)),
        Refusal::Paused => say!(language, "clock-paused"),
        Refusal::NotPaused => say!(language, "clock-not-paused"),
        Refusal::Stopped => say!(language, "clock-stopped"),
        Refusal::FlagFallen { color } => say!(language, "clock-flag-fallen", side = side(color)),
        Refusal::AbsenceExceeded { color } => {
            say!(language, "clock-absence-exceeded", side = side(color))
        }
        Refusal::HasPlayed { color } => say!(language, "clock-has-played", side = side(color)),
        Refusal::TooMuchTime { remaining } => {
            let hours = remaining.as_secs() / 3600;
            say!(language, "clock-too-much-time", hours)
        }
        Refusal::NoFlag => say!(language, "clock-no-flag"),
        Refusal::LastStage { color } => say!(language, "clock-last-stage", side = side(color)),
        Refusal::TooFewMoves { color, made, required } => {
            say!(language, "clock-too-few-moves", side = side(color), made, required)
        }
    }
}

/// Something about a clock that the arbiter is to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alarm<'a> {
    /// A press is said to lie where it cannot.
    IrregularPress {
        /// Who pressed, where that is known.
        by: Option<Color>,
        /// Whether it is said to be later than its arrival; otherwise it is said to be earlier than what
        /// happened before it.
        is_in_future: bool,
    },
    /// The clock at the table shows other times than were computed.
    DisplayDisagrees {
        /// What it shows for White.
        white: Duration,
        /// What it shows for Black.
        black: Duration,
    },
    /// The clock of a device was judged.
    Device {
        /// The name of the device.
        device: &'a str,
        /// What is wrong with its clock; `None` where it can be relied on again.
        fault: Option<DeviceFault>,
    },
}

/// What is wrong with the clock of a device, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceFault {
    /// How much it is off, in either direction.
    TooFar(i64),
    /// How far it was set forward while it was used; backward where negative.
    Jumped(i64),
    /// How long after the arrival of a message something in it is said to have happened.
    InFuture(i64),
    /// How long before the arrival of a message something in it is said to have happened.
    LongAgo(i64),
}

/// Tells the arbiter what there is to know about a clock.
#[must_use]
pub fn alarm(alarm: &Alarm<'_>, language: Language) -> String {
    match *alarm {
        Alarm::IrregularPress { by, is_in_future } => {
            let side = by.map_or_else(|| "?".to_owned(), |by| game::color(by, language));
            if is_in_future {
                say!(language, "alarm-press-in-future", side)
            } else {
                say!(language, "alarm-press-too-early", side)
            }
        }
        Alarm::DisplayDisagrees { white, black } => {
            let (white, black) = (as_shown(white), as_shown(black));
            say!(language, "alarm-display-disagrees", white, black)
        }
        Alarm::Device { device, fault } => of_device(device, fault, language),
    }
}

fn of_device(device: &str, fault: Option<DeviceFault>, language: Language) -> String {
    let seconds = |millis| seconds(millis, language);
    match fault {
        Some(DeviceFault::TooFar(millis)) => {
            say!(language, "alarm-device-too-far", device, seconds = seconds(millis))
        }
        Some(DeviceFault::Jumped(millis)) if millis < 0 => {
            say!(language, "alarm-device-set-back", device, seconds = seconds(millis))
        }
        Some(DeviceFault::Jumped(millis)) => {
            say!(language, "alarm-device-set-forward", device, seconds = seconds(millis))
        }
        Some(DeviceFault::InFuture(millis)) => {
            say!(language, "alarm-device-in-future", device, seconds = seconds(millis))
        }
        Some(DeviceFault::LongAgo(millis)) => {
            say!(language, "alarm-device-long-ago", device, seconds = seconds(millis))
        }
        None => say!(language, "alarm-device-reliable", device),
    }
}

/// Writes a time as a clock shows it: hours, minutes and seconds.
fn as_shown(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Writes seconds with one decimal, without a sign: the sentence says in which direction.
fn seconds(millis: i64, language: Language) -> String {
    let tenths = millis.unsigned_abs() / 100;
    format!("{}{}{}", tenths / 10, say!(language, "decimal-mark"), tenths % 10)
}
