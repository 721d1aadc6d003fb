//! Sentences about tournaments: reasons of pairings, reasons of places, decisions, and crosstables.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what fails here is a test, and panics are how it tells"
)]

mod commands;
mod crosstables;
mod decisions;
mod results;
mod rounds;
mod seasons;
mod standings;
mod swiss;
