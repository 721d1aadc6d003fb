//! What follows from a command in a given state of the game.

use super::{Game, HELD_MAX, PLIES_AHEAD_MAX};
use crate::{
    Color, Command, Event, InputId, Move, MoveText, Outcome, Position, Reason, Refusal, RuleSet,
    Timestamp,
};

/// A claim that a move was played.
#[derive(Clone, Copy)]
struct Claim<'a> {
    input: &'a InputId,
    ply: u32,
    mv: &'a MoveText,
    at: Timestamp,
}

impl Game {
    /// Answers a command with the events that follow from it, all of one decision.
    ///
    /// A repeated input, a repeated identical start and a flag that falls after the end give no
    /// event. An input that waits for missing plies is decided again when they come, in the same
    /// decision. The caller records a refusal as [`Event::InputRefused`].
    ///
    /// # Errors
    ///
    /// [`Refusal`] names the rule or the state that stands against it.
    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        if command.input().is_some_and(|input| self.has_seen(input)) {
            return Ok(Vec::new());
        }
        match command {
            Command::Start { rules, start, at } => self.decide_start(*rules, start, *at),
            Command::Play { input, ply, mv, at } => {
                self.decide_play(Claim { input, ply: *ply, mv, at: *at })
            }
            Command::Resign { input, color, at } => {
                self.running()?;
                let outcome = Outcome::win(color.other(), Reason::Resignation);
                Ok(self.finish(outcome, Some(input), *at))
            }
            Command::AgreeDraw { input, by, at } => self.decide_draw(input, *by, *at),
            Command::Rule { input, outcome, at } => self.decide_ruling(input, *outcome, *at),
            Command::Retract { .. }
            | Command::LetStand { .. }
            | Command::Correct { .. }
            | Command::SetPosition { .. }
            | Command::GoOnPaper { .. }
            | Command::Complete { .. }
            | Command::Resume { .. }
            | Command::TimeCheck { .. } => Ok(Vec::new()),
            Command::FlagFell { color, at } => self.decide_flag(*color, *at),
        }
    }

    /// Word of a flag may come after the end: what the players did later than the flag fell was too
    /// late, and the result is corrected. An arbiter's word stands.
    fn decide_flag(&self, color: Color, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        let outcome = Outcome::win(color.other(), Reason::FlagFall);
        let Some(ended) = self.ended else {
            self.running()?;
            return Ok(self.finish(outcome, None, at));
        };
        let is_too_late = match ended.outcome.reason {
            Reason::NoPieces
            | Reason::NoLegalMove
            | Reason::Resignation
            | Reason::Agreement
            | Reason::EarlyAgreement
            | Reason::TwoKingsAgainstOne
            | Reason::OneKingEach
            | Reason::Repetition
            | Reason::KingMoves
            | Reason::SixteenMoves
            | Reason::FiveMoves
            | Reason::LongDiagonal
            | Reason::KingAndMen
            | Reason::SameMove
            | Reason::Returned => at < ended.at,
            Reason::FlagFall
            | Reason::Arbiter
            | Reason::Forfeit
            | Reason::NoShow
            | Reason::Adjudication
            | Reason::Misconduct => false,
        };
        if is_too_late && ended.outcome.score != outcome.score {
            return Ok(vec![Event::ResultCorrected { outcome, input: None, at }]);
        }
        Ok(Vec::new())
    }

    fn running(&self) -> Result<(), Refusal> {
        match self.outcome() {
            Some(outcome) => Err(Refusal::GameFinished { outcome }),
            None if self.is_started() => Ok(()),
            None => Err(Refusal::NotStarted),
        }
    }

    fn decide_start(
        &self,
        rules: RuleSet,
        start: &Position,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(opening) = self.opening {
            let is_repeated = opening.rules == rules && opening.start == *start;
            return if is_repeated { Ok(Vec::new()) } else { Err(Refusal::AlreadyStarted) };
        }
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::GameFinished { outcome });
        }
        if rules.variant() != start.variant() {
            return Err(Refusal::WrongVariant);
        }
        let mut events = vec![Event::Started { rules, start: *start, at }];
        events.extend(finished_by_position(start, at));
        Ok(events)
    }

    fn decide_play(&self, claim: Claim<'_>) -> Result<Vec<Event>, Refusal> {
        let Claim { input, ply, mv, at } = claim;
        let expected = self.next_ply();
        if ply == 0 {
            return Err(Refusal::PlyZero);
        }
        if ply < expected {
            return self.decide_told_again(claim);
        }
        self.running()?;
        if ply == expected {
            return self.decide_move(claim);
        }
        if ply - expected > PLIES_AHEAD_MAX {
            return Err(Refusal::PlyTooFarAhead { expected, got: ply });
        }
        if self.held.len() >= HELD_MAX {
            let limit = u32::try_from(HELD_MAX).unwrap_or(u32::MAX);
            return Err(Refusal::HeldFull { expected, limit });
        }
        Ok(vec![Event::InputHeld { input: input.clone(), ply, mv: mv.clone(), at }])
    }

    /// A ply that is played: the same move confirms it, another one is worth one alarm.
    fn decide_told_again(&self, claim: Claim<'_>) -> Result<Vec<Event>, Refusal> {
        let Claim { input, ply, mv, .. } = claim;
        let index = ply as usize - 1;
        let (Some(played), Some(before)) = (self.plies.get(index), self.positions.get(index))
        else {
            return Err(Refusal::NotStarted);
        };
        let is_same = mv.from == played.mv.from()
            && mv.to == played.mv.to()
            && before.moves_matching(mv.from, mv.to, &mv.via).contains(&played.mv);
        if is_same {
            return Ok(vec![Event::MoveConfirmed { ply, input: input.clone() }]);
        }
        let has_alarm = self.conflicts.iter().any(|conflict| conflict.ply == ply);
        if has_alarm || played.input.device == input.device {
            let (played, claimed) = (played.mv, mv.clone());
            return Err(Refusal::PlyAlreadyPlayed { ply, played, claimed });
        }
        Ok(vec![Event::ConflictRaised {
            ply,
            played: played.mv,
            claimed: mv.clone(),
            input: input.clone(),
        }])
    }

    fn decide_move(&self, claim: Claim<'_>) -> Result<Vec<Event>, Refusal> {
        let mut events = self.decide_single_move(claim)?;
        if !self.held.is_empty() {
            self.decide_held(&mut events);
        }
        Ok(events)
    }

    /// Decides the waiting inputs again, as far as the events of this decision allow it.
    fn decide_held(&self, events: &mut Vec<Event>) {
        let mut game = self.clone();
        for event in events.iter() {
            game.apply(event);
        }
        loop {
            let next = game.next_ply();
            let is_over = game.outcome().is_some();
            let due = |held: &&super::HeldInput| is_over || held.ply <= next;
            // The earliest ply first; of one ply, who came first.
            let Some(held) = game.held.iter().filter(due).min_by_key(|held| held.ply).cloned()
            else {
                return;
            };
            let super::HeldInput { input, ply, mv, at } = held;
            // A held input is one that the game has seen, so it does not come through the door.
            let claim = Claim { input: &input, ply, mv: &mv, at };
            let decision = if ply < next {
                game.decide_told_again(claim)
            } else {
                game.running().and_then(|()| game.decide_single_move(claim))
            };
            let answers = match decision {
                Ok(answers) => answers,
                Err(refusal) => vec![Event::InputRefused { input: input.clone(), refusal }],
            };
            for event in &answers {
                game.apply(event);
            }
            events.extend(answers);
        }
    }

    fn decide_single_move(&self, claim: Claim<'_>) -> Result<Vec<Event>, Refusal> {
        let position = self.position();
        let mv = judge(&position, claim.mv)?;
        let after = position.play_unchecked(&mv);
        let (input, at) = (claim.input.clone(), claim.at);
        let mut events = vec![Event::MovePlayed { ply: claim.ply, mv, input, at }];
        events.extend(finished_by_position(&after, at));
        Ok(events)
    }

    fn decide_draw(
        &self,
        input: &InputId,
        by: Color,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        self.running()?;
        match self.draw_offer {
            Some(offer) if offer == by => Err(Refusal::DrawAlreadyOffered { by }),
            Some(_) => {
                let outcome = Outcome::new(crate::Score::Draw, Reason::Agreement);
                Ok(self.finish(outcome, Some(input), at))
            }
            None => Ok(vec![Event::DrawOffered { by, input: input.clone() }]),
        }
    }

    fn decide_ruling(
        &self,
        input: &InputId,
        outcome: Outcome,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        match self.outcome() {
            None => Ok(self.finish(outcome, Some(input), at)),
            Some(present) if present == outcome => Err(Refusal::SameResult { outcome }),
            Some(_) => Ok(vec![Event::ResultCorrected { outcome, input: Some(input.clone()), at }]),
        }
    }

    /// Ends the game; inputs that still wait for a ply get their answer now.
    fn finish(&self, outcome: Outcome, input: Option<&InputId>, at: Timestamp) -> Vec<Event> {
        let mut events = vec![Event::Finished { outcome, input: input.cloned(), at }];
        events.extend(self.held.iter().map(|held| Event::InputRefused {
            input: held.input.clone(),
            refusal: Refusal::GameFinished { outcome },
        }));
        events
    }
}

/// Finds the one legal move that a claim means.
fn judge(position: &Position, claimed: &MoveText) -> Result<Move, Refusal> {
    let mut matching = position.moves_matching(claimed.from, claimed.to, &claimed.via);
    match (matching.pop(), matching.is_empty()) {
        (Some(mv), true) => Ok(mv),
        (None, _) => Err(Refusal::IllegalMove(position.explain_illegal(claimed))),
        (Some(mv), false) => {
            matching.push(mv);
            Err(Refusal::AmbiguousMove { played: claimed.clone(), candidates: matching })
        }
    }
}

/// The game is lost for the side to move when it has no piece or no legal move (art. 20).
fn finished_by_position(position: &Position, at: Timestamp) -> Option<Event> {
    let reason = if position.board().side(position.turn()).is_empty() {
        Reason::NoPieces
    } else if !position.has_legal_move() {
        Reason::NoLegalMove
    } else {
        return None;
    };
    let outcome = Outcome::win(position.turn().other(), reason);
    Some(Event::Finished { outcome, input: None, at })
}
