//! Sequences of a stream as text, as in "3,7-9", short enough for the settings of a stream.

use std::{
    io::{Read as _, Write as _},
    ops::RangeInclusive,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use prost::encoding::{decode_varint, encode_varint};

/// The mark before sequences that are packed.
const PACKED: &str = "deflate:";
/// The length above which they are packed, in bytes.
const LONG: usize = 1_000;
/// Number of bytes after which unpacking ends: some millions of ranges.
const UNPACKED_MAX: u64 = 16 << 20;

/// Reads sequences as in "3,7-9". What is none is left out.
pub fn sequence_ranges(text: &str) -> impl Iterator<Item = RangeInclusive<u64>> {
    text.split(',').filter_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        Some(first.parse().ok()?..=last.parse().ok()?)
    })
}

/// Returns sequences as the settings of a stream hold them: a request to nats-server has at most 64
/// KB. Of two tournaments whose messages alternate, one that is archived leaves a range for every
/// other message, so a long text is stored as the distances from end to end, deflated.
pub(crate) fn pack(text: &str) -> String {
    if text.len() <= LONG {
        return text.to_owned();
    }
    let (mut distances, mut before) = (Vec::new(), 0_u64);
    for end in sequence_ranges(text).flat_map(|range| [*range.start(), *range.end()]) {
        encode_varint(end.wrapping_sub(before), &mut distances);
        before = end;
    }
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    match encoder.write_all(&distances).and_then(|()| encoder.finish()) {
        Ok(packed) => format!("{PACKED}{}", STANDARD.encode(packed)),
        // Writing to memory does not fail.
        Err(_error) => text.to_owned(),
    }
}

/// Returns the text that was packed. What is damaged is left out, and so told as missing.
pub(crate) fn unpack(stored: &str) -> String {
    let Some(packed) = stored.strip_prefix(PACKED) else { return stored.to_owned() };
    let (packed, mut distances) = (STANDARD.decode(packed).unwrap_or_default(), Vec::new());
    let decoder = DeflateDecoder::new(&*packed);
    // Of damaged bytes, those before the damage are there.
    let _damaged = decoder.take(UNPACKED_MAX).read_to_end(&mut distances);
    let (mut rest, mut end, mut ranges) = (&*distances, 0_u64, Vec::new());
    let mut next = || {
        end = end.wrapping_add(decode_varint(&mut rest).ok()?);
        Some(end)
    };
    while let Some((first, last)) = next().zip(next()) {
        ranges.push(if first < last { format!("{first}-{last}") } else { first.to_string() });
    }
    ranges.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sequences of one of two tournaments in whose places another has none, and the
    /// number of ranges.
    fn alternating(seed: u64, messages: u64) -> (String, usize) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let (mut ranges, mut next) = (Vec::new(), 1);
        while next < messages {
            let (run, other) = (dice.u64(1..4), dice.u64(1..4));
            let last = next + run - 1;
            ranges.push(if run > 1 { format!("{next}-{last}") } else { next.to_string() });
            next += run + other;
        }
        (ranges.join(","), ranges.len())
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for text in ["", "3,7-9", "1-18446744073709551615"] {
            assert_eq!((pack(text).as_str(), unpack(text).as_str()), (text, text));
        }
        for seed in 0..20 {
            let (text, _ranges) = alternating(seed, 20_000);
            let packed = pack(&text);
            assert!(packed.starts_with(PACKED) && packed.len() < text.len() / 4);
            assert_eq!(unpack(&packed), text);
        }
    }

    #[test]
    fn two_tournaments_of_a_hundred_boards_and_nine_rounds_fit_into_the_settings_of_a_stream() {
        let (text, ranges) = alternating(1, 2 * 100 * 9 * 75);
        assert!(ranges > 30_000 && text.len() > 200_000);
        let packed = pack(&text);
        assert!(packed.len() < 40_000, "{}", packed.len());
    }

    #[test]
    fn damaged_bytes_are_read_as_far_as_they_go() {
        let (text, _ranges) = alternating(3, 5_000);
        let packed = pack(&text);
        for end in PACKED.len()..packed.len() {
            assert!(sequence_ranges(&unpack(&packed[..end])).count() <= text.split(',').count());
        }
        let mut dice = fastrand::Rng::with_seed(4);
        for _case in 0..2_000 {
            let bytes: Vec<u8> = (0..dice.usize(..60)).map(|_byte| dice.u8(..)).collect();
            drop(unpack(&format!("{PACKED}{}", STANDARD.encode(bytes))));
        }
    }
}
