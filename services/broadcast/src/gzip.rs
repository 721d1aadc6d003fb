//! Compression with gzip (RFC 1952): once for all clients who read the same text.
//!
//! The part of an answer that differs each time it is sent goes before the shared part,
//! uncompressed, as a block of its own of the same stream.

use std::{
    io::{self, Write as _},
    sync::{Arc, OnceLock, PoisonError},
};

use axum::response::Response;
use bytes::{BufMut as _, Bytes, BytesMut};
use flate2::{Compression, Crc, write::DeflateEncoder};
use http::{HeaderMap, HeaderValue, header};
use runtime::{BlockingPool, PoolError, WhenFull};
use thiserror::Error;
use tokio::sync::Mutex;

/// The header of a gzip stream: its method is DEFLATE, its time and its operating system are
/// unknown.
const START: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// Largest number of bytes in a block that is not compressed.
const STORED_MAX: usize = 0xffff;

/// The reason why a text was not compressed.
#[derive(Debug, Error)]
pub(crate) enum GzipError {
    /// Too many texts are being compressed, or the service stops.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// The compressor failed, which is a bug.
    #[error("compress")]
    Compress(#[from] io::Error),
}

/// Returns true if the sender of a request accepts gzip (RFC 9110 section 12.5.3).
pub(crate) fn is_accepted(headers: &HeaderMap) -> bool {
    let named = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = named.filter_map(|value| value.to_str().ok()).flat_map(|it| it.split(','));
    codings.any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let is_gzip = ["gzip", "x-gzip"].iter().any(|gzip| name.eq_ignore_ascii_case(gzip));
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        is_gzip
            && weight.is_none_or(|weight| weight.bytes().any(|digit| matches!(digit, b'1'..=b'9')))
    })
}

/// Marks an answer as compressed.
pub(crate) fn packed(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    plain(response)
}

