//! The reasons for which a tournament refuses a proposal, or an answer to one.

/// The reason for which a proposal, or an answer to one, is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProposalRefusal {
    /// No proposal has the number.
    #[error("there is no proposal {number}")]
    Unknown {
        /// The number.
        number: u32,
    },
    /// The proposal was answered before, otherwise.
    #[error("proposal {number} was answered already")]
    Answered {
        /// The number.
        number: u32,
    },
    /// A proposal is refused without a reason.
    #[error("the reason for which the proposal is refused is missing")]
    ReasonMissing,
    /// Nobody proposes this.
    #[error("a line-up, an absence and a withdrawal can be proposed, and nothing else")]
    NotProposed,
}
