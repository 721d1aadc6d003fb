//! The position of a reader in the history of a subject.

use bytes::Bytes;
use runtime::LogEntry;

/// The relation of a message to the history read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// The next message.
    Next,
    /// A message that was applied before.
    Repeat,
    /// A later message: some before it are missing. The state that it carries includes them.
    Gap,
    /// A message that does not follow the last one applied: the store was set back or replaced.
    OtherHistory,
}

/// The last message of a subject that was applied.
#[derive(Clone, Debug, Default)]
pub(crate) struct SubjectPosition {
    sequence: u64,
    version: u64,
    epoch: String,
    digest: Bytes,
}

impl SubjectPosition {
    /// Returns the sequence of the last message; 0 if there is none.
    pub(crate) fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Returns true if a history whose last message is this one may go on from here.
    pub(crate) fn may_lead_to(&self, sequence: u64, digest: &Bytes) -> bool {
        self.sequence < sequence || self.sequence == sequence && self.digest == *digest
    }

    /// Advances to a message unless it is a repeat; returns its relation to the history so far.
    pub(crate) fn advance(&mut self, entry: &LogEntry) -> Arrival {
        if entry.sequence <= self.sequence {
            return Arrival::Repeat;
        }
        let arrival = if self.sequence == 0 {
            Arrival::Next
        } else if entry.epoch != self.epoch || entry.version <= self.version {
            Arrival::OtherHistory
        } else if entry.version != self.version + 1 {
            Arrival::Gap
        } else if entry.previous != self.digest {
            Arrival::OtherHistory
        } else {
            Arrival::Next
        };
        *self = Self {
            sequence: entry.sequence,
            version: entry.version,
            epoch: entry.epoch.clone(),
            digest: entry.digest().clone(),
        };
        arrival
    }
}

#[cfg(test)]
mod tests {
    use live_game::{Game, GameEvent};
    use runtime::MemoryBroker;

    use super::*;

    /// A message of GAME.
    async fn message() -> LogEntry {
        let subject = "game.main.demo.r1-t1".parse().unwrap();
        let event = GameEvent::BlackStarts;
        MemoryBroker::default().append::<Game>(&subject, &[event], None).await.unwrap()
    }

    #[tokio::test]
    async fn a_message_is_next_a_repeat_after_a_gap_or_of_another_history() {
        let message = message().await;
        let entry = |sequence, version, previous: &Bytes, epoch: &str| {
            let mut entry = message.clone();
            (entry.sequence, entry.version) = (sequence, version);
            (entry.previous, entry.epoch) = (previous.clone(), epoch.to_owned());
            entry
        };
        let first = entry(10, 3, &Bytes::new(), "a");
        let digest = first.digest();
        let mut known = SubjectPosition::default();
        // The first message may have any version: a reader starts at the last one.
        assert_eq!(known.advance(&first), Arrival::Next);
        let other = Bytes::from_static(b"?");
        for (sequence, version, previous, epoch, expected) in [
            (10, 4, digest, "a", Arrival::Repeat),
            (11, 4, digest, "a", Arrival::Next),
            (11, 5, digest, "a", Arrival::Gap),
            (11, 4, &other, "a", Arrival::OtherHistory),
            (11, 4, digest, "b", Arrival::OtherHistory),
            (11, 3, digest, "a", Arrival::OtherHistory),
        ] {
            let next = entry(sequence, version, previous, epoch);
            let arrival = known.clone().advance(&next);
            assert_eq!(arrival, expected, "{sequence} {version} {epoch}");
        }
    }
}
