//! An append, until its outcome is known.
//!
//! Every unclear answer (none in time, a conflict that may be with the message itself, a duplicate of
//! the id) is settled by reading the subject's last message from the leader: it is the message
//! itself, or the one before it, or another writer's.

use std::time::Duration;

use bytes::Bytes;

use crate::{broker::Published, error::PublishError};

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
    /// Read the subject's last message from the leader, and go on with [`Append::looked`].
    Look,
    /// Wait, publish again, and go on with [`Append::answered`].
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

/// The last message of a subject, as the leader has it.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    pub(crate) sequence: u64,
    pub(crate) payload: Bytes,
}

/// An append that is under way.
#[derive(Debug)]
pub(crate) struct Append {
    expected: u64,
    payload: Bytes,
    pause: Duration,
    refused: Option<PublishError>,
}

impl Append {
    /// Begins to append `payload` after the message with sequence `expected`.
    pub(crate) fn new(expected: u64, payload: Bytes) -> Self {
        Self { expected, payload, pause: FIRST_PAUSE, refused: None }
    }

    /// Takes the answer to a publish.
    pub(crate) fn answered(&mut self, answer: Result<Published, PublishError>) -> Step {
        self.refused = None;
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

    /// Takes what the leader has; `None` when it did not answer. The caller waits `left` longer.
    pub(crate) fn looked(&mut self, last: Option<Option<Last>>, left: Duration) -> Step {
        if let Some(last) = last {
            let sequence = last.as_ref().map_or(0, |last| last.sequence);
            if last.is_some_and(|last| last.payload == self.payload) {
                return Step::End(Outcome::Stored(sequence));
            }
            if sequence != self.expected {
                return Step::End(Outcome::Conflict);
            }
            if let Some(error) = self.refused.take() {
                return Step::End(Outcome::Refused(error));
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
        Append::new(7, Bytes::from_static(b"mine"))
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
                // The store was set back.
                (last(3, b"before"), Step::End(conflict.clone())),
                (Some(None), Step::End(conflict.clone())),
                // The leader does not answer.
                (None, again.clone()),
            ];
            for (looked, step) in rows {
                let mut append = append();
                assert_eq!(append.answered(answer.clone()), Step::Look, "{answer:?}");
                assert_eq!(append.looked(looked.clone(), LONG), step, "{answer:?} {looked:?}");
            }
        }
    }

    #[test]
    fn the_first_message_of_a_subject_is_settled_alike() {
        let mut append = Append::new(0, Bytes::from_static(b"mine"));
        assert_eq!(append.answered(Err(PublishError::Unanswered)), Step::Look);
        assert_eq!(append.looked(Some(None), LONG), Step::Again(FIRST_PAUSE));
        assert_eq!(append.looked(last(1, b"mine"), LONG), Step::End(Outcome::Stored(1)));
    }

    #[test]
    fn a_refusal_counts_only_when_the_message_is_not_there() {
        let refusals =
            [Err(PublishError::TooLarge), says(10_047, 500), says(10_023, 503), says(10_077, 503)];
        for refusal in refusals {
            let mut append = append();
            assert_eq!(append.answered(refusal.clone()), Step::Look, "{refusal:?}");
            let looked = append.looked(last(7, b"before"), LONG);
            let Err(error) = refusal.clone() else { panic!("{refusal:?}") };
            assert_eq!(looked, Step::End(Outcome::Refused(error)));
            assert_eq!(append.answered(refusal), Step::Look);
            assert_eq!(append.looked(last(8, b"mine"), LONG), Step::End(Outcome::Stored(8)));
        }
    }

    #[test]
    fn a_refusal_is_forgotten_when_the_next_answer_is_unclear() {
        let mut append = append();
        assert_eq!(append.answered(says(10_047, 500)), Step::Look);
        assert_eq!(append.looked(None, LONG), Step::Again(FIRST_PAUSE));
        assert_eq!(append.answered(Err(PublishError::Unanswered)), Step::Look);
        assert_eq!(append.looked(last(7, b"before"), LONG), Step::Again(FIRST_PAUSE * 2));
    }

    #[test]
    fn pauses_double_up_to_the_longest_and_end_with_the_callers_time() {
        let mut append = append();
        let mut pauses = Vec::new();
        for _try in 0..6 {
            assert_eq!(append.answered(Err(PublishError::Unanswered)), Step::Look);
            let Step::Again(pause) = append.looked(None, LONG) else { panic!("it gave up") };
            pauses.push(pause.as_millis());
        }
        assert_eq!(pauses, [25, 50, 100, 200, 400, 400]);
        assert_eq!(append.looked(None, LONGEST_PAUSE), Step::End(Outcome::Unclear));
    }
}
