//! The numbers of a schedule, and the pairings of a round.

use crate::RoundNumber;
use crate::number::numbered;

numbered! {
    /// The number of a player or team in the schedule, from 1.
    Lot, "lot"
}

/// The pairings of one round of a schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundPairings {
    /// The round.
    pub round: RoundNumber,
    /// White and Black of each table, in the order of the tables.
    pub pairs: Vec<(Lot, Lot)>,
    /// The number without an opponent, if the number of players is odd.
    pub bye: Option<Lot>,
}

pub(super) fn lot(number: usize) -> Lot {
    Lot::from_index(number.saturating_sub(1))
}
