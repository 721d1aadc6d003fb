//! The price of a change that everybody sees: CPU time of broadcast for each delivery, its memory
//! for each connection, and how soon newcomers are accepted, beside bare sends and a peer of the
//! same run.
//!
//! Spectators are a process of their own, as are the floor, the peer and broadcast. A change is a
//! move with its clock, written into the log by the bench itself, so that of the services broadcast
//! alone runs.

use std::{
    fs::{self, File},
    io::Write as _,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};
use bench::{
    bare_sends::{self, Sends},
    crowd::{self, Counted},
    hall::Hall,
    nchan::{self, Nchan},
    process::{cpu, program, resident},
};
use clap::Parser as _;
use damcast::nats_server::{NatsOptions, NatsServer, TiedChild, find_binary};
use runtime::{
    Nats,
    config::{NatsConfig, TelemetryConfig},
    provision,
    telemetry::{Measured, Telemetry},
};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tokio_util::sync::CancellationToken;

/// The longest wait for something that has to come.
const PATIENCE: Duration = Duration::from_secs(120);
/// Interval at which processes are looked at.
const LOOK: Duration = Duration::from_millis(100);
/// Bytes of a message of the floor and of the peer, about those of a move with its clock.
const MESSAGE: u16 = 400;
/// Number of changes that come at once where a window merges them.
const MERGED: u32 = 5;

/// Measures what deliveries cost, beside bare sends and nchan.
#[derive(Debug, clap::Parser)]
struct Fanout {
    /// Spectators.
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    connections: u32,
    /// Measuring time of each part, in seconds.
    #[arg(long, default_value_t = 10, value_name = "SECONDS")]
    seconds: u32,
    /// Moves a second.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=200), value_name = "N")]
    rate: u32,
    /// Boards of the round.
    #[arg(long, default_value_t = 8, value_name = "N")]
    boards: u32,
    /// The nats-server program.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    nats_server: Option<PathBuf>,
    #[command(flatten)]
    telemetry: TelemetryConfig,
    /// Given by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
    #[command(subcommand)]
    role: Option<Role>,
}

/// The part of another process.
#[derive(Debug, clap::Subcommand)]
enum Role {
    /// Watches, and counts what comes.
    #[command(hide = true)]
    Crowd { address: SocketAddr, path: String, connections: u64 },
    /// Sends without anything else.
    #[command(hide = true)]
    Floor { connections: usize, messages: u32, every_us: u64, folder: PathBuf },
}

/// The measurements of one part.
struct Part {
    name: String,
    deliveries: u64,
    used: Duration,
    memory_kb: u64,
    accepted_us: u64,
    messages: u64,
}

fn main() -> anyhow::Result<()> {
    let fanout = Fanout::parse();
    match &fanout.role {
        Some(Role::Floor { connections, messages, every_us, folder }) => {
            let listener = listen()?;
            let address = listener.local_addr()?;
            fs::write(folder.join("address.draft"), address.to_string())?;
            fs::rename(folder.join("address.draft"), folder.join("address"))?;
            let (every, bytes) = (Duration::from_micros(*every_us), MESSAGE);
            let (connections, messages) = (*connections, *messages);
            let sends = Sends { connections, messages, every, bytes };
            bare_sends::send(&listener, sends, &folder.join("begin"))
        }
        Some(Role::Crowd { address, path, connections }) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(crowd::watch(*address, path, *connections))
        }
        None => tokio::runtime::Runtime::new()?.block_on(fanout.run()),
    }
}

/// Listens as the services do.
fn listen() -> anyhow::Result<std::net::TcpListener> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let _entered = runtime.enter();
    let listener = runtime::bind((Ipv4Addr::LOCALHOST, 0).into())?.into_std()?;
    listener.set_nonblocking(false)?;
    Ok(listener)
}

impl Fanout {
    async fn run(&self) -> anyhow::Result<()> {
        let telemetry = Telemetry::start("bench", &self.telemetry, "warn", Measured::default())?;
        let measured = self.measure().await;
        telemetry.stop();
        measured
    }

