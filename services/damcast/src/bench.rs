//! What Damcast costs, beside an anchor.

pub mod clock;
mod floor;
pub mod latency;
pub mod pairing;
pub mod perft;
mod quantiles;

/// What is measured.
#[derive(Debug, clap::Subcommand)]
pub enum Bench {
    /// What thousands of running clocks cost, and how late a flag is.
    Clock(clock::Clock),
    /// From `SubmitMove` to the frame at a spectator's WebSocket.
    Latency(latency::Latency),
    /// How long a round of a Swiss tournament takes to pair.
    Pairing(pairing::Pairing),
    /// How fast legal moves are generated.
    Perft(perft::Perft),
}
