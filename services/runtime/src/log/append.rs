//! An append, until its outcome is known.
//!
//! Every unclear answer (none in time, a conflict that may be with the message itself, a duplicate
//! of the id) is settled by reading the subject's last message from the leader: it is the message
//! itself, or the one before it, or another writer's.
//!
//! The server compares the sequence of the message before it, and no more. A stream that has lost
//! its end gives that sequence to another message, which may be of the same subject. So a message
//! is published only on a connection on which the one before it was found, by its bytes: a stream
//! loses its end only while its server is away.

use std::time::Duration;

use bytes::Bytes;

use crate::{
    broker::{ConnectionId, Published},
    error::PublishError,
    stored::digest,
};

/// First pause before an unclear append is tried again; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(25);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);

/// JetStream's error codes that say nothing about the message's fate.
mod code {
    /// The subject's last sequence is another one, on a single server.
    pub(super) const WRONG_LAST_SEQUENCE: u64 = 10_071;
    /// The same in a cluster, when two writers were at it in one moment.
    pub(super) const WRONG_LAST_SEQUENCE_CONSTANT: u64 = 10_164;
    /// A message with the same id is being stored now.
    pub(super) const ID_IN_PROCESS: u64 = 10_158;
    /// The server lacks memory or disk.
    pub(super) const INSUFFICIENT_RESOURCES: u64 = 10_023;
    /// The account may not store more.
    pub(super) const STORAGE_RESOURCES_EXCEEDED: u64 = 10_047;
    /// The disk refused it.
    pub(super) const STORE_FAILED: u64 = 10_077;
}

/// The next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Publish, in the era that was given, and go on with [`Append::answered`].
    Publish,
    /// Read the subject's last message from the leader, and go on with [`Append::looked`].
    Look,
    /// Wait, and go on with [`Append::begin`].
    Again(Duration),
    /// Stop: the outcome is known, or the time is over.
    End(Outcome),
}

/// The end of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The message is stored, at this sequence.
    Stored(u64),
    /// Another writer's message follows on the expected one.
    Conflict,
    /// The broker will not store it, for this reason.
    Refused(PublishError),
    /// It is not known whether the message is or will be stored.
    Unclear,
}

/// The message that has to be the last of its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    /// Its sequence; 0 if there is to be none.
    pub(crate) sequence: u64,
    /// The digest of its bytes; empty if there is none, or they are not known.
    pub(crate) digest: Bytes,
    /// The log as it was when the message was found last.
    pub(crate) era: Era,
}

impl Expected {
    /// Returns true if its sequence belongs to it in this era, too.
    pub(crate) fn counts_in(&self, era: &Era) -> bool {
        self.sequence == 0 || self.era == *era
    }
}

/// A time in which a sequence of a stream belongs to one message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Era {
    /// The connection to the server.
    pub(crate) connection: ConnectionId,
    /// Number of times at which a stream may have lost its end.
    pub(crate) losses: u64,
}

/// The last message of a subject, as the leader has it.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    pub(crate) sequence: u64,
    pub(crate) payload: Bytes,
}

/// An append that is under way.
#[derive(Debug)]
pub(crate) struct Append {
    expected: Expected,
    payload: Bytes,
    /// True once it was published.
    is_published: bool,
    pause: Duration,
    refused: Option<PublishError>,
}

impl Append {
    /// Begins to append `payload` after the message `expected`.
    pub(crate) fn new(expected: Expected, payload: Bytes) -> Self {
        Self { expected, payload, is_published: false, pause: FIRST_PAUSE, refused: None }
    }

    /// Returns the first step, and the one after [`Step::Again`], in this era.
    pub(crate) fn begin(&self, era: &Era) -> Step {
        if self.expected.counts_in(era) { Step::Publish } else { Step::Look }
    }

    /// Takes the answer to a publish.
    pub(crate) fn answered(&mut self, answer: Result<Published, PublishError>) -> Step {
        (self.is_published, self.refused) = (true, None);
        match answer {
            Ok(published) if !published.duplicate => {
                return Step::End(Outcome::Stored(published.sequence));
            }
            // A cluster looks at the id first: the message that has it may be another writer's.
            Ok(_duplicate) => {}
            Err(error) => self.refused = is_refusal(&error).then_some(error),
        }
        Step::Look
    }

