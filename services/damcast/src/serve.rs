//! `damcast serve`: runs one service.

use std::{net::SocketAddr, process::ExitCode};

use anyhow::Context as _;
use clap::Subcommand;
use runtime::{bind, config::MetricsConfig};

use crate::stop;

/// The service to run.
#[derive(Clone, Debug, Subcommand)]
pub enum Serve {
    /// Takes inputs of devices and of the arbiter's desk.
    BoardIngest(board_ingest::Config),
    /// Decides what inputs do to games.
    RulesValidation(rules_validation::Config),
    /// Keeps the clocks of all games.
    Clock(clock::Config),
    /// Keeps tournaments: entries, rounds, results, standings.
    Pairing(pairing::Config),
    /// Sends games and standings to spectators.
    Broadcast(broadcast::Config),
}

impl Serve {
    /// Returns the name of the service.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::BoardIngest(_) => board_ingest::NAME,
            Self::RulesValidation(_) => rules_validation::NAME,
            Self::Clock(_) => clock::NAME,
            Self::Pairing(_) => pairing::NAME,
            Self::Broadcast(_) => broadcast::NAME,
        }
    }

    fn listen(&self) -> SocketAddr {
        match self {
            Self::BoardIngest(config) => config.serve.listen,
            Self::RulesValidation(config) => config.serve.listen,
            Self::Clock(config) => config.serve.listen,
            Self::Pairing(config) => config.serve.listen,
            Self::Broadcast(config) => config.serve.listen,
        }
    }

    /// Returns the address of its metrics.
    pub(crate) fn metrics(&self) -> MetricsConfig {
        match self {
            Self::BoardIngest(config) => config.serve.metrics,
            Self::RulesValidation(config) => config.serve.metrics,
            Self::Clock(config) => config.serve.metrics,
            Self::Pairing(config) => config.serve.metrics,
            Self::Broadcast(config) => config.serve.metrics,
        }
    }

    /// Binds the port and runs the service until `shutdown`.
    ///
    /// # Errors
    /// If the address is not free, or the service fails.
    pub async fn run_until(
        self,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> anyhow::Result<()> {
        let listener = bind(self.listen()).context("choose another address with --listen")?;
        let ended = match self {
            Self::BoardIngest(config) => board_ingest::run(config, listener, shutdown).await,
            Self::RulesValidation(config) => {
                rules_validation::run(config, listener, shutdown).await
            }
            Self::Clock(config) => clock::run(config, listener, shutdown).await,
            Self::Pairing(config) => pairing::run(config, listener, shutdown).await,
            Self::Broadcast(mut config) => {
                config.hall.listen.map(|at| config.serve.callers.tls.check(at)).transpose()?;
                config.hall.bind().context("choose another address with --hall")?;
                broadcast::run(config, listener, shutdown).await
            }
        };
        match ended {
            Err(error) if error.is_stop() => Ok(()),
            ended => Ok(ended?),
        }
    }

    /// Runs the service until a signal.
    ///
    /// # Errors
    /// If the address is not free, or the service fails.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        Box::pin(self.run_until(stop::asked())).await?;
        Ok(ExitCode::SUCCESS)
    }
}
