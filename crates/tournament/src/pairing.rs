//! The schedules that are known before the first round.

mod berger;
mod schedule;
mod tables;

pub use schedule::{Lot, RoundPairings, Schedule, ScheduleError, UnknownSchedule, schedule};
