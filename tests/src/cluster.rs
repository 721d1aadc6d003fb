//! Runs the system: a real nats-server and the five services, each in a process of its own.
//!
//! Everything lives in one temporary directory and ends with the test. If a test ends without
//! [`Cluster::finish`], which also checks that no process logged an ERROR, the ends of all logs are
//! printed.

use std::{
    collections::BTreeMap,
    fs,
    fs::File,
    io::Write as _,
    iter,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use async_nats::ConnectOptions;
use damcast::nats_server::{ChildEnd, NatsOptions, NatsServer, TiedChild, find_binary};
use nix::{sys::signal::Signal, unistd::Pid};
use tempfile::TempDir;

use crate::{free_port::free_port, program::program, until};

/// Number of lines of each log that a failed test prints.
const SHOWN_LINES: usize = 40;

/// One of the five services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Service {
    /// Accepts inputs of devices and the desk.
    BoardIngest,
    /// Judges inputs by the rules.
    RulesValidation,
    /// Keeps the clocks.
    Clock,
    /// Keeps the tournaments.
    Pairing,
    /// Shows tournaments to spectators.
    Broadcast,
}

impl Service {
    /// All five services.
    pub const ALL: [Self; 5] =
        [Self::BoardIngest, Self::RulesValidation, Self::Clock, Self::Pairing, Self::Broadcast];

    /// Returns the name of its folder, package and process.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BoardIngest => "board-ingest",
            Self::RulesValidation => "rules-validation",
            Self::Clock => "clock",
            Self::Pairing => "pairing",
            Self::Broadcast => "broadcast",
        }
    }
}

/// A running system.
#[derive(Debug)]
pub struct Cluster {
    directory: Option<TempDir>,
    binary: PathBuf,
    nats: NatsOptions,
    nats_server: Option<NatsServer>,
    services: BTreeMap<Service, TiedChild>,
    ports: BTreeMap<Service, u16>,
    arguments: BTreeMap<Service, Vec<String>>,
    /// The services that `damcast up` lets other machines reach.
    everywhere: Vec<Service>,
    expected_errors: Vec<&'static str>,
}

impl Cluster {
    /// Starts nats-server and the five services, and waits until all serve.
    ///
    /// # Errors
    /// If a program is missing or does not serve.
    pub async fn start() -> Result<Self> {
        let mut cluster = Self::prepare()?;
        cluster.start_nats().await?;
        cluster.start_services().await?;
        Ok(cluster)
    }

    /// Starts the five services, and waits until all serve.
    ///
    /// # Errors
    /// If one does not serve.
    pub async fn start_services(&mut self) -> Result<()> {
        for service in Service::ALL {
            self.launch(service).await?;
        }
        for service in Service::ALL {
            self.wait_for(service).await?;
        }
        Ok(())
    }

    /// Prepares a system in which no process runs yet.
    ///
    /// # Errors
    /// If a program is missing, or is older than its sources.
    pub fn prepare() -> Result<Self> {
        let directory = TempDir::with_prefix("damcast-")?;
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let binary = find_binary(None, &root.join(".damcast/tools"))?;
        let mut nats = NatsOptions::new(binary, directory.path().join("nats"));
        nats.port = Some(free_port()?);
        // Tests write to the log what no service would.
        nats.is_open = true;
        let mut ports = BTreeMap::new();
        for service in Service::ALL {
            ports.insert(service, free_port()?);
        }
        Ok(Self {
            directory: Some(directory),
            binary: program()?,
            nats,
            nats_server: None,
            services: BTreeMap::new(),
            ports,
            arguments: BTreeMap::new(),
            everywhere: Vec::new(),
            expected_errors: Vec::new(),
        })
    }

    /// Lets [`Self::up`] serve these also to other machines.
    pub fn listen_everywhere(&mut self, services: &[Service]) {
        self.everywhere = services.to_vec();
    }

    /// Limits the size of the log, in bytes; call it before nats-server starts.
    pub fn limit_store(&mut self, bytes: u64) {
        self.nats.max_store_bytes = bytes;
    }