    async fn measure(&self) -> anyhow::Result<()> {
        let mut out = std::io::stdout();
        let Self { connections, seconds, rate, boards, .. } = self;
        writeln!(
            out,
            "{connections} connections, {rate} moves a second at {boards} boards, {seconds} s each"
        )?;
        let floor = self.floor().await?;
        let mut all = vec![floor];
        if Nchan::is_installed() {
            all.push(self.nchan().await?);
        } else {
            writeln!(out, "nchan is not installed (apt-get install libnginx-mod-nchan)")?;
        }
        all.extend(self.damcast().await?);
        let per_million = |one: &Part| per_million(one.used, one.deliveries);
        let least = all.first().map(per_million).context("the floor")?;
        writeln!(
            out,
            "{:34} {:>12} {:>11} {:>7} {:>13} {:>14} {:>11}",
            "",
            "changes seen",
            "CPU s per M",
            "floors",
            "messages each",
            "kB/connection",
            "accept p99"
        )?;
        for one in &all {
            writeln!(
                out,
                "{:34} {:12} {:11.2} {:7.2} {:13.2} {:14.2} {:8.1} ms",
                one.name,
                one.deliveries,
                per_million(one),
                ratio(per_million(one), least),
                share(one.messages, one.deliveries),
                share(one.memory_kb, u64::from(*connections)),
                share(one.accepted_us, 1000),
            )?;
        }
        Ok(())
    }

    fn changes(&self) -> u32 {
        self.rate * self.seconds
    }

    async fn floor(&self) -> anyhow::Result<Part> {
        let folder = tempfile::tempdir()?;
        let output = File::create(folder.path().join("floor.log"))?;
        let every = Duration::from_secs(1) / self.rate;
        let arguments = [
            "floor".to_owned(),
            self.connections.to_string(),
            self.changes().to_string(),
            every.as_micros().to_string(),
            folder.path().display().to_string(),
        ];
        let server = TiedChild::start(&std::env::current_exe()?, &arguments, &output).await?;
        let pid = server.pid().as_raw();
        let address = until("the floor to listen", || {
            let text = fs::read_to_string(folder.path().join("address")).ok()?;
            text.parse::<SocketAddr>().ok()
        })
        .await?;
        let before_kb = resident(pid)?;
        let crowd = self.crowd(address, "/", folder.path()).await?;
        let (before, first) = (cpu(pid)?, crowd.counted()?);
        fs::write(folder.path().join("begin"), "")?;
        let wanted = u64::from(self.changes()) * u64::from(self.connections);
        let last = crowd.wait_for(first.messages + wanted).await?;
        let used = cpu(pid)?.saturating_sub(before);
        Ok(Part {
            name: "bare sends".to_owned(),
            deliveries: wanted,
            used,
            memory_kb: resident(pid)?.saturating_sub(before_kb),
            accepted_us: last.accepted_us,
            messages: last.messages - first.messages,
        })
    }

    async fn nchan(&self) -> anyhow::Result<Part> {
        let folder = tempfile::tempdir()?;
        let mut server = Nchan::start(folder.path()).await?;
        let pid = server.pid();
        let before_kb = resident(pid)?;
        let crowd = self.crowd(server.address(), nchan::SUBSCRIBE, folder.path()).await?;
        let memory_kb = resident(pid)?.saturating_sub(before_kb);
        let (before, first) = (cpu(pid)?, crowd.counted()?);
        let message = "x".repeat(MESSAGE.into());
        let mut tick = interval(Duration::from_secs(1) / self.rate);
        for _change in 0..self.changes() {
            tick.tick().await;
            server.publish(&message).await?;
        }
        let wanted = u64::from(self.changes()) * u64::from(self.connections);
        let last = crowd.wait_for(first.messages + wanted).await?;
        Ok(Part {
            name: "nchan (nginx, one process)".to_owned(),
            deliveries: wanted,
            used: cpu(pid)?.saturating_sub(before),
            memory_kb,
            accepted_us: last.accepted_us,
            messages: last.messages - first.messages,
        })
    }

