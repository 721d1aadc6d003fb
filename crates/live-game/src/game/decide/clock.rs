//! Clock commands other than moves, and flags that fall.

use draughts::{Color, Outcome, Reason, RuleSet, Timestamp};

use game_clock::{Moves, StartMode};

use super::super::{ClockRuling, FlagWaiver, Game, GameEvent};
use crate::{GameCommand, InputId, Refusal};

/// The largest number of rulings on the clock of one game. A display of a physical clock is no
/// ruling; the limit on inputs applies to it.
const RULINGS_MAX: usize = 200;

impl Game {
    /// Forwards a command to the clock, once. Nothing is forwarded in a game that has no clock, or
    /// that is over: the arbiter has to let the game go on first.
    pub(super) fn decide_clock_ruling(
        &self,
        input: &InputId,
        command: &game_clock::Command,
    ) -> Result<Vec<GameEvent>, Refusal> {
        self.running()?;
        if self.terms.is_some_and(|terms| terms.start == StartMode::Untimed) {
            return Err(Refusal::NoClock);
        }
        if !command.is_display() && self.count_rulings() >= RULINGS_MAX {
            return Err(Refusal::RecordFull);
        }
        let has_no_reason = matches!(command, game_clock::Command::Pause { reason: None, .. });
        if has_no_reason && self.lets_clocks_run() {
            return Err(Refusal::PauseNeedsReason);
        }
        Ok(vec![self.next_ruling(Some(input.clone()), command.clone())])
    }

    /// Ends the game by a flag that fell, unless the record shows all moves of the stage: then play
    /// goes on in the next stage (2006 art. 4).
    ///
    /// A clock presses every move that it knows of before it lets a flag fall. A move that was
    /// stored only after that can still be in the record: if the clocks of two hosts differ by more
    /// than the grace, or the desk has just lowered the grace.
    pub(super) fn decide_flag(
        &self,
        color: Color,
        required: Option<u32>,
        at: Timestamp,
    ) -> Result<Vec<GameEvent>, Refusal> {
        // A flag that did not count never does, whatever was told since.
        if self.waived.is_some_and(|waived| at <= waived) {
            return Ok(Vec::new());
        }
        let moves = self.moves_made(color, at);
        if self.outcome().is_some() || required.is_none_or(|required| moves < required) {
            if let Some(why) = self.waiver(color) {
                return Ok(vec![GameEvent::FlagWaived { color, why, at }]);
            }
            return self.decide_time(Outcome::win(color.other(), Reason::FlagFall), at);
        }
        let is_forwarded = self.clock_rulings.iter().any(|ruling| {
            ruling.input.is_none()
                && matches!(&ruling.command, game_clock::Command::PlayOn { at: played_on, .. } if *played_on == at)
        });
        if is_forwarded {
            return Ok(Vec::new());
        }
        let play_on = game_clock::Command::PlayOn { moves: Some(moves), running: None, at };
        Ok(vec![self.next_ruling(None, play_on)])
    }

    /// Returns true if a flag, or a player who did not come, has to wait: the log has lost the
    /// start of the game or moves of which its clock knew, which devices hand in again. Judged
    /// before they do, the flag would be that of another game: one in which nobody has told
    /// anything, or that ends too early.
    ///
    /// It waits no longer once the game is over, or the arbiter has changed its record since: that
    /// is the way on if a device hands nothing in.
    #[must_use]
    pub fn lacks_moves_for(&self, command: &GameCommand) -> bool {
        let (GameCommand::FlagFell { moves, at, .. } | GameCommand::DidNotCome { moves, at, .. }) =
            command
        else {
            return false;
        };
        if self.outcome().is_some() || self.line.is_some_and(|line| line.at >= *at) {
            return false;
        }
        // Players who play on after a flag are deemed to have made moves that the record need not
        // show (2006 art. 4).
        let plays_on =
            |ruling: &ClockRuling| matches!(ruling.command, game_clock::Command::PlayOn { .. });
        let has = |color| self.moves_of(color, |_at| true);
        let lacks =
            |known: Moves| has(Color::White) < known.white || has(Color::Black) < known.black;
        let is_counted = !self.clock_rulings.iter().any(plays_on);
        !self.is_started() || (is_counted && moves.is_some_and(lacks))
    }

