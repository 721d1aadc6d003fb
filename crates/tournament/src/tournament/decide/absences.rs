//! Absences for a round, and withdrawals.

use super::super::{AbsenceNotice, Event, Refusal, RoundRefusal, Tournament};
use super::reason_of;
use crate::plan::Competition;
use crate::ranking::{AbsenceKind, Participant};
use crate::regulation::{Format, Regulation};
use crate::{PairedGame, ROUNDS_MAX, Round, RoundNumber, RoundState};
use draughts::{Outcome, Reason, Score, Timestamp};

/// The reason recorded for a player who did not come and counts as withdrawn: the article, cited
/// alike in every language.
const ABSENT_WITHOUT_NOTICE: &str = "KNDB F10";

impl Tournament {
    pub(super) fn decide_absent(
        &self,
        regulation: &Regulation,
        participant: Participant,
        round: RoundNumber,
        half_point_bye: bool,
        notice: AbsenceNotice,
    ) -> Result<Vec<Event>, Refusal> {
        self.known(participant)?;
        let is_of_table = !matches!(regulation.format, Format::Swiss(_) | Format::Manual);
        if is_of_table && half_point_bye {
            return Err(Refusal::TablePairsAll);
        }
        let kind = if half_point_bye { AbsenceKind::HalfPointBye } else { AbsenceKind::NotPaired };
        let told = self.absence_notice(round, participant);
        let is_told = told
            .is_none_or(|told| (&told.reason, &told.told_by) == (&notice.reason, &notice.told_by));
        if self.absence(round, participant) == Some(kind) && is_told {
            return Ok(Vec::new());
        }
        let is_of_eight = regulation.format == Format::Prescribed(Competition::Eight);
        if is_of_eight && notice.reason.is_empty() {
            return Err(RoundRefusal::AbsenceReasonMissing { participant, round }.into());
        }
        self.check_absence(round, is_of_table)?;
        self.check_within_rounds(regulation, round)?;
        if half_point_bye {
            self.check_half_point_bye(regulation, participant, round)?;
        }
        Ok(vec![Event::AbsenceReported { participant, round, kind, notice }])
    }

    pub(super) fn decide_present(
        &self,
        regulation: &Regulation,
        participant: Participant,
        round: RoundNumber,
    ) -> Result<Vec<Event>, Refusal> {
        self.known(participant)?;
        if self.absence(round, participant).is_none() {
            return Ok(Vec::new());
        }
        let is_of_table = !matches!(regulation.format, Format::Swiss(_) | Format::Manual);
        self.check_absence(round, is_of_table)?;
        Ok(vec![Event::AbsenceTakenBack { participant, round }])
    }

    /// Checks that the tournament can have a round with this number.
    pub(super) fn check_within_rounds(
        &self,
        regulation: &Regulation,
        round: RoundNumber,
    ) -> Result<(), Refusal> {
        let is_of_table = !matches!(regulation.format, Format::Swiss(_) | Format::Manual);
        let rounds = match regulation.rounds {
            _ if is_of_table => self.rounds_total(),
            rounds => rounds.and_then(|rounds| usize::try_from(rounds).ok()),
        };
        let rounds = rounds.unwrap_or(ROUNDS_MAX).min(ROUNDS_MAX);
        if round.index() >= rounds {
            return Err(Refusal::NoMoreRounds { rounds });
        }
        Ok(())
    }

    /// Checks that a participant may have one more half-point bye (KNDB F9).
    fn check_half_point_bye(
        &self,
        regulation: &Regulation,
        participant: Participant,
        round: RoundNumber,
    ) -> Result<(), Refusal> {
        let allowed = regulation.half_point_byes;
        if allowed.most == 0 {
            return Err(Refusal::NoHalfPointByes);
        }
        let is_last = regulation.rounds == Some(round.get());
        if is_last && !allowed.in_last_round {
            return Err(Refusal::HalfPointByeInLastRound);
        }
        let is_of_half = |kind: AbsenceKind| kind == AbsenceKind::HalfPointBye;
        let had = self.regular_rounds().flat_map(|past| self.absences_in(past));
        let had = had.filter(|one| one.participant == participant && is_of_half(one.kind)).count();
        let reported = self.absent.iter().filter(|((of, who), kind)| {
            *who == participant && *of != round && self.round(*of).is_none() && is_of_half(**kind)
        });
        let all = u32::try_from(had.saturating_add(reported.count())).unwrap_or(u32::MAX);
        if all >= allowed.most {
            return Err(Refusal::TooManyHalfPointByes { most: allowed.most });
        }
        Ok(())
    }

