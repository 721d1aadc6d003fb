//! The configuration of pairing.

use runtime::config::ServeConfig;

/// Configuration of pairing.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Address and broker.
    #[command(flatten)]
    pub serve: ServeConfig,
    /// Largest number of tournaments of a venue that have no paired round. Further ones are refused
    /// until a round of one of them is paired. Approximate: of tournaments that are created at the
    /// same moment, or by different replicas, none counts the others.
    #[arg(long, env = "DAMCAST_UNPAIRED_MAX", default_value_t = 1_000, value_name = "TOURNAMENTS")]
    pub unpaired_max: usize,
}