    /// Returns true if the clocks are not to be stopped before the end of the game, once they run
    /// (2006 art. 2).
    fn lets_clocks_run(&self) -> bool {
        let is_2006 = matches!(
            self.rules(),
            Some(RuleSet::International2006 | RuleSet::International2006Open)
        );
        self.terms.is_some() && is_2006
    }

    /// Returns the reason for which a fallen flag does not end a running game; `None` if it does.
    fn waiver(&self, color: Color) -> Option<FlagWaiver> {
        let terms = self.terms.filter(|_terms| self.is_started() && self.outcome().is_none())?;
        if terms.start == StartMode::Notation {
            return Some(FlagWaiver::Estimated);
        }
        (!self.has_news_of(color)).then_some(FlagWaiver::NothingTold)
    }

    /// Returns true if the table has told anything, or the desk that the side is absent.
    fn has_news_of(&self, color: Color) -> bool {
        let is_news = |ruling: &ClockRuling| match ruling.command {
            game_clock::Command::Begin { .. } | game_clock::Command::Follow { .. } => true,
            game_clock::Command::MarkAbsent { color: absent, .. } => absent == color,
            game_clock::Command::Open { .. }
            | game_clock::Command::Start { .. }
            | game_clock::Command::MarkPresent { .. }
            | game_clock::Command::Press { .. }
            | game_clock::Command::Pause { .. }
            | game_clock::Command::Resume { .. }
            | game_clock::Command::Adjust { .. }
            | game_clock::Command::Correct { .. }
            | game_clock::Command::PlayOn { .. }
            | game_clock::Command::Stop { .. }
            | game_clock::Command::GoOn { .. }
            | game_clock::Command::TimeCheck { .. } => false,
        };
        let has_moves = !self.plies.is_empty() || !self.held.is_empty() || self.noted.is_some();
        has_moves || self.draw_offer.is_some() || self.clock_rulings.iter().any(is_news)
    }

    /// Returns true if this input was forwarded to the clock.
    pub(in crate::game) fn is_forwarded(&self, input: &InputId) -> bool {
        self.clock_rulings.iter().any(|ruling| ruling.input.as_ref() == Some(input))
    }

    fn count_rulings(&self) -> usize {
        self.clock_rulings.iter().filter(|ruling| !ruling.command.is_display()).count()
    }

    fn next_ruling(&self, input: Option<InputId>, command: game_clock::Command) -> GameEvent {
        let number = u32::try_from(self.clock_rulings.len()).unwrap_or(u32::MAX).saturating_add(1);
        GameEvent::ClockRuled(ClockRuling { number, input, command })
    }

    /// Returns the number of a side's moves in the record that were made by a moment.
    fn moves_made(&self, color: Color, by: Timestamp) -> u32 {
        self.moves_of(color, |at| at <= by)
    }

