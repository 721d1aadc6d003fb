//! A message as the broker stores it.

use async_nats::HeaderMap;
use bytes::Bytes;
use sha2::{Digest as _, Sha256};

/// Number of messages that are read at once.
pub(crate) const PAGE_SIZE: u32 = 512;

/// A stored message.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Its subject, as stored (without `live.`).
    pub subject: String,
    /// Its sequence in the stream.
    pub sequence: u64,
    /// Its headers.
    pub headers: HeaderMap,
    /// The encoded envelope.
    pub payload: Bytes,
}

/// Returns the SHA-256 of an encoded envelope, which the next one of its subject carries.
#[must_use]
pub fn digest(payload: &[u8]) -> Bytes {
    Bytes::copy_from_slice(&Sha256::digest(payload))
}
