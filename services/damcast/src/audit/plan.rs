//! Plans of subjects that are made anew: the first messages stay as they are, the rest is made.

use std::collections::{BTreeMap, VecDeque};

use prost::Message as _;
use proto::{
    Timestamp, schema_of,
    subject::Subject,
    v1::{Cause, Envelope, envelope},
};
use runtime::{LogEntry, Stored, digest};

use super::history::Link;

/// A message that is made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The events, and the state after them.
    pub(crate) record: envelope::Record,
    /// The message that caused the decision.
    pub(crate) cause: Option<Cause>,
    /// The moment when it was written, or its cause if that is not known.
    pub(crate) recorded_at: Timestamp,
    /// The sequence that it had, as far as other messages tell.
    pub(crate) wanted: Option<u64>,
}

/// The plan of one subject.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The subject.
    pub(crate) subject: Subject,
    /// The sequences of the messages that stay, which are the first ones.
    pub(crate) kept: Vec<u64>,
    /// The link that the next message names.
    link: Link,
    /// The messages after them.
    pub(crate) made: Vec<Made>,
}

impl Plan {
    /// Begins with a subject of which no message stays.
    pub(super) fn new(subject: Subject) -> Self {
        Self { subject, kept: Vec::new(), link: Link::default(), made: Vec::new() }
    }

    /// Keeps the next message.
    pub(super) fn keep(&mut self, entry: &LogEntry) {
        self.kept.push(entry.sequence);
        self.link = Link::after(entry);
    }

    /// Returns true if nothing of what the subject holds at `sequences` has to go.
    pub(crate) fn only_adds_to(&self, sequences: &[u64]) -> bool {
        self.kept == sequences
    }

    /// Returns the messages that are made, at these sequences, in a store with this id.
    pub(crate) fn encode(&self, places: &[u64], epoch: &str) -> Vec<Stored> {
        let mut link = self.link.clone();
        let subject = self.subject.to_string();
        let made = self.made.iter().zip(places).map(|(made, sequence)| {
            let envelope = Envelope {
                version: link.version() + 1,
                previous: link.digest().to_vec().into(),
                epoch: epoch.to_owned(),
                cause: made.cause.clone(),
                recorded_at_ms: made.recorded_at.millis(),
                schema: schema_of(&made.record),
                machine: None,
                record: Some(made.record.clone()),
            };
            let payload = envelope.encode_to_vec();
            link = Link::new(envelope.version, digest(&payload).to_vec());
            Stored {
                subject: subject.clone(),
                sequence: *sequence,
                headers: Default::default(),
                payload: payload.into(),
            }
        });
        made.collect()
    }
}

/// The messages behind a break of their chain, by cause: they still tell where and when they were
/// written.
#[derive(Debug, Default)]
pub(super) struct Later(BTreeMap<(String, u64), VecDeque<(u64, Timestamp)>>);

impl Later {
    /// Makes it of the messages behind the break.
    pub(super) fn new(entries: &[LogEntry]) -> Self {
        let mut later = Self::default();
        for entry in entries {
            if let Some(cause) = &entry.cause {
                let of_cause = later.0.entry((cause.stream.clone(), cause.sequence)).or_default();
                of_cause.push_back((entry.sequence, entry.recorded_at));
            }
        }
        later
    }

    /// Returns sequence and moment of the next message with this cause.
    pub(super) fn take(&mut self, cause: &Cause) -> Option<(u64, Timestamp)> {
        self.0.get_mut(&(cause.stream.clone(), cause.sequence))?.pop_front()
    }
}
