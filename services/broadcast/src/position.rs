//! Where a subject stands in its history, and how the next message fits onto it.

use bytes::Bytes;
use proto::v1::Envelope;
use runtime::{Stored, digest};

/// How a message fits onto the history of its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// It is the next one.
    Next,
    /// It was here before.
    Repeat,
    /// Messages between are missing; the state that it carries stands in for them.
    Gap,
    /// What was known is not what it follows: the store was set back, or is another one.
    OtherHistory,
}

/// The last message of a subject that was taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubjectPosition {
    sequence: u64,
    version: u64,
    epoch: String,
    digest: Bytes,
}

impl SubjectPosition {
    /// Takes a message and says how it fits; whatever it is, unless a repeat, what comes next is
    /// held against it.
    pub(crate) fn take(&mut self, stored: &Stored, envelope: &Envelope) -> Arrival {
        if stored.sequence <= self.sequence {
            return Arrival::Repeat;
        }
        let arrival = if self.sequence == 0 {
            Arrival::Next
        } else if envelope.epoch != self.epoch || envelope.version <= self.version {
            Arrival::OtherHistory
        } else if envelope.version != self.version + 1 {
            Arrival::Gap
        } else if envelope.previous != self.digest {
            Arrival::OtherHistory
        } else {
            Arrival::Next
        };
        *self = Self {
            sequence: stored.sequence,
            version: envelope.version,
            epoch: envelope.epoch.clone(),
            digest: digest(&stored.payload),
        };
        arrival
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use prost::Message as _;

    fn stored(sequence: u64, envelope: &Envelope) -> Stored {
        Stored {
            subject: "game.main.demo.r1-t1".to_owned(),
            sequence,
            headers: Default::default(),
            payload: envelope.encode_to_vec().into(),
        }
    }

    fn envelope(version: u64, previous: Bytes, epoch: &str) -> Envelope {
        Envelope { version, previous, epoch: epoch.to_owned(), ..Envelope::default() }
    }

    #[test]
    fn each_way_to_arrive_is_told() {
        let first = envelope(3, Bytes::new(), "a");
        let first_digest = digest(&first.encode_to_vec());
        let mut known = SubjectPosition::default();
        // A reader that starts from the last message takes whatever version it has.
        assert_eq!(known.take(&stored(10, &first), &first), Arrival::Next);
        for (sequence, version, previous, epoch, arrival) in [
            (10, 4, first_digest.clone(), "a", Arrival::Repeat),
            (11, 4, first_digest.clone(), "a", Arrival::Next),
            (11, 5, first_digest.clone(), "a", Arrival::Gap),
            (11, 4, Bytes::from_static(b"?"), "a", Arrival::OtherHistory),
            (11, 4, first_digest.clone(), "b", Arrival::OtherHistory),
            (11, 3, first_digest, "a", Arrival::OtherHistory),
        ] {
            let next = envelope(version, previous, epoch);
            let arrived = known.clone().take(&stored(sequence, &next), &next);
            assert_eq!(arrived, arrival, "{sequence} {version} {epoch}");
        }
    }
}
