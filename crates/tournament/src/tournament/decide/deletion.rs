//! The deletion of a tournament that was never played.

use super::super::{Event, Refusal, Tournament};
use super::reason_of;
use crate::{Round, RoundState};

impl Tournament {
    pub(super) fn decide_delete(&self, reason: &str) -> Result<Vec<Event>, Refusal> {
        // Games begin, and get results, when their round is opened.
        let is_begun = |round: &&Round| round.state != RoundState::Paired;
        match self.rounds.iter().find(is_begun) {
            Some(round) => Err(Refusal::Played(round.number())),
            None => Ok(vec![Event::Deleted { reason: reason_of(reason)? }]),
        }
    }
}
