//! Embargoes: what the public sees later, and what it sees earlier after all.

use super::super::{EmbargoRefusal, Event, Refusal, Tournament};
use super::reason_of;
use crate::regulation::Regulation;
use crate::{EMBARGO_DECISIONS_MAX, Embargo, EmbargoScope};
use draughts::Timestamp;

impl Tournament {
    /// Decides on an embargo of a part of the tournament, also of a round that is not paired yet.
    pub(super) fn decide_embargo(
        &self,
        regulation: &Regulation,
        scope: EmbargoScope,
        embargo: Option<Embargo>,
        reason: &str,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(round) = scope.round() {
            self.check_within_rounds(regulation, round)?;
            if let (Some(table), true) = (scope.table(), self.round(round).is_some()) {
                self.known_game(round, table)?;
            }
        }
        if self.embargoes.decided(scope) == embargo {
            return Ok(Vec::new());
        }
        let reason = reason_of(reason)?;
        if embargo.is_none() && reason.is_empty() {
            return Err(EmbargoRefusal::ReasonMissing.into());
        }
        self.check_embargoes()?;
        Ok(vec![Event::EmbargoSet { scope, embargo, at, reason }])
    }

    /// Decides that everything is public that a part of the tournament has had so far.
    pub(super) fn decide_release(
        &self,
        scope: EmbargoScope,
        reason: &str,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(round) = scope.round() {
            self.known_round(round)?;
            if let Some(table) = scope.table() {
                self.known_game(round, table)?;
            }
        }
        if !self.embargoes.touches(scope) {
            return Err(EmbargoRefusal::NothingWithheld(scope).into());
        }
        // A repeat of the same moment makes nothing more public.
        if self.embargoes.is_released(scope, at) {
            return Ok(Vec::new());
        }
        let reason = reason_of(reason)?;
        if reason.is_empty() {
            return Err(EmbargoRefusal::ReasonMissing.into());
        }
        self.check_embargoes()?;
        Ok(vec![Event::EmbargoReleased { scope, at, reason }])
    }

    fn check_embargoes(&self) -> Result<(), Refusal> {
        let max = EMBARGO_DECISIONS_MAX;
        if self.embargoes.decisions() < max {
            Ok(())
        } else {
            Err(EmbargoRefusal::TooMany { max }.into())
        }
    }
}
