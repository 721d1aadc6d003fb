//! Asks a server one question over HTTP.

use anyhow::Context as _;
use http::{Request, StatusCode, header};
use http_body_util::{BodyExt as _, Empty};
use hyper::{body::Bytes, client::conn::http1};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// Returns the answer of the server at `authority` (host and port) to a GET of `path`, on a connection of its own.
///
/// # Errors
/// If the server cannot be reached, or breaks off.
pub(crate) async fn get(authority: &str, path: &str) -> anyhow::Result<(StatusCode, Bytes)> {
    let stream =
        TcpStream::connect(authority).await.with_context(|| format!("connect to {authority}"))?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let request = Request::get(path).header(header::HOST, authority);
    let request = request.header(header::CONNECTION, "close").body(Empty::<Bytes>::new())?;
    let answer = async {
        let (head, body) = sender.send_request(request).await?.into_parts();
        Ok::<_, hyper::Error>((head.status, body.collect().await?.to_bytes()))
    };
    let (answer, _connection) = tokio::join!(answer, connection);
    Ok(answer?)
}