    /// Returns the number of a side's moves in the record whose moment counts.
    fn moves_of(&self, color: Color, counts: impl Fn(Timestamp) -> bool) -> u32 {
        let of_side =
            |index| self.position_after(index).is_some_and(|before| before.turn() == color);
        let plies = self.plies().iter().enumerate();
        let made = plies.filter(|(index, ply)| counts(ply.at) && of_side(*index));
        u32::try_from(made.count()).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use draughts::Position;

    use super::*;
    use crate::DeviceId;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn input(sequence: u64) -> InputId {
        InputId::new(DeviceId::new("desk").unwrap(), sequence)
    }

    fn execute(game: &mut Game, command: &GameCommand) -> Vec<GameEvent> {
        let events = game.decide(command).unwrap();
        events.iter().for_each(|event| game.apply(event));
        events
    }

    /// Returns a game in which White has moved at 1 s and 3 s, and Black at 2 s.
    fn game() -> Game {
        let mut game = Game::default();
        let rules = RuleSet::International2006;
        let start = Position::start(rules.variant());
        let (control, black_starts) = (None, false);
        execute(
            &mut game,
            &GameCommand::Start { rules, start, control, black_starts, terms: None, at: at(0) },
        );
        for (ply, text) in [(1, "32-28"), (2, "19-23"), (3, "28x19")] {
            let (mv, at) = (text.parse().unwrap(), at(i64::from(ply) * 1000));
            execute(&mut game, &GameCommand::Play { input: input(ply.into()), ply, mv, at });
        }
        game
    }

    #[test]
    fn a_ruling_is_forwarded_once_and_not_in_a_game_that_is_over() {
        let mut game = game();
        let command = game_clock::Command::Pause { reason: None, at: at(4000) };
        let pause = |sequence| GameCommand::ForwardToClock {
            input: input(sequence),
            command: command.clone(),
        };
        let ruled = ClockRuling { number: 1, input: Some(input(9)), command: command.clone() };
        assert_eq!(execute(&mut game, &pause(9)), [GameEvent::ClockRuled(ruled)]);
        assert_eq!(execute(&mut game, &pause(9)), []);
        let resign = GameCommand::Resign { input: input(10), color: Color::White, at: at(5000) };
        execute(&mut game, &resign);
        let outcome = game.outcome().unwrap();
        let (input, refusal) = (input(11), Refusal::GameFinished { outcome });
        assert_eq!(execute(&mut game, &pause(11)), [GameEvent::InputRefused { input, refusal }]);
        assert_eq!(execute(&mut game, &pause(11)), []);
    }

    #[test]
    fn rulings_on_the_clock_have_a_limit_and_displays_are_none() {
        let mut game = game();
        let mut forward = |sequence: u64, command: game_clock::Command| {
            execute(&mut game, &GameCommand::ForwardToClock { input: input(sequence), command })
        };
        for sequence in 0..200 {
            let pause = game_clock::Command::Pause { reason: None, at: at(4000) };
            let ruled = forward(100 + sequence, pause);
            assert!(matches!(ruled[..], [GameEvent::ClockRuled(_)]), "{ruled:?}");
        }
        let refused = GameEvent::InputRefused { input: input(300), refusal: Refusal::RecordFull };
        assert_eq!(
            forward(300, game_clock::Command::Pause { reason: None, at: at(4000) }),
            [refused]
        );
        let second = core::time::Duration::from_secs(1);
        let display =
            game_clock::ClockDisplay { white: second, black: second, running: None, flag: None };
        let ruled = forward(301, game_clock::Command::Follow { display, at: at(4000) });
        assert!(matches!(ruled[..], [GameEvent::ClockRuled(_)]), "{ruled:?}");
    }

    #[test]
    fn rule_4_of_2006_the_record_tells_whether_the_moves_of_the_stage_were_made() {
        let mut game = game();
        let flag = |millis, required| GameCommand::FlagFell {
            color: Color::White,
            required,
            moves: None,
            at: at(millis),
        };
        // In sudden death, with too few moves, or with a move made after the flag fell: lost.
        for (millis, required) in [(9000, None), (9000, Some(3)), (2999, Some(2))] {
            let outcome = Outcome::win(Color::Black, Reason::FlagFall);
            let lost = GameEvent::Finished { outcome, input: None, by_hand: None, at: at(millis) };
            assert_eq!(game.decide(&flag(millis, required)), Ok(vec![lost]));
        }
        let command = game_clock::Command::PlayOn { moves: Some(2), running: None, at: at(3000) };
        let ruled = ClockRuling { number: 1, input: None, command };
        assert_eq!(execute(&mut game, &flag(3000, Some(2))), [GameEvent::ClockRuled(ruled)]);
        assert_eq!(execute(&mut game, &flag(3000, Some(2))), []);
    }
}
