//! The processes of a hall: nats-server and the five services, in a folder that ends with the
//! campaign.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    net::{Ipv4Addr, SocketAddr},
    ops::Range,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use async_nats::Client;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use tempfile::TempDir;
use tokio::{
    io::AsyncReadExt as _,
    net::TcpStream,
    process::{Child, Command},
    time::{Instant, timeout},
};
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::servers::{Level, Servers, free_port, nats_client};

/// Longest time in which a process that was started has to serve.
pub(crate) const SERVES_WITHIN: Duration = Duration::from_secs(60);
/// Pause between two looks at something that no event announces.
const GLANCE: Duration = Duration::from_millis(20);

/// The variable by which the folders of halls are kept, with the logs of their processes.
const KEEP: &str = "CAMPAIGN_KEEP";

/// One process of the hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// The broker.
    Nats,
    /// Takes inputs.
    BoardIngest,
    /// Judges them.
    RulesValidation,
    /// Keeps clocks.
    Clock,
    /// Keeps tournaments.
    Pairing,
    /// Shows them.
    Broadcast,
}

impl Part {
    /// All processes, in the order of their start.
    pub(crate) const ALL: [Self; 6] = [
        Self::Nats,
        Self::BoardIngest,
        Self::RulesValidation,
        Self::Clock,
        Self::Pairing,
        Self::Broadcast,
    ];

    /// Returns its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Nats => "nats-server",
            Self::BoardIngest => "board-ingest",
            Self::RulesValidation => "rules-validation",
            Self::Clock => "clock",
            Self::Pairing => "pairing",
            Self::Broadcast => "broadcast",
        }
    }
}

/// The processes of a hall, each on a port of its own.
#[derive(Debug)]
pub(crate) struct Hall {
    directory: TempDir,
    damcast: PathBuf,
    /// The ports of the services.
    ports: BTreeMap<Part, u16>,
    servers: Servers,
    /// The processes, each with its number: a hall may have several nats-servers.
    children: BTreeMap<(Part, usize), Child>,
    /// `damcast up`, which runs all parts in its place.
    up: Option<Child>,
    /// Variables of the services' environment.
    environment: Vec<(&'static str, PathBuf)>,
    /// Number of descriptors that a service may have open; as many as the system allows if absent.
    descriptors: Option<usize>,
}

impl Hall {
    /// Starts all processes, and waits until they serve.
    pub(crate) async fn start() -> Result<Self> {
        let mut hall = Self::prepare()?;
        hall.launch_all().await?;
        hall.all_serve().await?;
        Ok(hall)
    }

    /// Prepares a hall in which nothing runs.
    pub(crate) fn prepare() -> Result<Self> {
        Self::prepare_at(Level::default())
    }

    /// Prepares a hall in which nothing runs, with this level of durability.
    pub(crate) fn prepare_at(level: Level) -> Result<Self> {
        let mut directory = TempDir::with_prefix("campaign-")?;
        directory.disable_cleanup(std::env::var_os(KEEP).is_some());
        let damcast = std::env::current_exe()?.with_file_name("damcast");
        if !damcast.is_file() {
            bail!("{} is missing: build it first", damcast.display());
        }
        let mut ports = BTreeMap::new();
        for part in Part::ALL.into_iter().filter(|part| *part != Part::Nats) {
            ports.insert(part, free_port()?);
        }
        let servers = Servers::new(directory.path(), level.copies)?;
        servers.configure(level.sync)?;
        Ok(Self {
            directory,
            damcast,
            ports,
            servers,
            children: BTreeMap::new(),
            up: None,
            environment: Vec::new(),
            descriptors: None,
        })
    }

    /// Returns the path of a file of the hall.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Returns the address of a process, which stays the same over restarts; with several
    /// nats-servers that of the first.
    pub(crate) fn address(&self, part: Part) -> SocketAddr {
        let port = self.ports.get(&part).copied();
        let port = port.or_else(|| self.servers.client_ports().next()).unwrap_or_default();
        (Ipv4Addr::LOCALHOST, port).into()
    }

