//! Inputs that wait for the plies before them, or for the arbiter.

use draughts::Timestamp;

use super::super::{Game, HELD_MAX, HeldInput, PLIES_AHEAD_MAX};
use super::play::ClaimAnswer;
use super::{Claim, Decision};
use crate::{GameEvent, InputId, Refusal};

/// The number of sources that the limit for all devices allows for: two tablets, a board and the
/// arbiter.
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
        let waits_for = self.terms.map(|_terms| self.held_for());
        let (input, mv) = (input.clone(), mv.clone());
        Ok(vec![GameEvent::InputHeld { input, ply, mv, at, waits_for }])
    }

    /// Returns the first waiting input that has an answer, and the answer: the earliest ply first,
    /// and within a ply the earliest arrival.
    pub(super) fn next_answer(&self) -> Option<(&InputId, Vec<GameEvent>)> {
        let mut held: Vec<&HeldInput> = self.held.iter().collect();
        held.sort_by_key(|held| held.ply);
        held.into_iter().find_map(|held| {
            let HeldInput { input, ply, mv, at } = held;
            match self.answer(Claim { input, ply: *ply, mv, at: *at }) {
                Ok(ClaimAnswer::Events(events)) => Some((input, events)),
                Ok(ClaimAnswer::Waits) => None,
                Err(refusal) => {
                    Some((input, vec![GameEvent::InputRefused { input: input.clone(), refusal }]))
                }
            }
        })
    }

    /// Returns true if an earlier decision left answers that did not fit.
    pub(in super::super) fn has_answers(&self) -> bool {
        !self.owed.is_empty() || self.next_answer().is_some()
    }

    /// Gives the answers that an earlier decision left; else refuses the inputs that have waited
    /// too long.
    pub(super) fn decide_time_check(&self, at: Timestamp) -> Vec<GameEvent> {
        let mut decision = Decision::new(self);
        if let Some((input, _answer)) = self.next_answer() {
            let input = input.clone();
            let events = Decision::new(self).answer_held();
            if !events.is_empty() {
                return events;
            }
            // Its move does not fit into the record any more.
            let refusal = Refusal::RecordFull;
            decision.push_what_fits(vec![GameEvent::InputRefused { input, refusal }]);
        } else if !self.owed.is_empty() {
            let mut owed: Vec<_> = self.owed.iter().collect();
            owed.sort_by_key(|(_input, ply)| **ply);
            let owed = owed.into_iter().map(|(input, ply)| GameEvent::InputRefused {
                input: input.clone(),
                refusal: Refusal::Retracted { ply: *ply },
            });
            decision.push_what_fits(owed.collect());
        } else if self.deadline().is_some_and(|deadline| at >= deadline) {
            let expected = self.next_ply();
            let due = self.held.iter().filter(|held| held.deadline() <= at);
            let due = due.map(|held| GameEvent::InputRefused {
                input: held.input.clone(),
                refusal: Refusal::WaitedTooLong { ply: held.ply, expected },
            });
            decision.push_what_fits(due.collect());
        }
        decision.events
    }
}
