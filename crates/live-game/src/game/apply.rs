//! Applies events to a game.

use std::collections::BTreeSet;

use draughts::{Breach, Counts, FmjdEdition, Move, Outcome, Position, RuleSet, Timestamp};

use super::{
    Confirmation, Conflict, Ended, Game, HeldInput, Line, Noted, Opening, PlayedPly, REFUSED_MAX,
    RefusedInput, Ruling,
};
use super::{confirmations::Confirmations, line::Before};
use crate::{GameEvent, InputId, Refusal};

impl Game {
    /// Applies an event. This cannot fail, because an event has already been decided.
    ///
    /// # Examples
    ///
    /// ```
    /// use draughts::{Color, Outcome, Position, Reason, RuleSet, Timestamp, Variant};
    /// use live_game::{Game, GameEvent};
    ///
    /// let at = Timestamp::from_millis(0);
    /// let start = Position::start(Variant::International);
    /// let won = Outcome::win(Color::White, Reason::FlagFall);
    /// let log = [
    ///     GameEvent::Started { rules: RuleSet::International, start, at },
    ///     GameEvent::Finished { outcome: won, input: None, by_hand: None, at },
    /// ];
    /// // A game is the fold of its events.
    /// let mut game = Game::default();
    /// log.iter().for_each(|event| game.apply(event));
    /// assert_eq!(game.outcome(), Some(won));
    /// ```
    pub fn apply(&mut self, event: &GameEvent) {
        let before = Before::of(self, event);
        self.apply_event(event);
        if self.terms.is_some() {
            self.corrections.note(event, self.next_ply().saturating_sub(1));
        }
        self.line = Line::after(self.line, event, self, before);
    }

    fn apply_event(&mut self, event: &GameEvent) {
        for input in event.inputs() {
            if !self.has_seen(input) {
                self.seen.entry(input.device.clone()).or_default().insert(input.sequence);
            }
            self.held.retain(|held| held.input != *input);
            self.owed.remove(input);
        }
        match event {
            GameEvent::Started { rules, start, at } => {
                self.opening = Some(Opening { rules: *rules, start: *start, at: *at });
                self.take_back(1);
                self.positions = vec![*start];
                self.counts = Some(self.new_counts(*rules, start));
            }
            GameEvent::MovePlayed { ply, mv, input, at } => {
                if self.retractions.is_corrected_by(*ply, input) {
                    self.settled.insert(*ply);
                }
                let before = self.position();
                let after = before.play_unchecked(mv);
                self.apply_ply(&before, NewPly { mv, breach: None, input, at: *at }, after);
            }
            GameEvent::IrregularityStands { ply, mv, breach, after, input, ruling, at } => {
                if let Some(noted) = self.noted.take_if(|noted| noted.input == *input) {
                    self.irregular_claims.insert(*ply, noted.irregularity.played);
                }
                if let Some(ruling) = ruling {
                    self.retractions.is_corrected_by(*ply, ruling);
                    self.settled.insert(*ply);
                }
                let ply = NewPly { mv, breach: Some(*breach), input, at: *at };
                self.apply_ply(&self.position(), ply, *after);
            }
            GameEvent::InputHeld { input, ply, mv, at, waits_for: _ } => {
                let (input, mv) = (input.clone(), mv.clone());
                self.held.push(HeldInput { input, ply: *ply, mv, at: *at });
            }
            GameEvent::ConflictRaised { ply, played, claimed, input } => {
                let (claimed, input) = (claimed.clone(), input.clone());
                self.conflicts.push(Conflict { ply: *ply, played: *played, claimed, input });
            }
            GameEvent::ConflictResolved { ply, .. } => {
                self.conflicts.retain(|conflict| conflict.ply != *ply);
                self.settled.insert(*ply);
            }
            GameEvent::IrregularityNoted { ply, irregularity, input, at } => {
                let (irregularity, input) = (irregularity.as_ref().clone(), input.clone());
                self.noted = Some(Noted { ply: *ply, irregularity, input, at: *at });
            }
            GameEvent::MovesRetracted { from_ply, input, at } => {
                self.take_back(*from_ply);
                self.retractions.insert(*from_ply, input.clone(), *at);
            }
            GameEvent::PositionSet { position, input, at } => {
                self.apply_position(position, Ruling { input: input.clone(), at: *at });
            }
            GameEvent::WentOnPaper { .. } => {
                self.is_on_paper = true;
                self.noted = None;
            }
            GameEvent::RecordCompleted { .. } => self.is_on_paper = false,
            GameEvent::Resumed { at, .. } => {
                (self.ended, self.by_hand) = (None, None);
                self.confirmations = Confirmations::default();
                self.resumed_at = Some(*at);
            }
            GameEvent::DrawOffered { by, .. } => self.draw_offer = Some(*by),
            GameEvent::DrawAgreed { .. } => {
                self.draw_offer = None;
                self.draw_agreed_after = Some(self.plies.len());
            }
            GameEvent::ResultConfirmed { color, agrees, at, .. } => {
                let confirmation = Confirmation { agrees: *agrees, at: *at };
                self.confirmations.set(*color, Some(confirmation));
            }
            GameEvent::FlagWaived { at, .. } => self.waived = Some(*at),
            GameEvent::Finished { outcome, input, by_hand, at } => {
                let is_by_rule = input.is_none() && outcome.reason.follows_from_board();
                self.end(*outcome, *at, is_by_rule);
                self.by_hand = by_hand.as_deref().cloned();
            }
            GameEvent::ResultCorrected { outcome, by_hand, at, .. } => {
                self.end(*outcome, *at, false);
                self.by_hand = by_hand.as_deref().cloned();
            }
            GameEvent::InputRefused { input, refusal } => self.keep_refusal(input, refusal),
            GameEvent::ControlSet(control) => self.control = Some(*control),
            GameEvent::BlackStarts => self.black_starts = true,
            GameEvent::TermsSet(terms) => self.terms = Some(*terms),
            GameEvent::ClockRuled(ruling) => self.clock_rulings.push(ruling.clone()),
            GameEvent::MoveConfirmed { .. } | GameEvent::Remarked { .. } => {}
        }
    }

