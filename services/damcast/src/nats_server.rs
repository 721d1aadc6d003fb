//! A nats-server of our own: a child process on loopback that keeps the event log in a directory.
//!
//! One directory holds everything: configuration, store, log, the port that was used last, and a
//! lock, so that two programs never write one store. The child dies with its parent: it is killed
//! when the value is dropped, and by the kernel when the parent is (`setpriv --pdeathsig`, where
//! util-linux has it). A child that outlived its parent all the same is found by its process id
//! file and ended before a new one starts.

mod announced;
mod consumer_state;
mod error;
mod files;
mod health;
pub(crate) mod monitoring;
mod options;
mod store;
mod sync;
#[cfg(test)]
mod tests;
mod tied_child;
mod users;

use std::{
    env,
    ffi::OsStr,
    fs,
    fs::File,
    io, iter,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    path::{Path, PathBuf},
    time::Duration,
};

use nix::{
    errno::Errno,
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use proto::subject::Stream;
use runtime::config::NatsConfig;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    net::TcpStream,
    time::{Instant, MissedTickBehavior, interval, timeout_at},
};

use self::{
    announced::{ports_in, version_in},
    error::{OLDEST, START_LIMIT},
    files::{Files, configuration, last_port, write},
    store::SyncError,
};
pub use self::{
    error::NatsError,
    options::NatsOptions,
    sync::{SyncChoice, SyncInterval},
    tied_child::{ChildEnd, TiedChild},
    users::User,
};
pub(crate) use self::{health::disk, sync::slowest_write};

/// The longest time in which a server may close its store before it is killed.
const STOP_LIMIT: Duration = Duration::from_secs(10);
/// Time within which the end of a server is seen once its connections break.
const END_SEEN: Duration = Duration::from_secs(1);
/// Interval at which a condition without an event of its own is checked.
const GLANCE: Duration = Duration::from_millis(5);
/// Interval at which its health is asked for.
const ASK_EVERY: Duration = Duration::from_secs(2);
/// Bytes that the disk needs before a server that it was too full for is started again: hundreds of
/// games.
const ROOM: u64 = 8 << 20;
/// Number of lines of the server's log that go into an error.
const LOG_TAIL_LINES: usize = 8;

/// A running server. Dropping it kills the process; [`NatsServer::stop`] closes it properly.
#[derive(Debug)]
pub struct NatsServer {
    child: TiedChild,
    port: u16,
    monitoring: SocketAddr,
    log: PathBuf,
    directory: PathBuf,
    is_open: bool,
    // Held for as long as the store is ours.
    _lock: File,
}

/// Returns the settings of a connection as `user` to the nats-server of `damcast up` that ran last
/// on `data`, unless another server or user is named.
pub(crate) fn nearest(nats: NatsConfig, data: &Path, user: User) -> NatsConfig {
    let directory = data.join("nats");
    let Some(url) = last_port(&directory).map(url) else { return nats };
    let is_another = nats.url != NatsConfig::DEFAULT_URL && nats.url != url;
    if is_another || nats.user.is_some() || nats.nkey_file.is_some() {
        return nats;
    }
    users::credentials(NatsConfig { url, ..nats }, &directory, user)
}

/// Returns true if this is the address of the nats-server of `damcast up` that ran last on `data`.
pub(crate) fn is_of(nats: &NatsConfig, data: &Path) -> bool {
    last_port(&data.join("nats")).is_some_and(|port| url(port) == nats.url)
}

/// Returns the first line that a server sends to who connects; an empty one if it sends none.
async fn greeting(address: SocketAddr) -> io::Result<String> {
    let stream = TcpStream::connect(address).await?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).await?;
    Ok(line)
}

fn url(port: u16) -> String {
    format!("nats://127.0.0.1:{port}")
}

