//! The health of a server, as it tells over HTTP (`/healthz`).
//!
//! Once a write of a stream has failed, as on a full disk, nats-server stores nothing more in this
//! stream, also when there is room again, and does not answer its publishers. The other streams go
//! on. Only a start anew ends that.

use std::{net::SocketAddr, path::Path, time::Duration};

use http::StatusCode;
use runtime::client::Trust;
use serde::Deserialize;

use crate::http_get;

/// Longest time for an answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(2);

/// The words by which an error is recognised that only a start anew ends.
const WRITE_ERROR: &str = "write error";

#[derive(Deserialize)]
struct Health {
    #[serde(default)]
    error: String,
}

/// Asks the server at `monitoring`, and returns the error for which one of its streams takes
/// nothing more; `None` if there is none or no answer.
pub(super) async fn write_error(monitoring: SocketAddr) -> Option<String> {
    let asked = tokio::time::timeout(ANSWER_LIMIT, ask(monitoring)).await;
    match asked {
        Ok(Ok(error)) => error.filter(|error| error.contains(WRITE_ERROR)),
        Ok(Err(error)) => {
            tracing::debug!(error = format!("{error:#}"), "nats-server does not tell its health");
            None
        }
        Err(_late) => None,
    }
}

/// Returns the error of a server that is not healthy.
async fn ask(monitoring: SocketAddr) -> anyhow::Result<Option<String>> {
    let (status, body) =
        http_get::get(&monitoring.to_string(), &Trust::default(), "/healthz").await?;
    if status == StatusCode::OK {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice::<Health>(&body)?.error))
}

/// Returns the number of bytes that a file system has left for everybody; all if it does not say.
pub(super) fn room(directory: &Path) -> u64 {
    disk(directory).map_or(u64::MAX, |(free, _size)| free)
}

/// Returns the bytes that a file system has left for everybody, and those that they and its files
/// make together; `None` if it does not say.
pub(crate) fn disk(directory: &Path) -> Option<(u64, u64)> {
    let found = nix::sys::statvfs::statvfs(directory).ok()?;
    let bytes = |blocks: u64| blocks.saturating_mul(found.fragment_size());
    let used = found.blocks().saturating_sub(found.blocks_free());
    let free = found.blocks_available();
    Some((bytes(free), bytes(used.saturating_add(free))))
}
