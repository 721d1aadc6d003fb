//! A proposal of a participant, which waits until the desk accepts or refuses it.

use super::Request;
use draughts::Timestamp;

/// A proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The request.
    pub request: Request,
    /// The moment at which it was made.
    pub at: Timestamp,
    /// The answer; `None` while it waits for one.
    pub answer: Option<ProposalAnswer>,
}

/// The answer to a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposalAnswer {
    /// True if what was asked for is decided.
    pub is_accepted: bool,
    /// The reason; never empty for a refusal.
    pub reason: String,
}
