//! The circumstances of a call that only its service knows.

use std::fmt;

use access::Act;
use async_trait::async_trait;
use proto::Timestamp;

use super::call::Call;

/// The facts that a service knows about the object of a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// The row of the matrix, where a call has several; without it, all of them have to allow the call.
    pub act: Option<Act>,
    /// True if the first round of the tournament is paired.
    pub is_paired: bool,
    /// The moment when the caller recorded what the call changes; `None` if somebody else did.
    pub recorded: Option<Timestamp>,
    /// The moment when the game began that the call is about; `None` if it is about none that is in play.
    pub game_began: Option<Timestamp>,
}

/// Finds the circumstances of calls.
#[async_trait]
pub trait Circumstances: fmt::Debug + Send + Sync + 'static {
    /// Returns what is known about the object of a call.
    async fn of(&self, call: &Call) -> Known;
}
