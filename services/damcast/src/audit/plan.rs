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

    /// Notes that the message at `place` among those that are made had `sequence`, unless its
    /// sequence is known already, or `sequence` is not between those known before and after it.
    pub(super) fn want_between(&mut self, place: usize, sequence: u64) {
        let known = |made: &Made| made.wanted;
        let Some((before, [made, after @ ..])) = self.made.split_at_mut_checked(place) else {
            return;
        };
        let least = before.iter().rev().find_map(known).or(self.kept.last().copied());
        let is_between = least.is_none_or(|least| least < sequence)
            && after.iter().find_map(known).is_none_or(|most| sequence < most);
        if made.wanted.is_none() && is_between {
            made.wanted = Some(sequence);
        }
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

#[cfg(test)]
mod tests {
    use proto::{Timestamp, convert::Aggregate as _};

    use super::{Made, Plan};

    /// Returns a plan that keeps sequence 4 and makes messages, of which some had known sequences.
    fn plan(wanted: &[Option<u64>]) -> Plan {
        let mut plan = Plan::new("game.main.kk-2026.r1-t1".parse().unwrap());
        plan.kept = vec![4];
        plan.made.extend(wanted.iter().map(|wanted| Made {
            record: live_game::Game::default().to_record(&[]),
            cause: None,
            recorded_at: Timestamp::from_millis(0),
            wanted: *wanted,
        }));
        plan
    }

    fn wanted_after(known: &[Option<u64>], place: usize, sequence: u64) -> Vec<Option<u64>> {
        let mut plan = plan(known);
        plan.want_between(place, sequence);
        plan.made.iter().map(|made| made.wanted).collect()
    }

    #[test]
    fn an_estimated_sequence_is_taken_between_those_that_are_known() {
        assert_eq!(wanted_after(&[None, Some(9)], 0, 8), [Some(8), Some(9)]);
        assert_eq!(wanted_after(&[Some(6), None, None], 2, 7), [Some(6), None, Some(7)]);
    }

    #[test]
    fn an_estimated_sequence_yields_to_those_that_are_known() {
        // Another message had it.
        assert_eq!(wanted_after(&[None, Some(9)], 0, 9), [None, Some(9)]);
        assert_eq!(wanted_after(&[Some(6), None], 1, 6), [Some(6), None]);
        // A message that stays has it, or a later one.
        assert_eq!(wanted_after(&[None, None], 0, 4), [None, None]);
        // The message itself had another.
        assert_eq!(wanted_after(&[Some(6), None], 0, 5), [Some(6), None]);
        // There is no such message.
        assert_eq!(wanted_after(&[None], 1, 8), [None]);
    }
}
