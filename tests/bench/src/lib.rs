//! Building blocks of the benches of the whole system: samples, the times at which the store took
//! messages, processes, a round in the log, crowds, plots, and the bare steps beneath a move's way
//! and a broadcast.

pub mod bare_sends;
pub mod crowd;
pub mod floor;
pub mod hall;
pub mod nchan;
pub mod passage;
pub mod plot;
pub mod process;
mod sample;
pub mod tablets;
pub mod way;

pub use sample::Sample;