    /// Returns the events for players who did not come to a game, if the regulation asks for it
    /// (KNDB F10): an absent player is withdrawn, and a player who came after all and did not
    /// withdraw for another reason is reinstated.
    pub(super) fn absentees(
        &self,
        round: &Round,
        game: &PairedGame,
        outcome: Option<Outcome>,
    ) -> Vec<Event> {
        let is_rule = self.regulation().is_some_and(|regulation| regulation.no_show_withdraws);
        if !is_rule || !round.is_regular() {
            return Vec::new();
        }
        let (before, after) = (game.absentees(game.outcome), game.absentees(outcome));
        let gone = after.iter().filter(|one| !before.contains(one));
        let gone = gone.filter(|one| !self.withdrawn.contains_key(one)).map(|one| {
            Event::Withdrawn { participant: *one, reason: ABSENT_WITHOUT_NOTICE.to_owned() }
        });
        let came = before.iter().filter(|one| !after.contains(one)).filter(|one| {
            self.withdrawn.get(one).is_some_and(|reason| reason == ABSENT_WITHOUT_NOTICE)
        });
        let came = came.map(|one| Event::Reinstated { participant: *one });
        gone.chain(came).collect()
    }

    /// Checks that an absence can still be reported: until the round is paired, or in a table,
    /// which pairs all whoever is absent, until it is closed.
    fn check_absence(&self, number: RoundNumber, is_of_table: bool) -> Result<(), Refusal> {
        match self.round(number) {
            Some(round) if is_of_table && round.state == RoundState::Closed => {
                Err(Refusal::WrongRoundState { round: number, state: round.state })
            }
            Some(_) if !is_of_table => Err(Refusal::PairedAlready { round: number }),
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn decide_leave(
        &self,
        participant: Participant,
        reason: &str,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        self.known(participant)?;
        let reason = reason_of(reason)?;
        if self.withdrawn.contains_key(&participant) {
            return Ok(Vec::new());
        }
        let left = Event::Withdrawn { participant, reason };
        // A round in which only games of withdrawn participants are missing is over.
        let mut after = self.clone();
        after.apply(&left);
        let is_over = |round: &&Round| {
            round.state == RoundState::Open
                && self.missing(round).next().is_some()
                && after.missing(round).next().is_none()
        };
        let over = after.rounds.iter().filter(is_over).map(Round::number);
        let closed = over.map(|round| Event::RoundClosed { round, at: Some(at) });
        Ok([left].into_iter().chain(closed).collect())
    }

    pub(super) fn decide_reinstate(&self, participant: Participant) -> Result<Vec<Event>, Refusal> {
        self.known(participant)?;
        if let Some(&reserve) = self.reserves.get(&participant) {
            return Err(Refusal::SeatTaken { participant, reserve });
        }
        let is_gone = self.withdrawn.contains_key(&participant);
        Ok(is_gone.then_some(Event::Reinstated { participant }).into_iter().collect())
    }
}

impl PairedGame {
    /// Returns the players who did not come to the game, given its result.
    fn absentees(&self, outcome: Option<Outcome>) -> Vec<Participant> {
        let (white, black) = (self.pairing.white.into(), self.pairing.black.into());
        match outcome.filter(|outcome| outcome.reason == Reason::NoShow).map(|one| one.score) {
            Some(Score::WhiteWins) => vec![black],
            Some(Score::BlackWins) => vec![white],
            Some(Score::BothLose) => vec![white, black],
            Some(Score::Draw | Score::Unplayed) | None => Vec::new(),
        }
    }
}