    /// Returns the addresses of all processes of a part.
    fn addresses(&self, part: Part) -> Vec<SocketAddr> {
        if part == Part::Nats {
            let ports = self.servers.client_ports();
            return ports.map(|port| (Ipv4Addr::LOCALHOST, port).into()).collect();
        }
        vec![self.address(part)]
    }

    /// Returns the folders in which the nats-servers store what they have.
    pub(crate) fn stores(&self) -> Vec<PathBuf> {
        self.servers.stores()
    }

    /// Returns the folder of the hall, which ends with it unless it is kept.
    pub(crate) fn folder(&self) -> &Path {
        self.directory.path()
    }

    /// Returns the program of the services.
    pub(crate) fn program(&self) -> &Path {
        &self.damcast
    }

    /// Returns the URL of nats-server, or of each, separated by commas.
    pub(crate) fn nats_url(&self) -> String {
        let addresses = self.addresses(Part::Nats).into_iter();
        let urls: Vec<_> = addresses.map(|address| format!("nats://{address}")).collect();
        urls.join(",")
    }

    /// Connects to nats-server, as whoever may do everything.
    pub(crate) async fn nats(&self) -> Result<Client> {
        // Only that of `damcast up` asks for a password.
        let password = fs::read_to_string(self.path("data/nats/passwords/mender")).ok();
        nats_client(&self.nats_url(), password.as_deref()).await
    }

    /// Returns a gRPC channel to a service, which connects again after a loss.
    pub(crate) fn channel(&self, part: Part) -> Result<Channel> {
        channel(self.address(part))
    }

    /// Sets a variable of the environment of services that are started from now on.
    pub(crate) fn set_environment(&mut self, name: &'static str, value: PathBuf) {
        self.environment.push((name, value));
    }

    /// Sets the program of services that are started from now on; returns the one before.
    pub(crate) fn use_program(&mut self, damcast: PathBuf) -> PathBuf {
        std::mem::replace(&mut self.damcast, damcast)
    }

    /// Limits the descriptors of services that are started from now on.
    pub(crate) fn limit_descriptors(&mut self, descriptors: usize) {
        self.descriptors = Some(descriptors);
    }

    /// Starts all processes that do not run; waits for nats-server alone.
    pub(crate) async fn launch_all(&mut self) -> Result<()> {
        for part in Part::ALL {
            for number in self.numbers(part) {
                if !self.children.contains_key(&(part, number)) {
                    self.launch_one(part, number)?;
                }
            }
            if part == Part::Nats {
                self.serves(part).await?;
            }
        }
        Ok(())
    }

    /// Returns the numbers of the processes of a part.
    fn numbers(&self, part: Part) -> Range<usize> {
        0..self.addresses(part).len()
    }

    /// Starts a process, or each of several nats-servers, without waiting for it.
    pub(crate) fn launch(&mut self, part: Part) -> Result<()> {
        self.numbers(part).try_for_each(|number| self.launch_one(part, number))
    }

    fn launch_one(&mut self, part: Part, number: usize) -> Result<()> {
        let mut command;
        if part == Part::Nats {
            command = Command::new("nats-server");
            command.arg("--config").arg(self.servers.configuration(number));
        } else {
            command = self.serve(part);
            command.args(["--listen", &self.address(part).to_string()]);
        }
        let child = self.spawn(&mut command, part.name())?;
        self.children.insert((part, number), child);
        Ok(())
    }

    /// Starts a second process of a service, on a port of its own, and waits until it serves. It is
    /// killed when the result is dropped.
    pub(crate) async fn launch_beside(&self, part: Part) -> Result<Child> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let mut command = self.serve(part);
        command.args(["--listen", &address.to_string()]);
        let child = self.spawn(&mut command, &format!("{}-beside", part.name()))?;
        let began = Instant::now();
        while !is_serving(part, address).await {
            if began.elapsed() > SERVES_WITHIN {
                bail!("{} does not serve beside the older one", part.name());
            }
            tokio::time::sleep(GLANCE).await;
        }
        Ok(child)
    }

