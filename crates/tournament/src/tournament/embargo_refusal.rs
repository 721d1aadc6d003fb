//! The reasons for which a tournament refuses a decision about an embargo.

use crate::EmbargoScope;

/// The reason for which a decision about an embargo is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmbargoRefusal {
    /// An embargo is lifted, or something released early, without a reason.
    #[error("the reason for which the public sees it earlier is missing")]
    ReasonMissing,
    /// No embargo applies to what is to be released.
    #[error("no embargo applies to {0}")]
    NothingWithheld(EmbargoScope),
    /// The limit of [`EMBARGO_DECISIONS_MAX`](crate::EMBARGO_DECISIONS_MAX) is reached.
    #[error("a tournament has at most {max} decisions about embargoes")]
    TooMany {
        /// The limit.
        max: usize,
    },
}
