//! The clock of a game, as its subject of the log tells it: the clock itself, and which of the things that
//! it was told beside moves it has answered.

use game_clock::{Clock, Event, Refusal};

use crate::InputId;

/// A fact of a game's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClockEvent {
    /// Something happened to the clock.
    Clock(Event),
    /// Something that the clock was told beside moves was carried out, or refused.
    Answered(ClockAnswer),
}

/// The answer of a clock to something that it was told beside moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockAnswer {
    /// The number of the [`ClockRuling`](crate::ClockRuling) that it answers.
    pub number: u32,
    /// The input that told it; `None` when it follows from a flag that fell.
    pub input: Option<InputId>,
    /// Why the clock does not follow it.
    pub refusal: Option<Refusal>,
}

/// The clock of a game; `GameClock::default()` has not started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    /// The clock.
    pub clock: Clock,
    /// The number of the last ruling that it has answered; 0 before the first.
    pub answered: u32,
}

impl GameClock {
    /// Takes note of a fact.
    pub fn apply(&mut self, event: &ClockEvent) {
        match event {
            ClockEvent::Clock(event) => self.clock.apply(event),
            ClockEvent::Answered(answer) => self.answered = answer.number,
        }
    }
}