    /// Returns the command that runs a service, within its limits.
    fn serve(&self, part: Part) -> Command {
        let mut command = self.limited();
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.args(["serve", part.name(), "--nats", &self.nats_url()]);
        command.args(["--stream-replicas", &self.numbers(Part::Nats).len().to_string()]);
        command
    }

    /// Returns the command that runs the program, within its limit of descriptors.
    fn limited(&self) -> Command {
        let Some(descriptors) = self.descriptors else { return Command::new(&self.damcast) };
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {descriptors} && exec \"$0\" \"$@\"")]);
        command.arg(&self.damcast);
        command
    }

    /// Starts `damcast up` in place of all processes, with its data, its port of spectators, and
    /// further options.
    pub(crate) fn launch_up(
        &mut self,
        data: &Path,
        spectators: SocketAddr,
        options: &[&str],
    ) -> Result<()> {
        let mut command = self.limited();
        command.args(["up", "--no-demo", "--data"]).arg(data).args(options);
        command.args(["--nats-port", &self.address(Part::Nats).port().to_string()]);
        for part in Part::ALL.into_iter().filter(|part| *part != Part::Nats) {
            let at = if part == Part::Broadcast { spectators } else { self.address(part) };
            command.args([format!("--{}", part.name()), at.to_string()]);
        }
        self.up = Some(self.spawn(&mut command, "up")?);
        Ok(())
    }

    /// Starts a program that ends with the campaign; it logs to a file of this name.
    pub(crate) fn spawn(&self, command: &mut Command, name: &str) -> Result<Child> {
        let log = self.path(name).with_extension("log");
        let output = File::options().create(true).append(true).open(log)?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        command.kill_on_drop(true).spawn().with_context(|| format!("start {name}"))
    }

    /// Kills a process with SIGKILL, and waits for its end.
    pub(crate) async fn kill(&mut self, part: Part) -> Result<()> {
        for number in self.numbers(part) {
            if let Some(mut child) = self.children.remove(&(part, number)) {
                child.kill().await?;
            }
        }
        Ok(())
    }

    /// Kills all processes with SIGKILL, as the loss of power does.
    pub(crate) async fn kill_all(&mut self) -> Result<()> {
        for part in Part::ALL {
            self.kill(part).await?;
        }
        Ok(())
    }

    /// Stops nats-server in order with SIGTERM, while the services run.
    pub(crate) async fn stop_nats(&mut self) -> Result<()> {
        self.stop_part(Part::Nats).await
    }

    /// Stops a process in order with SIGTERM, and waits for its end.
    pub(crate) async fn stop_part(&mut self, part: Part) -> Result<()> {
        if self.children.contains_key(&(part, 0)) {
            self.signal(part, Signal::SIGTERM)?;
            for number in self.numbers(part) {
                if let Some(mut child) = self.children.remove(&(part, number)) {
                    timeout(SERVES_WITHIN, child.wait()).await.with_context(|| part.name())??;
                }
            }
        }
        Ok(())
    }

    /// Starts again, as a supervisor does, each process that has ended by itself; returns their
    /// number.
    pub(crate) fn revive(&mut self) -> Result<usize> {
        let mut ended = Vec::new();
        for (process, child) in &mut self.children {
            if child.try_wait()?.is_some() {
                ended.push(*process);
            }
        }
        for (part, number) in &ended {
            self.launch_one(*part, *number)?;
        }
        Ok(ended.len())
    }

    /// Sends a signal to a process, or to each of several nats-servers.
    pub(crate) fn signal(&self, part: Part, signal: Signal) -> Result<()> {
        for number in self.numbers(part) {
            let child = self.children.get(&(part, number));
            let id = child.and_then(Child::id).context("it does not run")?;
            kill(Pid::from_raw(i32::try_from(id)?), signal)?;
        }
        Ok(())
    }

    /// Stops all processes in order with SIGTERM, nats-server last.
    pub(crate) async fn stop(&mut self) -> Result<()> {
        if let Some(mut up) = self.up.take() {
            let id = up.id().context("damcast up has ended")?;
            kill(Pid::from_raw(i32::try_from(id)?), Signal::SIGTERM)?;
            timeout(SERVES_WITHIN, up.wait()).await.context("damcast up")??;
        }
        for part in Part::ALL.into_iter().rev() {
            self.stop_part(part).await?;
        }
        Ok(())
    }

    /// Returns the process id of a process that runs.
    pub(crate) fn pid(&self, part: Part) -> Option<u32> {
        self.children.get(&(part, 0)).and_then(Child::id)
    }

    /// Waits until a process serves, and returns how long that took.
    pub(crate) async fn serves(&self, part: Part) -> Result<Duration> {
        let began = Instant::now();
        while began.elapsed() < SERVES_WITHIN {
            if self.is_serving(part).await {
                return Ok(began.elapsed());
            }
            tokio::time::sleep(GLANCE).await;
        }
        bail!(
            "{} does not serve after {SERVES_WITHIN:?}; its log ends: {}",
            part.name(),
            self.tail(part)
        )
    }

    async fn is_serving(&self, part: Part) -> bool {
        for address in self.addresses(part) {
            if !is_serving(part, address).await {
                return false;
            }
        }
        true
    }

    /// Waits until all processes serve, and starts those again that end meanwhile; returns how long
    /// that took.
    pub(crate) async fn all_serve_again(&mut self) -> Result<Duration> {
        let began = Instant::now();
        for part in Part::ALL {
            while !self.is_serving(part).await {
                self.revive()?;
                if began.elapsed() > SERVES_WITHIN {
                    self.serves(part).await?;
                }
                tokio::time::sleep(GLANCE).await;
            }
        }
        Ok(began.elapsed())
    }

    /// Waits until all processes serve.
    pub(crate) async fn all_serve(&self) -> Result<()> {
        for part in Part::ALL {
            self.serves(part).await?;
        }
        Ok(())
    }

    /// Returns the log of a process.
    pub(crate) fn log(&self, name: &str) -> String {
        let bytes = fs::read(self.path(name).with_extension("log")).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn tail(&self, part: Part) -> String {
        let log = self.log(part.name());
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(5)..].join(" | ")
    }
}

