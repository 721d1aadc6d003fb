//! Simulated sensor boards, for tests: people who move pieces by hand (`hands`), a board that scans
//! its fields one after another (`scan`), and the bytes that it sends (`dgt`).
//!
//! Nothing here knows the tracker or the reader of messages that are tested with it. Time is in
//! milliseconds from the start of the simulation; the same seed gives the same bytes.

#![expect(clippy::float_arithmetic, reason = "chances of events")]

mod chance;
mod dgt;
mod hands;
mod noise;
mod scan;

pub use chance::Chance;
pub use dgt::{DgtModel, DgtWood};
pub use hands::{Act, Deed, Played, Script, play};
pub use noise::Noise;
pub use scan::{Change, scan};
