//! Entries, pairings, results and standings of a draughts tournament.
//!
//! [`Tournament`] is a state machine without IO: [`Tournament::decide`] turns a [`Command`] into
//! [`Event`]s or a [`Refusal`], [`Tournament::apply`] folds them. [`standings()`] reads a table from
//! it at any moment, also in mid-round. [`schedule`] gives the tables that are played by, [`plan`]
//! what is fixed before play: groups by lot, line-ups, matches and finals. [`ranking`] makes the
//! tables of every regulation, [`season`] what they give to the next year. A tournament knows
//! players and results; it knows no moves, no clocks and no time of day.
// Tests may overflow and miss an index: that fails them, as it should.
#![cfg_attr(
    not(test),
    warn(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::indexing_slicing)
)]

mod number;
mod opposition;
mod pairing;
pub mod plan;
mod player;
pub mod ranking;
pub mod regulation;
mod round;
mod scoring;
pub mod season;
mod standings;
pub mod swiss;
mod tournament;

pub use number::NumberError;
pub use pairing::{
    Lot, PairingSystem, RoundPairings, Schedule, ScheduleError, UnknownSchedule, schedule,
};
pub use player::{Entry, EntryError, Player, PlayerId};
pub use round::{PairedGame, Pairing, Round, RoundNumber, RoundState, TableNumber};
pub use scoring::Scoring;
pub use standings::{StandingsRow, standings};
pub use tournament::{Command, Event, PlayingTime, Refusal, Settings, Tournament};

#[cfg(test)]
mod tests;
