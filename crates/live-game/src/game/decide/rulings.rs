//! The arbiter's rulings on moves and positions.

use draughts::{
    Bitboard, Breach, Irregularity, Judgement, MoveText, Position, Standing, Timestamp,
};

use super::super::{ByHand, Game, Noted, Remark};
use super::Decision;
use crate::{GameEvent, InputId, Refusal};

impl Noted {
    /// Returns the event that lets the move stand.
    pub(super) fn stands(
        &self,
        breach: Breach,
        standing: &Standing,
        ruling: Option<&InputId>,
    ) -> GameEvent {
        let Standing { mv, after } = *standing;
        let (ply, input, at) = (self.ply, self.input.clone(), self.at);
        GameEvent::IrregularityStands { ply, mv, breach, after, input, ruling: ruling.cloned(), at }
    }
}

impl Game {
    pub(super) fn decide_retract(
        &self,
        input: &InputId,
        from_ply: u32,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if !self.is_started() {
            return Err(Refusal::NotStarted);
        }
        self.check_ply(from_ply)?;
        let mut events = vec![GameEvent::MovesRetracted { from_ply, input: input.clone(), at }];
        if self.is_end_of(from_ply) {
            events.push(GameEvent::Resumed { input: input.clone(), by_hand: None, at });
        }
        events.extend(self.held.iter().map(|held| GameEvent::InputRefused {
            input: held.input.clone(),
            refusal: Refusal::Retracted { ply: held.ply },
        }));
        events.extend(self.first_answered(from_ply).map(|ply| GameEvent::Remarked {
            input: input.clone(),
            remark: Remark::AnsweredIrregularity { ply },
        }));
        Ok(events)
    }

    /// Returns the first irregular move from `from_ply` on that stands because the opponent
    /// answered it (rules art. 27); `None` in a game from before there were terms, which was judged
    /// without this.
    fn first_answered(&self, from_ply: u32) -> Option<u32> {
        let last = self.next_ply().saturating_sub(1);
        let plies = (1..).zip(&self.plies).skip_while(|(ply, _played)| *ply < from_ply);
        let mut answered = plies.filter(|(ply, played)| {
            played.breach.is_some() && (*ply < last || self.noted.is_some())
        });
        self.terms.and_then(|_terms| answered.next()).map(|(ply, _played)| ply)
    }

    /// Errors if a ply is neither played nor claimed by a waiting irregular move.
    pub(super) fn check_ply(&self, ply: u32) -> Result<(), Refusal> {
        let next = self.next_ply();
        let is_noted = self.noted.as_ref().is_some_and(|noted| noted.ply == ply);
        if ply == 0 || ply > next || (ply == next && !is_noted) {
            return Err(Refusal::NoSuchPly { ply, next });
        }
        Ok(())
    }

    /// Returns true if the rules ended the game at this ply or a later one.
    pub(super) fn is_end_of(&self, ply: u32) -> bool {
        self.ended.is_some_and(|ended| ended.is_by_rule && ply as usize <= ended.plies)
    }

    pub(super) fn decide_let_stand(
        &self,
        input: &InputId,
        taken: Option<Bitboard>,
    ) -> Result<Vec<GameEvent>, Refusal> {
        self.running()?;
        let noted = self.noted.as_ref().ok_or(Refusal::NoIrregularity)?;
        let (ply, at) = (noted.ply, noted.at);
        let stands = match taken {
            None => noted.let_stand(&noted.irregularity, input)?,
            Some(taken) => {
                let claimed = MoveText { taken: Some(taken), ..noted.irregularity.played.clone() };
                match self.position().judge(&claimed) {
                    Judgement::Irregular(irregularity) => noted.let_stand(&irregularity, input)?,
                    // With these captured pieces the move is legal.
                    Judgement::Legal(mv) => {
                        GameEvent::MovePlayed { ply, mv, input: input.clone(), at }
                    }
                    Judgement::Impossible(illegal) => return Err(Refusal::IllegalMove(*illegal)),
                    Judgement::Ambiguous(_) => {
                        return Err(Refusal::UnclearIrregularity { played: claimed });
                    }
                }
            }
        };
        let mut decision = Decision::new(self);
        decision.push(stands);
        if self.has_alarm(ply) {
            decision.push(GameEvent::ConflictResolved { ply, input: input.clone() });
        }
        decision.finish_by_rule(at);
        Ok(decision.answer_held())
    }

    pub(super) fn decide_position(
        &self,
        input: &InputId,
        position: &Position,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        self.running()?;
        let present = self.position();
        if position.variant() != present.variant() {
            return Err(Refusal::WrongVariant);
        }
        if *position == present {
            return Err(Refusal::SamePosition);
        }
        let mut decision = Decision::new(self);
        // The claims of the ply that comes next were about another position.
        let ply = self.next_ply();
        if self.has_alarm(ply) {
            decision.push(GameEvent::ConflictResolved { ply, input: input.clone() });
        }
        decision.push(GameEvent::PositionSet { position: *position, input: input.clone(), at });
        decision.finish_by_rule(at);
        Ok(decision.answer_held())
    }

    pub(super) fn decide_resume(
        &self,
        input: &InputId,
        by_hand: &ByHand,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if self.ended.is_none() {
            return Err(Refusal::NotFinished);
        }
        // The rules would end the game again at once: moves have to be taken back first.
        if let Some(outcome) = self.outcome_by_rule() {
            return Err(Refusal::GameFinished { outcome });
        }
        let mut decision = Decision::new(self);
        let by_hand = Some(by_hand).filter(|by_hand| !by_hand.by.is_empty());
        let by_hand = by_hand.and_then(|by_hand| self.noted_by(by_hand));
        decision.push(GameEvent::Resumed { input: input.clone(), by_hand, at });
        Ok(decision.answer_held())
    }
}

impl Noted {
    fn let_stand(
        &self,
        irregularity: &Irregularity,
        ruling: &InputId,
    ) -> Result<GameEvent, Refusal> {
        let played = || irregularity.played.clone();
        let standing = irregularity
            .standing
            .ok_or_else(|| Refusal::UnclearIrregularity { played: played() })?;
        Ok(self.stands(irregularity.breach, &standing, Some(ruling)))
    }
}
