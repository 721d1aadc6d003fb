//! What facts make of a game.

use super::{Conflict, Ended, Game, HeldInput, Noted, Opening, PlayedPly, Ruling};
use crate::{Breach, Counts, Event, InputId, Move, Position, Timestamp};

impl Game {
    /// Takes note of a fact; it cannot fail, since a fact has been decided.
    ///
    /// # Examples
    ///
    /// ```
    /// use draughts::{Color, Event, Game, Outcome, Position, Reason, RuleSet, Timestamp, Variant};
    ///
    /// let at = Timestamp::from_millis(0);
    /// let start = Position::start(Variant::International);
    /// let won = Outcome::win(Color::White, Reason::FlagFall);
    /// let log = [
    ///     Event::Started { rules: RuleSet::International, start, at },
    ///     Event::Finished { outcome: won, input: None, at },
    /// ];
    /// // A game is the fold of its events.
    /// let mut game = Game::default();
    /// log.iter().for_each(|event| game.apply(event));
    /// assert_eq!(game.outcome(), Some(won));
    /// ```
    pub fn apply(&mut self, event: &Event) {
        for input in event.inputs() {
            if !self.has_seen(input) {
                self.seen.entry(input.device.clone()).or_default().insert(input.sequence);
            }
            self.held.retain(|held| held.input != *input);
        }
        match event {
            Event::Started { rules, start, at } => {
                self.opening = Some(Opening { rules: *rules, start: *start, at: *at });
                self.take_back(1);
                self.positions = vec![*start];
                self.counts = Some(Counts::new(*rules, start));
            }
            Event::MovePlayed { ply, mv, input, at } => {
                if self.retractions.is_corrected_by(*ply, input) {
                    self.settled.insert(*ply);
                }
                let before = self.position();
                let after = before.play_unchecked(mv);
                self.apply_ply(&before, Told { mv, breach: None, input, at: *at }, after);
            }
            Event::IrregularityStands { ply, mv, breach, after, input, ruling, at } => {
                if let Some(noted) = self.noted.take_if(|noted| noted.input == *input) {
                    self.irregular_claims.insert(*ply, noted.irregularity.played);
                }
                if let Some(ruling) = ruling {
                    self.retractions.is_corrected_by(*ply, ruling);
                    self.settled.insert(*ply);
                }
                let told = Told { mv, breach: Some(*breach), input, at: *at };
                self.apply_ply(&self.position(), told, *after);
            }
            Event::InputHeld { input, ply, mv, at } => {
                let (input, mv) = (input.clone(), mv.clone());
                self.held.push(HeldInput { input, ply: *ply, mv, at: *at });
            }
            Event::ConflictRaised { ply, played, claimed, input } => {
                let (claimed, input) = (claimed.clone(), input.clone());
                self.conflicts.push(Conflict { ply: *ply, played: *played, claimed, input });
            }
            Event::ConflictResolved { ply, .. } => {
                self.conflicts.retain(|conflict| conflict.ply != *ply);
                self.settled.insert(*ply);
            }
            Event::IrregularityNoted { ply, irregularity, input, at } => {
                let (irregularity, input) = (irregularity.as_ref().clone(), input.clone());
                self.noted = Some(Noted { ply: *ply, irregularity, input, at: *at });
            }
            Event::MovesRetracted { from_ply, input, at } => {
                self.take_back(*from_ply);
                self.retractions.insert(*from_ply, input.clone(), *at);
            }
            Event::PositionSet { position, input, at } => {
                self.apply_position(position, Ruling { input: input.clone(), at: *at });
            }
            Event::WentOnPaper { .. } => {
                self.is_on_paper = true;
                self.noted = None;
            }
            Event::RecordCompleted { .. } => self.is_on_paper = false,
            Event::Resumed { at, .. } => {
                self.ended = None;
                self.resumed_at = Some(*at);
            }
            Event::DrawOffered { by, .. } => self.draw_offer = Some(*by),
            Event::Finished { outcome, input, at } => {
                let is_by_rule = input.is_none() && outcome.reason.follows_from_board();
                self.ended =
                    Some(Ended { outcome: *outcome, at: *at, plies: self.plies.len(), is_by_rule });
                self.draw_offer = None;
            }
            Event::ResultCorrected { outcome, at, .. } => {
                let (plies, is_by_rule) = (self.plies.len(), false);
                self.ended = Some(Ended { outcome: *outcome, at: *at, plies, is_by_rule });
                self.draw_offer = None;
            }
            Event::MoveConfirmed { .. } | Event::InputRefused { .. } => {}
        }
    }

    fn apply_ply(&mut self, before: &Position, told: Told<'_>, after: Position) {
        let Told { mv, breach, input, at } = told;
        if self.draw_offer == Some(before.turn().other()) {
            self.draw_offer = None;
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
        self.noted = None;
        self.draw_offer = None;
    }

    /// Drops the plies from `from_ply` on and all that hangs on them.
    fn take_back(&mut self, from_ply: u32) {
        let kept = from_ply.saturating_sub(1) as usize;
        self.plies.truncate(kept);
        self.positions.truncate(kept + 1);
        self.set_up.retain(|&plies, _| plies <= kept);
        self.conflicts.retain(|conflict| conflict.ply < from_ply);
        self.settled.retain(|&ply| ply < from_ply);
        self.irregular_claims.retain(|&ply, _| ply < from_ply);
        self.noted = None;
        self.draw_offer = None;
        self.count_again();
    }

    /// Folds the counts along the plies that are left.
    fn count_again(&mut self) {
        let Some(opening) = self.opening else { return };
        let mut counts = Counts::new(opening.rules, &opening.start);
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

/// A ply as it comes to stand.
#[derive(Clone, Copy)]
struct Told<'a> {
    mv: &'a Move,
    breach: Option<Breach>,
    input: &'a InputId,
    at: Timestamp,
}
