//! The reasons why a hub does not listen.

use thiserror::Error;

use crate::Generation;

/// The reason why a command has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    /// No home of the venue is enrolled.
    #[error("the venue is not enrolled")]
    NotEnrolled,
    /// A later home has taken over.
    #[error("generation {told} was replaced by {current}")]
    Replaced {
        /// The home that told it.
        told: Generation,
        /// The home that counts.
        current: Generation,
    },
    /// The hub does not know the home yet.
    #[error("generation {told} is not enrolled; {current} is")]
    Unknown {
        /// The home that told it.
        told: Generation,
        /// The home that counts.
        current: Generation,
    },
    /// The home that is to be enrolled does not follow on the one that counts.
    #[error("generation {told} does not follow on {current}")]
    DoesNotFollow {
        /// The home that was to be enrolled.
        told: Generation,
        /// The home that counts.
        current: Generation,
    },
}
