//! Serial ports as boards need them, and why one cannot be opened.

use std::{
    fs::File,
    io,
    os::fd::{AsFd as _, AsRawFd as _},
    path::{Path, PathBuf},
    time::Duration,
};

use nix::errno::Errno;
use serial2::SerialPort;
use thiserror::Error;

/// The speed of a DGT board, with 8 data bits, no parity, 1 stop bit and no handshake.
const BAUD: u32 = 9_600;
/// Longest time in which a few bytes leave through a port.
const WRITE: Duration = Duration::from_secs(2);

/// Returns the names of the serial ports that are there, in order.
///
/// # Errors
/// If they cannot be listed.
pub(super) fn names() -> io::Result<Vec<PathBuf>> {
    let mut names = SerialPort::available_ports()?;
    names.sort();
    Ok(names)
}

/// A port that is open, and that no other program of Damcast reads.
#[derive(Debug)]
pub(super) struct LockedPort {
    port: SerialPort,
    /// Holds the lock; the port is unlocked when it is closed.
    _lock: File,
}

impl LockedPort {
    /// Opens a port at the speed of a DGT board.
    ///
    /// # Errors
    /// With what is wrong and what to do.
    pub(super) fn open(name: &Path) -> Result<Self, PortError> {
        let fault = |source: io::Error| PortError::of(name, source);
        let mut port = SerialPort::open(name, BAUD).map_err(fault)?;
        let lock = File::from(port.as_fd().try_clone_to_owned().map_err(fault)?);
        match lock.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(PortError::Busy { port: name.into() });
            }
            Err(std::fs::TryLockError::Error(error)) => return Err(fault(error)),
        }
        port.set_write_timeout(WRITE).map_err(fault)?;
        // Some boards start only with both lines low. A port that has no such lines refuses it.
        for lowered in [port.set_dtr(false), port.set_rts(false)] {
            if let Err(error) = lowered {
                tracing::debug!(fd = port.as_raw_fd(), %error, "a control line stays as it is");
            }
        }
        // Bytes from before would be taken for answers.
        port.discard_buffers().map_err(fault)?;
        Ok(Self { port, _lock: lock })
    }

    /// Reads what is there, or comes within a time; returns 0 bytes if nothing did.
    ///
    /// # Errors
    /// If the port is lost.
    pub(super) fn read(&mut self, bytes: &mut [u8], within: Duration) -> io::Result<usize> {
        self.port.set_read_timeout(within)?;
        match self.port.read(bytes) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(0),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
            read => read,
        }
    }

    /// Sends bytes.
    ///
    /// # Errors
    /// If the port is lost.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.port.write_all(bytes)
    }
}

/// The reason why a port cannot be opened, and what to do about it.
#[derive(Debug, Error)]
pub(super) enum PortError {
    /// There is no such port.
    #[error(
        "there is no port {}; {}. See that the board is plugged in and switched on",
        port.display(), listed(there)
    )]
    Missing {
        port: PathBuf,
        /// The ports that are there.
        there: Vec<PathBuf>,
    },
    /// This person may not use it.
    #[error(
        "{} may not be opened by this account: add it to the group of serial ports \
         (`sudo usermod -aG dialout $USER`; on Arch Linux `uucp`), then log out and in again",
        port.display()
    )]
    Forbidden { port: PathBuf },
    /// Another program reads it.
    #[error("another program has {} open; stop it first", port.display())]
    Busy { port: PathBuf },
    /// It is something else.
    #[error(
        "{} is no serial port; `damcast boards list` shows those that are there",
        port.display()
    )]
    NoPort { port: PathBuf },
    /// The system has another reason.
    #[error("open {}", port.display())]
    Failed { port: PathBuf, source: io::Error },
}

impl PortError {
    fn of(name: &Path, source: io::Error) -> Self {
        let port = name.to_owned();
        let is = |kind: io::ErrorKind| source.kind() == kind;
        if is(io::ErrorKind::NotFound) {
            Self::Missing { port, there: names().unwrap_or_default() }
        } else if is(io::ErrorKind::PermissionDenied) {
            Self::Forbidden { port }
        } else if is(io::ErrorKind::ResourceBusy) {
            Self::Busy { port }
        } else if is(io::ErrorKind::IsADirectory)
            || source.raw_os_error() == Some(Errno::ENOTTY as i32)
        {
            Self::NoPort { port }
        } else {
            Self::Failed { port, source }
        }
    }
}

fn listed(there: &[PathBuf]) -> String {
    if there.is_empty() {
        return "no serial port is there at all".to_owned();
    }
    let names: Vec<_> = there.iter().map(|name| name.display().to_string()).collect();
    format!("there are {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_cannot_be_opened_says_what_to_do() {
        let of = |kind: io::ErrorKind| PortError::of(Path::new("/dev/x"), kind.into()).to_string();
        let forbidden = of(io::ErrorKind::PermissionDenied);
        assert!(forbidden.starts_with("/dev/x may not be opened by this account"), "{forbidden}");
        assert!(forbidden.contains("usermod -aG dialout"), "{forbidden}");
        let missing = of(io::ErrorKind::NotFound);
        assert!(missing.starts_with("there is no port /dev/x; "), "{missing}");
        assert_eq!(of(io::ErrorKind::Other), "open /dev/x");
        let names = [PathBuf::from("/dev/ttyACM0"), PathBuf::from("/dev/ttyS0")];
        assert_eq!(listed(&names), "there are /dev/ttyACM0, /dev/ttyS0");
        assert_eq!(listed(&[]), "no serial port is there at all");
    }

    #[test]
    fn a_file_is_no_port() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = LockedPort::open(file.path()).unwrap_err();
        assert!(matches!(error, PortError::NoPort { .. }), "{error}");
        assert!(error.to_string().contains("damcast boards list"), "{error}");
    }
}
