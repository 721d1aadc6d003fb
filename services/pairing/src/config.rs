//! The configuration of pairing.

use runtime::config::ServeConfig;

/// Configuration of pairing.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Address and broker.
    #[command(flatten)]
    pub serve: ServeConfig,
}
