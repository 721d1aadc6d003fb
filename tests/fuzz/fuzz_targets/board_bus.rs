#![no_main]
//! Feeds random bytes to the fuzz body `board_bus`.

#[path = "../../src/fuzz/mod.rs"]
#[allow(dead_code, reason = "each target uses one body")]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::board_bus(data));
