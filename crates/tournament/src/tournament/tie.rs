//! Resolved ties.

use crate::ranking::{Participant, Remedy, Resolution, TieDecision};

/// A resolved tie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedTie {
    /// The participants who were tied, from the highest place to the lowest.
    pub order: Vec<Participant>,
    /// The way in which it was resolved.
    pub how: TieDecision,
    /// The prescribed remedy, if another one was used.
    pub instead_of: Option<Remedy>,
}

impl ResolvedTie {
    /// Returns the resolution in the form that tables need.
    pub(crate) fn resolution(&self) -> Resolution {
        Resolution { order: self.order.clone(), how: self.how }
    }

    /// Returns true if it is the tie of exactly these participants, given by number.
    pub(crate) fn is_of(&self, tied: &[Participant]) -> bool {
        let mut own = self.order.clone();
        own.sort_unstable();
        own == tied
    }
}
