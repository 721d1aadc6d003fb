//! Sentences about tournaments: reasons of pairings, reasons of places, decisions, and crosstables.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]

#[path = "../../../tournament/tests/tournaments/commands.rs"]
mod commands;
mod crosstables;
mod decisions;
mod embargoes;
#[path = "../../../tournament/tests/ranking/results.rs"]
mod results;
mod rounds;
mod seasons;
mod standings;
mod swiss;
mod texts;
