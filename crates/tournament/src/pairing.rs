//! How rounds are paired: by a schedule that is known before the first round, or by hand.

mod berger;
mod schedule;
mod tables;

pub use schedule::{Lot, RoundPairings, Schedule, ScheduleError, UnknownSchedule, schedule};

/// Where the pairings of a tournament come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairingSystem {
    /// By a table; in all but the split ones everybody meets everybody.
    RoundRobin {
        /// The table.
        table: Schedule,
    },
    /// Each round's pairings are given by hand, for instance from a file of games.
    Manual,
}
