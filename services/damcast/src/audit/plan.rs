//! Plans of subjects that are made anew: the first messages stay as they are, the rest is made.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

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

/// The sequences at which the messages of plans are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlannedSequences {
    /// Those of the messages of each plan, in order.
    pub(crate) of_plans: Vec<Vec<u64>>,
    /// True if they all follow on the last message, without a gap, and no message goes.
    pub(crate) only_add: bool,
}

/// Returns the sequences of the messages of these plans.
///
/// A message goes where it was, as far as that is known; else to the first sequence without a
/// message, in the order of the moments of all; else after the last one. `taken` are the sequences
/// of the messages that stay, and `last` the last one of the stream. If the plans `only_add` to
/// their subjects and no message has to be where another was lost, all go after the last one.
pub(crate) fn places(
    plans: &[Plan],
    taken: &BTreeSet<u64>,
    last: u64,
    only_add: bool,
) -> PlannedSequences {
    let wanted = |made: &Made| made.wanted.filter(|it| !taken.contains(it));
    let all_wanted: BTreeSet<u64> =
        plans.iter().flat_map(|plan| &plan.made).filter_map(wanted).collect();
    let is_after = only_add && all_wanted.first().is_none_or(|first| *first > last);
    let end = last.max(all_wanted.last().copied().unwrap_or(0));
    let is_free = |it: &u64| !taken.contains(it) && !all_wanted.contains(it);
    let first = if is_after { last + 1 } else { 1 };
    let mut free: BTreeSet<u64> = (first..=end).filter(is_free).collect();
    let mut tail = end;
    let mut placed: Vec<Vec<u64>> = plans.iter().map(|_plan| Vec::new()).collect();
    let mut used = BTreeSet::new();
    // The next message of each plan, the earliest first.
    let mut next: BTreeSet<(Timestamp, usize)> = plans
        .iter()
        .enumerate()
        .filter_map(|(at, plan)| Some((plan.made.first()?.recorded_at, at)))
        .collect();
    while let Some((_moment, at)) = next.pop_first() {
        let (Some(plan), Some(of_plan)) = (plans.get(at), placed.get_mut(at)) else { continue };
        let (count, kept) = (of_plan.len(), plan.kept.last().copied().unwrap_or(0));
        let before = of_plan.last().copied().unwrap_or(kept);
        let Some(made) = plan.made.get(count) else { continue };
        let own = wanted(made).filter(|it| *it > before && !used.contains(it));
        // The next message of the subject whose place is known comes after it.
        let later = plan.made.iter().skip(count + 1).filter_map(wanted).find(|it| *it > before);
        let place = own.or_else(|| {
            let gap = free.range(before + 1..).next().copied();
            gap.filter(|gap| later.is_none_or(|later| *gap < later))
        });
        let place = place.unwrap_or_else(|| {
            tail += 1;
            tail
        });
        free.remove(&place);
        used.insert(place);
        of_plan.push(place);
        if let Some(following) = plan.made.get(count + 1) {
            next.insert((following.recorded_at, at));
        }
    }
    let used: Vec<u64> = used.into_iter().collect();
    let only_add = is_after && used.iter().copied().eq((last + 1..).take(used.len()));
    PlannedSequences { of_plans: placed, only_add }
}
