//! The state of a venue in one word.

use draughts::Timestamp;

use crate::Trouble;

/// The state of a venue, as its hub sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// It was never heard.
    NeverHeard,
    /// It is there, and the hub has what it has.
    Live,
    /// It is there, and the hub lacks some of its messages.
    CatchingUp {
        /// Number of these messages.
        left: u64,
    },
    /// Nothing is heard of it.
    Offline {
        /// The moment of its last sign of life.
        since: Timestamp,
    },
    /// It is there, and hands nothing over.
    Refused {
        /// The reason.
        trouble: Trouble,
    },
}
