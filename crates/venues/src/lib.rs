//! Venues as their hub sees them, and the stores that a hub takes from them.
//!
#![doc = include_str!("../README.md")]

mod beat;
mod command;
mod event;
mod generation;
mod health;
mod record;
mod refusal;
mod sourcing;
#[cfg(test)]
mod tests;
mod venue;

pub use beat::{Beat, Trouble};
pub use command::Command;
pub use event::Event;
pub use generation::{Generation, GenerationError};
pub use health::Health;
pub use record::Record;
pub use refusal::Refusal;
pub use sourcing::{Head, first_to_hand_over};
pub use venue::Venue;
