//! Measures what forty boards cost their agents, and how often each board of a bus is asked.
//!
//! The boards are simulated, in real time at pseudo-terminals, with games that people play; the
//! services and nats-server run beside them. First twenty boards share a bus and twenty have an
//! agent each, then forty share a bus. The first argument is the measuring time in seconds.

#![expect(clippy::print_stdout, clippy::float_arithmetic, reason = "figures for people")]

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context as _, Result, ensure};
use board_simulator::{DgtBusWoods, DgtModel, DgtPort, DgtWood, Noise, play};
use damcast::nats_server::TiedChild;
use draughts::{Move, Position, Variant, pdn};
use nix::{sys::signal::Signal, unistd::Pid};
use proto::v1::TimeControl;
use tests::{
    client::Clients,
    cluster::{Cluster, Service},
    round::Round,
    script::Script,
};
use tokio::time::{Instant, sleep, sleep_until};

const BOARDS: u32 = 40;
const ON_BUS: u32 = 20;
const LONG: TimeControl = TimeControl { base_ms: 7_200_000, increment_ms: 0, stages: Vec::new() };
/// Time from the start of an agent until all its boards are found.
const FOUND: Duration = Duration::from_secs(45);
/// The search for boards is over after this time, in milliseconds since the bus was opened.
const SEARCHED_MS: i64 = 360_000;
/// The unit in which Linux tells the time of a processor.
const TICK_MS: u64 = 10;
const FILE: &str = "international/Montpellier_Open_Serie_A.pdn";

#[tokio::main]
async fn main() -> Result<()> {
    let seconds = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(60);
    let window = Duration::from_secs(seconds);
    let cluster = Cluster::start().await?;
    let clients = Clients::of(&cluster)?;
    let games = games()?;
    mixed(&cluster, &clients, &games, window).await?;
    wide(&cluster, &clients, &games, window).await?;
    cluster.finish().await
}

/// Returns games that are legal throughout.
fn games() -> Result<Vec<Vec<Move>>> {
    let bytes = fs::read(test_data::path(&format!("pdn/{FILE}")))?;
    let start = Position::start(Variant::International);
    let games = pdn::read(&bytes).into_iter().filter(|game| {
        let is_legal = |ply: &pdn::PdnPly| ply.breach.is_none() && ply.before.is_legal(&ply.mv);
        game.start == start && game.plies.iter().all(is_legal)
    });
    let games: Vec<Vec<Move>> = games.map(|game| game.moves().collect()).collect();
    ensure!(!games.is_empty(), "{FILE} has no game");
    Ok(games)
}

/// Returns the board of a table.
fn wood(table: u32, games: &[Vec<Move>]) -> Result<DgtWood> {
    let moves = games.iter().cycle().nth(table as usize).context("a game")?;
    let from = i64::try_from(FOUND.as_millis())?;
    let start = Position::start(Variant::International);
    let script = play(start, moves, from, &Noise::usual(), u64::from(table));
    let model = DgtModel {
        serial: u16::try_from(1_000 + table)?,
        is_rotated: false,
        is_old: false,
        sees_crowns: false,
        is_white_left: true,
    };
    Ok(DgtWood::new(model, &script, &Noise::usual(), u64::from(table)))
}

async fn open(clients: &Clients, id: &str) -> Result<Round> {
    let scripts = (1..=BOARDS).map(Script::of_table).collect();
    Box::pin(Round::open_timed(clients, id, scripts, LONG)).await
}

/// Starts an agent at a port, for the boards of these tables.
async fn agent(
    cluster: &Cluster,
    round: &str,
    name: &str,
    source: [&str; 2],
    tables: &[String],
) -> Result<TiedChild> {
    let url = format!("http://{}", cluster.address(Service::BoardIngest));
    let state = cluster.directory().join(format!("{name}-state"));
    let state = state.to_string_lossy();
    let fixed =
        ["boards", "agent", "--tournament", round, "--device", name, "--board-ingest", &url];
    let mut arguments: Vec<String> = fixed.into_iter().map(str::to_owned).collect();
    arguments.extend(["--state", &state].map(str::to_owned));
    arguments.extend(source.map(str::to_owned));
    for table in tables {
        arguments.extend(["--table".to_owned(), table.clone()]);
    }
    cluster.run(name, &arguments).await
}

/// The cost of a process so far.
struct Cost {
    cpu: Duration,
    /// The largest resident memory, in bytes.
    memory: u64,
}

impl Cost {
    fn of(pid: Pid) -> Result<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
        let (_, fields) = stat.rsplit_once(')').context("a process")?;
        // Fields 14 and 15 of proc_pid_stat(5): the time in user mode and in the kernel.
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
        let ticks: u64 = ticks.sum::<Result<_, _>>()?;
        let cpu = Duration::from_millis(ticks * TICK_MS);
        let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.split_whitespace().next()).context("a peak")?;
        Ok(Self { cpu, memory: kilobytes.parse::<u64>()? * 1_024 })
    }
}

