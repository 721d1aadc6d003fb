//! Results: recorded, corrected, withdrawn; and their effect on ties.

use super::super::play_off::PlayOffState;
use super::super::{Author, Event, Refusal, Tournament};
use crate::ranking::{Participant, TieDecision};
use crate::round::is_unplayed;
use crate::{Round, RoundNumber, RoundState, Scoring, TableNumber};
use draughts::{Outcome, Score, Timestamp};

impl Tournament {
    pub(super) fn decide_record(
        &self,
        (number, table): (RoundNumber, TableNumber),
        outcome: Outcome,
        men_ahead: Option<i32>,
        by: &Author,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let (round, game) = self.known_game(number, table)?;
        if round.state == RoundState::Paired {
            return Err(Refusal::WrongRoundState { round: number, state: round.state });
        }
        // A result without an author, such as a fallen flag, does not show that a game with a
        // withdrawn player was played (C art. 14): only the arbiter can record it.
        if by.name().is_none() && self.is_off(round, game) {
            return Err(Refusal::GameIsOff { round: number, table });
        }
        let men_ahead = self.checked_bonus(outcome, men_ahead, by)?;
        match game.outcome {
            Some(recorded) if (recorded, game.men_ahead) == (outcome, men_ahead) => {
                return Ok(Vec::new());
            }
            Some(recorded) => {
                return Err(Refusal::AlreadyRecorded { round: number, table, recorded });
            }
            None => {}
        }
        let mut events = vec![Event::ResultRecorded { round: number, table, outcome, men_ahead }];
        events.extend(self.absentees(round, game, Some(outcome)));
        let is_last = self.missing(round).all(|missing| missing.pairing.table == table);
        if is_last && round.state == RoundState::Open {
            events.push(Event::RoundClosed { round: number, at: Some(at) });
        }
        Ok(self.with_consequences(round, events))
    }

    pub(super) fn decide_correct(
        &self,
        number: RoundNumber,
        table: TableNumber,
        outcome: Outcome,
        men_ahead: Option<i32>,
        by: &Author,
    ) -> Result<Vec<Event>, Refusal> {
        let (round, game) = self.known_game(number, table)?;
        let Some(recorded) = game.outcome else {
            return Err(Refusal::NothingToCorrect { round: number, table });
        };
        let men_ahead = self.checked_bonus(outcome, men_ahead, by)?;
        if (recorded, game.men_ahead) == (outcome, men_ahead) {
            return Ok(Vec::new());
        }
        let mut events = vec![Event::ResultCorrected { round: number, table, outcome, men_ahead }];
        events.extend(self.absentees(round, game, Some(outcome)));
        Ok(self.with_consequences(round, events))
    }

    pub(super) fn decide_withdraw(
        &self,
        number: RoundNumber,
        table: TableNumber,
    ) -> Result<Vec<Event>, Refusal> {
        let (round, game) = self.known_game(number, table)?;
        if game.outcome.is_none() {
            return Ok(Vec::new());
        }
        let mut events = vec![Event::ResultWithdrawn { round: number, table }];
        events.extend(self.absentees(round, game, None));
        Ok(self.with_consequences(round, events))
    }

    pub(super) fn decide_reverse(
        &self,
        number: RoundNumber,
        table: TableNumber,
        is_reversed: bool,
    ) -> Result<Vec<Event>, Refusal> {
        let (round, game) = self.known_game(number, table)?;
        if game.is_reversed == is_reversed {
            return Ok(Vec::new());
        }
        if round.state == RoundState::Paired {
            return Err(Refusal::WrongRoundState { round: number, state: round.state });
        }
        if game.outcome.is_some_and(is_unplayed) {
            return Err(Refusal::NoColors { round: number, table });
        }
        let reversed = Event::ColorsReversed { round: number, table, is_reversed };
        Ok(self.with_consequences(round, vec![reversed]))
    }

    /// Checks a result; the men ahead are kept only if they count, and then are required for a draw
    /// recorded by hand (2006 art. 14a).
    fn checked_bonus(
        &self,
        outcome: Outcome,
        men_ahead: Option<i32>,
        by: &Author,
    ) -> Result<Option<i32>, Refusal> {
        if outcome.score == Score::Draw && is_unplayed(outcome) {
            return Err(Refusal::DrawByForfeit);
        }
        let most = Scoring::DIFFERENCE_MAX;
        if men_ahead.is_some_and(|men| men.unsigned_abs() > most.unsigned_abs()) {
            return Err(Refusal::MenAhead);
        }
        let counts = self.scoring() == Scoring::BonusDraws && outcome.score == Score::Draw;
        if counts && men_ahead.is_none() && by.name().is_some() {
            return Err(Refusal::MenAheadMissing);
        }
        Ok(men_ahead.filter(|_| counts))
    }

    /// Returns the events with those that follow if the game belongs to a play-off: it may decide
    /// the tie that is played for, and a wider one that left these tied.
    fn with_consequences(&self, round: &Round, mut events: Vec<Event>) -> Vec<Event> {
        let Some(players) = round.play_off_of() else { return events };
        let mut after = self.clone();
        events.iter().for_each(|event| after.apply(event));
        let sets = after.play_offs().into_iter();
        let concerned = sets.filter(|tied| players.iter().all(|one| tied.contains(one)));
        // Only the ties that occur in the tables.
        let ties: Vec<_> = concerned.filter(|tied| after.remedy_of(tied).is_ok()).collect();
        events.extend(ties.into_iter().filter_map(|tied| after.consequence(tied)));
        events
    }

    /// Returns the event by which the games of a play-off change the recorded resolution of a tie,
    /// if any.
    pub(super) fn consequence(&self, tied: Vec<Participant>) -> Option<Event> {
        let games = self.play_off_games(&tied)?;
        let recorded = self.resolved.iter().find(|resolved| resolved.is_of(&tied));
        match self.play_off_state(&tied, games) {
            PlayOffState::Won(order) => {
                let is_recorded = recorded.is_some_and(|recorded| recorded.order == order);
                let how = TieDecision::Games;
                (!is_recorded).then_some(Event::TieResolved { order, how, instead_of: None })
            }
            PlayOffState::Begin
            | PlayOffState::Running(_)
            | PlayOffState::Next { .. }
            | PlayOffState::ByHand
            | PlayOffState::Split(_) => {
                let was_won = recorded.is_some_and(|one| one.how == TieDecision::Games);
                let reopened = Event::TieReopened { participants: tied, reason: String::new() };
                was_won.then_some(reopened)
            }
        }
    }
}