    /// Adds an argument to a service, from its next start on.
    pub fn add_argument(&mut self, service: Service, flag: &str, value: &str) {
        let arguments = self.arguments.entry(service).or_default();
        arguments.extend([flag.to_owned(), value.to_owned()]);
    }

    /// Allows ERROR lines that contain this text.
    pub fn expect_error(&mut self, text: &'static str) {
        self.expected_errors.push(text);
    }

    /// Returns the URL of nats-server, whether it runs or not.
    #[must_use]
    pub fn nats_url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.nats_port())
    }

    /// Returns the port of nats-server.
    #[must_use]
    pub fn nats_port(&self) -> u16 {
        self.nats.port.unwrap_or_default()
    }

    /// Returns the path of the program.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.binary
    }

    /// Returns the path of the nats-server program.
    #[must_use]
    pub fn nats_binary(&self) -> &Path {
        &self.nats.binary
    }

    /// Returns the address of a service, which stays the same over restarts.
    #[must_use]
    pub fn address(&self, service: Service) -> SocketAddr {
        let port = self.ports.get(&service).copied().unwrap_or_default();
        (Ipv4Addr::LOCALHOST, port).into()
    }

    /// Starts nats-server on its port and its store.
    ///
    /// # Errors
    /// If it does not serve.
    pub async fn start_nats(&mut self) -> Result<()> {
        self.nats_server = Some(NatsServer::start(&self.nats).await?);
        Ok(())
    }

    /// Returns the process id of nats-server.
    #[must_use]
    pub fn nats_pid(&self) -> Option<u32> {
        self.nats_server.as_ref().map(NatsServer::pid)
    }

    /// Returns the folder in which nats-server keeps its streams.
    #[must_use]
    pub fn store(&self) -> PathBuf {
        self.nats.directory.join("store")
    }

    /// Kills nats-server with SIGKILL.
    pub async fn kill_nats(&mut self) {
        if let Some(server) = self.nats_server.take() {
            server.kill().await;
        }
    }

    /// Starts a service and waits until it serves.
    ///
    /// # Errors
    /// If it does not serve.
    pub async fn start_service(&mut self, service: Service) -> Result<()> {
        self.launch(service).await?;
        self.wait_for(service).await
    }

    /// Starts a service without waiting until it serves.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub async fn launch(&mut self, service: Service) -> Result<()> {
        let address_file = self.file(service, "address");
        if address_file.exists() {
            fs::remove_file(&address_file)?;
        }
        let arguments = self.serve(service, self.address(service), &address_file);
        let child = self.run(service.name(), &arguments).await?;
        self.services.insert(service, child);
        Ok(())
    }

    /// Starts a second copy of a service on a port of its own, and waits until it serves. The copy
    /// ends when it is dropped.
    ///
    /// # Errors
    /// If it does not serve.
    pub async fn replica(&self, service: Service) -> Result<(TiedChild, SocketAddr)> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let name = format!("{}-2", service.name());
        let address_file = self.directory().join(&name).with_extension("address");
        let arguments = self.serve(service, address, &address_file);
        let child = self.run(&name, &arguments).await?;
        self.wait(&name, &child, &address_file).await?;
        Ok((child, address))
    }

    /// Runs `damcast up`, which starts everything in one process, with these additional arguments.
    /// Its nats-server and services use the addresses of this system, and its doors are open.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub async fn up(&self, more: &[&str]) -> Result<TiedChild> {
        self.run("up", &self.arguments_of_up(more)).await
    }

    /// As [`Self::up`], with the programs of a folder before all others of their names.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub async fn up_with_tools(&self, tools: &Path, more: &[&str]) -> Result<TiedChild> {
        let others = std::env::var_os("PATH").unwrap_or_default();
        let folders = iter::once(tools.to_path_buf()).chain(std::env::split_paths(&others));
        let path = std::env::join_paths(folders)?.to_string_lossy().into_owned();
        let program = self.binary.to_string_lossy().into_owned();
        let mut arguments = vec![format!("PATH={path}"), program];
        arguments.extend(self.arguments_of_up(more));
        self.run_program(Path::new("env"), "up", &arguments).await
    }

    fn arguments_of_up(&self, more: &[&str]) -> Vec<String> {
        let mut arguments = self.arguments_of_locked_up();
        arguments.push("--open".to_owned());
        arguments.extend(more.iter().copied().map(str::to_owned));
        arguments
    }

    /// Returns the arguments by which `damcast up` locks its doors at its first start.
    #[must_use]
    pub fn arguments_of_locked_up(&self) -> Vec<String> {
        let mut arguments = vec!["up".to_owned()];
        let mut give = |flag: &str, value: String| arguments.extend([format!("--{flag}"), value]);
        give("data", self.data_of_up().to_string_lossy().into_owned());
        give("nats-server", self.nats_binary().to_string_lossy().into_owned());
        give("nats-port", self.nats_port().to_string());
        for service in Service::ALL {
            let mut address = self.address(service);
            if self.everywhere.contains(&service) {
                address.set_ip(Ipv4Addr::UNSPECIFIED.into());
            }
            give(service.name(), address.to_string());
        }
        arguments
    }

    /// Returns the data folder of the process started by [`Self::up`].
    #[must_use]
    pub fn data_of_up(&self) -> PathBuf {
        self.directory().join("data")
    }

    /// Returns the process id of the nats-server of `damcast up`, read from its pid file.
    #[must_use]
    pub fn nats_of_up(&self) -> Option<Pid> {
        let text = fs::read_to_string(self.data_of_up().join("nats/nats.pid")).ok()?;
        Some(Pid::from_raw(text.trim().parse().ok()?))
    }

    /// Connects to the nats-server of `damcast up` as one of its users, with the password in its
    /// data folder.
    ///
    /// # Errors
    /// If there is no password, or the server refuses.
    pub async fn nats_of_up_as(&self, user: &str) -> Result<async_nats::Client> {
        let password = fs::read_to_string(self.data_of_up().join("nats/passwords").join(user))?;
        let password = password.trim().to_owned();
        let options = ConnectOptions::with_user_and_password(user.to_owned(), password);
        let options = options.custom_inbox_prefix(format!("_INBOX_{user}"));
        options.connect(self.nats_url()).await.with_context(|| format!("connect as {user}"))
    }

    /// Starts the program with these arguments; it logs to a file of this name.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub async fn run(&self, name: &str, arguments: &[String]) -> Result<TiedChild> {
        self.run_program(&self.binary, name, arguments).await
    }

    async fn run_program(
        &self,
        program: &Path,
        name: &str,
        arguments: &[String],
    ) -> Result<TiedChild> {
        let log = self.directory().join(name).with_extension("log");
        let output = File::options().create(true).append(true).open(&log)?;
        TiedChild::start(program, arguments, &output)
            .await
            .with_context(|| format!("start {}", program.display()))
    }

    /// Kills a service with SIGKILL.
    ///
    /// # Errors
    /// If it does not run.
    pub async fn kill(&mut self, service: Service) -> Result<()> {
        let child = self.services.remove(&service).context("it does not run")?;
        child.signal(Signal::SIGKILL);
        child.ended().await;
        Ok(())
    }

    /// Stops a service with SIGTERM, and waits for its end.
    ///
    /// # Errors
    /// If it does not run, does not end, or ends with another code than 0.
    pub async fn stop(&mut self, service: Service) -> Result<()> {
        let child = self.services.remove(&service).context("it does not run")?;
        child.signal(Signal::SIGTERM);
        let end = tokio::time::timeout(crate::LIMIT, child.ended())
            .await
            .with_context(|| format!("{} does not stop", service.name()))?;
        ensure!(end.is_success(), "{} ended with {end}", service.name());
        Ok(())
    }

    /// Waits until a service ends by itself, and returns its end.
    ///
    /// # Errors
    /// If it does not run or does not end.
    pub async fn ended(&mut self, service: Service) -> Result<ChildEnd> {
        let child = self.services.remove(&service).context("it does not run")?;
        tokio::time::timeout(crate::LIMIT, child.ended())
            .await
            .with_context(|| format!("{} does not end", service.name()))
    }

    /// Waits until a launched service serves.
    ///
    /// # Errors
    /// If it ends, or takes too long.
    pub async fn wait_for(&self, service: Service) -> Result<()> {
        let child = self.services.get(&service).context("it does not run")?;
        self.wait(service.name(), child, &self.file(service, "address")).await
    }

    async fn wait(&self, name: &str, child: &TiedChild, address_file: &Path) -> Result<()> {
        let what = format!("{name} to serve");
        tokio::select! {
            end = child.ended() => bail!("{name} ended with {end} before it served"),
            served = until(&what, || async { address_file.exists().then_some(()) }) => served,
        }
    }

    /// Returns the log of a service so far.
    ///
    /// # Errors
    /// If there is no log.
    pub fn log(&self, service: Service) -> Result<String> {
        let path = self.file(service, "log");
        fs::read_to_string(&path).with_context(|| format!("read {}", path.display()))
    }

    /// Returns the directory of everything that the system writes.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.directory.as_ref().map_or(Path::new(""), TempDir::path)
    }

    /// Stops everything in order, and checks that no process logged an ERROR other than the
    /// expected ones.
    ///
    /// # Errors
    /// If a service does not stop with exit code 0, or a log holds an unexpected ERROR or a panic.
    pub async fn finish(mut self) -> Result<()> {
        for service in Service::ALL {
            if self.services.contains_key(&service) {
                self.stop(service).await?;
            }
        }
        self.check_logs()?;
        if let Some(server) = self.nats_server.take() {
            server.stop().await;
        }
        drop(self.directory.take());
        Ok(())
    }

    fn check_logs(&self) -> Result<()> {
        for (path, text) in self.logs() {
            for line in text.lines() {
                let is_expected = self.expected_errors.iter().any(|text| line.contains(text));
                let is_wrong = line.contains("ERROR") || line.contains("panicked at");
                ensure!(!is_wrong || is_expected, "{}: {line}", path.display());
            }
        }
        Ok(())
    }

    fn logs(&self) -> Vec<(PathBuf, String)> {
        let entries = fs::read_dir(self.directory()).into_iter().flatten().flatten();
        let mut logs: Vec<_> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "log"))
            .filter_map(|path| Some((path.clone(), fs::read_to_string(path).ok()?)))
            .collect();
        logs.sort();
        logs
    }

    fn serve(&self, service: Service, listen: SocketAddr, address_file: &Path) -> Vec<String> {
        let address_file = address_file.to_string_lossy().into_owned();
        let mut arguments = vec!["serve".to_owned(), service.name().to_owned()];
        for (flag, value) in [
            ("--listen", listen.to_string()),
            ("--nats", self.nats_url()),
            ("--address-file", address_file),
        ] {
            arguments.extend([flag.to_owned(), value]);
        }
        if service == Service::BoardIngest {
            let key = self.authority_key().to_string_lossy().into_owned();
            arguments.extend(["--authority-key".to_owned(), key]);
        }
        arguments.extend(self.arguments.get(&service).into_iter().flatten().cloned());
        arguments
    }

    /// Returns the path of the key of the venue, which is not there until somebody writes it.
    #[must_use]
    pub fn authority_key(&self) -> PathBuf {
        self.directory().join("authority.key")
    }

    fn file(&self, service: Service, kind: &str) -> PathBuf {
        self.directory().join(service.name()).with_extension(kind)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.directory.is_none() {
            return;
        }
        let mut stderr = std::io::stderr().lock();
        for (path, text) in self.logs() {
            let lines: Vec<&str> = text.lines().collect();
            let shown = lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n");
            if writeln!(stderr, "--- {}\n{shown}", path.display()).is_err() {
                return;
            }
        }
    }
}