/// Lets the measured time pass, and returns the share of a processor in per cent and the memory in
/// megabytes of each process.
async fn measure(agents: &[TiedChild], window: Duration) -> Result<Vec<(f64, f64)>> {
    let before: Vec<Cost> =
        agents.iter().map(|agent| Cost::of(agent.pid())).collect::<Result<_>>()?;
    let begun = Instant::now();
    sleep(window).await;
    let passed = begun.elapsed();
    let costs = agents.iter().zip(before).map(|(agent, before)| {
        let after = Cost::of(agent.pid())?;
        let cpu = after.cpu.saturating_sub(before.cpu).as_secs_f64() / passed.as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "megabytes")]
        let memory = after.memory as f64 / 1e6;
        anyhow::Ok((cpu * 100.0, memory))
    });
    costs.collect()
}

fn print(name: &str, costs: &[(f64, f64)]) {
    let cpu: f64 = costs.iter().map(|(cpu, _)| cpu).sum();
    let memory: f64 = costs.iter().map(|(_, memory)| memory).sum();
    println!("{name}: {cpu:.1} % of a processor, {memory:.0} MB at most");
}

async fn stop(agents: Vec<TiedChild>) {
    for agent in &agents {
        agent.signal(Signal::SIGTERM);
    }
    for agent in agents {
        agent.ended().await;
    }
}

/// Returns the tables of the boards of a bus, as the agent is told them.
fn tables(count: u32) -> Vec<String> {
    (1..=count).map(|table| format!("{:05}={table}", 1_000 + table)).collect()
}

/// Prints the time within which each board of a bus was asked again, from a moment on.
fn print_polls(boards: u32, bus: &DgtBusWoods, from: i64) {
    let mut gaps: Vec<i64> = bus
        .polls()
        .iter()
        .flat_map(|polls| {
            let polls: Vec<_> = polls.iter().filter(|at| **at >= from).collect();
            polls.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>()
        })
        .collect();
    gaps.sort_unstable();
    let at =
        |share: usize| gaps.get((gaps.len() * share / 1_000).min(gaps.len().saturating_sub(1)));
    let of = |share| at(share).copied().unwrap_or(0);
    println!(
        "each of {boards} boards on a bus is asked again within {} ms (median), {} ms (99 %), {} ms (always)",
        of(500),
        of(990),
        of(1_000)
    );
}

/// Measures twenty boards on a bus and twenty alone.
async fn mixed(
    cluster: &Cluster,
    clients: &Clients,
    games: &[Vec<Move>],
    window: Duration,
) -> Result<()> {
    open(clients, "mixed").await?;
    let port = |name: String| -> PathBuf { cluster.directory().join(name) };
    let woods = (1..=ON_BUS).map(|table| wood(table, games)).collect::<Result<_>>()?;
    let name = port("tty-bus".to_owned());
    let bus = DgtPort::start(DgtBusWoods::new(woods, 0, 7), &name)?;
    let source = ["--bus", &name.to_string_lossy()];
    let of_bus = [agent(cluster, "mixed", "bus", source, &tables(ON_BUS)).await?];
    let (mut ports, mut alone) = (Vec::new(), Vec::new());
    for table in ON_BUS + 1..=BOARDS {
        let name = port(format!("tty-{table}"));
        ports.push(DgtPort::start(wood(table, games)?, &name)?);
        let (device, at) = (format!("board-{table}"), [table.to_string()]);
        let source = ["--port", &name.to_string_lossy()];
        alone.push(agent(cluster, "mixed", &device, source, &at).await?);
    }
    sleep(FOUND).await;
    let [of_bus, alone] = [of_bus.into(), alone];
    let (bus_costs, alone_costs) = tokio::join!(measure(&of_bus, window), measure(&alone, window));
    let (bus_costs, alone_costs) = (bus_costs?, alone_costs?);
    print("the agent of 20 boards on a bus", &bus_costs);
    print("20 agents of a board each", &alone_costs);
    print("all 40 boards", &[bus_costs, alone_costs].concat());
    stop(of_bus).await;
    stop(alone).await;
    for port in ports {
        port.stop()?;
    }
    bus.stop()?;
    Ok(())
}

/// Measures forty boards on a bus.
async fn wide(
    cluster: &Cluster,
    clients: &Clients,
    games: &[Vec<Move>],
    window: Duration,
) -> Result<()> {
    open(clients, "wide").await?;
    let woods = (1..=BOARDS).map(|table| wood(table, games)).collect::<Result<_>>()?;
    let name = cluster.directory().join("tty-wide");
    let bus = DgtPort::start(DgtBusWoods::new(woods, 0, 11), &name)?;
    let begun = Instant::now();
    let source = ["--bus", &name.to_string_lossy()];
    let of_bus = vec![agent(cluster, "wide", "wide", source, &tables(BOARDS)).await?];
    sleep_until(begun + Duration::from_millis(u64::try_from(SEARCHED_MS)?)).await;
    let costs = measure(&of_bus, window).await?;
    print("the agent of 40 boards on a bus", &costs);
    stop(of_bus).await;
    print_polls(BOARDS, &bus.stop()?, SEARCHED_MS);
    Ok(())
}
