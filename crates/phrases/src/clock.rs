//! Sentences about clocks: refused rulings, and alarms for the arbiter.
//!
//! Each text is a whole sentence, for the arbiter.

use std::time::Duration;

use draughts::Color;
use game_clock::{Irregularity, Refusal};
use live_game::{
    FlagWaiver,
    table::{ClockAlarm, ClockFault},
};

use crate::{Language, game, messages::say};

/// Explains to the arbiter why a clock refuses a ruling.
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

/// Writes an alarm for the arbiter.
#[must_use]
pub fn alarm(alarm: &ClockAlarm, language: Language) -> String {
    match alarm {
        ClockAlarm::IrregularPress { by, irregularity, .. } => {
            let side = game::color(*by, language);
            match irregularity {
                Irregularity::InFuture { .. } => say!(language, "alarm-press-in-future", side),
                Irregularity::BeforeLastEvent { .. } => {
                    say!(language, "alarm-press-too-early", side)
                }
            }
        }
        ClockAlarm::DisplayDisagrees { display, .. } => {
            let (white, black) = (as_shown(display.white), as_shown(display.black));
            say!(language, "alarm-display-disagrees", white, black)
        }
        ClockAlarm::Device { device, fault, .. } => of_device(device.as_str(), *fault, language),
        ClockAlarm::FlagWaived { color, why, .. } => {
            let side = game::color(*color, language);
            match why {
                FlagWaiver::NothingTold => say!(language, "alarm-flag-nothing-told", side),
                FlagWaiver::Estimated => say!(language, "alarm-flag-estimated", side),
            }
        }
        ClockAlarm::TimeOfDay { ahead_ms, .. } => of_time_of_day(*ahead_ms, language),
        ClockAlarm::MachineApart { service, ahead_ms, .. } => {
            of_machine(service, *ahead_ms, language)
        }
    }
}

fn of_device(device: &str, fault: Option<ClockFault>, language: Language) -> String {
    let seconds = |millis| seconds(millis, language);
    match fault {
        Some(ClockFault::TooFar(millis)) => {
            say!(language, "alarm-device-too-far", device, seconds = seconds(millis))
        }
        Some(ClockFault::Jumped(millis)) if millis < 0 => {
            say!(language, "alarm-device-set-back", device, seconds = seconds(millis))
        }
        Some(ClockFault::Jumped(millis)) => {
            say!(language, "alarm-device-set-forward", device, seconds = seconds(millis))
        }
        Some(ClockFault::InFuture(millis)) => {
            say!(language, "alarm-device-in-future", device, seconds = seconds(millis))
        }
        Some(ClockFault::LongAgo(millis)) => {
            say!(language, "alarm-device-long-ago", device, seconds = seconds(millis))
        }
        None => say!(language, "alarm-device-reliable", device),
    }
}

fn of_time_of_day(ahead_ms: Option<i64>, language: Language) -> String {
    let seconds = |millis| seconds(millis, language);
    match ahead_ms {
        Some(millis) if millis < 0 => {
            say!(language, "alarm-time-of-day-behind", seconds = seconds(millis))
        }
        Some(millis) => say!(language, "alarm-time-of-day-ahead", seconds = seconds(millis)),
        None => say!(language, "alarm-time-of-day-agrees"),
    }
}

fn of_machine(service: &str, ahead_ms: Option<i64>, language: Language) -> String {
    let seconds = |millis| seconds(millis, language);
    match ahead_ms {
        Some(millis) if millis < 0 => {
            say!(language, "alarm-machine-behind", service, seconds = seconds(millis))
        }
        Some(millis) => say!(language, "alarm-machine-ahead", service, seconds = seconds(millis)),
        None => say!(language, "alarm-machine-agrees", service),
    }
}

/// Writes a time as on a clock: hours, minutes and seconds.
pub(crate) fn as_shown(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Writes seconds with one decimal, without a sign: the sentence names the direction.
fn seconds(millis: i64, language: Language) -> String {
    let tenths = millis.unsigned_abs() / 100;
    format!("{}{}{}", tenths / 10, say!(language, "decimal-mark"), tenths % 10)
}