    /// Takes what the leader has; `None` when it did not answer. It was asked in the era `era`. The
    /// caller waits `left` longer.
    pub(crate) fn looked(&mut self, last: Option<Option<Last>>, era: &Era, left: Duration) -> Step {
        if let Some(last) = last {
            let sequence = last.as_ref().map_or(0, |last| last.sequence);
            if last.as_ref().is_some_and(|last| last.payload == self.payload) {
                return Step::End(Outcome::Stored(sequence));
            }
            let known = &self.expected.digest;
            let is_other =
                last.is_some_and(|last| !known.is_empty() && *known != digest(&last.payload));
            if sequence != self.expected.sequence || is_other {
                return Step::End(Outcome::Conflict);
            }
            if let Some(error) = self.refused.take() {
                return Step::End(Outcome::Refused(error));
            }
            self.expected.era = era.clone();
            if !self.is_published {
                return Step::Publish;
            }
        }
        if self.pause >= left {
            return Step::End(Outcome::Unclear);
        }
        let pause = self.pause;
        self.pause = (pause * 2).min(LONGEST_PAUSE);
        Step::Again(pause)
    }
}

/// Returns whether the broker will not keep the message.
fn is_refusal(error: &PublishError) -> bool {
    match error {
        PublishError::Unanswered => false,
        PublishError::TooLarge => true,
        PublishError::Answered { code, status, .. } => match *code {
            code::WRONG_LAST_SEQUENCE
            | code::WRONG_LAST_SEQUENCE_CONSTANT
            | code::ID_IN_PROCESS => false,
            code::INSUFFICIENT_RESOURCES
            | code::STORAGE_RESOURCES_EXCEEDED
            | code::STORE_FAILED => true,
            // A server that is starting or electing says 503 without being full.
            _other => *status < 500,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    fn append() -> Append {
        append_after(7, b"before")
    }

    fn append_after(sequence: u64, before: &[u8]) -> Append {
        let expected = Expected { sequence, digest: digest(before), era: era(1) };
        Append::new(expected, Bytes::from_static(b"mine"))
    }

    /// The era on a connection.
    fn era(number: u64) -> Era {
        Era { connection: ConnectionId { server: "one".to_owned(), number }, losses: 0 }
    }

    fn says(code: u64, status: usize) -> Result<Published, PublishError> {
        Err(PublishError::Answered { code, status, description: code.to_string() })
    }

    fn last(sequence: u64, payload: &'static [u8]) -> Option<Option<Last>> {
        Some(Some(Last { sequence, payload: Bytes::from_static(payload) }))
    }

    #[test]
    fn a_clear_answer_needs_no_look() {
        let stored = append().answered(Ok(Published { sequence: 8, duplicate: false }));
        assert_eq!(stored, Step::End(Outcome::Stored(8)));
    }

    #[test]
    fn an_unclear_answer_is_settled_by_what_the_leader_has() {
        let unclear = [
            Err(PublishError::Unanswered),
            Ok(Published { sequence: 5, duplicate: true }),
            says(10_071, 400),
            says(10_164, 400),
            says(10_158, 409),
            says(10_008, 503),
        ];
        let (stored, conflict) = (Outcome::Stored, Outcome::Conflict);
        let again = Step::Again(FIRST_PAUSE);
        for answer in unclear {
            let rows = [
                // The answer was lost, or the retry met the message itself.
                (last(8, b"mine"), Step::End(stored(8))),
                // The publish is lost, or will be stored later.
                (last(7, b"before"), again.clone()),
                // Another writer was first; also one who wrote on after this message was lost.
                (last(8, b"another"), Step::End(conflict.clone())),
                (last(12, b"another"), Step::End(conflict.clone())),
                // The store was set back, and may have given the sequence away.
                (last(7, b"another"), Step::End(conflict.clone())),
                (last(3, b"before"), Step::End(conflict.clone())),
                (Some(None), Step::End(conflict.clone())),
                // The leader does not answer.
                (None, again.clone()),
            ];
            for (looked, step) in rows {
                let mut append = append();
                assert_eq!(append.answered(answer.clone()), Step::Look, "{answer:?}");
                assert_eq!(
                    append.looked(looked.clone(), &era(1), LONG),
                    step,
                    "{answer:?} {looked:?}"
                );
            }
        }
    }

    #[test]
    fn a_message_is_published_in_the_era_in_which_the_one_before_it_was_found() {
        assert_eq!(append().begin(&era(1)), Step::Publish);
        let later = Era { losses: 1, ..era(1) };
        for other in [era(2), later] {
            let mut append = append();
            assert_eq!(append.begin(&other), Step::Look);
            assert_eq!(append.looked(None, &other, LONG), Step::Again(FIRST_PAUSE));
            assert_eq!(append.begin(&other), Step::Look);
            assert_eq!(append.looked(last(7, b"before"), &other, LONG), Step::Publish);
            assert_eq!(append.answered(Err(PublishError::Unanswered)), Step::Look);
            assert_eq!(append.looked(None, &other, LONG), Step::Again(FIRST_PAUSE * 2));
            assert_eq!(append.begin(&other), Step::Publish);
            assert_eq!(append.begin(&era(3)), Step::Look);
        }
        // Nothing of the subject was lost that is known here.
        assert_eq!(append_after(0, b"").begin(&era(2)), Step::Publish);
    }

    #[test]
    fn another_message_at_the_expected_sequence_is_another_writers() {
        let mut append = append();
        assert_eq!(append.begin(&era(2)), Step::Look);
        let looked = append.looked(last(7, b"another"), &era(2), LONG);
        assert_eq!(looked, Step::End(Outcome::Conflict));
    }

    #[test]
    fn the_first_message_of_a_subject_is_settled_alike() {
        let mut append = append_after(0, b"");
        assert_eq!(append.answered(Err(PublishError::Unanswered)), Step::Look);
        assert_eq!(append.looked(Some(None), &era(1), LONG), Step::Again(FIRST_PAUSE));
        assert_eq!(append.looked(last(1, b"mine"), &era(1), LONG), Step::End(Outcome::Stored(1)));
    }

    #[test]
    fn a_refusal_counts_only_when_the_message_is_not_there() {
        let refusals =
            [Err(PublishError::TooLarge), says(10_047, 500), says(10_023, 503), says(10_077, 503)];
        for refusal in refusals {
            let mut append = append();
            assert_eq!(append.answered(refusal.clone()), Step::Look, "{refusal:?}");
            let looked = append.looked(last(7, b"before"), &era(1), LONG);
            let Err(error) = refusal.clone() else { panic!("{refusal:?}") };
            assert_eq!(looked, Step::End(Outcome::Refused(error)));
            assert_eq!(append.answered(refusal), Step::Look);
            assert_eq!(
                append.looked(last(8, b"mine"), &era(1), LONG),
                Step::End(Outcome::Stored(8))
            );
        }
    }

    #[test]
    fn a_refusal_is_forgotten_when_the_next_answer_is_unclear() {
        let mut append = append();
        assert_eq!(append.answered(says(10_047, 500)), Step::Look);
        assert_eq!(append.looked(None, &era(1), LONG), Step::Again(FIRST_PAUSE));
        assert_eq!(append.answered(Err(PublishError::Unanswered)), Step::Look);
        assert_eq!(append.looked(last(7, b"before"), &era(1), LONG), Step::Again(FIRST_PAUSE * 2));
    }

    #[test]
    fn pauses_double_up_to_the_longest_and_end_with_the_callers_time() {
        let mut append = append();
        let mut pauses = Vec::new();
        for _try in 0..6 {
            assert_eq!(append.answered(Err(PublishError::Unanswered)), Step::Look);
            let Step::Again(pause) = append.looked(None, &era(1), LONG) else {
                panic!("it gave up")
            };
            pauses.push(pause.as_millis());
        }
        assert_eq!(pauses, [25, 50, 100, 200, 400, 400]);
        assert_eq!(append.looked(None, &era(1), LONGEST_PAUSE), Step::End(Outcome::Unclear));
    }
}
