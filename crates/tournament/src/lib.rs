//! Entries, pairings, results and standings of a draughts tournament.
//!
//! [`Tournament`] is a state machine without IO: [`Tournament::decide`] turns a [`Command`] into
//! [`Event`]s or a [`Refusal`], [`Tournament::apply`] folds them. [`Tournament::tables`] reads the
//! tables from it at any moment, also in mid-round. A [`regulation`] says what it is played by.
//! [`schedule`] gives the tables that are played by, [`swiss`] the Swiss system, [`plan`] what is
//! fixed before play (groups by lot, line-ups, matches, finals), [`ranking`] who is above whom and
//! why, [`season`] what one year gives to the next. A tournament knows players and results; it
//! knows no moves, no clocks and no time of day.
// Tests may overflow and miss an index: that fails them, as it should.
#![cfg_attr(
    not(test),
    warn(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::indexing_slicing)
)]

pub mod crosstable;
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
mod settled;
pub mod swiss;
mod tournament;
pub mod trf;

pub use number::NumberError;
pub use pairing::{Lot, RoundPairings, Schedule, ScheduleError, UnknownSchedule, schedule};
pub use player::{Entry, EntryError, Player, PlayerId};
pub use round::{
    Absent, GroupNumber, MatchBoard, PairedGame, PairedMatch, PairedRound, Pairing, PairingMethod,
    Round, RoundKind, RoundNumber, RoundState, SwissReasons, TableNumber,
};
pub use scoring::Scoring;
pub use tournament::{
    Author, AuthorError, Command, Estimates, Event, FinalColor, FinalState, GroupTable,
    PairingWarning, PlayingTime, Refusal, ResolvedTie, Settings, TieDecision, Tournament,
};

#[cfg(test)]
mod tests;
