//! The command line.

use std::{
    future::Future,
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser, Subcommand};
use runtime::{
    config::{MetricsConfig, TelemetryConfig},
    telemetry::{Measured, Telemetry},
};

use crate::{
    accept_loss, access::AccessTool, archive, backup, boards::Boards, clock::Clock, decisions,
    doctor, mend_store, metrics, nats_metrics::NatsMetrics, pair::Pair, pdn::Pdn, problem::Problem,
    rebuild, replay, restore, rules::Rules, serve, standings::Standings, status, streams,
    tls::TlsTool, trf::TrfTool, up, verify,
};

/// Carries draughts championships from the board to the spectator.
#[derive(Debug, Parser)]
#[command(name = "damcast", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    telemetry: TelemetryConfig,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run everything on this machine: NATS, the five services, and a demo or a PDN file.
    Up(Box<up::Up>),
    /// Run one service.
    #[command(subcommand)]
    Serve(Box<serve::Serve>),
    /// Make the streams and consumers of the event log, and check those that exist.
    Streams(Box<streams::Streams>),
    /// Say who may do what at the venue: lock the doors, name people, give and take roles.
    Access(Box<AccessTool>),
    /// Show the decisions of a tournament and the rulings on its games: who, when, what, from which
    /// device and why.
    Decisions(Box<decisions::Decisions>),
    /// Bring certificates for TLS: make an authority of your own, issue, and look at what there is.
    Tls(TlsTool),
    /// Show the services, the event log and its disk on one screen, and whether all is well.
    Status(Box<status::Status>),
    /// Say what is wrong, and what to do about it.
    Doctor(Box<doctor::Doctor>),
    /// Check the event log, and recompute what follows from its inputs; it writes nothing.
    Verify(Box<verify::Verify>),
    /// Make anew what GAME, CLOCK and TOURNAMENT lack, and keep what can be read of INPUT.
    Rebuild(Box<rebuild::Rebuild>),
    /// Accept that what INPUT or ACCESS has lost stays lost, so that it is no longer told.
    AcceptLoss(Box<accept_loss::AcceptLoss>),
    /// Copy the event log into a folder, also while it runs, and add to it what has come since.
    Backup(Box<backup::Backup>),
    /// Move the event log of `damcast up` into a folder, once its tournaments are over.
    Archive(Box<archive::Archive>),
    /// Bring the event log of a backup back, into a nats-server that has none.
    Restore(Box<restore::Restore>),
    /// Make the store of a nats-server readable after a loss of power; `up` does so by itself.
    MendStore(mend_store::MendStore),
    /// Tell Prometheus the numbers of a nats-server that runs by itself; `up` does so for its own.
    NatsMetrics(NatsMetrics),
    /// Play the games of a PDN file as the tablets of their tables, through the public API.
    Replay(Box<replay::Replay>),
    /// Answer questions about the rules.
    #[command(subcommand)]
    Rules(Rules),
    /// Work with PDN files.
    #[command(subcommand)]
    Pdn(Pdn),
    /// Answer questions about clocks.
    #[command(subcommand)]
    Clock(Clock),
    /// Work with sensor boards.
    #[command(subcommand)]
    Boards(Boards),
    Pair(Pair),
    /// Work with problems.
    #[command(subcommand)]
    Problem(Problem),
    Standings(Standings),
    /// Work with tournament report files (TRF16).
    #[command(subcommand)]
    Trf(TrfTool),
    /// Write the completions of a shell to standard output.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write a manual page for each command into a folder.
    Man {
        /// The folder, which exists.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

impl Cli {
    /// Runs the command and returns the exit code.
    ///
    /// # Errors
    /// If the command fails.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let telemetry = &self.telemetry;
        match self.command {
            // Few log lines, so that the address stays visible on a terminal.
            Command::Up(up) => {
                let (metrics, usual) = (Some(up.metrics), "warn,damcast=info");
                work("damcast", telemetry, metrics, usual, up.run())
            }
            Command::Serve(service) => {
                let (metrics, usual) = (Some(service.metrics()), "info,async_nats=warn");
                work(service.name(), telemetry, metrics, usual, service.run())
            }
            Command::Streams(streams) => {
                work("damcast-streams", telemetry, None, "info,async_nats=warn", streams.run())
            }
            Command::Access(access) => {
                work("damcast-access", telemetry, None, "warn", access.run())
            }
            Command::Decisions(decisions) => {
                work("damcast-decisions", telemetry, None, "warn", decisions.run())
            }
            Command::Status(status) => {
                work("damcast-status", telemetry, None, "error", status.run())
            }
            Command::Doctor(doctor) => {
                work("damcast-doctor", telemetry, None, "error", doctor.run())
            }
            Command::Verify(verify) => {
                work("damcast-verify", telemetry, None, "warn", verify.run())
            }
            Command::Rebuild(rebuild) => {
                work("damcast-rebuild", telemetry, None, "warn", rebuild.run())
            }
            Command::AcceptLoss(accept) => {
                work("damcast-accept-loss", telemetry, None, "warn", accept.run())
            }
            Command::Backup(command) => {
                // One that ends by itself is over before anybody asks.
                let metrics = command.follow.then_some(command.metrics);
                work(backup::progress::PROCESS, telemetry, metrics, "warn", command.run())
            }
            Command::Archive(archive) => {
                work("damcast-archive", telemetry, None, "warn", archive.run())
            }
            Command::Restore(restore) => {
                work("damcast-restore", telemetry, None, "warn", restore.run())
            }
            Command::MendStore(mend) => mend.run(),
            Command::NatsMetrics(nats) => {
                work(NatsMetrics::NAME, telemetry, Some(nats.metrics), "warn", nats.run())
            }
            Command::Replay(replay) => {
                work("damcast-replay", telemetry, None, "warn", replay.run())
            }
            Command::Tls(tls) => tls.run(),
            Command::Rules(rules) => rules.run(),
            Command::Pdn(pdn) => pdn.run(),
            Command::Clock(clock) => clock.run(),
            Command::Boards(boards) => {
                boards.run(|running| work("damcast-boards", telemetry, None, "warn", running))
            }
            Command::Pair(pair) => pair.run(),
            Command::Problem(problem) => problem.run(),
            Command::Standings(standings) => standings.run(),
            Command::Trf(trf) => trf.run(),
            Command::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut Self::command(), "damcast", &mut script);
                io::stdout().write_all(&script).context("write the completions")?;
                Ok(ExitCode::SUCCESS)
            }
            Command::Man { folder } => {
                clap_mangen::generate_to(Self::command(), &folder)
                    .with_context(|| format!("write manual pages into {}", folder.display()))?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

/// Runs `work` with telemetry, and sends the rest of it at the end. Only what has `metrics`
/// measures itself.
fn work(
    name: &'static str,
    config: &TelemetryConfig,
    metrics: Option<MetricsConfig>,
    usual: &str,
    work: impl Future<Output = anyhow::Result<ExitCode>>,
) -> anyhow::Result<ExitCode> {
    let threads = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("start the threads")?;
    threads.block_on(async {
        let of_process = metrics.map(|_config| metrics::of(name)).unwrap_or_default();
        let listen = metrics.and_then(|config| config.listen);
        let measured = Measured { metrics: &of_process, listen };
        let telemetry = Telemetry::start(name, config, usual, measured)?;
        let done = work.await;
        telemetry.stop();
        done
    })
}
