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
mod packed;
pub mod pdn;
mod perft;
mod position;
mod problem;
mod rays;
mod record;
mod role;
mod rule_set;
mod square;
mod svg;
pub mod text;
mod timestamp;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardError};
pub use breach::{Breach, Citation, IrregularityKind};
pub use color::{Color, ColorError};
pub use draw_rules::{DrawAgreement, DrawRules, FmjdEdition};
pub use ends::{Count, CountKind, Counts};
pub use illegal_move::IllegalMove;
pub use irregularity::{Irregularity, Judgement, Standing};
pub use moves::{Move, MoveList, MoveText};
pub use notation::{Notations, ParseMoveError};
pub use obligation::Obligation;
pub use outcome::{Outcome, OutcomeError, Reason, Score};
pub use packed::{PACKED_BYTES, UnpackError};
pub use perft::{PERFT_DEPTH_MAX, perft, perft_divide, perft_without_art17};
pub use position::{KingRun, PIECES_MAX, PlayError, Position, PositionError, Setup};
pub use problem::{Material, ProblemFault, Solutions};
pub use record::{Record, RecordError};
pub use role::{Piece, Role};
pub use rule_set::{RuleSet, RuleSetError, Variant, VariantError};
pub use square::{ParseSquareError, Square, SquareError};
pub use timestamp::Timestamp;
