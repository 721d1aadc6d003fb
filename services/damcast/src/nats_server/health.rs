//! The health of a server, as it tells over HTTP (`/healthz`).
//!
//! Once a write of a stream has failed, as on a full disk, nats-server stores nothing more in this stream, also
//! when there is room again, and does not answer its publishers. The other streams go on. Only a start
//! anew ends that.

use std::{net::SocketAddr, path::Path, time::Duration};

use http::{Request, StatusCode, header};
use http_body_util::{BodyExt as _, Empty};
use hyper::{body::Bytes, client::conn::http1};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use tokio::net::TcpStream;

/// Longest time for an answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(2);

/// The words by which an error is recognised that only a start anew ends.
const WRITE_ERROR: &str = "write error";

#[derive(Deserialize)]
struct Health {
    #[serde(default)]
    error: String,
}

/// Asks the server at `monitoring`, and returns the error for which one of its streams takes nothing more;
/// `None` if there is none or no answer.
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
    let stream = TcpStream::connect(monitoring).await?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let request = Request::get("/healthz").header(header::HOST, monitoring.to_string());
    let request = request.header(header::CONNECTION, "close").body(Empty::<Bytes>::new())?;
    let answer = async {
        let (head, body) = sender.send_request(request).await?.into_parts();
        Ok::<_, hyper::Error>((head.status, body.collect().await?.to_bytes()))
    };
    let (answer, _connection) = tokio::join!(answer, connection);
    let (status, body) = answer?;
    if status == StatusCode::OK {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice::<Health>(&body)?.error))
}

/// Returns the number of bytes that a file system has left for everybody; all if it does not say.
pub(super) fn room(directory: &Path) -> u64 {
    let found = nix::sys::statvfs::statvfs(directory);
    found.map_or(u64::MAX, |found| found.blocks_available().saturating_mul(found.fragment_size()))
}
