//! Claims that a move was played: new, repeated, different or too early.

use draughts::{Irregularity, Judgement, Move, MoveText, Position, Standing};

use super::super::{Game, Noted};
use super::{Claim, Decision};
use crate::{GameEvent, Refusal};

/// The answer to a claim.
pub(super) enum ClaimAnswer {
    /// The claim leads to these events.
    Events(Vec<GameEvent>),
    /// The claim cannot be answered yet.
    Waits,
}

impl ClaimAnswer {
    fn one(event: GameEvent) -> Self {
        Self::Events(vec![event])
    }
}

impl Game {
    pub(super) fn decide_play(&self, claim: Claim<'_>) -> Result<Vec<GameEvent>, Refusal> {
        match self.answer(claim)? {
            ClaimAnswer::Waits => self.hold(claim),
            ClaimAnswer::Events(events) if self.held.is_empty() => Ok(events),
            ClaimAnswer::Events(events) => {
                let mut decision = Decision::new(self);
                decision.extend(events);
                Ok(decision.answer_held())
            }
        }
    }

    /// Answers a claim without regard to other waiting inputs.
    pub(super) fn answer(&self, claim: Claim<'_>) -> Result<ClaimAnswer, Refusal> {
        let ply = claim.ply;
        if ply == 0 {
            return Err(Refusal::PlyZero);
        }
        if self.retractions.covers(ply, claim.at) {
            return Err(Refusal::Retracted { ply });
        }
        let next = self.next_ply();
        if ply < next {
            return self.answer_told_again(claim).map(ClaimAnswer::one);
        }
        if self.is_end_disputed() {
            return Ok(ClaimAnswer::Waits);
        }
        self.running()?;
        if let Some(from_ply) = self.on_paper_from() {
            return Err(Refusal::OnPaper { from_ply });
        }
        if ply == next {
            return self.answer_next(claim);
        }
        let answered = self
            .noted
            .as_ref()
            .filter(|noted| ply - 1 == noted.ply && noted.ply == next)
            .and_then(|noted| Some((noted, noted.irregularity.standing?)));
        match answered {
            Some((noted, standing)) => self.answer_irregular(noted, &standing, claim),
            None => Ok(ClaimAnswer::Waits),
        }
    }

    /// Returns true if the rules ended the game while a conflict is open: the arbiter may decide
    /// that the game goes on.
    fn is_end_disputed(&self) -> bool {
        !self.conflicts.is_empty() && self.ended.is_some_and(|ended| ended.is_by_rule)
    }

    /// Answers a claim of a played ply: the same move confirms it, another move raises one alarm.
    fn answer_told_again(&self, claim: Claim<'_>) -> Result<GameEvent, Refusal> {
        let Claim { input, ply, mv, .. } = claim;
        let index = ply as usize - 1;
        let (Some(played), Some(before)) = (self.plies.get(index), self.positions.get(index))
        else {
            return Err(Refusal::NotStarted);
        };
        if played.agrees(before, mv) {
            return Ok(GameEvent::MoveConfirmed { ply, input: input.clone() });
        }
        // A correction of an irregular move that stands by now still raises an alarm.
        let corrects = || played.breach.is_some() && is_legal(before, mv);
        let is_own_word = played.input.device == input.device && !corrects();
        if self.has_alarm(ply) || self.settled.contains(&ply) || is_own_word {
            let (played, claimed) = (played.mv, mv.clone());
            return Err(Refusal::PlyAlreadyPlayed { ply, played, claimed });
        }
        if let Judgement::Impossible(illegal) = before.judge(mv) {
            return Err(Refusal::IllegalMove(*illegal));
        }
        let (played, claimed, input) = (played.mv, mv.clone(), input.clone());
        Ok(GameEvent::ConflictRaised { ply, played, claimed, input })
    }

    /// Answers a claim of the next ply. While a conflict is open, the players' position may differ
    /// from the record's, so a claim that does not fit the record waits.
    fn answer_next(&self, claim: Claim<'_>) -> Result<ClaimAnswer, Refusal> {
        let is_disputed = !self.conflicts.is_empty();
        match self.position().judge(claim.mv) {
            Judgement::Legal(mv) => self.answer_legal(claim, mv),
            Judgement::Irregular(irregularity) => match &self.noted {
                Some(noted) if is_noted(claim.mv, noted) => {
                    Ok(ClaimAnswer::one(GameEvent::MoveConfirmed {
                        ply: claim.ply,
                        input: claim.input.clone(),
                    }))
                }
                _ if is_disputed => Ok(ClaimAnswer::Waits),
                Some(noted) if noted.input.device != claim.input.device => {
                    Ok(ClaimAnswer::one(GameEvent::ConflictRaised {
                        ply: claim.ply,
                        played: noted.as_move(),
                        claimed: claim.mv.clone(),
                        input: claim.input.clone(),
                    }))
                }
                _ => Ok(ClaimAnswer::one(note(claim, irregularity))),
            },
            Judgement::Ambiguous(_) | Judgement::Impossible(_) if is_disputed => {
                Ok(ClaimAnswer::Waits)
            }
            Judgement::Ambiguous(candidates) => {
                Err(Refusal::AmbiguousMove { played: claim.mv.clone(), candidates, others: 0 })
            }
            Judgement::Impossible(illegal) => Err(Refusal::IllegalMove(*illegal)),
        }
    }