/// The program to run: the one that is given, else the pinned one that `./dev setup` installed
/// under `tools`, else that of the package which this program comes from, else `nats-server` on
/// the PATH.
///
/// # Errors
/// [`NatsError::NotFound`] names the places that were looked at.
pub fn find_binary(given: Option<&Path>, tools: &Path) -> Result<PathBuf, NatsError> {
    if let Some(given) = given {
        return if given.is_file() {
            Ok(given.to_path_buf())
        } else {
            Err(NatsError::NotFound { looked: given.display().to_string() })
        };
    }
    let installed = tools.join("bin/nats-server");
    let packaged = env::current_exe().ok();
    let packaged = packaged.as_deref().and_then(Path::parent).and_then(Path::parent);
    let packaged = packaged.map(|prefix| prefix.join("lib/damcast/nats-server"));
    let looked = format!("{}, PATH", installed.display());
    // Finding a program is the system's business and not a setting, hence the environment.
    let path = env::var_os("PATH").unwrap_or_default();
    iter::once(installed)
        .chain(packaged)
        .chain(env::split_paths(&path).map(|directory| directory.join("nats-server")))
        .find(|candidate| candidate.is_file())
        .ok_or(NatsError::NotFound { looked })
}

impl NatsServer {
    /// Starts a server and waits until it serves. A store that is there already goes on.
    ///
    /// # Errors
    /// Each [`NatsError`] but `NotFound`.
    pub async fn start(options: &NatsOptions) -> Result<Self, NatsError> {
        let files = Files::make(&options.directory)?;
        let lock = files.lock()?;
        let deadline = Instant::now() + START_LIMIT;
        end_orphan(&files, deadline).await?;
        let port = choose_port(options.port, &files)?;
        write(&files.configuration, &configuration(&files, port, options)?)?;
        let store = files.directory.join("store");
        if let Err(error) = mend_store(&store) {
            // nats-server says more about a store that it cannot use.
            tracing::warn!(%error, path = %store.display(), "could not look for what is to be mended");
        }
        let child = spawn(&options.binary, &files).await?;
        let (log, directory) = (files.log.clone(), files.directory.clone());
        let monitoring = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let is_open = options.is_open;
        let mut server = Self { child, port: 0, monitoring, log, directory, is_open, _lock: lock };
        (server.port, server.monitoring) = server.wait_for_ports(&files, deadline).await?;
        server.wait_for_greeting(deadline).await?;
        write(&files.port, &server.port.to_string())?;
        Ok(server)
    }

