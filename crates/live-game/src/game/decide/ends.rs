//! The ends of a game: by its rules, by a player, by the clock and by the arbiter.

use draughts::{Color, DrawAgreement, Outcome, Reason, RuleSet, Score, Timestamp};

use super::super::{ByHand, Game, Remark};
use super::Decision;
use crate::{ClockRuling, GameEvent, InputId, Refusal};

/// The number of plies before which an agreed draw is lost for both under the regulation of 2006
/// (rule 7: fifty moves of each side).
const EARLY_PLIES: usize = 100;

impl Game {
    /// Returns the outcome of the current position under the rules, if they end the game.
    pub(super) fn outcome_by_rule(&self) -> Option<Outcome> {
        self.counts.as_ref()?.outcome(&self.position())
    }

    pub(super) fn decide_resignation(
        &self,
        input: &InputId,
        color: Color,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        self.running()?;
        Ok(self.finish(Outcome::win(color.other(), Reason::Resignation), Some(input), at))
    }

    pub(super) fn decide_draw(
        &self,
        input: &InputId,
        by: Color,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        self.running()?;
        let is_before_play = self.plies.is_empty() && self.set_up.is_empty() && !self.is_on_paper;
        if self.agreement() == DrawAgreement::Arbiter && is_before_play {
            return Err(Refusal::NoEndgame);
        }
        match self.draw_offer {
            _ if self.is_draw_agreed() => Err(Refusal::DrawAlreadyOffered { by }),
            Some(offer) if offer == by => Err(Refusal::DrawAlreadyOffered { by }),
            Some(_) if self.asks_arbiter_for_draw() => {
                Ok(vec![GameEvent::DrawAgreed { by, input: input.clone() }])
            }
            Some(_) => Ok(self.finish(self.agreed(), Some(input), at)),
            None => Ok(vec![GameEvent::DrawOffered { by, input: input.clone() }]),
        }
    }

    /// Records what a side says of the result that it was shown, if that is the result.
    pub(super) fn decide_confirmation(
        &self,
        input: &InputId,
        (color, agrees): (Color, bool),
        outcome: Outcome,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        match self.outcome() {
            None => Err(Refusal::NotFinished),
            Some(present) if present != outcome => Err(Refusal::GameFinished { outcome: present }),
            Some(_) => {
                Ok(vec![GameEvent::ResultConfirmed { color, agrees, input: input.clone(), at }])
            }
        }
    }

    fn agreement(&self) -> DrawAgreement {
        self.terms.map_or(DrawAgreement::Free, |terms| terms.draws.agreement)
    }

    /// Returns true if the arbiter decides on a draw that is agreed now (rules art. 21.2, 2006 art.
    /// 7).
    fn asks_arbiter_for_draw(&self) -> bool {
        match self.agreement() {
            DrawAgreement::Free => false,
            DrawAgreement::CheckedOnPaper => self.may_be_early() && !self.has_whole_record(),
            DrawAgreement::Arbiter => true,
        }
    }

    /// Returns true if a draw that is agreed now is lost for both, unless moves are missing in the
    /// record.
    fn may_be_early(&self) -> bool {
        self.rules().is_some_and(RuleSet::forbids_early_draws) && self.plies.len() < EARLY_PLIES
    }

    /// Returns true unless the arbiter has to check how many moves were made: the game is on paper,
    /// or the arbiter ruled after a flag that the record was incomplete (2006 art. 4).
    fn has_whole_record(&self) -> bool {
        let plays_on = |ruling: &ClockRuling| {
            ruling.input.is_some() && matches!(ruling.command, game_clock::Command::PlayOn { .. })
        };
        !self.is_on_paper && !self.clock_rulings.iter().any(plays_on)
    }

    /// Returns the result of an agreed draw.
    fn agreed(&self) -> Outcome {
        if self.may_be_early() && self.has_whole_record() {
            Outcome::new(Score::BothLose, Reason::EarlyAgreement)
        } else {
            Outcome::new(Score::Draw, Reason::Agreement)
        }
    }

    pub(super) fn decide_result(
        &self,
        input: &InputId,
        outcome: Outcome,
        by_hand: &ByHand,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let is_of_rules = self.rules().is_none_or(|rules| rules.has_end(outcome.reason));
        if !is_of_rules || Outcome::checked(outcome.score, outcome.reason).is_err() {
            return Err(Refusal::ImpossibleOutcome { outcome });
        }
        let is_contrary = self.is_contrary(outcome, by_hand);
        let by_hand = self.noted_by(by_hand);
        let mut events = match self.outcome() {
            None => {
                let input = Some(input.clone());
                self.with_result(GameEvent::Finished { outcome, input, by_hand, at })
            }
            Some(present) if present == outcome => return Err(Refusal::SameResult { outcome }),
            Some(_) => {
                let input = Some(input.clone());
                self.with_result(GameEvent::ResultCorrected { outcome, input, by_hand, at })
            }
        };
        if is_contrary {
            let remark = Remark::NotOnBoard { outcome };
            events.push(GameEvent::Remarked { input: input.clone(), remark });
        }
        Ok(events)
    }

    /// Returns true if a result has a reason that the board would show (rules art. 18, 20, 21) and
    /// does not. A game on paper, or one that was played elsewhere and has its result from the
    /// tournament, has no board here. Games from before there were terms were judged without this.
    fn is_contrary(&self, outcome: Outcome, by_hand: &ByHand) -> bool {
        let is_elsewhere = self.plies.is_empty() && !by_hand.by.is_empty();
        self.terms.is_some()
            && outcome.reason.follows_from_board()
            && !self.is_on_paper
            && !is_elsewhere
            && self.outcome_by_rule() != Some(outcome)
    }

    /// Returns the person of a ruling as its event holds it: not in a game without terms, whose
    /// events stay as they were decided before there were any.
    pub(super) fn noted_by(&self, by_hand: &ByHand) -> Option<Box<ByHand>> {
        self.terms.is_some().then(|| Box::new(by_hand.clone()))
    }

    /// Ends the game by the clock: a flag fell, or a side did not come in time.
    ///
    /// The command may arrive after the end: what the players did after the flag fell was too late,
    /// and the result is corrected. An arbiter's ruling stands, even the ruling that the game goes
    /// on in spite of a flag that had fallen by then; such a flag may be reported again.
    pub(super) fn decide_time(
        &self,
        outcome: Outcome,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if self.resumed_at.is_some_and(|resumed_at| at <= resumed_at) {
            return Ok(Vec::new());
        }
        let Some(ended) = self.ended else {
            self.running()?;
            return Ok(self.finish(outcome, None, at));
        };
        let is_of_players = ended.outcome.reason.follows_from_board()
            || matches!(
                ended.outcome.reason,
                Reason::Resignation | Reason::Agreement | Reason::EarlyAgreement
            );
        if is_of_players && at < ended.at && ended.outcome.score != outcome.score {
            let corrected = GameEvent::ResultCorrected { outcome, input: None, by_hand: None, at };
            return Ok(self.with_result(corrected));
        }
        Ok(Vec::new())
    }

    /// Ends the game; waiting inputs are answered.
    fn finish(&self, outcome: Outcome, input: Option<&InputId>, at: Timestamp) -> Vec<GameEvent> {
        self.with_result(GameEvent::Finished { outcome, input: input.cloned(), by_hand: None, at })
    }

    fn with_result(&self, event: GameEvent) -> Vec<GameEvent> {
        let mut decision = Decision::new(self);
        decision.push(event);
        decision.answer_held()
    }
}
