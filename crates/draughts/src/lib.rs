//! The rules of 10x10 draughts, International and Frisian.
//!
#![doc = include_str!("../README.md")]

mod bitboard;
mod board;
mod breach;
mod color;
mod draw_rules;
mod ends;
pub mod fen;
mod illegal_move;
mod irregularity;
mod judge;
mod movegen;
mod moves;
mod notation;
mod obligation;
mod outcome;
pub mod pdn;
mod perft;
mod position;
mod problem;
mod rays;
mod role;
mod rule_set;
mod square;
pub mod text;
mod timestamp;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardError};
pub use breach::{Breach, Citation, IrregularityKind};
pub use color::Color;
pub use draw_rules::{DrawAgreement, DrawRules, FmjdEdition};
pub use ends::{Count, CountKind, Counts};
pub use illegal_move::IllegalMove;
pub use irregularity::{Irregularity, Judgement, Standing};
pub use moves::{Move, MoveList, MoveText};
pub use notation::{Notations, ParseMoveError};
pub use obligation::Obligation;
pub use outcome::{Outcome, OutcomeError, Reason, Score};
pub use perft::{PERFT_DEPTH_MAX, perft, perft_without_art17};
pub use position::{KingRun, PIECES_MAX, PlayError, Position, PositionError, Setup};
pub use problem::{Material, ProblemFault, Solutions};
pub use role::{Piece, Role};
pub use rule_set::{RuleSet, RuleSetError, Variant, VariantError};
pub use square::{Square, SquareError};
pub use timestamp::Timestamp;