    /// As [`NatsServer::start`], with an empty store: one that is there already is removed.
    ///
    /// # Errors
    /// As [`NatsServer::start`].
    pub async fn start_anew(options: &NatsOptions) -> Result<Self, NatsError> {
        let files = Files::make(&options.directory)?;
        let lock = files.lock()?;
        end_orphan(&files, Instant::now() + START_LIMIT).await?;
        match fs::remove_dir_all(&files.store) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                let action = format!("remove {}", files.store.display());
                return Err(NatsError::Io { action, source });
            }
            _removed => {}
        }
        drop(lock);
        Self::start(options).await
    }

    /// Checks that no stream would be made anew over messages that the store holds, as after a
    /// power cut that spared the messages and took the stream's own file.
    ///
    /// # Errors
    /// [`NatsError::LostStream`].
    pub fn check_store(&self, existing: &[Stream]) -> Result<(), NatsError> {
        for stream in Stream::ALL.into_iter().filter(|stream| !existing.contains(stream)) {
            let folder = self.directory.join("store/jetstream/$G/streams").join(stream.name());
            if store::has_blocks(&folder) {
                let (stream, directory) = (stream.name(), self.directory.clone());
                return Err(NatsError::LostStream { stream, folder, directory });
            }
        }
        Ok(())
    }

    /// Writes the whole store to the disk. The server does so with messages, every second, but
    /// never with the files that say which streams and consumers there are.
    ///
    /// # Errors
    /// [`NatsError::Io`] names the file or folder that could not be written.
    pub async fn sync_store(&self) -> Result<(), NatsError> {
        let directory = self.directory.clone();
        let failed = |SyncError { path, source }| {
            let action = format!("write {} to the disk", path.display());
            NatsError::Io { action, source }
        };
        match tokio::task::spawn_blocking(move || store::sync(&directory)).await {
            Ok(synced) => synced.map_err(failed),
            Err(error) => {
                let (path, source) = (self.directory.clone(), io::Error::other(error));
                Err(failed(SyncError { path, source }))
            }
        }
    }

    /// The URL that clients connect to.
    #[must_use]
    pub fn url(&self) -> String {
        url(self.port)
    }

    /// Returns the settings of a connection as a user.
    #[must_use]
    pub fn config(&self, user: User) -> NatsConfig {
        let nats = NatsConfig::at(&self.url());
        if self.is_open { nats } else { users::credentials(nats, &self.directory, user) }
    }

    /// Its port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its process id; of another process once it has ended.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.pid().as_raw().unsigned_abs()
    }

    /// The file it logs to.
    #[must_use]
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// Waits until it has ended, by itself or by a signal.
    pub async fn ended(&self) -> ChildEnd {
        self.child.ended().await
    }

    /// Closes it: no more connections, the store written out. One that takes longer than ten
    /// seconds is killed; the store survives that too.
    pub async fn stop(self) -> ChildEnd {
        self.child.signal(Signal::SIGTERM);
        let closed = timeout_at(Instant::now() + STOP_LIMIT, self.ended()).await;
        match closed {
            Ok(end) => end,
            Err(_elapsed) => self.kill().await,
        }
    }

    /// Kills it at once, as a power switch does to the process.
    pub async fn kill(self) -> ChildEnd {
        self.child.signal(Signal::SIGKILL);
        self.ended().await
    }

    /// Waits for work that needs the server, such as making streams.
    ///
    /// # Errors
    /// [`NatsError::Ended`] if the server ends before the work is done; else the error of the work.
    pub async fn while_running<T>(
        &self,
        work: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<T> {
        let done = tokio::select! {
            biased;
            end = self.ended() => return Err(self.ended_with(&end).into()),
            done = work => done,
        };
        if done.is_err() {
            // A connection breaks a moment before the end of its server is seen.
            if let Ok(end) = timeout_at(Instant::now() + END_SEEN, self.ended()).await {
                return Err(self.ended_with(&end).into());
            }
        }
        done
    }

    /// Waits until it has to be started again, because one of its streams takes nothing more since
    /// a write failed, as on a full disk, and the disk has room again. Cancel safe.
    pub async fn is_stuck(&self) {
        let mut is_told = false;
        loop {
            tokio::time::sleep(ASK_EVERY).await;
            monitoring::note_disk(&self.directory);
            let url = self.monitoring.to_string();
            let (error, ()) =
                tokio::join!(health::write_error(self.monitoring), monitoring::note(&url));
            let Some(error) = error else { continue };
            let room = health::room(&self.directory);
            if !is_told {
                is_told = true;
                tracing::warn!(
                    error,
                    free_bytes = room,
                    needed_bytes = ROOM,
                    "nats-server cannot store; it is started again once the disk has room"
                );
            }
            if room >= ROOM {
                return;
            }
        }
    }

    /// Waits until it tells the ports of its clients and of its health.
    async fn wait_for_ports(
        &self,
        files: &Files,
        deadline: Instant,
    ) -> Result<(u16, SocketAddr), NatsError> {
        let pid = self.child.pid();
        self.until(deadline, async {
            let mut glances = interval(GLANCE);
            glances.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                glances.tick().await;
                let announced = files.announcement(pid).ok().flatten();
                let text = announced.and_then(|announced| fs::read(announced).ok());
                if let Some(ports) = text.and_then(|text| ports_in(&text)) {
                    return ports;
                }
            }
        })
        .await
    }

    async fn wait_for_greeting(&self, deadline: Instant) -> Result<(), NatsError> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let greeting = self
            .until(deadline, async {
                let mut glances = interval(GLANCE);
                glances.set_missed_tick_behavior(MissedTickBehavior::Delay);
                loop {
                    glances.tick().await;
                    // One that ends cuts its connections off before its end is seen.
                    match greeting(address).await {
                        Ok(line) if !line.is_empty() => return line,
                        Ok(_) | Err(_) => {}
                    }
                }
            })
            .await?;
        let version = version_in(&greeting).unwrap_or_default();
        if numbers(&version).is_none_or(|numbers| numbers < OLDEST) {
            return Err(NatsError::TooOld { version });
        }
        Ok(())
    }

    /// Waits for something that the server does, unless it ends or the time is up.
    async fn until<T>(
        &self,
        deadline: Instant,
        event: impl Future<Output = T>,
    ) -> Result<T, NatsError> {
        tokio::select! {
            end = self.ended() => Err(self.ended_with(&end)),
            value = timeout_at(deadline, event) => {
                value.map_err(|_elapsed| NatsError::Silent { log: tail(&self.log) })
            }
        }
    }

    fn ended_with(&self, end: &ChildEnd) -> NatsError {
        NatsError::Ended { status: end.to_string(), log: tail(&self.log) }
    }
}

