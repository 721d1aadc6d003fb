//! The sequences at which messages are stored that are made.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use proto::Timestamp;

use super::plan::{Made, Plan};

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
/// A message goes where it was, as far as that is known and all that its subject needs before it
/// fits before it. The others get the sequences without a message, in order, and then those after
/// the last one: each goes to the message that has to be stored the earliest, so that a later
/// message of its subject is stored where it was, and among those that may be stored anywhere to
/// the earliest. `taken` are the sequences of the messages that stay, and `last` the last one of
/// the stream. If the plans `only_add` to their subjects and no message has to be where another was
/// lost, all go after the last one.
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

    let mut unclaimed = all_wanted.clone();
    let mut subjects: Vec<Placing<'_>> =
        plans.iter().map(|plan| Placing::new(plan, taken, &mut unclaimed)).collect();
    let is_claimed = |it: &u64| all_wanted.contains(it) && !unclaimed.contains(it);
    let first = if is_after { last + 1 } else { 1 };
    let free: Vec<u64> =
        (first..=end).filter(|it| !taken.contains(it) && !is_claimed(it)).collect();
    // The subjects with a message to be placed, by the sequence after which it may be.
    let mut waiting: BTreeSet<(u64, usize)> = BTreeSet::new();
    for (at, subject) in subjects.iter_mut().enumerate() {
        waiting.extend(subject.place_known().map(|after| (after, at)));
    }
    // Those of them whose message may be at the sequence that is looked at.
    let mut ready: BTreeSet<(usize, Timestamp, usize)> = BTreeSet::new();
    for (index, sequence) in free.iter().copied().chain(end + 1..).enumerate() {
        while let Some((after, at)) = waiting.first().copied().filter(|it| it.0 < sequence) {
            waiting.remove(&(after, at));
            ready.extend(subjects.get(at).and_then(|it| it.urgency(&free, at)));
        }
        while let Some((deadline, _moment, at)) = ready.pop_first() {
            let Some(subject) = subjects.get_mut(at) else { continue };
            if index >= deadline {
                subject.give_up_known();
                ready.extend(subject.urgency(&free, at));
                continue;
            }
            subject.sequences.push(sequence);
            waiting.extend(subject.place_known().map(|after| (after, at)));
            break;
        }
        if ready.is_empty() && waiting.is_empty() {
            break;
        }
    }
    let of_plans: Vec<Vec<u64>> = subjects.into_iter().map(|it| it.sequences).collect();
    let used: BTreeSet<u64> = of_plans.iter().flatten().copied().collect();
    let only_add = is_after && used.iter().copied().eq((last + 1..).take(used.len()));
    PlannedSequences { of_plans, only_add }
}

/// The messages of a plan that get their sequences one after another.
#[derive(Debug)]
struct Placing<'a> {
    plan: &'a Plan,
    /// The messages that can be stored where they were, the last one first: the place in the plan,
    /// and the sequence.
    known: Vec<(usize, u64)>,
    /// The sequences of the first messages.
    sequences: Vec<u64>,
}

impl<'a> Placing<'a> {
    /// Begins with no message placed. Takes the sequences where messages were from those that are
    /// `unclaimed`, but for one before which there is no room for the messages that go before it.
    fn new(plan: &'a Plan, taken: &BTreeSet<u64>, unclaimed: &mut BTreeSet<u64>) -> Self {
        let (mut known, mut before) = (Vec::new(), plan.kept.last().copied().unwrap_or(0));
        // The messages since the last one whose sequence is known.
        let mut between = 0;
        for (at, made) in plan.made.iter().enumerate() {
            let has_room = |sequence: u64| {
                let untaken = (before + 1..sequence).filter(|it| !taken.contains(it));
                untaken.take(between).count() == between
            };
            if let Some(sequence) = made.wanted.filter(|it| *it > before && has_room(*it))
                && unclaimed.remove(&sequence)
            {
                known.push((at, sequence));
                (before, between) = (sequence, 0);
            } else {
                between += 1;
            }
        }
        known.reverse();
        Self { plan, known, sequences: Vec::new() }
    }

    /// Places the next messages whose sequences are known; returns the sequence after which the one
    /// that follows may be, if there is one.
    fn place_known(&mut self) -> Option<u64> {
        while let Some((at, sequence)) = self.known.last().copied()
            && at == self.sequences.len()
        {
            self.known.pop();
            self.sequences.push(sequence);
        }
        let last = self.sequences.last().or(self.plan.kept.last()).copied().unwrap_or(0);
        (self.sequences.len() < self.plan.made.len()).then_some(last)
    }

    /// Returns among how many of the first free sequences the next message has to get one, so that
    /// what follows fits before the next known sequence; then its moment, and `at`. The number is
    /// `usize::MAX` if no known sequence follows.
    fn urgency(&self, free: &[u64], at: usize) -> Option<(usize, Timestamp, usize)> {
        let next = self.sequences.len();
        let made = self.plan.made.get(next)?;
        let deadline = self.known.last().map_or(usize::MAX, |(later, sequence)| {
            let before = free.partition_point(|it| it < sequence);
            (before + 1).saturating_sub(later - next)
        });
        Some((deadline, made.recorded_at, at))
    }

    /// Lets the next message that was to be stored where it was be stored elsewhere.
    fn give_up_known(&mut self) {
        self.known.pop();
    }
}
