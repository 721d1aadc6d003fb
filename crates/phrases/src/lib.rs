#![doc = include_str!("../README.md")]

pub mod access;
pub mod clock;
pub mod crosstable;
pub mod game;
mod language;
mod messages;
mod numbers;
pub mod operation;
pub mod pairing;
pub mod refusal;
pub mod report;
pub mod ruling;
pub mod season;
pub mod seats;
pub mod standings;
pub mod standstill;
pub mod swiss;
pub mod text;
pub mod tournament;

pub use language::Language;
