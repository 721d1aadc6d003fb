//! A game as it is played at a table: its inputs and how they are merged, irregular moves, the arbiter's
//! rulings, and what its record asks of the clock.
//!
#![doc = include_str!("../README.md")]

mod device;
mod game;
pub mod table;

pub use device::{DeviceId, DeviceIdError, InputId};
pub use draughts::Refusal;
pub use game::{
    ClockRuling, Conflict, Game, GameCommand, GameEvent, HELD_MAX, HOLD_MS, HeldInput, Line, Noted,
    PAPER_MAX, PLIES_AHEAD_MAX, PlayedPly, RECORD_BYTES_MAX, REFUSED_MAX, RefusedInput,
};
