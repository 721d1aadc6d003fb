//! The configuration of board-ingest.

use std::time::Duration;

use runtime::config::ServeConfig;

/// Configuration of board-ingest.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Address and broker.
    #[command(flatten)]
    pub serve: ServeConfig,
    /// Longest time that an input may take to arrive: a device's stamp counts no further back.
    /// Milliseconds.
    #[arg(
        long,
        env = "DAMCAST_TRANSIT_GRACE_MS",
        default_value_t = 2000,
        value_name = "MILLISECONDS"
    )]
    pub transit_grace_ms: u64,
    /// Longest time that a device waits for its input to be stored before it is told that NATS is
    /// away. A stop waits as long for inputs under way. Milliseconds.
    #[arg(
        long,
        env = "DAMCAST_STORE_PATIENCE_MS",
        default_value_t = 3000,
        value_name = "MILLISECONDS"
    )]
    pub store_patience_ms: u64,
}

impl Config {
    pub(crate) fn transit_grace(&self) -> Duration {
        Duration::from_millis(self.transit_grace_ms)
    }

    pub(crate) fn store_patience(&self) -> Duration {
        Duration::from_millis(self.store_patience_ms)
    }
}
