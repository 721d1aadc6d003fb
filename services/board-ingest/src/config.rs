//! The configuration of board-ingest.

use std::{path::PathBuf, time::Duration};

use proto::subject::VenueId;
use runtime::config::{ServeConfig, TransitConfig};

/// Configuration of board-ingest.
#[derive(Clone, Debug, clap::Args)]
pub struct Config {
    /// Address and broker.
    #[command(flatten)]
    pub serve: ServeConfig,
    /// The age of a stamp that counts.
    #[command(flatten)]
    pub transit: TransitConfig,
    /// Longest time that a device waits for its input to be stored before it is told that NATS is
    /// away. A stop waits as long for inputs under way. Milliseconds.
    #[arg(
        long,
        env = "DAMCAST_STORE_PATIENCE_MS",
        default_value_t = 3000,
        value_name = "MILLISECONDS"
    )]
    pub store_patience_ms: u64,
    /// The venue of the signs of life by which spectators elsewhere learn that it is connected,
    /// where several venues come together. All venues of the event log if none is named.
    #[arg(long, env = "DAMCAST_VENUE", value_name = "ID")]
    pub venue: Option<VenueId>,
    /// The file with the key of the venue, which `damcast access init` makes. Without it nobody can
    /// be signed in here.
    #[arg(
        long,
        env = "DAMCAST_AUTHORITY_KEY",
        default_value = ".damcast/authority.key",
        value_name = "FILE"
    )]
    pub authority_key: PathBuf,
}

impl Config {
    pub(crate) fn store_patience(&self) -> Duration {
        Duration::from_millis(self.store_patience_ms)
    }
}
