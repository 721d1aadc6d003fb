//! Asks a server one question over HTTP.

use anyhow::{Context as _, ensure};
use http::{Request, StatusCode, Uri, header};
use http_body_util::{BodyExt as _, Empty};
use hyper::{body::Bytes, client::conn::http1};
use hyper_util::rt::TokioIo;
use runtime::client::Trust;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};

/// Returns the answer of the server at `url`, with http:// or https:// or neither, to a GET of
/// `path`, on a connection of its own.
///
/// # Errors
/// If the server cannot be reached, is not who it should be, or breaks off.
pub(crate) async fn get(
    url: &str,
    trust: &Trust,
    path: &str,
) -> anyhow::Result<(StatusCode, Bytes)> {
    let url: Uri = url.trim_end_matches('/').parse().with_context(|| format!("read {url}"))?;
    let is_secure = url.scheme_str() == Some("https");
    ensure!(is_secure || matches!(url.scheme_str(), None | Some("http")), "{url} is not of HTTP");
    let authority = url.authority().with_context(|| format!("{url} names no server"))?;
    let port = authority.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    let connected = TcpStream::connect((host, port)).await;
    let stream = connected.with_context(|| format!("connect to {authority}"))?;
    if is_secure {
        let stream = trust.connect(host, stream).await?;
        ask(stream, authority.as_str(), path).await
    } else {
        ask(stream, authority.as_str(), path).await
    }
}

async fn ask(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    authority: &str,
    path: &str,
) -> anyhow::Result<(StatusCode, Bytes)> {
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
