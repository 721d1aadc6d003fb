//! The files of one server: where they are, how they are written, what the configuration says.

use std::{
    fs,
    fs::File,
    io,
    path::{Path, PathBuf},
};

use nix::unistd::Pid;
use runtime::private_file;

use super::{error::NatsError, options::NatsOptions, users};
use crate::lock::lock;

/// The file with the port that was used last.
const PORT: &str = "nats.port";

/// Returns the port that the server of a directory used last; `None` if it never ran there.
pub(super) fn last_port(directory: &Path) -> Option<u16> {
    fs::read_to_string(directory.join(PORT)).ok()?.trim().parse().ok()
}

/// Everything that the directory holds.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) directory: PathBuf,
    pub(super) configuration: PathBuf,
    pub(super) store: PathBuf,
    pub(super) log: PathBuf,
    pub(super) pid: PathBuf,
    pub(super) port: PathBuf,
}

impl Files {
    pub(super) fn make(directory: &Path) -> Result<Self, NatsError> {
        let failed = |source| NatsError::Io {
            action: format!("make the directory {}", directory.display()),
            source,
        };
        fs::create_dir_all(directory).map_err(failed)?;
        let directory = directory.canonicalize().map_err(failed)?;
        Ok(Self {
            configuration: directory.join("nats.conf"),
            store: directory.join("store"),
            log: directory.join("nats.log"),
            pid: directory.join("nats.pid"),
            port: directory.join(PORT),
            directory,
        })
    }

    pub(super) fn lock(&self) -> Result<File, NatsError> {
        let directory = &self.directory;
        match lock(directory) {
            Ok(Some(file)) => Ok(file),
            Ok(None) => Err(NatsError::InUse { directory: directory.clone() }),
            Err(source) => {
                Err(NatsError::Io { action: format!("lock {}", directory.display()), source })
            }
        }
    }

    /// The file in which the server tells its ports, once it is there: its name begins with that of
    /// the program, which may be any.
    pub(super) fn announcement(&self, pid: Pid) -> io::Result<Option<PathBuf>> {
        let ending = format!("_{pid}.ports");
        for entry in fs::read_dir(&self.directory)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().ends_with(&ending) {
                return Ok(Some(entry.path()));
            }
        }
        Ok(None)
    }
}

/// Writes a file whole, which nobody else may read.
pub(super) fn write(path: &Path, text: &str) -> Result<(), NatsError> {
    let failed = |source| NatsError::Io { action: format!("write {}", path.display()), source };
    private_file::write(path, text).map_err(failed)
}

pub(super) fn configuration(
    files: &Files,
    port: u16,
    options: &NatsOptions,
) -> Result<String, NatsError> {
    let NatsOptions { max_store_bytes, sync, .. } = options;
    let users = if options.is_open {
        String::new()
    } else {
        let failed = |source| {
            let action = format!("make the passwords in {}", files.directory.display());
            NatsError::Io { action, source }
        };
        users::configuration(&files.directory).map_err(failed)?
    };
    let port = if port == 0 { -1 } else { i32::from(port) };
    let quoted = |path: &Path| format!("{:?}", path.display().to_string());
    let (log, pid, store) = (quoted(&files.log), quoted(&files.pid), quoted(&files.store));
    let directory = quoted(&files.directory);
    Ok(format!(
        "# Written at every start; changes are lost.
server_name: damcast
listen: \"127.0.0.1:{port}\"
# Tells whether a stream takes nothing more (/healthz).
http: \"127.0.0.1:-1\"
ports_file_dir: {directory}
pid_file: {pid}
log_file: {log}
logfile_size_limit: 10MB
logfile_max_num: 3
# Events are small; this protects everything that reads them.
max_payload: 64KB
max_pending: 16MB
# Services and tools have one connection each.
max_connections: 256
write_deadline: \"5s\"
ping_interval: \"10s\"
ping_max: 2
jetstream {{
  store_dir: {store}
  max_mem: 64MB
  max_file: {max_store_bytes}
  sync_interval: \"{sync}\"
  limits {{ duplicate_window: \"10m\", max_ack_pending: 10000 }}
}}
{users}"
    ))
}
