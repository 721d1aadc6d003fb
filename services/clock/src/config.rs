//! The configuration of clock.

use std::time::Duration;

use runtime::config::ServeConfig;

/// Configuration of clock.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Address and broker.
    #[command(flatten)]
    pub serve: ServeConfig,
    /// Longest time that a move made in time may be on its way before the flag falls. Milliseconds.
    #[arg(
        long,
        env = "DAMCAST_TRANSIT_GRACE_MS",
        default_value_t = 2000,
        value_name = "MILLISECONDS"
    )]
    pub transit_grace_ms: u64,
}

impl Config {
    /// Returns the longest time that a move made in time may take to arrive.
    #[must_use]
    pub fn transit_grace(&self) -> Duration {
        Duration::from_millis(self.transit_grace_ms)
    }
}
