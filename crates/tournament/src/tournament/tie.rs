//! How ties were resolved.

use crate::ranking::{Participant, Remedy, Resolution, TieDecision};

/// A tie that was resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedTie {
    /// Those who were tied, from the highest place to the lowest.
    pub order: Vec<Participant>,
    /// The way in which it was resolved.
    pub how: TieDecision,
    /// The prescribed remedy, where that is another one.
    pub instead_of: Option<Remedy>,
}

impl ResolvedTie {
    /// As tables take it.
    pub(crate) fn resolution(&self) -> Resolution {
        Resolution { order: self.order.clone(), how: self.how }
    }

    /// Whether it is the tie of exactly these, given by number.
    pub(crate) fn is_of(&self, tied: &[Participant]) -> bool {
        let mut own = self.order.clone();
        own.sort_unstable();
        own == tied
    }
}
