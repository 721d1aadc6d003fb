//! The last message of each subject of a stream, by which a live message shows that it is the next
//! one.

use std::num::NonZeroUsize;

use bytes::Bytes;
use lru::LruCache;
use prost::Message as _;

use super::chain::Head;
use crate::stored::Stored;

/// Number of subjects that are remembered. A live message of another one has to be read from the
/// store.
pub(crate) const SUBJECTS_MAX: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// The part of an envelope that names its place on its subject and the envelope before it.
#[derive(Clone, PartialEq, prost::Message)]
struct Link {
    #[prost(uint64, tag = "1")]
    version: u64,
    #[prost(bytes = "bytes", tag = "2")]
    previous: Bytes,
}

/// The last envelope of each of the subjects that were written last.
#[derive(Clone, Debug)]
pub(crate) struct Heads(LruCache<String, Head>);

impl Default for Heads {
    fn default() -> Self {
        Self(LruCache::new(SUBJECTS_MAX))
    }
}

impl Heads {
    /// Notes the last message of a subject, and its digest.
    pub(crate) fn note(&mut self, message: &Stored, digest: Bytes) {
        match Link::decode(message.payload.clone()) {
            Ok(Link { version, .. }) => {
                let head = Head { version, sequence: message.sequence, digest };
                self.0.put(message.subject.clone(), head);
            }
            Err(_unreadable) => drop(self.0.pop(&message.subject)),
        }
    }

    /// Returns true if a message follows on the last one of its subject. False if it does not, or
    /// if the last one is not known.
    ///
    /// Whoever has read the last message can make one that follows on it: the chain keeps out what
    /// is old, repeated or of another log. That nobody else publishes here is a right of NATS
    /// (`deploy/nats`).
    pub(crate) fn are_followed_by(&self, message: &Stored) -> bool {
        let Some(head) = self.0.peek(&message.subject) else { return false };
        Link::decode(message.payload.clone())
            .is_ok_and(|Link { version, previous }| head.is_followed_by(version, &previous))
    }
}

#[cfg(test)]
mod tests {
    use proto::v1::Envelope;

    use super::*;
    use crate::stored::digest;

    fn message(subject: &str, version: u64, previous: &Bytes) -> Stored {
        let envelope = Envelope { version, previous: previous.clone(), ..Envelope::default() };
        let (subject, payload) = (subject.to_owned(), envelope.encode_to_vec().into());
        Stored { subject, sequence: version, headers: Default::default(), payload }
    }

    fn noted(heads: &mut Heads, message: &Stored) -> Bytes {
        let digest = digest(&message.payload);
        heads.note(message, digest.clone());
        digest
    }

    #[test]
    fn only_the_next_envelope_of_a_known_subject_follows() {
        let mut heads = Heads::default();
        let none = Bytes::new();
        assert!(!heads.are_followed_by(&message("a", 1, &none)), "nothing is known of it");
        let last = noted(&mut heads, &message("a", 3, &Bytes::from_static(b"before")));
        for (subject, version, previous, follows) in [
            ("a", 4, &last, true),
            ("a", 3, &last, false),
            ("a", 5, &last, false),
            ("a", 4, &none, false),
            ("a", 1, &none, false),
            ("b", 4, &last, false),
        ] {
            let message = message(subject, version, previous);
            assert_eq!(heads.are_followed_by(&message), follows, "{subject} {version}");
        }
        let unreadable = Stored { payload: Bytes::from_static(b"\xff"), ..message("a", 4, &last) };
        assert!(!heads.are_followed_by(&unreadable));
        noted(&mut heads, &unreadable);
        assert!(!heads.are_followed_by(&message("a", 4, &last)), "its last message is not known");
    }

    #[test]
    fn no_more_than_the_subjects_that_were_written_last_are_remembered() {
        let mut heads = Heads::default();
        let mut digests = Vec::new();
        for subject in 0..=SUBJECTS_MAX.get() {
            digests.push(noted(&mut heads, &message(&subject.to_string(), 1, &Bytes::new())));
        }
        assert_eq!(heads.0.len(), SUBJECTS_MAX.get());
        assert!(!heads.are_followed_by(&message("0", 2, &digests[0])));
        assert!(heads.are_followed_by(&message("1", 2, &digests[1])));
    }
}
