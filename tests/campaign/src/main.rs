//! Faults against the running system, by a client as an outsider would write it.
//!
//! It starts nats-server and `damcast` as processes, speaks gRPC by the published contract and HTTP
//! and WebSocket as pages do, and reads the log from NATS alone. Each command plays games, does
//! harm meanwhile, and then checks the promise: every acknowledged input is in the log once and in
//! order and was judged, each history is sound, spectators see what the log says, and the other
//! games went on in time. It prints its figures and its findings; the exit code is 0 without a
//! finding, 1 with one, 2 if it could not run.

mod audit;
mod bearer;
mod clock_steps;
mod connections;
mod disk;
mod disk_full;
mod doors;
mod finish;
mod flips;
mod floods;
mod hall;
mod hostile_texts;
mod kills;
mod ledger;
mod losses;
mod machine;
mod network;
mod one_address;
mod player;
mod report;
mod round;
mod script;
mod servers;
mod snapshots;
mod spectator;
mod tools;
mod transient;
mod unplug;
mod upgrade;

use std::{io::Write as _, path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand, builder::RangedU64ValueParser};

use crate::{
    report::Report,
    servers::{Level, Sync},
};

/// Does harm to the running system, and checks that it keeps its promise.
#[derive(Debug, Parser)]
#[command(name = "campaign")]
struct Campaign {
    #[command(subcommand)]
    command: Command,
    /// Seed of the faults.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Kills services and nats-server with SIGKILL while games are played.
    Kills {
        /// Number of kills.
        #[arg(default_value_t = 100)]
        kills: usize,
    },
    /// Stops services and nats-server for some seconds with SIGSTOP while games are played.
    Freezes {
        /// Number of stops.
        #[arg(default_value_t = 20)]
        freezes: usize,
    },
    /// Opens connections that ask nothing, or never finish what they ask, at each service, and then
    /// at the port of spectators of a hall behind one address; that comes from other addresses only
    /// with the right to make a network.
    Connections {
        /// Number of connections of each kind to each service.
        #[arg(default_value_t = 1000)]
        size: usize,
    },
    /// Opens streams that nobody reads, and floods one game with inputs.
    Floods {
        /// Number of streams, and of inputs.
        #[arg(default_value_t = 1000)]
        size: usize,
    },
    /// Cuts off the ends of streams while games are played, in half of them while the services run.
    Cuts {
        /// Number of cuts.
        #[arg(default_value_t = 8)]
        cuts: usize,
    },
    /// Removes streams while everything is stopped.
    Streams {
        /// Number of streams.
        #[arg(default_value_t = 4)]
        streams: usize,
    },
    /// Flips a bit of a stream while everything is stopped in the midst of a round, and mends the
    /// log by the commands for it.
    Flips {
        /// Number of bits.
        #[arg(default_value_t = 6)]
        flips: usize,
    },
    /// Cuts the power of the disk under each nats-server at once while games are played; needs the
    /// right to mount a file system.
    Power {
        /// Number of cuts.
        #[arg(default_value_t = 4)]
        cuts: usize,
        /// The moment at which a nats-server has messages on its disk.
        #[arg(long, value_enum, default_value = "1s")]
        sync: Sync,
        /// Number of copies of the log, each of a nats-server of its own: 1 to 5.
        #[arg(
            long,
            default_value_t = 1,
            value_parser = RangedU64ValueParser::<usize>::new().range(1..=5)
        )]
        copies: usize,
    },
    /// Replaces the services of an older program by those of this one, each while a round is
    /// played.
    Upgrade {
        /// The older program; `./dev deploy upgrade` builds it.
        #[arg(value_name = "FILE")]
        older: PathBuf,
    },
    /// Pulls the plug of a virtual machine that runs `damcast up` while games are played;
    /// `./dev deploy power` makes the machine.
    Unplug(unplug::Options),
    /// Sets the time of day of the services while timed games are played; needs a C compiler.
    ClockSteps {
        /// Number of steps.
        #[arg(default_value_t = 12)]
        steps: usize,
    },
    /// Fills the disk under `damcast up` for a while; needs the right to mount a file system.
    DiskFull {
        /// Number of times.
        #[arg(default_value_t = 2)]
        times: usize,
    },
    /// Hands in hostile names and requests, and looks at everything that shows them.
    HostileTexts {
        /// Number of texts.
        #[arg(default_value_t = 500)]
        texts: usize,
    },
}

fn main() -> ExitCode {
    let campaign = Campaign::parse();
    fastrand::seed(campaign.seed);
    let ran = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(anyhow::Error::from)
        .and_then(|runtime| runtime.block_on(run(campaign.command)));
    match ran {
        Ok(report) => {
            // A closed standard output has no reader.
            drop(write!(std::io::stdout(), "{report}"));
            if report.has_findings() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(error) => {
            drop(writeln!(std::io::stderr(), "campaign: {error:#}"));
            ExitCode::from(2)
        }
    }
}

async fn run(command: Command) -> anyhow::Result<Report> {
    match command {
        Command::Kills { kills } => Box::pin(kills::kills(kills)).await,
        Command::Freezes { freezes } => Box::pin(kills::freezes(freezes)).await,
        Command::Floods { size } => Box::pin(floods::floods(size)).await,
        Command::DiskFull { times } => Box::pin(disk_full::disk_full(times)).await,
        Command::HostileTexts { texts } => Box::pin(hostile_texts::hostile_texts(texts)).await,
        Command::Connections { size } => {
            let mut report = Box::pin(connections::connections(size)).await?;
            Box::pin(one_address::one_address(size, &mut report)).await?;
            Ok(report)
        }
        Command::Cuts { cuts } => Box::pin(losses::cuts(cuts)).await,
        Command::Streams { streams } => Box::pin(losses::streams(streams)).await,
        Command::Flips { flips } => Box::pin(losses::flips(flips)).await,
        Command::Power { cuts, sync, copies } => {
            Box::pin(losses::power(cuts, Level { sync, copies })).await
        }
        Command::Upgrade { older } => Box::pin(upgrade::upgrade(older)).await,
        Command::Unplug(options) => Box::pin(unplug::unplug(options)).await,
        Command::ClockSteps { steps } => Box::pin(clock_steps::clock_steps(steps)).await,
    }
}
