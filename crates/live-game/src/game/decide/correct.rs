//! The arbiter's corrections of plies.

use draughts::{
    Breach, Irregularity, Judgement, Move, MoveText, Outcome, Position, Standing, Timestamp,
};

use super::super::{Game, PlayedPly};
use super::play::{self, ClaimAnswer};
use super::{Claim, Decision};
use crate::{GameEvent, InputId, Refusal};

impl Game {
    pub(super) fn decide_correct(&self, ruling: Claim<'_>) -> Result<Vec<GameEvent>, Refusal> {
        if !self.is_started() {
            return Err(Refusal::NotStarted);
        }
        let Claim { input, ply, mv: claimed, .. } = ruling;
        self.check_ply(ply)?;
        let index = ply as usize - 1;
        let before = self.position_after(index).ok_or(Refusal::NotStarted)?;
        let mut decision = Decision::new(self);
        if self.agrees(ply, claimed) {
            if !self.has_alarm(ply) {
                return Err(Refusal::NothingToCorrect { ply });
            }
            decision.push(GameEvent::ConflictResolved { ply, input: input.clone() });
            return Ok(decision.answer_held());
        }
        decision.extend(self.corrected_line(ruling, Really::of(&before, claimed)?));
        if self.has_alarm(ply) {
            decision.push(GameEvent::ConflictResolved { ply, input: input.clone() });
        }
        self.tell_later_claims(ruling, &mut decision);
        Ok(decision.answer_held())
    }

    /// Returns the events that rebuild the record: the corrected ply, the later plies as far as
    /// they can be played, and the result if it changes or lapses.
    fn corrected_line(&self, ruling: Claim<'_>, really: Really) -> Vec<GameEvent> {
        let Claim { input, ply, at, .. } = ruling;
        let mut line = Decision::new(self);
        line.push(GameEvent::MovesRetracted { from_ply: ply, input: input.clone(), at });
        let mut index = ply as usize - 1;
        let noted = self.noted.as_ref().map(|noted| noted.at);
        let mut moment = self.plies.get(index).map(|played| played.at).or(noted).unwrap_or(at);
        line.push(really.event(ply, input, moment));
        let mut is_end_kept = false;
        loop {
            index += 1;
            self.set_up_again(index, &mut line);
            if let Some(outcome) = line.game.outcome_by_rule() {
                if self.is_end_at(outcome, index) {
                    is_end_kept = true;
                } else if self.ended.is_none() || self.is_end_of(ply) {
                    line.push(GameEvent::Finished {
                        outcome,
                        input: None,
                        by_hand: None,
                        at: moment,
                    });
                    break;
                }
            }
            let Some(played) = self.plies.get(index) else { break };
            let Some(event) = self.play_again(index, played, &line.game.position(), input) else {
                break;
            };
            line.push(event);
            moment = played.at;
        }
        let mut events = line.events;
        if self.is_end_of(ply) && !is_end_kept {
            events.insert(1, GameEvent::Resumed { input: input.clone(), by_hand: None, at });
        }
        events
    }

    fn is_end_at(&self, outcome: Outcome, plies: usize) -> bool {
        self.ended.is_some_and(|ended| {
            ended.is_by_rule && ended.outcome == outcome && ended.plies == plies
        })
    }

    /// Sets again a position that the arbiter had set after `plies` plies.
    fn set_up_again(&self, plies: usize, line: &mut Decision) {
        if let (Some(ruling), Some(position)) =
            (self.set_up.get(&plies), self.position_after(plies))
        {
            line.push(GameEvent::PositionSet {
                position,
                input: ruling.input.clone(),
                at: ruling.at,
            });
        }
    }

    /// Returns the event of a ply in another position: as it was, or as its squares read now.
    ///
    /// The devices saw start and end; the captured pieces followed from the position.
    fn play_again(
        &self,
        index: usize,
        played: &PlayedPly,
        position: &Position,
        ruling: &InputId,
    ) -> Option<GameEvent> {
        let ply = u32::try_from(index + 1).ok()?;
        let (from, to, captured) = (played.mv.from(), played.mv.to(), played.mv.captured());
        let exact = MoveText { taken: Some(captured), ..MoveText::new(from, to) };
        let seen = match played.breach {
            None => MoveText::new(from, to),
            Some(_) => self.irregular_claims.get(&ply).cloned().unwrap_or_else(|| exact.clone()),
        };
        let (input, at) = (played.input.clone(), played.at);
        match (position.judge(&exact), position.judge(&seen)) {
            (Judgement::Legal(mv), _) | (_, Judgement::Legal(mv)) => {
                position.play_legal(&mv).ok()?;
                Some(GameEvent::MovePlayed { ply, mv, input, at })
            }
            (Judgement::Irregular(irregularity), _) if played.breach.is_some() => {
                let Irregularity { breach, standing, .. } = *irregularity;
                let Standing { mv, after } = standing?;
                let ruling = Some(ruling.clone());
                Some(GameEvent::IrregularityStands { ply, mv, breach, after, input, ruling, at })
            }
            _ => None,
        }
    }

    /// Claims again, in the corrected record, the later plies that a waiting irregular move and
    /// open conflicts claimed.
    fn tell_later_claims(&self, ruling: Claim<'_>, decision: &mut Decision) {
        let noted = self.noted.iter().map(|noted| Claim {
            input: &noted.input,
            ply: noted.ply,
            mv: &noted.irregularity.played,
            at: noted.at,
        });
        let conflicts = self.conflicts.iter().map(|conflict| Claim {
            input: &conflict.input,
            ply: conflict.ply,
            mv: &conflict.claimed,
            at: ruling.at,
        });
        for claim in noted.chain(conflicts).filter(|claim| claim.ply > ruling.ply) {
            let answer = decision.game.answer(claim).and_then(|answer| match answer {
                ClaimAnswer::Events(events) => Ok(events),
                ClaimAnswer::Waits => decision.game.hold(claim),
            });
            let input = claim.input.clone();
            decision.extend(
                answer.unwrap_or_else(|refusal| vec![GameEvent::InputRefused { input, refusal }]),
            );
        }
    }
}

/// The move that was really played, by the arbiter's ruling.
enum Really {
    Legal(Move),
    /// An irregular move that stands by the ruling.
    Irregular(Breach, Standing),
}

impl Really {
    fn of(before: &Position, claimed: &MoveText) -> Result<Self, Refusal> {
        let played = || claimed.clone();
        match before.judge(claimed) {
            Judgement::Legal(mv) => play::next(before, &mv).map(|_after| Self::Legal(mv)),
            Judgement::Irregular(irregularity) => match irregularity.standing {
                Some(standing) => Ok(Self::Irregular(irregularity.breach, standing)),
                None => Err(Refusal::UnclearIrregularity { played: played() }),
            },
            Judgement::Ambiguous(candidates) => {
                Err(Refusal::AmbiguousMove { played: played(), candidates, others: 0 })
            }
            Judgement::Impossible(illegal) => Err(Refusal::IllegalMove(*illegal)),
        }
    }

    fn event(self, ply: u32, ruling: &InputId, at: Timestamp) -> GameEvent {
        let input = ruling.clone();
        match self {
            Self::Legal(mv) => GameEvent::MovePlayed { ply, mv, input, at },
            Self::Irregular(breach, Standing { mv, after }) => {
                let ruling = Some(ruling.clone());
                GameEvent::IrregularityStands { ply, mv, breach, after, input, ruling, at }
            }
        }
    }
}
