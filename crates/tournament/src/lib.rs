//! Entries, pairings, results and standings of a draughts tournament.
//!
#![doc = include_str!("../README.md")]
// Tests may overflow or index out of range: that fails them, as it should.
#![cfg_attr(
    not(test),
    warn(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::indexing_slicing)
)]

pub mod crosstable;
mod game_result;
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
pub mod swiss;
mod tournament;
pub mod trf;

pub use game_result::{
    GameEnd, GameMessage, GameResult, KeptResult, ResultDecision, ResultSource, counting_result,
};
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
    PairingWarning, Progress, Refusal, RefusalCategory, ResolvedTie, Settings, Tournament,
};