    /// Answers a legal move; if another device claimed an irregular one for this ply, that raises
    /// one alarm.
    fn answer_legal(&self, claim: Claim<'_>, mv: Move) -> Result<ClaimAnswer, Refusal> {
        let Claim { input, ply, at, .. } = claim;
        let before = self.position();
        let after = next(&before, &mv)?;
        let mut events = vec![GameEvent::MovePlayed { ply, mv, input: input.clone(), at }];
        if let Some(noted) = &self.noted
            && noted.input.device != input.device
            && !self.has_alarm(ply)
        {
            let (claimed, input) = (noted.irregularity.played.clone(), noted.input.clone());
            events.push(GameEvent::ConflictRaised { ply, played: mv, claimed, input });
        }
        // The counts are folded here on their own: copying the whole game would cost more than
        // everything else that a move takes.
        if let Some(mut counts) = self.counts.clone() {
            counts.played(&before, &mv, &after);
            let end = counts.outcome(&after);
            events.extend(end.map(|outcome| GameEvent::Finished {
                outcome,
                input: None,
                by_hand: None,
                at,
            }));
        }
        Ok(ClaimAnswer::Events(events))
    }

    /// Answers a claim that follows an irregular move, which then stands (art. 27).
    ///
    /// The article asks for a move, not for a regular one: an overlooked capture is an answer too,
    /// and is noted itself. A claim that is not legal waits for the arbiter instead
    /// * if it corrects the irregular move, under the number of the next ply;
    /// * if no board could show it;
    /// * while a conflict is open: the players may have another position;
    /// * if the irregular move ends the game once it stands.
    fn answer_irregular(
        &self,
        noted: &Noted,
        standing: &Standing,
        claim: Claim<'_>,
    ) -> Result<ClaimAnswer, Refusal> {
        let answer = standing.after.judge(claim.mv);
        match &answer {
            Judgement::Legal(mv) => {
                next(&standing.after, mv)?;
            }
            Judgement::Irregular(irregularity) => {
                // Games that began before there were terms waited also while it was open which
                // pieces the answer took off, and nothing could follow.
                let waits = (irregularity.standing.is_none() && self.terms.is_none())
                    || !self.conflicts.is_empty()
                    || is_legal(&self.position(), claim.mv);
                if waits {
                    return Ok(ClaimAnswer::Waits);
                }
            }
            Judgement::Ambiguous(_) | Judgement::Impossible(_) => return Ok(ClaimAnswer::Waits),
        }
        let mut decision = Decision::new(self);
        decision.push(noted.stands(noted.irregularity.breach, standing, None));
        decision.finish_by_rule(noted.at);
        let (input, outcome) = (claim.input.clone(), decision.game.outcome());
        match (answer, outcome) {
            (Judgement::Legal(_), Some(outcome)) => {
                let refusal = Refusal::GameFinished { outcome };
                decision.push(GameEvent::InputRefused { input, refusal });
            }
            (Judgement::Legal(mv), None) => {
                decision.push(GameEvent::MovePlayed { ply: claim.ply, mv, input, at: claim.at });
                decision.finish_by_rule(claim.at);
            }
            (Judgement::Irregular(irregularity), None) => decision.push(note(claim, irregularity)),
            (
                Judgement::Irregular(_) | Judgement::Ambiguous(_) | Judgement::Impossible(_),
                Some(_) | None,
            ) => return Ok(ClaimAnswer::Waits),
        }
        Ok(ClaimAnswer::Events(decision.events))
    }
}

impl Noted {
    /// Returns the move on the board; the captured pieces may be missing.
    fn as_move(&self) -> Move {
        let Irregularity { played, standing, .. } = &self.irregularity;
        let untold = || Move::new(played.from, played.to, played.taken.unwrap_or_default());
        standing.map_or_else(untold, |standing| standing.mv)
    }
}

fn note(claim: Claim<'_>, irregularity: Box<Irregularity>) -> GameEvent {
    let Claim { input, ply, at, .. } = claim;
    GameEvent::IrregularityNoted { ply, irregularity, input: input.clone(), at }
}

/// Returns the position after a legal move; errors if its captures are too many to search.
pub(super) fn next(before: &Position, mv: &Move) -> Result<Position, Refusal> {
    before.play_legal(mv).map_err(|_error| Refusal::TooComplex { mv: *mv })
}

/// Returns true if a claim is a legal move in this position.
pub(super) fn is_legal(position: &Position, claimed: &MoveText) -> bool {
    matches!(position.judge(claimed), Judgement::Legal(_))
}

/// Returns true if an irregular claim is the move that waits. Captured pieces are compared only if
/// both name them.
fn is_noted(claimed: &MoveText, noted: &Noted) -> bool {
    let played = &noted.irregularity.played;
    (claimed.from, claimed.to) == (played.from, played.to)
        && match (claimed.taken, played.taken) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
}
