//! What the rules and the game say to people, in three languages.

#![expect(clippy::unwrap_used, reason = "what fails here is a test, and panics are how it tells")]

mod at_the_table;
mod complete;
mod said;
mod samples;
mod sentences;