    fn end(&mut self, outcome: Outcome, at: Timestamp, is_by_rule: bool) {
        // Another result is confirmed anew.
        self.confirmations = Confirmations::default();
        self.ended = Some(Ended { outcome, at, plies: self.plies.len(), is_by_rule });
        self.forget_draw();
    }

    /// Forgets an offer of a draw, and an agreement that the arbiter has not decided on.
    fn forget_draw(&mut self) {
        self.draw_offer = None;
        self.draw_agreed_after = None;
    }

    /// Begins to count by the edition that the game is played by.
    fn new_counts(&self, rules: RuleSet, start: &Position) -> Counts {
        let older = FmjdEdition::KingsAlone;
        let edition = self.terms.map_or(older, |terms| terms.draws.edition);
        Counts::by_edition(rules, edition, start)
    }

    /// Keeps a refusal for the arbiter, in place of the oldest one if there are too many.
    fn keep_refusal(&mut self, input: &InputId, refusal: &Refusal) {
        if self.refused.len() == REFUSED_MAX {
            self.refused.pop_front();
        }
        let (input, refusal) = (input.clone(), refusal.clone());
        self.refused.push_back(RefusedInput { input, refusal });
    }

    fn apply_ply(&mut self, before: &Position, ply: NewPly<'_>, after: Position) {
        let NewPly { mv, breach, input, at } = ply;
        // An agreement of both stands until both have moved on.
        let have_both_moved = self.draw_agreed_after.is_some_and(|plies| plies < self.plies.len());
        if self.draw_offer == Some(before.turn().other()) || have_both_moved {
            self.forget_draw();
        }
        if let Some(counts) = &mut self.counts {
            counts.played(before, mv, &after);
        }
        let (notation, input) = (before.notation(mv), input.clone());
        self.plies.push(PlayedPly { mv: *mv, breach, notation, at, input });
        self.positions.push(after);
        self.noted = None;
    }

    fn apply_position(&mut self, position: &Position, ruling: Ruling) {
        if let Some(last) = self.positions.last_mut() {
            *last = *position;
        }
        if let Some(counts) = &mut self.counts {
            counts.position_set(position);
        }
        self.set_up.insert(self.plies.len(), ruling);
        self.settled.remove(&self.next_ply());
        self.noted = None;
        self.forget_draw();
    }

    /// Removes the plies from `from_ply` on and everything that depends on them.
    fn take_back(&mut self, from_ply: u32) {
        let kept = from_ply.saturating_sub(1) as usize;
        self.owe(from_ply, kept);
        self.plies.truncate(kept);
        self.positions.truncate(kept + 1);
        self.set_up.retain(|&plies, _| plies <= kept);
        self.conflicts.retain(|conflict| conflict.ply < from_ply);
        self.settled.retain(|&ply| ply < from_ply);
        self.irregular_claims.retain(|&ply, _| ply < from_ply);
        self.noted = None;
        self.forget_draw();
        self.count_again();
    }

    /// Notes whose moves and claims are taken back, each with its first ply.
    fn owe(&mut self, from_ply: u32, kept: usize) {
        let (standing, gone) = self.plies.split_at(kept.min(self.plies.len()));
        let standing: BTreeSet<&InputId> = standing.iter().map(|played| &played.input).collect();
        let gone = (from_ply..).zip(gone).map(|(ply, played)| (ply, &played.input));
        let claims = self.conflicts.iter().map(|conflict| (conflict.ply, &conflict.input));
        let claims = claims.filter(|(ply, _input)| *ply >= from_ply);
        for (ply, input) in gone.chain(claims) {
            // A record that was handed in is one input for many plies.
            if !standing.contains(input) {
                self.owed.entry(input.clone()).or_insert(ply);
            }
        }
    }

    /// Folds the counts along the plies that are left.
    fn count_again(&mut self) {
        let Some(opening) = self.opening else { return };
        let mut counts = self.new_counts(opening.rules, &opening.start);
        for (index, before) in self.positions.iter().enumerate() {
            if self.set_up.contains_key(&index) {
                counts.position_set(before);
            }
            if let (Some(ply), Some(after)) = (self.plies.get(index), self.positions.get(index + 1))
            {
                counts.played(before, &ply.mv, after);
            }
        }
        self.counts = Some(counts);
    }
}

/// A ply that is added to the record.
#[derive(Clone, Copy)]
struct NewPly<'a> {
    mv: &'a Move,
    breach: Option<Breach>,
    input: &'a InputId,
    at: Timestamp,
}
