//! Answers to connections that are not served.

use std::{convert::Infallible, future::ready, time::Duration};

use axum::body::Body;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::timeout,
};

use tonic::Status;

use crate::{
    connections::Full,
    origins::{self, Origins},
};

/// Bytes of the largest header, and of what HTTP/1.1 reads and writes at once.
pub(super) const BUFFER: usize = 64 * 1024;

/// Answers the first request of a connection, and closes it. Who speaks HTTP/2 or does not ask in
/// time is cut off.
pub(super) async fn answer_once<S>(
    stream: S,
    within: Duration,
    answer: impl Fn(&Request<Incoming>) -> Response<String>,
) where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let service = service_fn(|request| ready(Ok::<_, Infallible>(answer(&request))));
    let mut http1 = http1::Builder::new();
    http1.keep_alive(false).max_buf_size(BUFFER);
    let told = timeout(within, http1.serve_connection(TokioIo::new(stream), service)).await;
    if !matches!(told, Ok(Ok(()))) {
        tracing::debug!("a newcomer was cut off");
    }
}

/// Returns the answer that there is no place.
pub(super) fn no_place(reason: Full) -> Response<String> {
    let mut answer = text(StatusCode::SERVICE_UNAVAILABLE, reason.to_string());
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    answer
}

/// Returns the answer that there is no place for a call: a status of gRPC to a call of gRPC, else
/// one of HTTP.
pub(super) fn no_place_for_call(reason: Full, headers: &HeaderMap) -> Response<Body> {
    if origins::is_grpc(headers) {
        return Status::unavailable(reason.to_string()).into_http();
    }
    no_place(reason).map(Body::from)
}

/// Returns the answer to plain HTTP where TLS is spoken: who only reads is led there, and other
/// requests, which may have carried a token, fail.
pub(super) fn to_https<B>(origins: &Origins, request: &Request<B>) -> Response<String> {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(host) = host.filter(|_host| origins.check(request).is_ok()) else {
        let refused = "This port speaks HTTPS, and the request names no host that is served here.";
        return text(StatusCode::MISDIRECTED_REQUEST, refused.to_owned());
    };
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let there = format!("https://{host}{path}");
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD);
    match HeaderValue::from_str(&there).ok().filter(|_there| only_reads) {
        Some(location) => {
            let told = format!("This port speaks HTTPS: {there}");
            // Not for good: the certificate may be taken away again.
            let mut answer = text(StatusCode::TEMPORARY_REDIRECT, told);
            answer.headers_mut().insert(header::LOCATION, location);
            answer
        }
        None => {
            let told = format!("This port speaks HTTPS: call https://{host}");
            text(StatusCode::FORBIDDEN, told)
        }
    }
}

fn text(status: StatusCode, text: String) -> Response<String> {
    let mut answer = Response::new(text + "\n");
    *answer.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    answer
}
