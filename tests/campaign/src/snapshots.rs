//! Compressed snapshots that are asked for again and again, and the time of the processor that they
//! cost.

use std::{
    fs,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Result, ensure};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
};

/// Number of snapshots, as in the first campaign, where each was compressed anew.
pub(crate) const SNAPSHOTS: usize = 3000;
/// Number of connections that ask at once.
const AT_ONCE: usize = 20;
/// Milliseconds of a tick of the processor's time (`man 5 proc`).
const TICK_MS: u64 = 10;

/// Asks for [`SNAPSHOTS`] compressed snapshots of a tournament, each over a connection of its own;
/// counts those that are given in `answered`.
pub(crate) fn ask(
    broadcast: SocketAddr,
    tournament: &str,
    tasks: &mut JoinSet<()>,
    answered: &Arc<AtomicUsize>,
) {
    let request = format!(
        "GET /api/v1/tournaments/main/{tournament} HTTP/1.1\r\nhost: {broadcast}\r\n\
         accept-encoding: gzip\r\nconnection: close\r\n\r\n"
    );
    for first in 0..AT_ONCE {
        let (request, answered) = (request.clone(), Arc::clone(answered));
        tasks.spawn(async move {
            for _snapshot in (first..SNAPSHOTS).step_by(AT_ONCE) {
                if one(broadcast, &request).await.is_ok() {
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
}

async fn one(broadcast: SocketAddr, request: &str) -> Result<()> {
    let mut stream = TcpStream::connect(broadcast).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    ensure!(answer.starts_with(b"HTTP/1.1 200"));
    Ok(())
}

/// Returns the time of the processor that a process has used; zero if it is gone.
pub(crate) fn processor_time(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name of the program, in brackets, may have spaces.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok());
    Duration::from_millis(ticks.map(|ticks| ticks * TICK_MS).sum())
}