/// Removes what nats-server can neither read nor make anew from the store of one that does not run,
/// as a loss of power leaves it; returns the files.
///
/// # Errors
/// [`io::Error`] if a folder or file cannot be read, or a file not be removed.
pub(crate) fn mend_store(store: &Path) -> io::Result<Vec<PathBuf>> {
    let removed = consumer_state::remove_unreadable(store)?;
    for path in &removed {
        let path = path.display();
        tracing::warn!(%path, "removed what nats-server cannot read; its consumer begins at the first message");
    }
    Ok(removed)
}

/// A port that is free now: the one asked for, the one of the last time, or 0 for any.
fn choose_port(asked: Option<u16>, files: &Files) -> Result<u16, NatsError> {
    let is_free = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
    match asked {
        Some(port) if port == 0 || is_free(port) => Ok(port),
        Some(port) => Err(NatsError::PortInUse { port }),
        None => Ok(last_port(&files.directory).filter(|port| is_free(*port)).unwrap_or(0)),
    }
}

async fn spawn(binary: &Path, files: &Files) -> Result<TiedChild, NatsError> {
    let failed = |source| NatsError::Io { action: format!("start {}", binary.display()), source };
    // It writes its log by itself; what it says before it can lands in the same file.
    let output = File::options().create(true).append(true).open(&files.log).map_err(failed)?;
    let arguments = [OsStr::new("--config"), files.configuration.as_os_str()];
    TiedChild::start(binary, arguments, &output).await.map_err(failed)
}

/// Ends a server that still runs on this store although its parent is gone.
async fn end_orphan(files: &Files, deadline: Instant) -> Result<(), NatsError> {
    let Some(pid) = fs::read_to_string(&files.pid).ok().and_then(|text| text.trim().parse().ok())
    else {
        return Ok(());
    };
    let pid = Pid::from_raw(pid);
    let mut glances = interval(GLANCE);
    let mut is_asked = false;
    while is_server_of(pid, files) {
        if !is_asked {
            tracing::warn!(%pid, "ends a nats-server that outlived its parent");
        }
        let patience = Instant::now() + STOP_LIMIT < deadline;
        let signal = if patience { Signal::SIGTERM } else { Signal::SIGKILL };
        if (!is_asked || signal == Signal::SIGKILL)
            && let Err(errno) = kill(pid, signal)
            && errno != Errno::ESRCH
        {
            let action = format!("end the nats-server {pid} that still uses the store");
            return Err(NatsError::Io { action, source: errno.into() });
        }
        is_asked = true;
        if Instant::now() > deadline {
            return Err(NatsError::InUse { directory: files.directory.clone() });
        }
        glances.tick().await;
    }
    let removed = files.announcement(pid).and_then(|stale| stale.map_or(Ok(()), fs::remove_file));
    if let Err(error) = removed {
        tracing::trace!(%error, "no stale announcement of ports");
    }
    Ok(())
}

/// Returns true if the process is a server that was started with our configuration. Process ids are
/// used again, so the id alone proves nothing.
fn is_server_of(pid: Pid, files: &Files) -> bool {
    let Ok(line) = fs::read(format!("/proc/{pid}/cmdline")) else { return false };
    let configuration = files.configuration.as_os_str().as_encoded_bytes();
    line.split(|byte| *byte == 0).any(|argument| argument == configuration)
}

fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn tail(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LOG_TAIL_LINES)..].join("\n")
}
