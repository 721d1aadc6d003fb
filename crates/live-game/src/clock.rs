//! The clock of a game as its subject of the log records it: the clock itself, and the number of
//! the last ruling that it has answered.

use std::collections::BTreeMap;

use game_clock::{Clock, Event, Refusal};

use crate::{ClockRuling, InputId};

/// An event of a game's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockEvent {
    /// An event of the clock itself.
    Clock(Event),
    /// A command other than a move was carried out or refused.
    Answered(ClockAnswer),
    /// The clock of a game with terms begins: from now on the log holds the times of its moves.
    TimesKept,
}

/// The answer of a clock to a command other than a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockAnswer {
    /// The number of the [`ClockRuling`] that it answers.
    pub number: u32,
    /// The input that the command comes from; `None` if it follows from a flag that fell.
    pub input: Option<InputId>,
    /// The reason for which the clock refused the command; `None` if it was carried out.
    pub refusal: Option<Refusal>,
}

/// The clock of a game; `GameClock::default()` has not started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// The clock. That of a game from before there were terms goes by the rule of its time.
    pub clock: Clock,
    /// The number of the last ruling that it has answered; 0 before the first.
    pub answered: u32,
    /// The inputs of the rulings that it has answered, by their numbers.
    pub answers: BTreeMap<u32, Option<InputId>>,
    /// True if the log holds the times of the moves; not for games that began before there were
    /// terms.
    pub keeps_times: bool,
}

impl Default for GameClock {
    fn default() -> Self {
        Self {
            clock: Clock::of_older_log(),
            answered: 0,
            answers: BTreeMap::new(),
            keeps_times: false,
        }
    }
}

impl GameClock {
    /// Returns true if it has answered another ruling with this one's number.
    #[must_use]
    pub fn contradicts(&self, ruling: &ClockRuling) -> bool {
        self.answers.get(&ruling.number).is_some_and(|input| *input != ruling.input)
    }

    /// Forgets that it has answered the rulings from the number `first` on.
    pub fn forget_answers(&mut self, first: u32) {
        self.answers.retain(|number, _input| *number < first);
        self.answered = self.answered.min(first.saturating_sub(1));
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &ClockEvent) {
        match event {
            ClockEvent::Clock(event) => self.clock.apply(event),
            ClockEvent::Answered(answer) => {
                // The log may have lost rulings that were answered, and have given their numbers to
                // others.
                self.forget_answers(answer.number);
                self.answers.insert(answer.number, answer.input.clone());
                self.answered = answer.number;
            }
            ClockEvent::TimesKept => {
                self.keeps_times = true;
                // It comes before the clock starts.
                if !self.clock.is_started() {
                    self.clock = Clock::default();
                }
            }
        }
    }
}
