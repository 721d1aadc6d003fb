//! The position of a reader that follows a stream, live and from the store.
//!
//! Live messages have no gaps unless one was lost. The store is read when one was, and from time to
//! time; each read begins with the last message that was passed on, so that a store which has lost
//! it, because it was set back, is noticed.
//!
//! A live message that is older than the one before it, or another one at the same sequence, may be
//! of a new history. So may any after a new connection, because the server may have been started
//! anew. From then on no live message is passed on until a read that began later has found the last
//! message at the leader: its sequence alone does not tell to which history it belongs.
//!
//! Anybody who may publish there can send something that looks like a live message. So one is
//! passed on only if it follows on the last message of its subject; any other has to come from the
//! store.

use std::collections::BTreeMap;

use bytes::Bytes;

use super::heads::{Heads, SUBJECTS_MAX};
use crate::stored::{Stored, digest};

/// The next step with a live message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Live {
    /// Pass it on: it is the next one.
    PassOn,
    /// Drop it: it was passed on before.
    Known,
    /// Read the store: messages before it are missing, the store may have been set back, or only
    /// the store can tell that the message is true.
    ReadStore,
}

/// The result of a read of the store.
#[derive(Debug)]
pub(crate) enum Read {
    /// The messages after the last one that was passed on when the read began, in order.
    New(Vec<Stored>),
    /// That message is not there. A copy may only be behind: ask the leader for this sequence, and
    /// go on with [`Reading::is_lost`].
    Missing(u64),
}

/// A sequence and the digest of the message that has it.
type LastMessage = (u64, Bytes);

/// The position of a reader.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReaderPosition {
    /// The last message that was passed on, or that was stored before the reader began.
    last: Option<LastMessage>,
    /// The sequence of the last live message.
    last_live: u64,
    /// Number of live messages that may be of another history than the last message.
    doubts: u64,
    /// Number of those that came before a read that found the last message.
    settled: u64,
    /// The last message of each subject.
    heads: Heads,
}

impl ReaderPosition {
    /// Notes messages that are passed on, or that were before this reader began, in order.
    pub(crate) fn note(&mut self, messages: &[Stored]) {
        let forgotten = messages.len().saturating_sub(SUBJECTS_MAX.get());
        let newest = messages.iter().skip(forgotten).map(|message| (&message.subject, message));
        let newest: BTreeMap<&String, &Stored> = newest.collect();
        for message in newest.into_values() {
            let digest = digest(&message.payload);
            if message.sequence >= self.next() {
                self.last = Some((message.sequence, digest.clone()));
            }
            self.heads.note(message, digest);
        }
    }

    /// Returns the first sequence that was not passed on.
    fn next(&self) -> u64 {
        self.last.as_ref().map_or(1, |(sequence, _digest)| sequence + 1)
    }

    /// Takes a live message.
    pub(crate) fn live(&mut self, message: &Stored) -> Live {
        let (is_older, next) = (message.sequence <= self.last_live, self.next());
        self.last_live = message.sequence;
        let is_other = self.last.as_ref().is_some_and(|(sequence, known)| {
            message.sequence == *sequence && digest(&message.payload) != *known
        });
        if is_older || is_other {
            self.doubts += 1;
        }
        if self.is_in_doubt() || message.sequence > next {
            Live::ReadStore
        } else if message.sequence < next {
            Live::Known
        } else if !self.heads.are_followed_by(message) {
            Live::ReadStore
        } else {
            self.note(std::slice::from_ref(message));
            Live::PassOn
        }
    }

    /// Notes that live messages may be of another history from now on, although they seem to
    /// follow: the reader was without a connection, and the store may have lost its end and got
    /// other messages meanwhile.
    pub(crate) fn doubt(&mut self) {
        self.doubts += 1;
    }

    /// Returns true if the store may have been set back since the last read of it.
    fn is_in_doubt(&self) -> bool {
        self.settled < self.doubts
    }

    /// Begins a read of the store.
    pub(crate) fn reading(&self) -> Reading {
        let is_in_doubt = self.is_in_doubt();
        Reading { last: self.last.clone(), doubts: self.doubts, is_in_doubt }
    }

    /// Takes what `reading` has brought, and returns the messages to pass on: those that did not
    /// come live during the read.
    pub(crate) fn take(&mut self, reading: &Reading, mut found: Vec<Stored>) -> Vec<Stored> {
        self.settled = reading.doubts;
        let next = self.next();
        found.retain(|message| message.sequence >= next);
        self.note(&found);
        found
    }
}

/// A read of the store, as of the position at which it began.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    last: Option<LastMessage>,
    /// Number of doubts that it settles.
    doubts: u64,
    is_in_doubt: bool,
}

impl Reading {
    /// Returns the sequence from which the store is to be read: that of the last message, or the
    /// first.
    pub(crate) fn from(&self) -> u64 {
        self.last.as_ref().map_or(1, |(sequence, _digest)| *sequence)
    }

