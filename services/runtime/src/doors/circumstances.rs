//! The circumstances of calls that only their service knows, and its record of refused calls.

use std::fmt;

use access::{Act, Attempt};
use async_trait::async_trait;
use proto::{Timestamp, subject::VenueId};

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

/// Finds the circumstances of calls, and keeps refused ones on record.
#[async_trait]
pub trait Circumstances: fmt::Debug + Send + Sync + 'static {
    /// Returns what is known about the object of a call.
    async fn of(&self, call: &Call) -> Known;

    /// Takes note of `count` refused calls of one kind at a venue, at most [a number of
    /// kinds](access::ATTEMPTS_PER_MINUTE_MAX) in a minute. They are logged in any case.
    fn note_refused(&self, venue: &VenueId, attempt: &Attempt, count: u32) {
        let _unused = (venue, attempt, count);
    }
}
