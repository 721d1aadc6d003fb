//! Simulated boards at a serial port: a pseudo-terminal, in real time.

use std::{
    fs, io,
    os::{
        fd::{AsFd as _, OwnedFd},
        unix::fs::symlink,
    },
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Instant,
};

use nix::{
    errno::Errno,
    fcntl::{FcntlArg, FdFlag, OFlag, fcntl},
    poll::{PollFd, PollFlags, PollTimeout, poll},
    pty::openpty,
    unistd,
};

/// A device at a port: one board, or a bus of them.
pub trait Device: Send + 'static {
    /// Returns true if it is unplugged at a moment.
    fn is_cut(&self, at: i64) -> bool;

    /// Takes commands that came at a moment.
    fn receive(&mut self, commands: &[u8], at: i64);

    /// Returns the bytes that are there by a moment.
    fn advance(&mut self, until: i64) -> Vec<u8>;

    /// Begins anew, as with power after a cut.
    fn power_on(&mut self, at: i64);
}

/// The longest time in milliseconds without a look at the time.
const TICK_MS: u8 = 2;
/// The largest number of bytes that are read at once.
const READ_BYTES_MAX: usize = 256;

/// A device at a port. The port goes away while the device is unplugged, and when this is dropped.
#[derive(Debug)]
pub struct DgtPort<D> {
    is_over: Arc<AtomicBool>,
    board: Option<JoinHandle<io::Result<D>>>,
}

impl<D: Device> DgtPort<D> {
    /// Puts a device at a port with this name, whose time begins now.
    ///
    /// # Errors
    /// If there is no pseudo-terminal, or the name cannot be made.
    pub fn start(mut wood: D, name: &Path) -> io::Result<Self> {
        let is_over = Arc::new(AtomicBool::new(false));
        let mut plugged = Some(Plugged::new(name)?);
        let (seen, name) = (Arc::clone(&is_over), name.to_owned());
        #[expect(clippy::disallowed_methods, reason = "a simulation in real time")]
        let begun = Instant::now();
        let board = thread::spawn(move || {
            while !seen.load(Ordering::Relaxed) {
                let now = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
                match (&plugged, wood.is_cut(now)) {
                    (Some(_), true) => plugged = None,
                    (None, false) => {
                        plugged = Some(Plugged::new(&name)?);
                        wood.power_on(now);
                    }
                    _ => {}
                }
                let sent = wood.advance(now);
                let received = match &plugged {
                    Some(port) => port.exchange(&sent)?,
                    None => Plugged::pause()?,
                };
                wood.receive(&received, now);
            }
            Ok(wood)
        });
        Ok(Self { is_over, board: Some(board) })
    }

    /// Takes the device from the port, and returns it.
    ///
    /// # Errors
    /// If the port failed before.
    pub fn stop(mut self) -> io::Result<D> {
        self.is_over.store(true, Ordering::Relaxed);
        let board = self.board.take().map(JoinHandle::join);
        board.and_then(Result::ok).unwrap_or_else(|| Err(io::Error::other("the board panicked")))
    }
}

impl<D> Drop for DgtPort<D> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// A pseudo-terminal with a name.
struct Plugged {
    board: OwnedFd,
    /// Kept open, so that the board does not notice whether anybody reads.
    _port: OwnedFd,
    name: PathBuf,
}

impl Plugged {
    fn new(name: &Path) -> io::Result<Self> {
        let pair = openpty(None, None)?;
        let device = unistd::ttyname(&pair.slave)?;
        // A program that is started later would hold the port open.
        for end in [&pair.master, &pair.slave] {
            fcntl(end, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
        }
        fcntl(&pair.master, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        symlink(device, name)?;
        Ok(Self { board: pair.master, _port: pair.slave, name: name.to_owned() })
    }

    /// Sends bytes, and returns those that came within a moment. Bytes for which there is no room
    /// are lost, as on a wire to which nobody listens.
    fn exchange(&self, sent: &[u8]) -> io::Result<Vec<u8>> {
        if !sent.is_empty() {
            match unistd::write(&self.board, sent) {
                Ok(_) | Err(Errno::EAGAIN) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut waited = [PollFd::new(self.board.as_fd(), PollFlags::POLLIN)];
        if poll(&mut waited, PollTimeout::from(TICK_MS))? == 0 {
            return Ok(Vec::new());
        }
        let mut bytes = [0; READ_BYTES_MAX];
        match unistd::read(&self.board, &mut bytes) {
            Ok(count) => Ok(bytes.into_iter().take(count).collect()),
            Err(Errno::EAGAIN) => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        }
    }

    /// Lets a moment pass in which no port is there.
    fn pause() -> io::Result<Vec<u8>> {
        poll(&mut [], PollTimeout::from(TICK_MS))?;
        Ok(Vec::new())
    }
}

impl Drop for Plugged {
    fn drop(&mut self) {
        // Its folder may be gone already.
        fs::remove_file(&self.name).unwrap_or_default();
    }
}
