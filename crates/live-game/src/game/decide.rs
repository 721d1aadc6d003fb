//! Decides on a command in a given state of the game.

mod clock;
mod correct;
mod ends;
mod held;
mod paper;
mod play;
mod rulings;

use draughts::{Color, MoveText, Outcome, Position, Reason, RuleSet, Score, Timestamp};
use game_clock::{Terms, TimeControl};

use super::{
    Game, answers,
    size::{bytes_max, event_bytes, grows_by},
};
use crate::{GameCommand, GameEvent, InputId, Refusal};

impl Game {
    /// Answers a command with the events that follow from it, all of one decision.
    ///
    /// A repeated input, a repeated identical start and a flag that falls after the end give no
    /// event. An input that waits for missing plies is decided again, in the same decision, when
    /// they arrive. Earlier answers that change, as when a move is taken back, are given again in
    /// the same decision. A refused input gives [`GameEvent::InputRefused`], for its device and the
    /// arbiter. So does an input that would make the record larger than
    /// [`RECORD_BYTES_MAX`](crate::RECORD_BYTES_MAX).
    ///
    /// Every decision fits into an envelope of [`ENVELOPE_BYTES_MAX`](crate::ENVELOPE_BYTES_MAX):
    /// explanations list a bounded number of moves, and answers to other inputs that do not fit are
    /// given by the next [`GameCommand::TimeCheck`], for which [`Game::deadline`] is then due at
    /// once.
    ///
    /// # Errors
    ///
    /// [`Refusal`] of a command that no device sent, such as a flag that falls before the game has
    /// begun: no device waits for an answer, so nothing is recorded.
    ///
    /// # Examples
    ///
    /// ```
    /// use draughts::{RuleSet, Timestamp};
    /// use live_game::{DeviceId, Game, GameCommand, GameEvent, InputId};
    ///
    /// let at = Timestamp::from_millis(0);
    /// let mut game = Game::default();
    /// for event in game.decide(&GameCommand::start(RuleSet::Frisian, at))? {
    ///     game.apply(&event);
    /// }
    ///
    /// let input = InputId { device: DeviceId::new("tablet-white")?, sequence: 1 };
    /// let play = GameCommand::Play { input, ply: 1, mv: "32-28".parse()?, at };
    /// let events = game.decide(&play)?;
    /// assert!(matches!(events[..], [GameEvent::MovePlayed { ply: 1, .. }]));
    /// // Nothing has changed yet: that is what `apply` is for.
    /// assert_eq!(game.next_ply(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(&self, command: &GameCommand) -> Result<Vec<GameEvent>, Refusal> {
        let mut events = match (self.answer_to(command), command.input()) {
            (Ok(events), _) => events,
            (Err(refusal), Some(input)) => {
                vec![GameEvent::InputRefused { input: input.clone(), refusal }]
            }
            (Err(refusal), None) => return Err(refusal),
        };
        events.iter_mut().for_each(GameEvent::shorten);
        let changed = answers::changed(self, &events);
        if !changed.is_empty() {
            let mut decision = Decision::of(self, events);
            decision.push_what_fits(changed);
            events = decision.events;
        }
        if command.input().is_some()
            && self.is_record_full(&events)
            && let Some(refused) = Self::decide_too_large(command)
        {
            return Ok(refused);
        }
        Ok(events)
    }

    /// Decides on a command whose decision is too large to store: its input is refused
    /// ([`Refusal::RecordFull`]), which is the shortest decision. Returns `None` for a command
    /// without an input, whose decision cannot be shorter.
    #[must_use]
    pub fn decide_too_large(command: &GameCommand) -> Option<Vec<GameEvent>> {
        let input = command.input()?.clone();
        Some(vec![GameEvent::InputRefused { input, refusal: Refusal::RecordFull }])
    }

    /// Answers a command without repeating the earlier answers that it changes.
    pub(super) fn answer_to(&self, command: &GameCommand) -> Result<Vec<GameEvent>, Refusal> {
        if command.input().is_some_and(|input| self.has_judged(input)) {
            return Ok(Vec::new());
        }
        match command {
            GameCommand::Start { rules, start, control, black_starts, terms, at } => {
                let started = self.decide_start(*rules, start, *terms, *at)?;
                Ok(opening(*control, *black_starts, started))
            }
            GameCommand::Play { input, ply, mv, at } => {
                self.decide_play(Claim { input, ply: *ply, mv, at: *at })
            }
            GameCommand::Resign { input, color, at } => self.decide_resignation(input, *color, *at),
            GameCommand::AgreeDraw { input, by, at } => self.decide_draw(input, *by, *at),
            GameCommand::ConfirmResult { input, color, outcome, agrees, at } => {
                self.decide_confirmation(input, (*color, *agrees), *outcome, *at)
            }
            GameCommand::Rule { input, outcome, by_hand, at } => {
                self.decide_result(input, *outcome, by_hand, *at)
            }
            GameCommand::ForwardToClock { input, command } => {
                self.decide_clock_ruling(input, command)
            }
            GameCommand::RefuseUnreadable { .. } => Err(Refusal::Unreadable),
            GameCommand::FlagFell { .. } | GameCommand::DidNotCome { .. }
                if self.is_started() && self.lacks_moves_for(command) =>
            {
                Ok(Vec::new())
            }
            GameCommand::FlagFell { color, required, moves: _, at } => {
                self.decide_flag(*color, *required, *at)
            }
            GameCommand::DidNotCome { color, moves: _, at } => {
                let won = |color: Color| Outcome::win(color.other(), Reason::NoShow);
                let both = Outcome::new(Score::BothLose, Reason::NoShow);
                self.decide_time(color.map_or(both, won), *at)
            }
            GameCommand::Retract { input, from_ply, at } => {
                self.decide_retract(input, *from_ply, *at)
            }
            GameCommand::LetStand { input, taken, at: _ } => self.decide_let_stand(input, *taken),
            GameCommand::Correct { input, ply, mv, at } => {
                self.decide_correct(Claim { input, ply: *ply, mv, at: *at })
            }
            GameCommand::SetPosition { input, position, at } => {
                self.decide_position(input, position, *at)
            }
            GameCommand::Resume { input, by_hand, at } => self.decide_resume(input, by_hand, *at),
            GameCommand::GoOnPaper { input, at } => self.decide_on_paper(input, *at),
            GameCommand::Complete { input, from_ply, moves, at } => {
                self.decide_record(input, *from_ply, moves, *at)
            }
            GameCommand::TimeCheck { at } => Ok(self.decide_time_check(*at)),
        }
    }

    fn decide_start(
        &self,
        rules: RuleSet,
        start: &Position,
        terms: Option<Terms>,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
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
        let mut decision = Decision::new(self);
        decision.extend(terms.map(GameEvent::TermsSet));
        decision.push(GameEvent::Started { rules, start: *start, at });
        decision.finish_by_rule(at);
        Ok(decision.events)
    }

    /// Errors unless the game is running.
    fn running(&self) -> Result<(), Refusal> {
        match self.outcome() {
            Some(outcome) => Err(Refusal::GameFinished { outcome }),
            None if self.is_started() => Ok(()),
            None => Err(Refusal::NotStarted),
        }
    }
}

