//! The configuration of clock.

use runtime::config::{ServeConfig, TransitConfig};

/// Configuration of clock.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Address and broker.
    #[command(flatten)]
    pub serve: ServeConfig,
    /// The time for which a flag waits for moves that were made in time.
    #[command(flatten)]
    pub transit: TransitConfig,
}
