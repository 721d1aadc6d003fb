//! The settings of a nats-server.

use std::path::PathBuf;

use super::sync::SyncInterval;

/// Settings of the server.
#[derive(Clone, Debug)]
pub struct NatsOptions {
    /// The program, as [`find_binary`](super::find_binary) finds it.
    pub binary: PathBuf,
    /// Its directory, made if missing; everything it writes is in there.
    pub directory: PathBuf,
    /// The port on 127.0.0.1. `None` takes the port of the last time when it is free, else any.
    pub port: Option<u16>,
    /// The most that all streams together may store, in bytes; past it, publishing is refused.
    pub max_store_bytes: u64,
    /// The moment at which a message is on the disk.
    pub sync: SyncInterval,
    /// True to ask nobody who they are, as tests want it: whoever reaches the port may do
    /// everything. Otherwise there are [users](super::User).
    pub is_open: bool,
}

impl NatsOptions {
    /// Options for a server in `directory` with users, on a port of the system's choice, with 64
    /// GiB of store.
    #[must_use]
    pub fn new(binary: PathBuf, directory: PathBuf) -> Self {
        let (port, max_store_bytes, sync) = (None, 64 << 30, SyncInterval::EverySecond);
        Self { binary, directory, port, max_store_bytes, sync, is_open: false }
    }
}
