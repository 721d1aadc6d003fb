//! Measures the way of a move by stage, beside the floor of the same run.

use std::io::Write as _;

use anyhow::Context as _;
use bench::{
    Sample,
    floor::Floor,
    passage::{Passage, STAGES, samples},
    way::Way,
};
use clap::Parser as _;
use damcast::{
    nats_server::{NatsOptions, NatsServer, SyncInterval, find_binary},
    stack::{Addresses, Listeners, LocalLog},
};
use mimalloc::MiMalloc;
use runtime::{
    Tasks,
    config::{CallerConfig, TelemetryConfig},
    telemetry::{Measured, Telemetry},
};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Length of a turn of floor or way, in seconds.
const TURN: u64 = 2;

/// Measures the way of a move, from `SubmitMove` to a spectator's WebSocket frame. The event log is
/// in the folder for temporary files (`TMPDIR`): the price of a move that is on the disk before it
/// is acknowledged is that of its disk.
#[derive(Debug, clap::Parser)]
struct Latency {
    /// Boards, each with a move a second; several counts are measured one after another.
    #[arg(long, value_delimiter = ',', default_value = "8,100", value_name = "N,…")]
    boards: Vec<u32>,
    /// Measuring time of floor and of way in a run, in seconds; they take turns of two seconds.
    #[arg(long, default_value_t = 20, value_name = "SECONDS")]
    seconds: u64,
    /// Number of runs. Each has a tournament of its own.
    #[arg(
        long,
        default_value_t = 5,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    runs: u32,
    /// The moment at which a message is on the disk; several are measured one after another.
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "1s,always",
        value_name = "WHEN,…"
    )]
    sync: Vec<SyncInterval>,
    /// The nats-server program.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    nats_server: Option<std::path::PathBuf>,
    #[command(flatten)]
    telemetry: TelemetryConfig,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

/// The measurements of one run.
struct Run {
    floor: Vec<Passage>,
    way: Vec<Passage>,
}

fn main() -> anyhow::Result<()> {
    let latency = Latency::parse();
    let services = Runtime::new()?;
    let telemetry = {
        let _entered = services.enter();
        Telemetry::start("bench", &latency.telemetry, "warn", Measured::default())?
    };
    let measured = latency.sync.iter().try_for_each(|sync| latency.run(&services, *sync));
    telemetry.stop();
    measured
}

impl Latency {
    /// Starts nats-server and the services, measures and prints.
    fn run(&self, services: &Runtime, sync: SyncInterval) -> anyhow::Result<()> {
        let directory = tempfile::tempdir()?;
        let binary = find_binary(self.nats_server.as_deref(), ".damcast/tools".as_ref())?;
        let mut options = NatsOptions::new(binary, directory.path().join("nats"));
        options.sync = sync;
        options.is_open = true;
        writeln!(std::io::stdout(), "On the disk: {sync}")?;
        let nats = services.block_on(NatsServer::start(&options))?;
        let (tasks, stopping) = (Tasks::new(), CancellationToken::new());
        let (addresses, mut ended) = services.block_on(async {
            let listeners = Listeners::bind(&Addresses::any())?;
            let addresses = listeners.addresses()?;
            let log = LocalLog::prepare(&nats, &stopping).await?;
            let callers = CallerConfig::default();
            let key = directory.path().join("authority.key");
            anyhow::Ok((addresses, listeners.start(log, &callers, key, &tasks, &stopping)?))
        })?;
        let measured = self.measure(services, &addresses, &nats.url());
        stopping.cancel();
        services.block_on(async {
            while let Some((name, end)) = ended.recv().await {
                end.with_context(|| format!("{name} ended"))?;
            }
            nats.stop().await;
            measured
        })
    }

    /// Measures the floor on the runtime of the services. Tablets and spectators have a thread of
    /// their own, because they are other machines.
    fn measure(&self, services: &Runtime, addresses: &Addresses, nats: &str) -> anyhow::Result<()> {
        let outside = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut floor = services.block_on(Floor::new(nats))?;
        for &boards in &self.boards {
            let mut runs = Vec::new();
            for number in 1..=self.runs {
                let name = format!("boards-{boards}-{number}");
                let mut way = outside.block_on(Way::open(addresses, nats, &name, boards))?;
                let mut run = Run { floor: Vec::new(), way: Vec::new() };
                for _turn in 0..self.seconds.div_ceil(TURN) {
                    run.floor.extend(services.block_on(floor.measure(boards, TURN))?);
                    run.way.extend(outside.block_on(way.measure(TURN))?);
                }
                runs.push(run);
            }
            self.report(boards, &runs)?;
        }
        Ok(())
    }

    /// Prints the stages of all runs together, and the ratios run by run.
    fn report(&self, boards: u32, runs: &[Run]) -> anyhow::Result<()> {
        let mut out = std::io::stdout();
        let all = |of: fn(&Run) -> &Vec<Passage>| -> Vec<Passage> {
            runs.iter().flat_map(of).copied().collect()
        };
        let (floors, ways) = (all(|run| &run.floor), all(|run| &run.way));
        writeln!(
            out,
            "{boards} boards, a move a second each: {} moves in {} runs, {} times the floor",
            ways.len(),
            runs.len(),
            floors.len()
        )?;
        writeln!(out, "{:32}      floor p50     p99     way p50     p99   ratio p50     p99", "")?;
        let (floor, floor_stages) = samples(&floors);
        let (way, way_stages) = samples(&ways);
        for (name, (floor, way)) in STAGES.iter().zip(floor_stages.iter().zip(&way_stages)) {
            row(&mut out, name, floor, way)?;
        }
        row(&mut out, "whole", &floor, &way)?;
        for percent in [50, 99] {
            let ratio = |run: &Run| samples(&run.way).0.ratio(&samples(&run.floor).0, percent);
            let mut ratios: Vec<f64> = runs.iter().map(ratio).collect();
            ratios.sort_unstable_by(f64::total_cmp);
            let all: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
            writeln!(
                out,
                "  ratio of the runs, p{percent}   least {:.2}   median {:.2}   ({})",
                ratios.first().copied().unwrap_or_default(),
                ratios.get(ratios.len() / 2).copied().unwrap_or_default(),
                all.join(", ")
            )?;
        }
        Ok(())
    }
}

/// Prints a stage: milliseconds, and the way as a multiple of the floor.
fn row(
    out: &mut impl std::io::Write,
    name: &str,
    floor: &Sample,
    way: &Sample,
) -> std::io::Result<()> {
    writeln!(
        out,
        "  {name:30} {:12.3} {:9.3} {:11.3} {:7.3} {:11.2} {:7.2}",
        floor.millis(50),
        floor.millis(99),
        way.millis(50),
        way.millis(99),
        way.ratio(floor, 50),
        way.ratio(floor, 99)
    )
}
