//! A child process that does not outlive this one.
//!
//! The kernel can kill a child when its parent dies, but ties it to the *thread* that made it, and
//! a thread of the async runtime may end long before the program. So every child gets a thread of
//! its own, which makes it and waits for its end.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    fs::File,
    io,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use nix::{
    errno::Errno,
    sys::{
        signal::{Signal, kill},
        wait::{Id, WaitPidFlag, waitid},
    },
    unistd::Pid,
};
use tokio::sync::{oneshot, watch};

/// A running child. Dropping it kills it; where there is a `setpriv` (util-linux) that knows
/// `--pdeathsig`, so does the kernel when this process dies, however it dies.
#[derive(Debug)]
pub struct TiedChild {
    program: PathBuf,
    // The process while it exists: cleared under the lock in which it is reaped.
    alive: Arc<Mutex<Option<Pid>>>,
    pid: Pid,
    end: watch::Receiver<Option<ChildEnd>>,
}

/// The end of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildEnd {
    /// With this exit status.
    Status(ExitStatus),
    /// Its end could not be read from the system.
    Unknown,
}

impl ChildEnd {
    /// Returns true if it ended by itself with exit code 0.
    #[must_use]
    pub fn is_success(self) -> bool {
        match self {
            Self::Status(status) => status.success(),
            Self::Unknown => false,
        }
    }
}

impl fmt::Display for ChildEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "{status}"),
            Self::Unknown => f.write_str("unknown status"),
        }
    }
}

impl TiedChild {
    /// Starts a program without input; what it prints goes to `output`.
    ///
    /// # Errors
    /// The system's error if the program cannot be started.
    pub async fn start(
        program: &Path,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
        output: &File,
    ) -> io::Result<Self> {
        let (tell_pid, told_pid) = oneshot::channel();
        let (tell_end, end) = watch::channel(None);
        let alive = Arc::new(Mutex::new(None));
        let ours = Arc::clone(&alive);
        let path = program.to_path_buf();
        let arguments: Vec<OsString> =
            arguments.into_iter().map(|argument| argument.as_ref().to_owned()).collect();
        let output = output.try_clone()?;
        let keep = move || {
            let child = match launch(&path, &arguments, &output) {
                Ok(child) => child,
                Err(error) => {
                    if let Err(Err(error)) = tell_pid.send(Err(error)) {
                        tracing::debug!(%error, "a child process did not start, and its starter has gone");
                    }
                    return;
                }
            };
            let pid = Pid::from_raw(child.id().cast_signed());
            *ours.lock().unwrap_or_else(PoisonError::into_inner) = Some(pid);
            if tell_pid.send(Ok(pid)).is_err() {
                // The start was given up meanwhile; nobody would ever stop it.
                send(&ours, Signal::SIGKILL);
            }
            tell_end.send_replace(Some(reap(child, pid, &ours)));
        };
        thread::Builder::new().name(name(program)).spawn(keep)?;
        let pid = told_pid.await.map_err(io::Error::other)??;
        Ok(Self { program: program.to_path_buf(), alive, pid, end })
    }

    /// The program that it runs.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Its process id; of another process, or of none, once it has ended.
    #[must_use]
    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// Sends a signal; one that has ended does not mind.
    pub fn signal(&self, signal: Signal) {
        send(&self.alive, signal);
    }

    /// Waits for its end.
    pub async fn ended(&self) -> ChildEnd {
        let mut end = self.end.clone();
        let ended = end.wait_for(Option::is_some).await;
        ended.ok().and_then(|end| *end).unwrap_or(ChildEnd::Unknown)
    }
}

impl Drop for TiedChild {
    fn drop(&mut self) {
        self.signal(Signal::SIGKILL);
    }
}

fn name(program: &Path) -> String {
    program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned()
}

fn launch(program: &Path, arguments: &[OsString], output: &File) -> io::Result<Child> {
    let run = |mut command: Command| {
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output.try_clone()?)
            .spawn()
    };
    if !has_death_signal() {
        return run(Command::new(program));
    }
    // setpriv becomes the program, so the process id is the program's.
    let mut tied = Command::new("setpriv");
    tied.args(["--pdeathsig", "KILL", "--"]).arg(program);
    run(tied)
}

/// Returns true if there is a `setpriv` that knows `--pdeathsig`. That of busybox does not, nor
/// does an old one of util-linux.
fn has_death_signal() -> bool {
    let mut probe = Command::new("setpriv");
    probe.args(["--pdeathsig", "KILL", "--", "true"]);
    probe.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

fn send(alive: &Mutex<Option<Pid>>, signal: Signal) {
    let alive = alive.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pid) = *alive
        && let Err(errno) = kill(pid, signal)
    {
        tracing::warn!(%pid, %signal, %errno, "cannot signal a child");
    }
}

/// Waits for the end, and forgets the process id in the moment in which the system does.
fn reap(mut child: Child, pid: Pid, alive: &Mutex<Option<Pid>>) -> ChildEnd {
    let ended = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
    while waitid(Id::Pid(pid), ended) == Err(Errno::EINTR) {}
    let mut alive = alive.lock().unwrap_or_else(PoisonError::into_inner);
    *alive = None;
    child.wait().map_or(ChildEnd::Unknown, ChildEnd::Status)
}
