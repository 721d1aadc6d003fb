//! Building blocks of the benches of the whole system: samples, the times at which the store took
//! messages, and the bare steps beneath a move's way.

pub mod floor;
pub mod passage;
mod sample;
pub mod tablets;
pub mod way;

pub use sample::Sample;
