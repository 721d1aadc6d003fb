//! Reports of sensor boards as the moves of a game.
//!
#![doc = include_str!("../README.md")]

mod dgt;
mod event;
mod field;
mod livechess;
mod mirror;
mod reading;
mod relay;
mod sensed;
mod tracker;

pub use dgt::{
    BusAddress, BusAddressError, DgtAbout, DgtBoard, DgtBus, DgtBusReport, DgtCodes, DgtFrame,
    DgtFrames, DgtLine, DgtLineEvent, DgtRecord, DgtRecordError, DgtReplay, DgtReport, DgtSetting,
    DgtTrouble,
};
pub use event::{Event, Evidence, IrregularKind, Played};
pub use field::{Field, FieldError};
pub use livechess::{LiveChessBoard, LiveChessFields, LiveChessFieldsError, LiveChessNews};
pub use reading::{BoardSetting, Capability, Code, Reading, UnknownCode};
pub use relay::{CallMatter, GameRecord, Relay, TableCall, TableDeed, TableInput};
pub use tracker::{Continuation, Tracker};
