//! Sentences about tournaments: reasons of pairings, reasons of places, decisions, and crosstables.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]

mod commands;
mod crosstables;
mod decisions;
mod results;
mod rounds;
mod seasons;
mod standings;
mod swiss;