/// Returns a gRPC channel that connects on its first call, and again after a loss.
pub(crate) fn channel(address: SocketAddr) -> Result<Channel> {
    Ok(Endpoint::from_shared(format!("http://{address}"))?
        .connect_timeout(Duration::from_secs(1))
        .http2_keep_alive_interval(Duration::from_secs(2))
        .keep_alive_timeout(Duration::from_secs(2))
        .keep_alive_while_idle(true)
        .connect_lazy())
}

/// Returns true if a process at an address serves.
pub(crate) async fn is_serving(part: Part, address: SocketAddr) -> bool {
    if part == Part::Nats {
        greets(address).await
    } else {
        health(address).await == Some(ServingStatus::Serving)
    }
}

/// Returns what a service says about its health; `None` if it does not answer within two seconds.
pub(crate) async fn health(address: SocketAddr) -> Option<ServingStatus> {
    let mut client = HealthClient::new(channel(address).ok()?);
    let asked = client.check(HealthCheckRequest::default());
    let answer = timeout(Duration::from_secs(2), asked).await.ok()?.ok()?;
    Some(answer.into_inner().status())
}

/// Returns true if a nats-server greets whoever connects.
async fn greets(address: SocketAddr) -> bool {
    let greeting = async {
        let mut first = [0; 4];
        TcpStream::connect(address).await?.read_exact(&mut first).await?;
        Ok::<_, std::io::Error>(first)
    };
    timeout(Duration::from_secs(1), greeting)
        .await
        .is_ok_and(|read| read.is_ok_and(|it| &it == b"INFO"))
}

/// Returns the resident memory of a process, MiB.
pub(crate) fn memory_mib(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok());
    kib.unwrap_or_default() / 1024
}