    /// Returns true if the store may have been set back since the read before.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.is_in_doubt
    }

    /// Returns the sequence of the last message if the leader has to be asked for it before the
    /// store is read: a copy may still have the history from before the store was set back.
    pub(crate) fn at_leader(&self) -> Option<u64> {
        let last = self.last.as_ref().filter(|_last| self.is_in_doubt);
        last.map(|(sequence, _digest)| *sequence)
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

    /// Returns true if the store has lost the message that was passed on last, where `stored` is
    /// the message that it has at its sequence.
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
    use prost::Message as _;
    use proto::v1::Envelope;

    use super::*;

    /// A message that follows on the one before it in the usual history, in which 1 is "a", 2 is
    /// "b" and so on.
    fn message(sequence: u64, content: &'static str) -> Stored {
        const USUAL: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let before = usize::try_from(sequence).unwrap().checked_sub(2);
        let previous = before.map_or_else(Bytes::new, |before| {
            digest(&message(sequence - 1, USUAL[before]).payload)
        });
        following(&previous, sequence, content)
    }

    fn following(previous: &Bytes, sequence: u64, content: &str) -> Stored {
        let (previous, epoch) = (previous.clone(), content.to_owned());
        let envelope = Envelope { version: sequence, previous, epoch, ..Envelope::default() };
        let (subject, payload) = ("s".to_owned(), envelope.encode_to_vec().into());
        Stored { subject, sequence, headers: Default::default(), payload }
    }

    fn after(last: &Stored) -> ReaderPosition {
        let mut position = ReaderPosition::default();
        position.note(std::slice::from_ref(last));
        position
    }

    /// A reader to whom messages up to 3 were passed on, the last two of them live.
    fn at_three() -> ReaderPosition {
        let mut position = ReaderPosition::default();
        assert_eq!(read(&mut position, vec![message(1, "a")]), Some(vec![1]));
        assert_eq!(position.live(&message(2, "b")), Live::PassOn);
        assert_eq!(position.live(&message(3, "c")), Live::PassOn);
        position
    }

    /// Reads what a store holds; `None` if it lacks the last message.
    fn read(position: &mut ReaderPosition, found: Vec<Stored>) -> Option<Vec<u64>> {
        let reading = position.reading();
        match reading.check(found) {
            Read::New(found) => Some(taken(position, &reading, found)),
            Read::Missing(_sequence) => None,
        }
    }

    fn taken(position: &mut ReaderPosition, reading: &Reading, found: Vec<Stored>) -> Vec<u64> {
        position.take(reading, found).iter().map(|message| message.sequence).collect()
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
            assert_eq!(taken(&mut position, &reading, found), expected);
            let next = 5 + expected.len() as u64;
            assert_eq!(position.live(&message(next, "next")), Live::PassOn);
        }
    }

    #[test]
    fn after_a_message_of_another_history_none_is_passed_on_until_the_store_was_read() {
        // An older one, or another one at the sequence of the last.
        for (mut position, other) in
            [(at_three(), message(2, "other")), (after(&message(3, "c")), message(3, "other"))]
        {
            let earlier = position.reading();
            assert_eq!(earlier.at_leader(), None);
            assert_eq!(position.live(&other), Live::ReadStore);
            // The message after it has the next sequence, but may follow on another message.
            assert_eq!(position.live(&message(4, "other")), Live::ReadStore);
            // A read that began before does not settle it.
            assert!(taken(&mut position, &earlier, Vec::new()).is_empty());
            assert_eq!(position.live(&message(5, "other")), Live::ReadStore);
            let later = position.reading();
            assert_eq!(later.at_leader(), Some(3));
            assert_eq!(taken(&mut position, &later, vec![message(4, "d")]), [4]);
            assert_eq!(position.live(&message(6, "f")), Live::ReadStore, "5 is missing");
            let found = vec![message(4, "d"), message(5, "e"), message(6, "f")];
            assert_eq!(read(&mut position, found), Some(vec![5, 6]));
            assert_eq!(position.live(&message(7, "g")), Live::PassOn);
        }
    }

    #[test]
    fn after_a_new_connection_none_is_passed_on_until_the_store_has_the_last_message() {
        let mut position = at_three();
        position.doubt();
        assert_eq!(position.live(&message(4, "d")), Live::ReadStore);
        let reading = position.reading();
        assert_eq!(reading.at_leader(), Some(3));
        assert!(reading.is_lost(Some(&message(3, "other"))));
        assert_eq!(taken(&mut position, &reading, vec![message(4, "d")]), [4]);
        assert_eq!(position.live(&message(5, "e")), Live::PassOn);
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
        for position in [at_three(), after(&message(3, "c"))] {
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
        assert!(!ReaderPosition::default().reading().is_lost(None), "nothing was passed on");
    }

    #[test]
    fn who_was_passed_nothing_takes_what_the_store_has() {
        let mut position = ReaderPosition::default();
        assert_eq!(position.reading().from(), 1);
        assert_eq!(read(&mut position, Vec::new()), Some(vec![]));
        assert_eq!(position.live(&message(1, "a")), Live::ReadStore);
        assert_eq!(read(&mut position, vec![message(1, "a")]), Some(vec![1]));
        assert_eq!(position.live(&message(2, "b")), Live::PassOn);
    }

    #[test]
    fn a_live_message_that_does_not_follow_is_passed_on_only_from_the_store() {
        let last = digest(&message(3, "c").payload);
        let other_subject = Stored { subject: "t".to_owned(), ..message(4, "false") };
        let no_envelope = Stored { payload: Bytes::from_static(b"\xff"), ..message(4, "false") };
        let another_before = following(&Bytes::from_static(b"?"), 4, "false");
        let first = following(&Bytes::new(), 4, "false");
        let later = Stored { sequence: 4, ..following(&last, 5, "false") };
        for told in [other_subject, no_envelope, another_before, first, later] {
            let mut position = at_three();
            assert_eq!(position.live(&told), Live::ReadStore, "{told:?}");
            // The store does not have it, and then has another one in its place.
            assert_eq!(read(&mut position, vec![message(3, "c")]), Some(vec![]));
            assert_eq!(
                position.live(&message(4, "d")),
                Live::ReadStore,
                "its sequence came before"
            );
            assert_eq!(read(&mut position, vec![message(3, "c"), message(4, "d")]), Some(vec![4]));
            assert_eq!(position.live(&message(5, "e")), Live::PassOn);
        }
    }
}
