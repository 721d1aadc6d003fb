//! Resolutions of ties that the tie-breaks leave.

use super::{Participant, Remedy};
use std::collections::BTreeSet;

/// The way in which a tie was resolved.
///
/// The regulation prescribes what it should be; whoever is responsible may decide otherwise, and
/// that is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieDecision {
    /// Games that were played for it.
    Games,
    /// The lot.
    Lot {
        /// The seed of the draw; `None` when it was drawn elsewhere.
        seed: Option<u64>,
    },
    /// The arbiter or the organisers.
    Arbiter,
}

/// Describes how a tie was resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// Exactly those who were tied, from the highest place to the lowest.
    pub order: Vec<Participant>,
    /// The way in which it was resolved.
    pub how: TieDecision,
}

impl TieDecision {
    /// Whether it is what a remedy prescribes. Games may be played anywhere; the lot may take their
    /// place only where the article says so (A art. 5); whom a remedy lets decide may do so by
    /// anything.
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
    /// Whether it resolves a tie of exactly these.
    pub(super) fn is_of(&self, tied: &BTreeSet<Participant>) -> bool {
        self.order.len() == tied.len() && self.order.iter().all(|named| tied.contains(named))
    }
}
