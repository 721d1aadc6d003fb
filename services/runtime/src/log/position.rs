//! The position of a reader that follows a stream, live and from the store.
//!
//! Live messages have no gaps unless one was lost. The store is read when one was, and from time to
//! time; each read begins with the last message that was passed on, so that a store which has lost
//! it, because it was set back, is noticed.

use bytes::Bytes;

use crate::stored::{Stored, digest};

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
    /// The messages after the last one that was passed on when the read began, in order.
    New(Vec<Stored>),
    /// That message is not there. A copy may only be behind: ask the leader for this sequence, and go on
    /// with [`Reading::is_lost`].
    Missing(u64),
}

/// A sequence and the digest of the message that has it.
type Known = (u64, Bytes);

/// The position of a reader.
#[derive(Clone, Debug, Default)]
pub(crate) struct Position {
    /// The last message that was passed on, or that was stored before the reader began.
    last: Option<Known>,
    /// The sequence of the last live message.
    last_live: u64,
}

impl Position {
    /// Follows after `last`; from the first message on if there is none.
    pub(crate) fn after(last: Option<&Stored>) -> Self {
        let mut position = Self::default();
        if let Some(last) = last {
            position.note(last);
        }
        position
    }

    /// Notes that a message is passed on.
    fn note(&mut self, message: &Stored) {
        self.last = Some((message.sequence, digest(&message.payload)));
    }

    /// Returns the first sequence that was not passed on.
    fn next(&self) -> u64 {
        self.last.as_ref().map_or(1, |(sequence, _digest)| sequence + 1)
    }

    /// Takes a live message.
    pub(crate) fn live(&mut self, message: &Stored) -> Live {
        let (is_older, next) = (message.sequence <= self.last_live, self.next());
        self.last_live = message.sequence;
        if is_older || message.sequence > next {
            Live::ReadStore
        } else if message.sequence < next {
            Live::Known
        } else {
            self.note(message);
            Live::PassOn
        }
    }

    /// Begins a read of the store.
    pub(crate) fn reading(&self) -> Reading {
        Reading { last: self.last.clone() }
    }

    /// Takes what a read has brought, and returns the messages to pass on: those that did not come live
    /// during the read.
    pub(crate) fn take(&mut self, mut found: Vec<Stored>) -> Vec<Stored> {
        let next = self.next();
        found.retain(|message| message.sequence >= next);
        if let Some(last) = found.last() {
            self.note(last);
        }
        found
    }
}

/// A read of the store, as of the position at which it began.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    last: Option<Known>,
}

impl Reading {
    /// Returns the sequence from which the store is to be read: that of the last message, or the first.
    pub(crate) fn from(&self) -> u64 {
        self.last.as_ref().map_or(1, |(sequence, _digest)| *sequence)
    }

    /// Takes what the store has from [`Reading::from`] on.
    pub(crate) fn check(&self, mut found: Vec<Stored>) -> Read {
        let Some((sequence, _digest)) = &self.last else { return Read::New(found) };
        if self.is_lost(found.first()) {
            return Read::Missing(*sequence);
        }
        found.remove(0);
        Read::New(found)
    }

    /// Returns true if the store has lost the message that was passed on last, where `stored` is the
    /// message that it has at its sequence.
    pub(crate) fn is_lost(&self, stored: Option<&Stored>) -> bool {
        self.last.as_ref().is_some_and(|(sequence, known)| {
            stored.is_none_or(|message| {
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
        let mut position = Position::default();
        assert_eq!(read(&mut position, vec![message(1, "a")]), Some(vec![1]));
        assert_eq!(position.live(&message(2, "b")), Live::PassOn);
        assert_eq!(position.live(&message(3, "c")), Live::PassOn);
        position
    }

    /// Reads what a store holds; `None` if it lacks the last message.
    fn read(position: &mut Position, found: Vec<Stored>) -> Option<Vec<u64>> {
        match position.reading().check(found) {
            Read::New(found) => Some(taken(position, found)),
            Read::Missing(_sequence) => None,
        }
    }

    fn taken(position: &mut Position, found: Vec<Stored>) -> Vec<u64> {
        position.take(found).iter().map(|message| message.sequence).collect()
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
        assert_eq!(read(&mut position, found), Some(vec![4, 5]));
        assert_eq!(position.live(&message(4, "d")), Live::Known);
        assert_eq!(position.live(&message(5, "e")), Live::Known);
        assert_eq!(position.live(&message(6, "f")), Live::PassOn);
    }

    #[test]
    fn a_message_that_came_live_during_a_read_is_passed_on_once() {
        // The read began before message 4; its answer may have it or not.
        for (found, expected) in [
            (vec![message(3, "c")], vec![]),
            (vec![message(3, "c"), message(4, "d")], vec![]),
            (vec![message(3, "c"), message(4, "d"), message(5, "e")], vec![5]),
        ] {
            let mut position = at_three();
            let reading = position.reading();
            assert_eq!(position.live(&message(4, "d")), Live::PassOn);
            let Read::New(found) = reading.check(found) else { panic!("{expected:?}") };
            assert_eq!(taken(&mut position, found), expected);
            let next = 5 + expected.len() as u64;
            assert_eq!(position.live(&message(next, "next")), Live::PassOn);
        }
    }

    #[test]
    fn a_read_brings_what_follows_on_the_last_message() {
        let mut position = at_three();
        assert_eq!(position.reading().from(), 3);
        assert_eq!(read(&mut position, vec![message(3, "c")]), Some(vec![]));
        // A filtered reader passes over other subjects' sequences.
        assert_eq!(read(&mut position, vec![message(3, "c"), message(8, "h")]), Some(vec![8]));
        assert_eq!(position.reading().from(), 8);
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
        for position in [at_three(), Position::after(Some(&message(3, "c")))] {
            for found in histories.clone() {
                let reading = position.reading();
                assert!(matches!(reading.check(found.clone()), Read::Missing(3)), "{found:?}");
            }
        }
    }

    #[test]
    fn only_the_leader_can_say_that_the_last_message_is_lost() {
        let reading = at_three().reading();
        assert!(!reading.is_lost(Some(&message(3, "c"))), "the copy was behind");
        assert!(reading.is_lost(None));
        assert!(reading.is_lost(Some(&message(3, "other"))));
        assert!(!Position::default().reading().is_lost(None), "nothing was passed on");
    }

    #[test]
    fn who_was_passed_nothing_takes_what_the_store_has() {
        let mut position = Position::default();
        assert_eq!(position.reading().from(), 1);
        assert_eq!(read(&mut position, Vec::new()), Some(vec![]));
        assert_eq!(position.live(&message(1, "a")), Live::PassOn);
    }
}
