//! Time controls and the clock of one game.
//!
//! [`TimeControl`] says what each player is given, [`Clock`] says what is left of it. The clock
//! knows colours, moments and durations; it knows neither the moves nor who plays nor the time of
//! day: every moment is an argument, and its state is the fold of its [`Event`]s.
//!
//! ```
//! use draughts::{Color, Timestamp};
//! use game_clock::{Clock, Command};
//! use std::time::Duration;
//!
//! let mut clock = Clock::default();
//! let commands = [
//!     Command::Start { control: "4800+60".parse()?, at: Timestamp::from_millis(0) },
//!     Command::Press {
//!         by: Color::White,
//!         at: Timestamp::from_millis(90_000),
//!         received: Timestamp::from_millis(90_300),
//!     },
//! ];
//! for command in &commands {
//!     for event in clock.decide(command)? {
//!         clock.apply(&event);
//!     }
//! }
//! let now = Timestamp::from_millis(100_000);
//! assert_eq!(clock.running(), Some(Color::Black));
//! assert_eq!(clock.remaining(Color::White, now), Some(Duration::from_secs(4800 - 90 + 60)));
//! assert_eq!(clock.remaining(Color::Black, now), Some(Duration::from_secs(4800 - 10)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
// Tests may overflow and miss an index: that fails them, as it should.
#![cfg_attr(
    not(test),
    warn(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::indexing_slicing)
)]

mod clock;
mod device;
mod time_control;

pub use clock::{
    AbsenceArticle, AbsenceLimit, Clock, ClockDisplay, Command, Event, FlagFall, FlagVerdict,
    Irregularity, Moves, Reading, Reason, ReasonError, Refusal, StageReading,
};
pub use device::{DeviceClock, DeviceFault};
pub use time_control::{
    Increment, ParseTimeControlError, Preset, Readable, Stage, StageReached, TimeControl,
    TimeControlError, TimeControlTag, UnknownPreset,
};

#[cfg(test)]
mod tests;
