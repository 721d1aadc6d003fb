//! Reports of sensor boards as the moves of a game.
//!
#![doc = include_str!("../README.md")]

mod dgt;
mod event;
mod field;
mod mirror;
mod reading;
mod relay;
mod sensed;
mod tracker;

pub use dgt::{
    DgtAbout, DgtBoard, DgtCodes, DgtFrame, DgtFrames, DgtLineEvent, DgtRecord, DgtRecordError,
    DgtReplay, DgtReport, DgtSetting, DgtTrouble,
};
pub use event::{Event, Evidence, IrregularKind, Played};
pub use field::{Field, FieldError};
pub use reading::{BoardSetting, Capability, Code, Reading, UnknownCode};
pub use relay::{CallMatter, GameRecord, Relay, TableCall, TableMove};
pub use tracker::{Continuation, Tracker};
