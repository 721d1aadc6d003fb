//! The schedules that are known before the first round.

mod berger;
mod lot;
mod schedule;
mod tables;

pub use lot::{Lot, RoundPairings};
pub use schedule::{Schedule, ScheduleError, UnknownSchedule, schedule};
