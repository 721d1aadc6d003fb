//! `damcast streams`: creates the streams and consumers of the event log, for a NATS server on
//! which the services have no permission to do so.

use std::process::ExitCode;

use runtime::{Nats, config::NatsConfig, provision};
use tokio_util::sync::CancellationToken;

use crate::stop;

/// The name of the connection, and of its inbox.
const NAME: &str = "provisioner";

/// Options of `damcast streams`.
#[derive(Clone, Debug, clap::Args)]
pub struct Streams {
    /// Address and credentials of NATS.
    #[command(flatten)]
    pub nats: NatsConfig,
}

impl Streams {
    /// Creates missing streams and durable consumers, and checks those that exist.
    ///
    /// # Errors
    /// If NATS refuses, or an existing stream or consumer has another configuration.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let never = CancellationToken::new();
        let make = async {
            let nats = Nats::connect(NAME, &self.nats, &never).await?;
            provision(&nats, &self.nats, &never).await?;
            Ok(ExitCode::SUCCESS)
        };
        tokio::select! {
            made = make => made,
            () = stop::asked() => Ok(ExitCode::FAILURE),
        }
    }
}
