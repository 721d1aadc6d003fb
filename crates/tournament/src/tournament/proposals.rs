//! The proposals of a tournament, and how each is recorded and decided.

use super::{AbsenceNotice, Command, Event, Proposal, Request, Tournament};
use crate::ranking::AbsenceKind;

impl Request {
    /// Returns the request for what an event records; `None` if nobody asks for that.
    #[must_use]
    pub fn of(event: &Event) -> Option<Self> {
        if let Event::LineUpHandedIn { team, line_up, reason } = event {
            let (team, line_up, reason) = (*team, line_up.clone(), reason.clone());
            return Some(Self::LineUp { team, line_up, reason });
        }
        if let Event::AbsenceReported { participant, round, kind, notice } = event {
            let (participant, round, kind) = (*participant, *round, *kind);
            let notice = AbsenceNotice { at: None, ..notice.clone() };
            return Some(Self::Absence { participant, round, kind, notice });
        }
        if let Event::AbsenceTakenBack { participant, round } = event {
            return Some(Self::Presence { participant: *participant, round: *round });
        }
        if let Event::Withdrawn { participant, reason } = event {
            return Some(Self::Withdrawal { participant: *participant, reason: reason.clone() });
        }
        None
    }

    /// Returns the event that records what is asked for.
    #[must_use]
    pub fn event(&self) -> Event {
        match self.clone() {
            Self::LineUp { team, line_up, reason } => {
                Event::LineUpHandedIn { team, line_up, reason }
            }
            Self::Absence { participant, round, kind, notice } => {
                Event::AbsenceReported { participant, round, kind, notice }
            }
            Self::Presence { participant, round } => Event::AbsenceTakenBack { participant, round },
            Self::Withdrawal { participant, reason } => Event::Withdrawn { participant, reason },
        }
    }

    /// Returns the command that decides what is asked for.
    pub(super) fn command(&self) -> Command {
        match self.clone() {
            Self::LineUp { team, line_up, reason } if reason.is_empty() => {
                Command::HandInLineUp { team, boards: line_up.boards().to_vec() }
            }
            Self::LineUp { team, line_up, reason } => {
                Command::CorrectLineUp { team, boards: line_up.boards().to_vec(), reason }
            }
            Self::Absence { participant, round, kind, notice } => {
                let half_point_bye = kind == AbsenceKind::HalfPointBye;
                Command::ReportAbsent { participant, round, half_point_bye, notice }
            }
            Self::Presence { participant, round } => Command::ReportPresent { participant, round },
            Self::Withdrawal { participant, reason } => Command::Withdraw { participant, reason },
        }
    }
}

impl Tournament {
    /// Returns the proposals by number: those that wait for an answer, and those that were answered
    /// last.
    pub fn proposals(&self) -> impl Iterator<Item = (u32, &Proposal)> {
        self.proposals.iter().map(|(number, proposal)| (*number, proposal))
    }

    /// Returns the number of the next proposal.
    pub(super) fn next_proposal(&self) -> u32 {
        self.latest_proposal.saturating_add(1)
    }

    /// Applies a proposal, or an answer to one.
    pub(super) fn apply_proposal(&mut self, event: &Event) {
        if let Event::Proposed { number, request, at } = event {
            self.latest_proposal = self.latest_proposal.max(*number);
            self.proposals.retain(|_number, other| !request.replaces(&other.request));
            let (request, at) = ((**request).clone(), *at);
            self.proposals.insert(*number, Proposal { request, at, answer: None });
        } else if let Event::ProposalAnswered { number, is_accepted, reason } = event
            && let Some(proposal) = self.proposals.get_mut(number)
        {
            let (is_accepted, reason) = (*is_accepted, reason.clone());
            proposal.answer = Some(super::ProposalAnswer { is_accepted, reason });
        }
    }
}