/// Marks an answer as one that is compressed for those who accept that.
pub(crate) fn plain(mut response: Response) -> Response {
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// A compressed text, without the header and the trailer of a gzip stream.
#[derive(Debug)]
pub(crate) struct Packed {
    blocks: Bytes,
    crc: Crc,
}

impl Packed {
    /// Compresses a text. This may take long; async callers use [`Packing::pack`].
    ///
    /// # Errors
    /// [`GzipError::Compress`].
    pub(crate) fn of(text: &[u8]) -> Result<Self, GzipError> {
        Self::at(Compression::default(), text)
    }

    /// As [`Packed::of`], but as small as can be, which takes longer: for files that stay.
    ///
    /// # Errors
    /// As [`Packed::of`].
    pub(crate) fn smallest(text: &[u8]) -> Result<Self, GzipError> {
        Self::at(Compression::best(), text)
    }

    fn at(level: Compression, text: &[u8]) -> Result<Self, GzipError> {
        let mut encoder = DeflateEncoder::new(Vec::new(), level);
        encoder.write_all(text)?;
        let blocks = encoder.finish()?.into();
        let mut crc = Crc::new();
        crc.update(text);
        Ok(Self { blocks, crc })
    }

    /// Returns the gzip stream of `head` followed by the text, whose bytes are shared.
    pub(crate) fn gzip(&self, head: &[u8]) -> [Bytes; 3] {
        let mut start = BytesMut::with_capacity(START.len() + head.len() + 5);
        start.put_slice(&START);
        for piece in head.chunks(STORED_MAX) {
            let length = u16::try_from(piece.len()).unwrap_or(u16::MAX);
            // Not the last block, and not compressed (RFC 1951 section 3.2.4).
            start.put_u8(0);
            start.put_u16_le(length);
            start.put_u16_le(!length);
            start.put_slice(piece);
        }
        let mut crc = Crc::new();
        crc.update(head);
        crc.combine(&self.crc);
        let mut end = BytesMut::with_capacity(8);
        end.put_u32_le(crc.sum());
        end.put_u32_le(crc.amount());
        [start.freeze(), self.blocks.clone(), end.freeze()]
    }
}

/// A place for a compressed text, which the first client who needs it has made.
#[derive(Debug, Default)]
pub(crate) struct Packing {
    packed: OnceLock<Packed>,
    /// Held by the caller who makes it, until it is made.
    turn: Arc<Mutex<()>>,
}

impl Packing {
    /// Returns what `make` returns for the first caller, on a thread of the pool; callers who come
    /// meanwhile wait for it. It is made also if the first caller goes away.
    ///
    /// # Errors
    /// The error of `make`, or that of [`GzipError::Pool`]. The next caller tries again.
    pub(crate) async fn pack<E>(
        self: &Arc<Self>,
        (pool, when_full): (&BlockingPool, WhenFull),
        make: impl FnOnce() -> Result<Packed, E> + Send + 'static,
    ) -> Result<&Packed, E>
    where
        E: From<GzipError> + Send + 'static,
    {
        if let Some(packed) = self.packed.get() {
            return Ok(packed);
        }
        let turn = Arc::clone(&self.turn).lock_owned().await;
        if let Some(packed) = self.packed.get() {
            return Ok(packed);
        }
        let place = Arc::clone(self);
        let made = pool.run_or(when_full, move || {
            let packed = make()?;
            place.packed.get_or_init(|| packed);
            drop(turn);
            Ok::<_, E>(())
        });
        made.await.map_err(GzipError::from)??;
        self.packed.get().ok_or_else(|| GzipError::Pool(PoolError::Stopping).into())
    }
}

/// The place for the newest of several texts.
#[derive(Debug, Default)]
pub(crate) struct Newest(std::sync::Mutex<(Bytes, Arc<Packing>)>);

impl Newest {
    /// Returns the place for `text`; a new one if the text before was another.
    pub(crate) fn place(&self, text: &Bytes) -> Arc<Packing> {
        let mut newest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if newest.0 != *text {
            *newest = (text.clone(), Arc::default());
        }
        Arc::clone(&newest.1)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn a_head_and_a_shared_text_unpack_to_one_text() {
        let text = "moves and clocks ".repeat(10_000);
        let packed = Packed::of(text.as_bytes()).unwrap();
        for head in [String::new(), "{\"now\":77,".to_owned(), "h".repeat(2 * STORED_MAX + 1)] {
            let pieces = packed.gzip(head.as_bytes());
            assert_eq!(pieces[1].as_ptr(), packed.blocks.as_ptr());
            let bytes = pieces.concat();
            let mut decoder = GzDecoder::new(&*bytes);
            let mut unpacked = String::new();
            decoder.read_to_string(&mut unpacked).unwrap();
            assert_eq!(unpacked, format!("{head}{text}"));
            assert!(decoder.into_inner().is_empty(), "one stream");
        }
        assert!(packed.blocks.len() < text.len() / 50);
    }

    #[tokio::test]
    async fn a_text_is_compressed_for_the_first_client_alone() {
        let (place, pool) = (Arc::new(Packing::default()), BlockingPool::new());
        let pool = (&pool, WhenFull::Tell);
        let failed = place.pack(pool, || Err(GzipError::Pool(PoolError::Stopping))).await;
        assert!(failed.is_err(), "the next one tries again");
        for text in ["first", "second"] {
            let packed = place.pack(pool, move || Packed::of(text.as_bytes())).await.unwrap();
            assert_eq!(packed.crc.sum(), Packed::of(b"first").unwrap().crc.sum());
        }
    }

    #[test]
    fn a_client_accepts_gzip_unless_it_gives_it_no_weight() {
        for (accepted, expected) in [
            ("gzip", true),
            ("deflate, GZip;q=0.5", true),
            ("x-gzip", true),
            ("br;q=1.0,gzip; q=0.001", true),
            ("gzip;q=0", false),
            ("gzip;Q=0.000, br", false),
            ("gzipped", false),
            ("identity", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
            assert_eq!(is_accepted(&headers), expected, "{accepted}");
        }
        assert!(!is_accepted(&HeaderMap::new()));
    }
}
