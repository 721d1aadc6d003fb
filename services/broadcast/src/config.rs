//! The configuration of broadcast.

use std::time::Duration;

use runtime::config::{HallConfig, ServeConfig};

/// Configuration of broadcast.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// The address to listen on and the connection to NATS.
    #[command(flatten)]
    pub serve: ServeConfig,
    /// The port for devices and desks.
    #[command(flatten)]
    pub hall: HallConfig,
    /// Number of changes of a tournament that are kept for spectators who fall behind or come back.
    /// Those who need older ones get a fresh snapshot.
    #[arg(
        long,
        env = "DAMCAST_RING_FRAMES",
        default_value_t = 2048,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
        value_name = "N"
    )]
    pub ring_frames: u32,
    /// Bytes that the kept changes of one tournament may take; the newest is always kept.
    #[arg(
        long,
        env = "DAMCAST_RING_BYTES",
        default_value_t = 2 << 20,
        value_parser = clap::value_parser!(u32).range(1024..),
        value_name = "BYTES"
    )]
    pub ring_bytes: u32,
    /// Milliseconds for which changes of a tournament that 500 spectators or more watch wait for
    /// others, to be sent together; 0 sends each at once.
    #[arg(
        long,
        env = "DAMCAST_FRAME_WINDOW_MS",
        default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(..=1000),
        value_name = "MS"
    )]
    pub frame_window_ms: u32,
    /// Seconds without a request or a message after which a tournament without a game in play is
    /// forgotten; it is loaded from the log when it is needed again.
    #[arg(
        long,
        env = "DAMCAST_FORGET_AFTER_S",
        default_value_t = 24 * 3600,
        value_parser = clap::value_parser!(u32).range(1..),
        value_name = "SECONDS"
    )]
    pub forget_after_s: u32,
}

impl Config {
    /// Returns the time for which changes wait for others, where many watch.
    pub(crate) fn frame_window(&self) -> Duration {
        Duration::from_millis(self.frame_window_ms.into())
    }

    /// Returns the time without a request or a message after which a tournament is forgotten.
    pub(crate) fn forget_after(&self) -> Duration {
        Duration::from_secs(self.forget_after_s.into())
    }
}
