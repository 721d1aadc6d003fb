//! `damcast nats-metrics`: tells Prometheus the numbers of a nats-server that runs by itself.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use anyhow::ensure;
use runtime::config::MetricsConfig;

use crate::{nats_server::monitoring, stop};

/// Interval at which nats-server is asked.
const ASK_EVERY: Duration = Duration::from_secs(5);

/// Asks a nats-server for its numbers every five seconds, and serves them as metrics.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct NatsMetrics {
    /// Address at which nats-server tells its state (`http` in its configuration).
    #[arg(
        long,
        env = "DAMCAST_NATS_MONITORING",
        default_value = "http://127.0.0.1:8222",
        value_name = "URL"
    )]
    monitoring: String,
    /// The folder in which nats-server keeps its streams (`store_dir`), whose disk is told, too.
    #[arg(long, env = "DAMCAST_NATS_STORE", value_name = "DIR")]
    store: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) metrics: MetricsConfig,
}

impl NatsMetrics {
    /// The name of the process.
    pub(crate) const NAME: &str = "damcast-nats-metrics";

    /// Runs until a signal; a nats-server that does not answer is asked again.
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        ensure!(self.metrics.listen.is_some(), "name the address for Prometheus with --metrics");
        let asked = stop::asked();
        tokio::pin!(asked);
        loop {
            let next = async {
                if let Some(store) = &self.store {
                    monitoring::note_disk(store);
                }
                monitoring::note(&self.monitoring).await;
                tokio::time::sleep(ASK_EVERY).await;
            };
            tokio::select! {
                () = &mut asked => return Ok(ExitCode::SUCCESS),
                () = next => {}
            }
        }
    }
}
