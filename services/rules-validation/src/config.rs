//! The configuration of rules-validation.

use runtime::config::ServeConfig;

/// Configuration of rules-validation.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Address and broker.
    #[command(flatten)]
    pub serve: ServeConfig,
}
