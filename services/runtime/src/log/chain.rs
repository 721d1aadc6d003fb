//! The chain of envelopes on one subject, and the position of a reader in it.

use bytes::Bytes;

/// The last envelope of a subject that a reader knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Head {
    /// Its version; 0 when there is none.
    pub(crate) version: u64,
    /// Its sequence in the stream; 0 when there is none.
    pub(crate) sequence: u64,
    /// The digest of its bytes; empty when there is none.
    pub(crate) digest: Bytes,
}

/// The next step of a reader that is to have all that the subject's leader has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Catch {
    /// Do nothing: it has the last message.
    Known,
    /// Read what follows on its last message.
    ReadOn,
    /// Forget all and read from the first message: the log has another history.
    ReadAnew,
}

impl Head {
    /// Compares with the subject's last message: its sequence, 0 for none, and its digest.
    pub(crate) fn catch(&self, sequence: u64, digest: &Bytes) -> Catch {
        if sequence == self.sequence {
            if sequence == 0 || *digest == self.digest { Catch::Known } else { Catch::ReadAnew }
        } else if sequence < self.sequence {
            Catch::ReadAnew
        } else {
            Catch::ReadOn
        }
    }

    /// Returns whether an envelope is the next one.
    pub(crate) fn is_followed_by(&self, version: u64, previous: &[u8]) -> bool {
        version == self.version + 1 && *previous == *self.digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(version: u64, sequence: u64, digest: &'static [u8]) -> Head {
        Head { version, sequence, digest: Bytes::from_static(digest) }
    }

    #[test]
    fn a_reader_reads_on_or_anew_or_not_at_all() {
        let rows = [
            (Head::default(), (0, &b""[..]), Catch::Known),
            (Head::default(), (9, b"i"), Catch::ReadOn),
            (head(3, 9, b"i"), (9, b"i"), Catch::Known),
            (head(3, 9, b"i"), (11, b"k"), Catch::ReadOn),
            // The store was set back: shorter, empty, or written on with another message.
            (head(3, 9, b"i"), (7, b"g"), Catch::ReadAnew),
            (head(3, 9, b"i"), (0, b""), Catch::ReadAnew),
            (head(3, 9, b"i"), (9, b"other"), Catch::ReadAnew),
        ];
        for (head, (sequence, digest), catch) in rows {
            let digest = Bytes::from_static(digest);
            assert_eq!(head.catch(sequence, &digest), catch, "{head:?} {sequence} {digest:?}");
        }
    }

    #[test]
    fn the_next_envelope_has_the_next_version_and_the_digest_before_it() {
        let head = head(3, 9, b"i");
        assert!(head.is_followed_by(4, b"i"));
        for (version, previous) in [(3, &b"i"[..]), (5, b"i"), (4, b"h"), (4, b"")] {
            assert!(!head.is_followed_by(version, previous), "{version} {previous:?}");
        }
        assert!(Head::default().is_followed_by(1, b""));
    }
}
