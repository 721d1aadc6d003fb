//! Answers to gRPC calls whose messages are encoded already, so that many calls share the bytes.
//!
//! tonic copies each message of each call into a buffer of that call. What is given here goes to
//! the connection as it is, and is asked for only when the connection has room for it.

use std::{
    convert::Infallible,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use axum::body::Body;
use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use http::{HeaderMap, HeaderValue};
use http_body_util::StreamBody;
use hyper::body::Frame;
use thiserror::Error;
use tonic::{Response, Status};

/// Bytes of the largest gRPC message that is read; larger ones are refused unread.
pub const MAX_REQUEST: usize = 64 * 1024;

/// Bytes of the largest gRPC message that is sent, and that Damcast's own clients read: a
/// tournament of 2,000 players and nine rounds, whole and with its texts, has room in it.
pub const MAX_ANSWER: usize = 64 * 1024 * 1024;

/// A message is longer than [`MAX_ANSWER`].
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a message of {length} bytes is too long; {MAX_ANSWER} are allowed")]
pub struct TooLong {
    /// Its length in bytes.
    pub length: usize,
}

/// Returns the header that begins a gRPC message of so many bytes, which is not compressed.
///
/// # Errors
/// [`TooLong`].
pub fn message_header(length: usize) -> Result<[u8; 5], TooLong> {
    let known = u32::try_from(length).ok().filter(|_known| length <= MAX_ANSWER);
    let [a, b, c, d] = known.ok_or(TooLong { length })?.to_be_bytes();
    Ok([0, a, b, c, d])
}

/// The body that the server sends in place of tonic's.
#[derive(Clone)]
struct EncodedBody(Arc<Mutex<Option<Body>>>);

impl fmt::Debug for EncodedBody {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("EncodedBody").finish_non_exhaustive()
    }
}

/// Returns the answer to a call whose messages are these bytes, each message after its header, in
/// any number of pieces. After an error nothing follows. `unsent` is never sent: a
/// [`crate::Server`] sends the bytes in its place.
pub fn encoded<T>(
    pieces: impl Stream<Item = Result<Bytes, Status>> + Send + 'static,
    unsent: T,
) -> Response<T> {
    let frames = stream::unfold(Some(Box::pin(pieces)), |pieces| async move {
        let mut pieces = pieces?;
        Some(match pieces.next().await {
            Some(Ok(piece)) => (Ok::<_, Infallible>(Frame::data(piece)), Some(pieces)),
            Some(Err(status)) => (Ok(Frame::trailers(trailers(&status))), None),
            None => (Ok(Frame::trailers(trailers(&Status::ok("")))), None),
        })
    });
    let body = EncodedBody(Arc::new(Mutex::new(Some(Body::new(StreamBody::new(frames))))));
    let mut response = Response::new(unsent);
    response.extensions_mut().insert(body);
    response
}

fn trailers(status: &Status) -> HeaderMap {
    let mut trailers = HeaderMap::new();
    if let Err(error) = status.add_header(&mut trailers) {
        tracing::error!(%error, "a status cannot be sent");
        trailers.insert("grpc-status", HeaderValue::from_static("2"));
    }
    trailers
}

/// Gives an answer the body that was made for it, if there is one.
pub(crate) fn with_body(mut response: http::Response<Body>) -> http::Response<Body> {
    if let Some(EncodedBody(body)) = response.extensions_mut().remove()
        && let Some(body) = body.lock().unwrap_or_else(PoisonError::into_inner).take()
    {
        *response.body_mut() = body;
    }
    response
}