    /// Measures broadcast with moves one by one, and with several at once.
    async fn damcast(&self) -> anyhow::Result<Vec<Part>> {
        let folder = tempfile::tempdir()?;
        let binary = find_binary(self.nats_server.as_deref(), ".damcast/tools".as_ref())?;
        let mut options = NatsOptions::new(binary, folder.path().join("nats"));
        options.is_open = true;
        let nats = NatsServer::start(&options).await?;
        let (config, never) = (NatsConfig::at(&nats.url()), CancellationToken::new());
        provision(&Nats::connect("bench", &config, &never).await?, &config, &never).await?;
        let mut hall = Hall::open(&nats.url(), "fanout", self.boards).await?;
        let file = folder.path().join("broadcast");
        let arguments = [
            "serve",
            "broadcast",
            "--nats",
            &nats.url(),
            "--address-file",
            &file.display().to_string(),
        ]
        .map(str::to_owned);
        let output = File::create(folder.path().join("broadcast.log"))?;
        let server = TiedChild::start(&program()?, &arguments, &output).await?;
        let pid = server.pid().as_raw();
        let address = until("broadcast to serve", || {
            fs::read_to_string(&file).ok()?.parse::<SocketAddr>().ok()
        })
        .await?;
        let path = format!("{}/ws", hall.path());
        let before_kb = resident(pid)?;
        let crowd = self.crowd(address, &path, folder.path()).await?;
        // What the first snapshots took is given back to the system later, or never.
        let memory_kb = resident(pid)?.saturating_sub(before_kb);
        let mut all = Vec::new();
        for (name, at_once) in [("damcast, moves one by one", 1), ("damcast, five at once", MERGED)]
        {
            let (before, first) = (cpu(pid)?, crowd.counted()?);
            let mut tick = interval(Duration::from_secs(1) / self.rate * at_once);
            tick.set_missed_tick_behavior(MissedTickBehavior::Burst);
            for _turn in 0..self.changes() / at_once {
                tick.tick().await;
                for _change in 0..at_once {
                    hall.play().await?;
                }
            }
            let last = crowd.quiet().await?;
            let changes = self.changes() / at_once * at_once;
            all.push(Part {
                name: name.to_owned(),
                deliveries: u64::from(changes) * u64::from(self.connections),
                used: cpu(pid)?.saturating_sub(before),
                memory_kb,
                accepted_us: last.accepted_us,
                messages: last.messages - first.messages,
            });
        }
        drop(server);
        nats.stop().await;
        Ok(all)
    }

    /// Starts the spectators, and waits until all are there.
    async fn crowd(&self, address: SocketAddr, path: &str, folder: &Path) -> anyhow::Result<Crowd> {
        let file = folder.join("crowd.log");
        let arguments = [
            "crowd".to_owned(),
            address.to_string(),
            path.to_owned(),
            self.connections.to_string(),
        ];
        let output = File::create(&file)?;
        let process = TiedChild::start(&std::env::current_exe()?, &arguments, &output).await?;
        let crowd = Crowd { _process: process, file };
        let all = u64::from(self.connections);
        until("the spectators", || crowd.counted().ok().filter(|it| it.open == all)).await?;
        crowd.quiet().await?;
        Ok(crowd)
    }
}

/// The spectators, in a process of their own.
struct Crowd {
    _process: TiedChild,
    file: PathBuf,
}

impl Crowd {
    /// Returns what they have counted last.
    fn counted(&self) -> anyhow::Result<Counted> {
        let text = fs::read_to_string(&self.file)?;
        let whole = text.rfind('\n').and_then(|end| text.get(..end)).context("no counts yet")?;
        whole.rsplit('\n').next().context("no counts yet")?.parse()
    }

    /// Waits until they have received so many messages.
    async fn wait_for(&self, messages: u64) -> anyhow::Result<Counted> {
        let what = format!("{messages} messages");
        until(&what, || self.counted().ok().filter(|it| it.messages >= messages)).await
    }

    /// Waits until nothing more comes.
    async fn quiet(&self) -> anyhow::Result<Counted> {
        let mut before = self.counted()?;
        loop {
            sleep(Duration::from_secs(1)).await;
            let now = self.counted()?;
            if now.messages == before.messages {
                return Ok(now);
            }
            before = now;
        }
    }
}

async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> anyhow::Result<T> {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return Ok(found);
        }
        if Instant::now() > end {
            bail!("waited in vain for {what}");
        }
        sleep(LOOK).await;
    }
}

#[expect(clippy::float_arithmetic, reason = "figures for people to read")]
fn per_million(used: Duration, deliveries: u64) -> f64 {
    used.as_secs_f64() * ratio(1_000_000.0, whole(deliveries))
}

#[expect(clippy::float_arithmetic, reason = "figures for people to read")]
fn ratio(one: f64, other: f64) -> f64 {
    one / other
}

fn share(one: u64, other: u64) -> f64 {
    ratio(whole(one), whole(other))
}

#[expect(clippy::as_conversions, reason = "counts of a bench are exact in a float")]
fn whole(number: u64) -> f64 {
    number as f64
}
