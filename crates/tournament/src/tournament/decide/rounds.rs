//! The life of a round: planned, published, undone, opened and closed.

use super::super::{Event, Refusal, Tournament};
use super::reason_of;
use crate::plan::Competition;
use crate::regulation::{Format, Regulation};
use crate::{ROUNDS_MAX, Round, RoundNumber, RoundState};
use draughts::Timestamp;

/// The number of last rounds of an eight whose games are not made up (C art. 13).
const NOT_MADE_UP: usize = 2;

impl Tournament {
    pub(super) fn decide_plan(
        &self,
        number: RoundNumber,
        begins_at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if self.planned(number) == Some(begins_at) {
            return Ok(Vec::new());
        }
        if number.index() >= ROUNDS_MAX {
            return Err(Refusal::TooManyRounds { max: ROUNDS_MAX });
        }
        if let Some(round) = self.round(number)
            && round.state != RoundState::Paired
        {
            return Err(Refusal::WrongRoundState { round: number, state: round.state });
        }
        Ok(vec![Event::RoundPlanned { round: number, begins_at }])
    }

    pub(super) fn decide_publish(
        &self,
        number: RoundNumber,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let is_published = self.known_round(number)?.is_published();
        let published = Event::RoundPublished { round: number, at };
        Ok((!is_published).then_some(published).into_iter().collect())
    }

    pub(super) fn decide_unpair(
        &self,
        number: RoundNumber,
        reason: &str,
    ) -> Result<Vec<Event>, Refusal> {
        // The round is not paired: already undone, or never paired.
        if number == self.next_round() {
            return Ok(Vec::new());
        }
        let round = self.known_round(number)?;
        let latest = self.latest_round().map_or(number, Round::number);
        if number != latest {
            return Err(Refusal::NotTheLatest { latest });
        }
        if round.state != RoundState::Paired {
            return Err(Refusal::RoundBegun { round: number });
        }
        let reason = reason_of(reason)?;
        if round.is_published() && reason.is_empty() {
            return Err(Refusal::ReasonMissing { round: number });
        }
        Ok(vec![Event::RoundUnpaired { round: number, reason }])
    }

    pub(super) fn decide_open(
        &self,
        regulation: &Regulation,
        number: RoundNumber,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let round = self.known_round(number)?;
        match round.state {
            RoundState::Paired => {}
            RoundState::Open => return Ok(Vec::new()),
            state @ RoundState::Closed => {
                return Err(Refusal::WrongRoundState { round: number, state });
            }
        }
        if self.is_not_made_up(regulation, round) {
            let before = self.regular_rounds().take_while(|before| before.number() < number);
            let missing = before.flat_map(|before| {
                self.missing(before).map(|game| (before.number(), game.pairing.table))
            });
            if let Some((round, table)) = missing.into_iter().next() {
                return Err(Refusal::MakeUpFirst { round, table });
            }
        }
        let mut events = self.decide_publish(number, at)?;
        events.push(Event::RoundOpened { round: number, at });
        Ok(events)
    }

    pub(super) fn decide_close(
        &self,
        regulation: &Regulation,
        number: RoundNumber,
    ) -> Result<Vec<Event>, Refusal> {
        let round = self.known_round(number)?;
        match round.state {
            RoundState::Open => {}
            RoundState::Closed => return Ok(Vec::new()),
            state @ RoundState::Paired => {
                return Err(Refusal::WrongRoundState { round: number, state });
            }
        }
        if self.is_not_made_up(regulation, round)
            && let Some(game) = self.missing(round).next()
        {
            return Err(Refusal::NotMadeUp { round: number, table: game.pairing.table });
        }
        Ok(vec![Event::RoundClosed { round: number }])
    }

    /// Returns true if the games of a round of an eight are not made up: rounds 6 and 7 (C art. 13).
    fn is_not_made_up(&self, regulation: &Regulation, round: &Round) -> bool {
        if regulation.format != Format::Prescribed(Competition::Eight) || !round.is_regular() {
            return false;
        }
        let before = self.regular_rounds().take_while(|one| one.number() < round.number()).count();
        let rounds = self.rounds_total().unwrap_or(usize::MAX);
        before >= rounds.saturating_sub(NOT_MADE_UP)
    }
}
