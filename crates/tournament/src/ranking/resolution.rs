//! Resolutions of ties that the tie-breaks leave.

use super::{Participant, Remedy};
use std::collections::BTreeSet;

/// The way in which a tie was resolved.
///
/// The regulation prescribes a remedy; the people responsible may decide otherwise, which the table
/// shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieDecision {
    /// By games that were played for it.
    Games,
    /// By lot.
    Lot {
        /// The seed of the draw; `None` if it was drawn elsewhere.
        seed: Option<u64>,
    },
    /// By a decision of the arbiter or the organisers.
    Arbiter,
}

/// The resolution of a tie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// The participants who were tied, all of them and no others, from the highest place to the
    /// lowest.
    pub order: Vec<Participant>,
    /// The way in which it was resolved.
    pub how: TieDecision,
}

impl TieDecision {
    /// Returns true if the decision follows a remedy. Games follow every remedy; the lot may
    /// replace games only if the article allows it (A art. 5); arbiters and organisers who may
    /// decide may do so in any way.
    pub fn is_by(self, remedy: Remedy) -> bool {
        match remedy {
            Remedy::MatchOfTwo
            | Remedy::SingleGames
            | Remedy::SingleGamesByLot
            | Remedy::TeamMatch
            | Remedy::Blitz => self == Self::Games,
            Remedy::SingleGamesOrLot => self != Self::Arbiter,
            Remedy::Lot => matches!(self, Self::Lot { .. }),
            Remedy::Arbiter | Remedy::Organizer => true,
        }
    }
}

impl Resolution {
    /// Returns true if it resolves a tie of exactly these participants.
    pub(super) fn is_of(&self, tied: &BTreeSet<Participant>) -> bool {
        self.order.len() == tied.len() && self.order.iter().all(|named| tied.contains(named))
    }
}
