//! Who is absent for a round, and who leaves for good.

use super::super::{Event, Refusal, Tournament};
use super::reason_of;
use crate::ranking::{AbsenceKind, Participant};
use crate::regulation::{Format, Regulation};
use crate::{Round, RoundNumber, RoundState};

impl Tournament {
    pub(super) fn decide_absent(
        &self,
        regulation: &Regulation,
        participant: Participant,
        round: RoundNumber,
        half_point_bye: bool,
    ) -> Result<Vec<Event>, Refusal> {
        self.known(participant)?;
        if !matches!(regulation.format, Format::Swiss(_) | Format::Manual) {
            return Err(Refusal::TablePairsAll);
        }
        let kind = if half_point_bye { AbsenceKind::HalfPointBye } else { AbsenceKind::NotPaired };
        if self.absence(round, participant) == Some(kind) {
            return Ok(Vec::new());
        }
        self.check_not_paired(round)?;
        let rounds = regulation.rounds.and_then(|rounds| usize::try_from(rounds).ok());
        let rounds = rounds.unwrap_or(Self::ROUNDS_MAX).min(Self::ROUNDS_MAX);
        if round.index() >= rounds {
            return Err(Refusal::NoMoreRounds { rounds });
        }
        Ok(vec![Event::AbsenceReported { participant, round, kind }])
    }

    pub(super) fn decide_present(
        &self,
        participant: Participant,
        round: RoundNumber,
    ) -> Result<Vec<Event>, Refusal> {
        self.known(participant)?;
        if self.absence(round, participant).is_none() {
            return Ok(Vec::new());
        }
        self.check_not_paired(round)?;
        Ok(vec![Event::AbsenceTakenBack { participant, round }])
    }

    fn check_not_paired(&self, round: RoundNumber) -> Result<(), Refusal> {
        match self.round(round) {
            Some(_) => Err(Refusal::PairedAlready { round }),
            None => Ok(()),
        }
    }

    pub(super) fn decide_leave(
        &self,
        participant: Participant,
        reason: &str,
    ) -> Result<Vec<Event>, Refusal> {
        self.known(participant)?;
        let reason = reason_of(reason)?;
        if self.withdrawn.contains_key(&participant) {
            return Ok(Vec::new());
        }
        let left = Event::Withdrawn { participant, reason };
        // A round in which only games of those who left are missing is over.
        let mut after = self.clone();
        after.apply(&left);
        let is_over = |round: &&Round| {
            round.state == RoundState::Open
                && self.missing(round).next().is_some()
                && after.missing(round).next().is_none()
        };
        let over = after.rounds.iter().filter(is_over).map(Round::number);
        Ok([left].into_iter().chain(over.map(|round| Event::RoundClosed { round })).collect())
    }

    pub(super) fn decide_reinstate(&self, participant: Participant) -> Result<Vec<Event>, Refusal> {
        self.known(participant)?;
        let is_gone = self.withdrawn.contains_key(&participant);
        Ok(is_gone.then_some(Event::Reinstated { participant }).into_iter().collect())
    }
}
