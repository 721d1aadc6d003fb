//! The position of a reader that follows a stream, live and from the store.
//!
//! Live messages have no gaps unless one was lost. The store is read when one was, and from time to
//! time; each read begins with the last message that was passed on, so that a store which has lost
//! it, because it was set back, is noticed.

use bytes::Bytes;

use crate::event_log::{Stored, digest};

/// The next step with a live message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Live {
    /// Pass it on: it is the next one.
    PassOn,
    /// Drop it: it was passed on before.
    Known,
    /// Read the store: messages before it are missing, or the store was set back.
    ReadStore,
}

/// The result of a read of the store.
#[derive(Debug)]
pub(crate) enum Read {
    /// Messages to pass on, in order.
    New(Vec<Stored>),
    /// The message that was passed on last is not there. A copy may only be behind: ask the leader
    /// for this sequence, and go on with [`Position::is_lost`].
    Missing(u64),
}

/// The position of a reader.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    next: u64,
    /// The last message that was passed on, and the digest of its bytes.
    last: Option<(u64, Bytes)>,
    /// The sequence of the last live message.
    last_live: u64,
}

impl Position {
    /// Follows from sequence `next` on.
    pub(crate) fn new(next: u64) -> Self {
        Self { next: next.max(1), last: None, last_live: 0 }
    }

    /// Notes that a message is passed on.
    pub(crate) fn note(&mut self, message: &Stored) {
        self.next = message.sequence + 1;
        self.last = Some((message.sequence, digest(&message.payload)));
    }

    /// Takes a live message.
    pub(crate) fn live(&mut self, message: &Stored) -> Live {
        let is_older = message.sequence <= self.last_live;
        self.last_live = message.sequence;
        if is_older || message.sequence > self.next {
            Live::ReadStore
        } else if message.sequence < self.next {
            Live::Known
        } else {
            self.note(message);
            Live::PassOn
        }
    }

    /// Returns the sequence from which the store is to be read: that of the last message, or the next.
    pub(crate) fn read_from(&self) -> u64 {
        self.last.as_ref().map_or(self.next, |(sequence, _digest)| *sequence)
    }

    /// Takes what the store has from [`Position::read_from`] on.
    pub(crate) fn read(&mut self, mut found: Vec<Stored>) -> Read {
        if let Some((sequence, known)) = &self.last {
            let is_last = found.first().is_some_and(|first| {
                first.sequence == *sequence && digest(&first.payload) == *known
            });
            if !is_last {
                return Read::Missing(*sequence);
            }
            found.remove(0);
        }
        if let Some(last) = found.last() {
            self.note(last);
        }
        Read::New(found)
    }

    /// Returns whether the store has lost the message that was passed on last, where `at_leader` is the
    /// message that the leader has at its sequence.
    pub(crate) fn is_lost(&self, at_leader: Option<&Stored>) -> bool {
        self.last.as_ref().is_some_and(|(sequence, known)| {
            at_leader.is_none_or(|message| {
                message.sequence != *sequence || digest(&message.payload) != *known
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(sequence: u64, payload: &'static str) -> Stored {
        let payload = Bytes::from_static(payload.as_bytes());
        Stored { subject: "s".to_owned(), sequence, headers: Default::default(), payload }
    }

    /// A reader to whom messages up to 3 were passed on, the last two of them live.
    fn at_three() -> Position {
        let mut position = Position::new(1);
        assert!(matches!(position.read(vec![message(1, "a")]), Read::New(new) if new.len() == 1));
        assert_eq!(position.live(&message(2, "b")), Live::PassOn);
        assert_eq!(position.live(&message(3, "c")), Live::PassOn);
        position
    }

    #[test]
    fn live_messages_are_passed_on_once_and_without_gaps() {
        let rows = [
            (4, Live::PassOn),
            // One was lost on the way.
            (5, Live::ReadStore),
            (9, Live::ReadStore),
            // It came twice, or is the first of another history: the store knows.
            (3, Live::ReadStore),
            (1, Live::ReadStore),
        ];
        for (sequence, expected) in rows {
            assert_eq!(at_three().live(&message(sequence, "x")), expected, "{sequence}");
        }
    }

    #[test]
    fn a_live_message_that_a_read_was_ahead_of_is_known() {
        let mut position = at_three();
        let found = vec![message(3, "c"), message(4, "d"), message(5, "e")];
        assert!(matches!(position.read(found), Read::New(new) if new.len() == 2));
        assert_eq!(position.live(&message(4, "d")), Live::Known);
        assert_eq!(position.live(&message(5, "e")), Live::Known);
        assert_eq!(position.live(&message(6, "f")), Live::PassOn);
    }

    #[test]
    fn a_read_brings_what_follows_on_the_last_message() {
        let mut position = at_three();
        assert_eq!(position.read_from(), 3);
        assert!(matches!(position.read(vec![message(3, "c")]), Read::New(new) if new.is_empty()));
        // A filtered reader passes over other subjects' sequences.
        let found = vec![message(3, "c"), message(8, "h")];
        assert!(matches!(position.read(found), Read::New(new) if new.len() == 1));
        assert_eq!(position.read_from(), 8);
    }

    #[test]
    fn a_store_without_the_last_message_is_looked_into() {
        let histories = [
            vec![],
            // Set back and written on: another message has the sequence, or a later one is first.
            vec![message(3, "other")],
            vec![message(4, "other")],
            vec![message(3, "other"), message(4, "d")],
        ];
        for found in histories {
            let mut position = at_three();
            assert!(matches!(position.read(found.clone()), Read::Missing(3)), "{found:?}");
            assert_eq!(position.read_from(), 3, "it stays where it was");
        }
    }

    #[test]
    fn only_the_leader_can_say_that_the_last_message_is_lost() {
        let position = at_three();
        assert!(!position.is_lost(Some(&message(3, "c"))), "the copy was behind");
        assert!(position.is_lost(None));
        assert!(position.is_lost(Some(&message(3, "other"))));
        assert!(!Position::new(7).is_lost(None), "nothing was passed on");
    }

    #[test]
    fn who_was_passed_nothing_takes_what_the_store_has() {
        let mut position = Position::new(0);
        assert_eq!(position.read_from(), 1);
        assert!(matches!(position.read(Vec::new()), Read::New(new) if new.is_empty()));
        assert_eq!(position.live(&message(1, "a")), Live::PassOn);
    }
}
