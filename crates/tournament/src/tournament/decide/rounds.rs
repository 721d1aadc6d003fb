//! The life of a round: planned, published, undone, opened and closed.

use super::super::{Author, Event, Refusal, RoundRefusal, Tournament, UnpairGround};
use super::reason_of;
use crate::plan::Competition;
use crate::ranking::{Participant, Remedy};
use crate::regulation::{Format, Regulation};
use crate::{GroupNumber, ROUNDS_MAX, Round, RoundNumber, RoundState, TableNumber};
use draughts::Timestamp;
use game_clock::StartMode;

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

    pub(super) fn decide_start_mode(
        &self,
        number: RoundNumber,
        table: TableNumber,
        mode: Option<StartMode>,
    ) -> Result<Vec<Event>, Refusal> {
        let (round, _game) = self.known_game(number, table)?;
        if self.start_mode(number, table) == mode {
            return Ok(Vec::new());
        }
        if round.state != RoundState::Paired {
            return Err(Refusal::WrongRoundState { round: number, state: round.state });
        }
        Ok(vec![Event::StartModeSet { round: number, table, mode }])
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
        regulation: &Regulation,
        number: RoundNumber,
        reason: &str,
        ground: Option<UnpairGround>,
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
        // The rules protect what the Swiss system has published; a table would only be paired
        // again.
        let is_swiss = matches!(regulation.format, Format::Swiss(_));
        let ground = if is_swiss && round.is_published() {
            Some(ground.ok_or(RoundRefusal::GroundUnnamed { round: number })?)
        } else {
            None
        };
        let holds = match ground {
            Some(UnpairGround::Norm) => self.breaks_norm(round),
            Some(UnpairGround::ReversedColors) => self.has_reversed_before(number),
            Some(UnpairGround::WrongResult | UnpairGround::ChiefArbiter) | None => true,
        };
        if !holds {
            return Err(RoundRefusal::GroundMissing { round: number }.into());
        }
        Ok(vec![Event::RoundUnpaired { round: number, reason, ground }])
    }

    /// Returns true if a pairing breaks B1 or B2 by the results as they are now.
    fn breaks_norm(&self, round: &Round) -> bool {
        (0..self.groups().len()).any(|at| {
            let group = GroupNumber::from_index(at);
            let Ok(field) = self.swiss_field(group, round.number()) else { return false };
            let of_pair = |(first, second): (Participant, Participant)| {
                !field.broken_by_pair(first.into(), second.into()).is_empty()
            };
            let of_bye = |bye: &Participant| field.free_point_of((*bye).into()).is_some();
            round.pairs().any(of_pair) || round.byes().iter().any(of_bye)
        })
    }

    fn has_reversed_before(&self, number: RoundNumber) -> bool {
        let before = self.rounds.iter().filter(|round| round.number() < number);
        before.flat_map(|round| &round.games).any(|game| game.is_reversed)
    }

    pub(super) fn decide_open(
        &self,
        regulation: &Regulation,
        number: RoundNumber,
        by: &Author,
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
        self.check_hall(regulation, round)?;
        self.check_rest(regulation, round, by, at)?;
        if self.is_not_made_up(regulation, number) {
            let before = self.regular_rounds().take_while(|before| before.number() < number);
            let missing = before.flat_map(|before| {
                self.missing(before).map(|game| (before.number(), game.pairing.table))
            });
            if let Some((round, table)) = missing.into_iter().next() {
                return Err(RoundRefusal::MakeUpFirst { round, table }.into());
            }
        }
        let mut events = self.decide_publish(number, at)?;
        events.push(Event::RoundOpened { round: number, at });
        Ok(events)
    }

    /// Checks that players have their rest since the last game of the round before (2006 art. 9);
    /// they may do without it, for a reason. Blitz games for places follow at once.
    fn check_rest(
        &self,
        regulation: &Regulation,
        round: &Round,
        by: &Author,
        at: Timestamp,
    ) -> Result<(), Refusal> {
        let Some(rest) = regulation.rest.filter(|_| !round.is_play_off()) else { return Ok(()) };
        let before = self.rounds.iter().filter(|before| before.number() < round.number());
        let Some(over_at) = before.filter_map(Round::closed_at).max() else { return Ok(()) };
        let until = over_at.saturating_add(rest);
        if at < until && by.reason().is_empty() {
            return Err(RoundRefusal::RestNotOver { round: round.number(), until }.into());
        }
        Ok(())
    }

    /// Checks that blitz games for places begin after all other games of the tournament have ended
    /// (2006 art. 14e).
    fn check_hall(&self, regulation: &Regulation, round: &Round) -> Result<(), Refusal> {
        let order = &regulation.order;
        let is_blitz = matches!(regulation.format, Format::Pools(_))
            || [order.first_remedy, order.remedy].contains(&Remedy::Blitz);
        if !round.is_play_off() || !is_blitz {
            return Ok(());
        }
        let others = self.rounds.iter().filter(|other| !other.is_play_off());
        for other in others {
            if let Some(game) = self.missing(other).next() {
                let (round, table) = (other.number(), game.pairing.table);
                return Err(RoundRefusal::HallInPlay { round, table }.into());
            }
        }
        Ok(())
    }

    pub(super) fn decide_close(
        &self,
        regulation: &Regulation,
        number: RoundNumber,
        by: &Author,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let round = self.known_round(number)?;
        match round.state {
            RoundState::Open => {}
            RoundState::Closed => return Ok(Vec::new()),
            state @ RoundState::Paired => {
                return Err(Refusal::WrongRoundState { round: number, state });
            }
        }
        if self.is_not_made_up(regulation, number)
            && let Some(game) = self.missing(round).next()
        {
            return Err(RoundRefusal::NotMadeUp { round: number, table: game.pairing.table }.into());
        }
        if let Some(game) = self.missing(round).next()
            && regulation.no_adjournment
            && by.reason().is_empty()
        {
            let (round, table) = (number, game.pairing.table);
            return Err(RoundRefusal::Unfinished { round, table }.into());
        }
        Ok(vec![Event::RoundClosed { round: number, at: Some(at) }])
    }

    /// Returns true if the games of a round of an eight, paired or not, are not made up: rounds 6
    /// and 7 (C art. 13).
    pub(in crate::tournament) fn is_not_made_up(
        &self,
        regulation: &Regulation,
        number: RoundNumber,
    ) -> bool {
        let is_other = self.round(number).is_some_and(|round| !round.is_regular());
        if regulation.format != Format::Prescribed(Competition::Eight) || is_other {
            return false;
        }
        let before = self.regular_rounds().take_while(|one| one.number() < number).count();
        let unpaired = number.index().saturating_sub(self.rounds.len());
        let rounds = self.rounds_total().unwrap_or(usize::MAX);
        before.saturating_add(unpaired) >= rounds.saturating_sub(NOT_MADE_UP)
    }
}
