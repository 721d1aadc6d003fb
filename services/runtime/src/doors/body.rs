//! The bodies of requests, which doors read before the services do.

use axum::body::{Body, to_bytes};
use bytes::Bytes;
use http_body_util::LengthLimitError;

use super::refused::Refused;

/// Reads the whole body of a request.
///
/// # Errors
/// [`Refused::TooLarge`] if it has more than `most` bytes; [`Refused::Unreadable`] if it does not
/// come whole.
pub(super) async fn read(body: Body, most: usize) -> Result<Bytes, Refused> {
    to_bytes(body, most).await.map_err(|error| {
        let is_too_large =
            std::error::Error::source(&error).is_some_and(|source| source.is::<LengthLimitError>());
        if is_too_large { Refused::TooLarge } else { Refused::Unreadable }
    })
}
