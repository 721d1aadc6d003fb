//! Proposals of participants, and the answers of the desk.

use super::super::{
    Author, Command, Event, Proposal, ProposalAnswer, ProposalRefusal, Refusal, Request, Settings,
    Tournament,
};
use super::reason_of;
use draughts::Timestamp;

impl Tournament {
    /// Decides on a proposal. What could not be decided now is refused at once, in the same words.
    pub(super) fn decide_propose(
        &self,
        settings: &Settings,
        command: &Command,
        by: &Author,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let events = self.decide_created(settings, command, by, at)?;
        if events.is_empty() {
            return Ok(events);
        }
        let request = events.iter().find_map(Request::of).ok_or(ProposalRefusal::NotProposed)?;
        let waits =
            |(_number, known): (u32, &Proposal)| known.answer.is_none() && known.request == request;
        if self.proposals().any(waits) {
            return Ok(Vec::new());
        }
        let (number, request) = (self.next_proposal(), Box::new(request));
        Ok(vec![Event::Proposed { number, request, at }])
    }

    /// Decides on an answer: what is accepted is decided with it, by whoever accepts it.
    pub(super) fn decide_answer(
        &self,
        settings: &Settings,
        number: u32,
        answer: &ProposalAnswer,
        by: &Author,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let proposal = self.proposals.get(&number).ok_or(ProposalRefusal::Unknown { number })?;
        let (is_accepted, reason) = (answer.is_accepted, reason_of(&answer.reason)?);
        if let Some(given) = &proposal.answer {
            return if given.is_accepted == is_accepted {
                Ok(Vec::new())
            } else {
                Err(ProposalRefusal::Answered { number }.into())
            };
        }
        if !is_accepted && reason.is_empty() {
            return Err(ProposalRefusal::ReasonMissing.into());
        }
        let mut events = match is_accepted {
            true => self.decide_created(settings, &proposal.request.command(), by, at)?,
            false => Vec::new(),
        };
        events.push(Event::ProposalAnswered { number, is_accepted, reason });
        Ok(events)
    }
}
