//! The rules of 10x10 draughts, International and Frisian.
//!
//! A [`Position`] knows its legal moves, a [`Game`] merges what several devices say into one
//! history. Everything here is a value or a pure function: time and identities are arguments.

mod bitboard;
mod board;
mod color;
mod device;
pub mod fen;
mod game;
mod judge;
mod movegen;
mod moves;
mod notation;
mod notations;
mod outcome;
pub mod pdn;
mod perft;
mod position;
mod rays;
mod role;
mod rule_set;
mod square;
mod timestamp;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardError};
pub use color::Color;
pub use device::{DeviceId, DeviceIdError, InputId};
pub use game::{
    Command, Conflict, Event, Game, HELD_MAX, HeldInput, IllegalMove, PLIES_AHEAD_MAX, PlayedPly,
    Refusal,
};
pub use judge::{Breach, Obligation};
pub use moves::{Move, MoveList, MoveText};
pub use notation::ParseMoveError;
pub use outcome::{Outcome, OutcomeError, Reason, Score};
pub use perft::{perft, perft_without_art17};
pub use position::{KingRun, PIECES_MAX, PlayError, Position, PositionError, Setup};
pub use role::{Piece, Role};
pub use rule_set::{RuleSet, RuleSetError, Variant, VariantError};
pub use square::{Square, SquareError};
pub use timestamp::Timestamp;
