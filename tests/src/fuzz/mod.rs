//! The bodies of the fuzz targets as plain functions: `tests/fuzz` feeds them random bytes, the
//! test `fuzz_corpus` feeds them the inputs that fuzzing found.
//!
//! A body panics if a property does not hold, and only then.

#![expect(clippy::missing_panics_doc, clippy::panic, reason = "a fuzz target fails by a panic")]

mod board;
mod clock;
mod game;
mod report;
mod rules;
mod wire;

pub use self::{
    board::{board, board_bus, board_frames, board_recording, livechess},
    clock::{clock, dgt, time_control},
    game::game,
    report::trf,
    rules::{fen, legal_moves, pdn},
    wire::{cursor, envelope, subject, websocket},
};

#[path = "../../../crates/draughts/tests/common/slow.rs"]
mod slow;

/// The body of a target.
pub type Body = fn(&[u8]);

/// The name and body of every target.
pub const TARGETS: [(&str, Body); 17] = [
    ("fen", fen),
    ("pdn", pdn),
    ("envelope", envelope),
    ("game", game),
    ("subject", subject),
    ("legal_moves", legal_moves),
    ("trf", trf),
    ("time_control", time_control),
    ("clock", clock),
    ("dgt", dgt),
    ("board", board),
    ("board_frames", board_frames),
    ("board_recording", board_recording),
    ("board_bus", board_bus),
    ("livechess", livechess),
    ("websocket", websocket),
    ("cursor", cursor),
];
