//! Check-in: participants who are in the hall before a round.

use super::super::{Event, Refusal, Tournament};
use crate::ranking::Participant;
use crate::regulation::Regulation;
use crate::{RoundNumber, RoundState};

impl Tournament {
    /// Decides that a participant is here for a round, or not after all. It changes no pairing: it
    /// says who is still missing. Who was reported absent and comes plays after all, as long as
    /// that can be taken back.
    pub(super) fn decide_check_in(
        &self,
        regulation: &Regulation,
        participant: Participant,
        round: RoundNumber,
        is_here: bool,
    ) -> Result<Vec<Event>, Refusal> {
        self.known(participant)?;
        if self.is_here(round, participant) == is_here {
            return Ok(Vec::new());
        }
        if let Some(known) = self.round(round).filter(|known| known.state == RoundState::Closed) {
            return Err(Refusal::WrongRoundState { round, state: known.state });
        }
        self.check_within_rounds(regulation, round)?;
        let checked_in = Event::CheckedIn { participant, round, is_here };
        if !is_here {
            return Ok(vec![checked_in]);
        }
        if self.withdrawn.contains_key(&participant) {
            return Err(Refusal::HasWithdrawn { participant });
        }
        let mut events = self.decide_present(regulation, participant, round)?;
        events.push(checked_in);
        Ok(events)
    }
}
