//! The ways in which the rounds of an event are paired.

use crate::Schedule;
use crate::plan::Competition;
use crate::swiss::FirstRound;

/// The way in which the rounds of an event are paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// By the table that the Frisian rulebook prescribes for the number of entrants.
    Prescribed(Competition),
    /// By one table.
    Table(Schedule),
    /// By the Swiss system of the KNDB.
    Swiss(FirstRound),
    /// Two pools, each by this table, and a crossing final for each place (2006 art. 14d).
    Pools(Schedule),
    /// A match of two, with single games if it is drawn.
    Match {
        /// The number of games, at least 1.
        games: u32,
    },
    /// By hand, round by round.
    Manual,
}
