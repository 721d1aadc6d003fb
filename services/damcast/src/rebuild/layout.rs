//! The layout of a stream: which messages stay, and where others go.
//!
//! Messages keep their sequences, because others name them as their cause. So a stream from which
//! something has to go is made anew, under a new id of its store, with the same messages at the
//! same sequences; one that only lacks its end gets further messages.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    ops::RangeInclusive,
};

use proto::subject::{Stream, Subject};
use runtime::{Stored, StreamFacts};

use crate::{
    audit::{Finding, Plan, PlannedSequences, Problem, places, ranges},
    survey::Survey,
};

/// A stream as it is to be.
#[derive(Debug)]
pub struct Layout {
    /// The stream.
    pub stream: Stream,
    /// The id of the store if the stream is made anew.
    pub new_epoch: Option<String>,
    /// The last sequence of the stream as it is.
    pub(super) last_sequence: u64,
    /// The sequences of the messages that stay.
    pub(super) taken: BTreeSet<u64>,
    /// The messages that are made, with their plans.
    pub(super) planned: BTreeMap<Subject, (Plan, Vec<Stored>)>,
    /// Number of messages that go.
    left_out: u64,
    /// True if the gaps of the stream are noted already, or there are none.
    is_noted: bool,
}

impl Layout {
    /// Lays out a stream in which the subjects of these plans change. `new_epoch` returns the id of
    /// a new store.
    pub(super) fn new(
        stream: Stream,
        survey: &Survey,
        plans: Vec<Plan>,
        new_epoch: fn() -> String,
    ) -> Self {
        let surveyed = survey.streams.get(&stream);
        let facts = surveyed.and_then(|it| it.facts.clone());
        let findings = surveyed.map(|it| it.findings.as_slice()).unwrap_or_default();
        let is_nowhere = |finding: &Finding| {
            let subject = finding.subject.as_deref().unwrap_or_default();
            matches!(finding.problem, Problem::Unreadable(_)) && subject.parse::<Subject>().is_err()
        };
        let adds = facts.as_ref().is_some_and(|facts| facts.differences.is_empty())
            && !findings.iter().any(is_nowhere)
            && plans.iter().all(|plan| plan.only_adds_to(survey.sequences(&plan.subject)));
        let changing: BTreeSet<&Subject> = plans.iter().map(|plan| &plan.subject).collect();
        let stays = survey.of_stream(stream).filter(|(subject, _)| !changing.contains(subject));
        let stays = stays.flat_map(|(_subject, sequences)| sequences.iter().copied());
        let taken: BTreeSet<u64> =
            stays.chain(plans.iter().flat_map(|plan| plan.kept.iter().copied())).collect();
        let StreamFacts { last_sequence, epoch, known_missing, .. } = facts.unwrap_or_default();
        let PlannedSequences { of_plans, only_add } = places(&plans, &taken, last_sequence, adds);
        let new_epoch = (!only_add).then(new_epoch);
        let encode = |(plan, places): (Plan, Vec<u64>)| {
            let made = plan.encode(&places, new_epoch.as_ref().unwrap_or(&epoch));
            (plan.subject.clone(), (plan, made))
        };
        let planned = plans.into_iter().zip(of_plans).map(encode).collect();
        let messages = surveyed.map_or(0, |it| it.messages);
        let left_out = messages.saturating_sub(taken.len() as u64);
        let mut layout =
            Self { stream, new_epoch, last_sequence, taken, planned, left_out, is_noted: true };
        layout.is_noted = layout.known_missing() == known_missing;
        layout
    }

    /// Returns true if the stream is made anew.
    pub(super) fn is_anew(&self) -> bool {
        self.new_epoch.is_some()
    }

    /// Returns true if the stream is not as it is to be.
    pub(super) fn changes_anything(&self) -> bool {
        self.is_anew() || !self.is_noted || self.planned.values().any(|(_, made)| !made.is_empty())
    }

    /// Returns the messages to be stored, in order: all of a stream that is made anew, of whose
    /// messages `before` are a copy, else those at its end.
    pub fn messages(
        self,
        before: impl Iterator<Item = anyhow::Result<Stored>>,
    ) -> impl Iterator<Item = anyhow::Result<Stored>> {
        let Self { taken, planned, new_epoch, .. } = self;
        let mut made: Vec<Stored> = planned.into_values().flat_map(|(_plan, made)| made).collect();
        made.sort_by_key(|message| message.sequence);
        let mut made = made.into_iter().peekable();
        let is_kept = move |message: &anyhow::Result<Stored>| {
            let is_taken = message.as_ref().map_or(true, |it| taken.contains(&it.sequence));
            new_epoch.is_some() && is_taken
        };
        let mut kept = before.filter(is_kept).peekable();
        std::iter::from_fn(move || match (made.peek(), kept.peek()) {
            (Some(earlier), Some(Ok(next))) if earlier.sequence < next.sequence => {
                made.next().map(Ok)
            }
            (_, Some(_next)) => kept.next(),
            (_, None) => made.next().map(Ok),
        })
    }

    /// Returns the sequences at which the stream has no message afterwards, as in "3,7-9".
    #[must_use]
    pub fn known_missing(&self) -> String {
        let made = self.planned.values().flat_map(|(_plan, made)| made);
        let all: BTreeSet<u64> =
            made.map(|message| message.sequence).chain(self.taken.iter().copied()).collect();
        let (mut missing, mut next): (Vec<RangeInclusive<u64>>, u64) = (Vec::new(), 1);
        for sequence in all {
            if sequence > next {
                missing.push(next..=sequence - 1);
            }
            next = sequence + 1;
        }
        // A stream that stays keeps the gap at its end.
        if !self.is_anew() && next <= self.last_sequence {
            missing.push(next..=self.last_sequence);
        }
        ranges(&missing)
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made: usize = self.planned.values().map(|(_plan, made)| made.len()).sum();
        let (stream, stay) = (self.stream.name(), self.taken.len());
        match self.is_anew() {
            true => write!(
                f,
                "{stream} is made anew: {stay} messages stay, {made} are made, {} have no place in it",
                self.left_out
            ),
            false => write!(f, "{stream} stays, and gets {made} messages at its end"),
        }
    }
}
