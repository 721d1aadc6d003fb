//! The content of one message of the event log.

use ::access::Event as AccessEvent;
use ::tournament::Event;
use live_game::{ClockEvent, GameEvent, table::SeatEvent};

use super::{StoredGame, StoredInput};
use crate::v1;

/// The record of one decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// INPUT, of a game: one input, before it is judged.
    Input(Box<StoredInput>),
    /// INPUT, of the tables of a tournament: a change of its devices.
    Tables(SeatEvent),
    /// GAME: events of a game.
    Game(Box<GameRecord>),
    /// CLOCK: events of a clock.
    Clock(Box<ClockRecord>),
    /// TOURNAMENT: events of a tournament.
    Tournament(Vec<Event>),
    /// ACCESS: changes of what people and devices may do.
    Access(Vec<AccessEvent>),
}

/// The events of one decision about a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The events, in order.
    pub events: Vec<GameEvent>,
    /// The game after the events.
    pub state: StoredGame,
}

/// The events of one decision about a clock.
#[derive(Clone, Debug, PartialEq)]
pub struct ClockRecord {
    /// The events, in order.
    pub events: Vec<ClockEvent>,
    /// The clock after the events; `None` before it was started.
    pub state: Option<v1::ClockState>,
}
