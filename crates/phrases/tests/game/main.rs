//! Sentences about rules and games, in three languages.

#![expect(clippy::unwrap_used, reason = "a failed test panics")]

mod at_the_table;
mod complete;
mod rulings;
mod said;
mod samples;
mod sentences;
