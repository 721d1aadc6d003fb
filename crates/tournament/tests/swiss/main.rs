//! The Swiss system: worked examples of the rules, agreement with records and with a slow search,
//! and what holds for every tournament.

mod agreement;
mod door;
mod examples;
mod invented;
mod properties;
mod records;
mod rules;
mod search;
