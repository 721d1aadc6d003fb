//! Inputs that wait for the plies before them, or for the arbiter.

use draughts::Timestamp;

use super::super::{Game, HELD_MAX, HeldInput, PLIES_AHEAD_MAX};
use super::Claim;
use super::play::Answer;
use crate::{GameEvent, Refusal};

/// The number of sources that the limit for all devices allows for: two tablets, a board and the arbiter.
const SOURCES: usize = 4;

impl Game {
    /// Lets a claim wait, if the limits allow.
    pub(super) fn hold(&self, claim: Claim<'_>) -> Result<Vec<GameEvent>, Refusal> {
        let Claim { input, ply, mv, at } = claim;
        let expected = self.next_ply();
        if ply.saturating_sub(expected) > PLIES_AHEAD_MAX {
            return Err(Refusal::PlyTooFarAhead { expected, got: ply });
        }
        let of_device = self.held.iter().filter(|held| held.input.device == input.device).count();
        for (count, limit) in [(of_device, HELD_MAX), (self.held.len(), SOURCES * HELD_MAX)] {
            if count >= limit {
                let limit = u32::try_from(limit).unwrap_or(u32::MAX);
                return Err(Refusal::HeldFull { expected, limit });
            }
        }
        Ok(vec![GameEvent::InputHeld { input: input.clone(), ply, mv: mv.clone(), at }])
    }

    /// Returns the answer to the first waiting input that has one: the earliest ply first, and within a ply
    /// the earliest arrival.
    pub(super) fn next_answer(&self) -> Option<Vec<GameEvent>> {
        let mut held: Vec<&HeldInput> = self.held.iter().collect();
        held.sort_by_key(|held| held.ply);
        held.into_iter().find_map(|held| {
            let HeldInput { input, ply, mv, at } = held;
            match self.answer(Claim { input, ply: *ply, mv, at: *at }) {
                Ok(Answer::Events(events)) => Some(events),
                Ok(Answer::Waits) => None,
                Err(refusal) => {
                    Some(vec![GameEvent::InputRefused { input: input.clone(), refusal }])
                }
            }
        })
    }

    /// Refuses the inputs that have waited too long.
    pub(super) fn decide_waits(&self, at: Timestamp) -> Vec<GameEvent> {
        if self.deadline().is_none_or(|deadline| at < deadline) {
            return Vec::new();
        }
        let expected = self.next_ply();
        let due = self.held.iter().filter(|held| held.deadline() <= at);
        due.map(|held| GameEvent::InputRefused {
            input: held.input.clone(),
            refusal: Refusal::WaitedTooLong { ply: held.ply, expected },
        })
        .collect()
    }
}
