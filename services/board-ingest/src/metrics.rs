//! The metrics of the service.

use std::{collections::BTreeMap, time::Duration};

use live_game::table::{ClockAlarm, Seat};
use runtime::{
    Categorize as _, ErrorCategory,
    metrics::{Counted, Counter, Gauge, Histogram, Labels, MOVE_AGE, Metric, ONE, Stage},
};
use tokio::time::Instant;

use crate::error::Error;

static OUTCOMES: [Labels; 4] = [
    &[("outcome", "stored")],
    &[("outcome", "repeated")],
    &[("outcome", "refused")],
    &[("outcome", "unavailable")],
];

static SEATS: [Labels; 2] = [&[("seat", "table")], &[("seat", "desk")]];

static ALARM_KINDS: [Labels; 6] = [
    &[("kind", "irregular-press")],
    &[("kind", "display-disagrees")],
    &[("kind", "device-clock")],
    &[("kind", "flag-waived")],
    &[("kind", "time-of-day")],
    &[("kind", "machine-apart")],
];

static SERVICES: [Labels; 5] = [
    &[("service", "board-ingest")],
    &[("service", "rules-validation")],
    &[("service", "clock")],
    &[("service", "pairing")],
    &[("service", "broadcast")],
];

static STREAMS: [Labels; 5] = [
    &[("stream", "INPUT")],
    &[("stream", "GAME")],
    &[("stream", "CLOCK")],
    &[("stream", "TOURNAMENT")],
    &[("stream", "ACCESS")],
];

static INPUT_STORED_DURATION: Histogram<4> = Histogram::new(
    "damcast.input.stored.duration",
    "Time from the arrival of an input until it is in the log, or is answered otherwise.",
    &OUTCOMES,
);

static DEVICES_WATCHING: Gauge<2> = Gauge::counting(
    "damcast.devices.watching",
    "{device}",
    "Devices that are connected and receive verdicts: at tables, and of the desk.",
    &SEATS,
);

static ALARMS: Counter<6> = Counter::new(
    "damcast.alarms",
    "{alarm}",
    "Alarms about clocks that were sent to the desk.",
    &ALARM_KINDS,
);

/// Games that stand still while others go on.
pub(crate) static STANDSTILLS: Gauge<1> = Gauge::counting(
    "damcast.games.standing_still",
    "{game}",
    "Games that stand still while others go on, and tournaments that cannot be read, of those whose desk watches.",
    &ONE,
);

static MOVE_WAITING: Gauge<1> = Gauge::new(
    "damcast.move.waiting",
    "s",
    "Time for which the oldest move waits to be judged, or for its clock; 0 unless it is more than five seconds.",
    &ONE,
);

static MACHINE_APART: Gauge<5> = Gauge::counting(
    "damcast.machine.apart",
    "s",
    "Seconds by which the clock of a service on another machine is ahead of that of board-ingest, if that is more than \
     the transit grace.",
    &SERVICES,
);

static LOG_DAMAGED: Gauge<5> = Gauge::counting(
    "damcast.log.damaged",
    "{stream}",
    "1 while the stream is missing, was made anew while services run, or lacks messages that it had, else 0.",
    &STREAMS,
);

/// All metrics of the service.
pub static METRICS: [&dyn Metric; 7] = [
    &INPUT_STORED_DURATION,
    &DEVICES_WATCHING,
    &ALARMS,
    &STANDSTILLS,
    &MOVE_WAITING,
    &MACHINE_APART,
    &LOG_DAMAGED,
];

/// Notes which streams are damaged.
pub(crate) fn damaged(is_damaged: impl Fn(&str) -> bool) {
    for (series, labels) in STREAMS.iter().enumerate() {
        let damaged = labels.iter().any(|(_key, stream)| is_damaged(stream));
        LOG_DAMAGED.set(series, i64::from(damaged));
    }
}

/// Notes the services whose clocks differ from ours, with the milliseconds by which they are ahead.
pub(crate) fn apart(apart: &BTreeMap<String, i64>) {
    for (series, labels) in SERVICES.iter().enumerate() {
        let ahead_ms = labels.iter().find_map(|(_key, service)| apart.get(*service));
        MACHINE_APART.set(series, ahead_ms.copied().unwrap_or(0));
    }
}

/// Records how long it took to store an input that arrived at `began`; `stored` is true if it was
/// new. `age` is that of a move.
pub(crate) fn input_stored(began: Instant, stored: &Result<bool, Error>, age: Option<Duration>) {
    if let (Ok(true), Some(age)) = (stored, age) {
        MOVE_AGE.record(Stage::Stored as usize, age);
    }
    let outcome = match stored {
        Ok(true) => 0,
        Ok(false) => 1,
        Err(error) if error.category() == ErrorCategory::Unavailable => 3,
        Err(_refused) => 2,
    };
    INPUT_STORED_DURATION.record(outcome, began.elapsed());
}

/// Counts a device that watches from this seat until the result is dropped.
pub(crate) fn watching(seat: Seat) -> Counted {
    DEVICES_WATCHING.count(usize::from(seat == Seat::Desk))
}

/// Notes for how long the oldest move has waited; `None` if the log does not tell.
pub(crate) fn waiting(waiting: Option<Duration>) {
    match waiting {
        Some(waiting) => {
            MOVE_WAITING.set(0, i64::try_from(waiting.as_millis()).unwrap_or(i64::MAX));
        }
        None => MOVE_WAITING.forget(0),
    }
}

/// Counts an alarm.
pub(crate) fn alarm(alarm: &ClockAlarm) {
    let kind = match alarm {
        ClockAlarm::IrregularPress { .. } => 0,
        ClockAlarm::DisplayDisagrees { .. } => 1,
        ClockAlarm::Device { .. } => 2,
        ClockAlarm::FlagWaived { .. } => 3,
        ClockAlarm::TimeOfDay { .. } => 4,
        ClockAlarm::MachineApart { .. } => 5,
    };
    ALARMS.add(kind, 1);
}
