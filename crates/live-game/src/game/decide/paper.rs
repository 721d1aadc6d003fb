//! A game that goes on paper (C art. 5), and its record that is handed in afterwards.

use draughts::{Irregularity, Judgement, MoveText, Standing, Timestamp};

use super::super::{Game, PAPER_MAX};
use super::{Decision, play};
use crate::{GameEvent, InputId, Refusal};

impl Game {
    pub(super) fn decide_on_paper(
        &self,
        input: &InputId,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        self.running()?;
        if let Some(from_ply) = self.on_paper_from() {
            return Err(Refusal::OnPaper { from_ply });
        }
        let mut decision = Decision::new(self);
        // Going on paper shows that the opponent demands nothing, so the irregular move stands.
        if let Some(noted) = &self.noted
            && let Some(standing) = &noted.irregularity.standing
        {
            decision.push(noted.stands(noted.irregularity.breach, standing, Some(input)));
            if self.has_alarm(noted.ply) {
                decision.push(GameEvent::ConflictResolved { ply: noted.ply, input: input.clone() });
            }
            decision.finish_by_rule(noted.at);
        }
        if decision.game.outcome().is_none() {
            let from_ply = decision.game.next_ply();
            decision.push(GameEvent::WentOnPaper { from_ply, input: input.clone(), at });
        }
        Ok(decision.answer_held())
    }

    /// Adds all moves of the record, or none.
    pub(super) fn decide_record(
        &self,
        input: &InputId,
        from_ply: u32,
        moves: &[MoveText],
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        if !self.is_started() {
            return Err(Refusal::NotStarted);
        }
        let expected = self.next_ply();
        if from_ply != expected {
            return Err(Refusal::WrongFirstPly { expected, got: from_ply });
        }
        if moves.is_empty() || moves.len() > PAPER_MAX {
            let size = |count| u32::try_from(count).unwrap_or(u32::MAX);
            let (count, limit) = (size(moves.len()), size(PAPER_MAX));
            return Err(Refusal::WrongMoveCount { count, limit });
        }
        let mut decision = Decision::new(self);
        for (index, claimed) in moves.iter().enumerate() {
            let event = decision.recorded(input, claimed, moves.get(index + 1), at);
            decision.push(event.map_err(|refusal| Refusal::BrokenRecord {
                ply: decision.game.next_ply(),
                refusal: Box::new(refusal),
            })?);
        }
        decision.push(GameEvent::RecordCompleted { input: input.clone(), at });
        decision.finish_by_rule(at);
        Ok(decision.answer_held())
    }
}

impl Decision {
    /// Returns the event of one move of a record. An irregular move stands if the next one answers
    /// it; the last one stands because it was handed in.
    fn recorded(
        &self,
        input: &InputId,
        claimed: &MoveText,
        next: Option<&MoveText>,
        at: Timestamp,
    ) -> Result<GameEvent, Refusal> {
        // After the end a record may still show moves that were played.
        if self.game.ended.is_none()
            && let Some(outcome) = self.game.outcome_by_rule()
        {
            return Err(Refusal::GameFinished { outcome });
        }
        let (ply, input) = (self.game.next_ply(), input.clone());
        match self.game.position().judge(claimed) {
            Judgement::Legal(mv) => {
                play::next(&self.game.position(), &mv)?;
                Ok(GameEvent::MovePlayed { ply, mv, input, at })
            }
            Judgement::Irregular(irregularity) => {
                let Some(Standing { mv, after }) = irregularity.standing else {
                    return Err(Refusal::UnclearIrregularity { played: claimed.clone() });
                };
                let before = self.game.position();
                // As in a live game, a move that would have been the regular one is a correction
                // and no answer.
                let is_corrected = next.is_some_and(|next| {
                    !play::is_legal(&after, next) && play::is_legal(&before, next)
                });
                if is_corrected {
                    return Err(Refusal::IllegalMove(irregularity.as_illegal()));
                }
                let Irregularity { breach, .. } = *irregularity;
                let ruling = next.is_none().then(|| input.clone());
                Ok(GameEvent::IrregularityStands { ply, mv, breach, after, input, ruling, at })
            }
            Judgement::Ambiguous(candidates) => {
                Err(Refusal::AmbiguousMove { played: claimed.clone(), candidates, others: 0 })
            }
            Judgement::Impossible(illegal) => Err(Refusal::IllegalMove(*illegal)),
        }
    }
}
