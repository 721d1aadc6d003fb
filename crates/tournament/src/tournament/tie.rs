//! How ties were resolved.

use crate::ranking::Participant;

/// What resolved a tie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TieDecision {
    /// Games that were played for it.
    Games,
    /// The lot.
    Lot {
        /// What it was drawn from; `None` when it was drawn elsewhere.
        seed: Option<u64>,
    },
    /// The arbiter or the organisers.
    Arbiter,
}

/// A tie that was resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedTie {
    /// Those who were tied, from the highest place to the lowest.
    pub order: Vec<Participant>,
    /// What resolved it.
    pub how: TieDecision,
}

impl ResolvedTie {
    /// Whether it is the tie of exactly these, given by number.
    pub(crate) fn is_of(&self, tied: &[Participant]) -> bool {
        let mut own = self.order.clone();
        own.sort_unstable();
        own == tied
    }
}
