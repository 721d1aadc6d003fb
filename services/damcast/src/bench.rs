//! What Damcast costs, beside an anchor that is measured in the same run.

mod floor;
pub mod latency;
pub mod perft;
mod quantiles;

/// What is measured.
#[derive(Debug, clap::Subcommand)]
pub enum Bench {
    /// From `SubmitMove` to the frame at a spectator's WebSocket.
    Latency(latency::Latency),
    /// How fast legal moves are generated.
    Perft(perft::Perft),
}
