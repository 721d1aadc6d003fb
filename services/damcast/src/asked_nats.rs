//! The nats-server that a command asks.

use std::path::PathBuf;

use runtime::config::NatsConfig;

use crate::nats_server::{User, nearest};

/// Options that say which nats-server is asked.
#[derive(Clone, Debug, clap::Args)]
pub struct AskedNats {
    /// Directory of the event store of `damcast up`. Unless another address or user of NATS is
    /// given, the nats-server that ran last on it is asked.
    #[arg(long, env = "DAMCAST_DATA", default_value = ".damcast", value_name = "DIR")]
    pub data: PathBuf,
    /// Address and credentials of NATS.
    #[command(flatten)]
    pub nats: NatsConfig,
}

impl AskedNats {
    /// Returns the settings of a connection, as `user` if it is the nats-server of `damcast up`.
    pub(crate) fn config(&self, user: User) -> NatsConfig {
        nearest(self.nats.clone(), &self.data, user)
    }
}
