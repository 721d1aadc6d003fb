//! The Swiss system: worked examples of the rules, agreement with records and with a slow search,
//! and properties of every tournament.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]

mod agreement;
mod door;
mod invented;
mod properties;
mod records;
mod rules;
mod search;
