//! Sentences about rules and games, in three languages.

#![expect(clippy::unwrap_used, reason = "what fails here is a test, and panics are how it tells")]

mod at_the_table;
mod complete;
mod said;
mod samples;
mod sentences;
