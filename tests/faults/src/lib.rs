//! Faults that tests cause in a running system: damaged blocks of the log, and requests of
//! arbitrary bytes.

pub mod blocks;
mod raw_codec;

pub use raw_codec::RawCodec;
