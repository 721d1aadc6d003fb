//! Makes what the services need in NATS, for a server on which they may not do so themselves.

use std::process::ExitCode;

use runtime::{config::NatsConfig, provision};
use tokio_util::sync::CancellationToken;

use crate::stop;

/// Whose streams, and where.
#[derive(Clone, Debug, clap::Args)]
pub struct Streams {
    /// How to reach NATS.
    #[command(flatten)]
    pub nats: NatsConfig,
}

impl Streams {
    /// Makes the streams and the durable consumers that are missing, and checks those that exist.
    ///
    /// # Errors
    /// When NATS refuses, or one of them is not as it must be.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let never = CancellationToken::new();
        tokio::select! {
            done = provision(&self.nats, &never) => {
                done?;
                Ok(ExitCode::SUCCESS)
            }
            () = stop::asked() => Ok(ExitCode::FAILURE),
        }
    }
}
