//! Simulated sensor boards, for tests: people who move pieces by hand (`hands`), a board that scans
//! its fields one after another (`scan`), the bytes that it sends alone (`dgt`) or
//! on a bus (`bus`), and its port (`pty`).
//!
//! Nothing here knows the tracker or the reader of messages that are tested with it. Time is in
//! milliseconds from the start of the simulation; the same seed gives the same bytes. Only at a
//! port it is the time that passes.

#![expect(clippy::float_arithmetic, reason = "chances of events")]

mod bus;
mod chance;
mod dgt;
mod hands;
mod noise;
mod pty;
mod scan;

pub use bus::DgtBusWoods;
pub use chance::Chance;
pub use dgt::{DgtModel, DgtWood};
pub use hands::{Act, Deed, Played, Script, play};
pub use noise::Noise;
pub use pty::{Device, DgtPort};
pub use scan::{Change, scan};