/// Returns the events of a start: the time control first, so that it is known when the game begins.
fn opening(
    control: Option<TimeControl>,
    black_starts: bool,
    started: Vec<GameEvent>,
) -> Vec<GameEvent> {
    if started.is_empty() {
        return started;
    }
    let control = control.map(GameEvent::ControlSet);
    let black_starts = black_starts.then_some(GameEvent::BlackStarts);
    control.into_iter().chain(black_starts).chain(started).collect()
}

/// A claim that a move was played.
#[derive(Clone, Copy)]
struct Claim<'a> {
    input: &'a InputId,
    ply: u32,
    mv: &'a MoveText,
    at: Timestamp,
}

/// The events of one decision, and the game after them.
struct Decision {
    game: Game,
    events: Vec<GameEvent>,
    /// An upper bound of the bytes of the events in the log.
    bytes: usize,
}

impl Decision {
    fn new(game: &Game) -> Self {
        Self { game: game.clone(), events: Vec::new(), bytes: 0 }
    }

    /// Goes on with a decision that has these events.
    fn of(game: &Game, events: Vec<GameEvent>) -> Self {
        let mut decision = Self::new(game);
        decision.extend(events);
        decision
    }

    fn push(&mut self, mut event: GameEvent) {
        event.shorten();
        self.game.apply(&event);
        self.bytes += event_bytes(&event);
        self.events.push(event);
    }

    fn extend(&mut self, events: impl IntoIterator<Item = GameEvent>) {
        events.into_iter().for_each(|event| self.push(event));
    }

    /// Returns true if the decision still fits into an envelope with these events added.
    fn has_room_for(&self, events: &[GameEvent]) -> bool {
        let added: usize = events.iter().map(|event| event_bytes(event) + grows_by(event)).sum();
        let limit = bytes_max(self.events.iter().chain(events));
        self.game.record_bytes_max(&[]) + self.bytes + added <= limit
    }

    /// Adds answers as long as they fit. The others are given later, by [`GameCommand::TimeCheck`].
    fn push_what_fits(&mut self, answers: Vec<GameEvent>) {
        for mut answer in answers {
            answer.shorten();
            if !self.has_room_for(std::slice::from_ref(&answer)) {
                return;
            }
            self.push(answer);
        }
    }

    /// Ends a running game if the rules do.
    fn finish_by_rule(&mut self, at: Timestamp) {
        if self.game.ended.is_none()
            && let Some(outcome) = self.game.outcome_by_rule()
        {
            self.push(GameEvent::Finished { outcome, input: None, by_hand: None, at });
        }
    }

    /// Answers every waiting input that can be answered now, as long as the answers fit.
    fn answer_held(mut self) -> Vec<GameEvent> {
        while let Some((_input, mut answer)) = self.game.next_answer() {
            answer.iter_mut().for_each(GameEvent::shorten);
            if !self.has_room_for(&answer) {
                break;
            }
            self.extend(answer);
        }
        self.events
    }
}
