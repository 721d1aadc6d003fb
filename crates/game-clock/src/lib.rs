//! Time controls and the clock of one game.
//!
#![doc = include_str!("../README.md")]
// Tests may overflow or index out of range: that fails them, as it should.
#![cfg_attr(
    not(test),
    warn(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::indexing_slicing)
)]

mod clock;
mod device;
mod dgt;
mod machine;
mod terms;
mod time_control;
mod time_signals;

pub use clock::{
    AbsenceArticle, AbsenceLimit, Clock, ClockDisplay, Command, Event, FlagFall, FlagVerdict,
    Irregularity, MoveTime, Moves, Reading, Reason, ReasonError, Refusal, RunningTime,
    StageReading,
};
pub use device::{DeviceClock, DeviceFault};
pub use dgt::{DgtAck, DgtError, DgtFace, DgtMessage, DgtSide, DgtStatus, DgtTimes};
pub use machine::{BootId, ClockMark, MachineClock, MachineReading};
pub use terms::{StartMode, Terms, UnknownStartMode};
pub use time_control::{
    Increment, ParseTimeControlError, Preset, Readable, Stage, StageReached, TimeControl,
    TimeControlError, TimeControlTag, UnknownPreset,
};
pub use time_signals::{Teller, TimeSignal, TimeSignals};

#[cfg(test)]
mod tests;
