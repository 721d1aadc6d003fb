//! The inputs of a device that a game has seen.

use std::collections::BTreeMap;

/// The largest number of ranges kept; beyond it, the oldest gap counts as seen.
const RANGES_MAX: usize = 64;

/// A set of sequence numbers, kept as ranges because a device numbers upwards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sequences {
    /// First and last number of each range.
    ranges: BTreeMap<u64, u64>,
}

impl Sequences {
    pub(super) fn contains(&self, sequence: u64) -> bool {
        self.ranges.range(..=sequence).next_back().is_some_and(|(_, &last)| sequence <= last)
    }

    pub(super) fn last(&self) -> Option<u64> {
        self.ranges.values().next_back().copied()
    }

    pub(super) fn insert(&mut self, sequence: u64) {
        if self.contains(sequence) {
            return;
        }
        let (mut first, mut last) = (sequence, sequence);
        if let Some((&before, &end)) = self.ranges.range(..sequence).next_back()
            && end.checked_add(1) == Some(sequence)
        {
            first = before;
        }
        if let Some(after) = sequence.checked_add(1)
            && let Some(end) = self.ranges.remove(&after)
        {
            last = end;
        }
        self.ranges.insert(first, last);
        if self.ranges.len() > RANGES_MAX
            && let Some((oldest, _)) = self.ranges.pop_first()
            && let Some((_, last)) = self.ranges.pop_first()
        {
            self.ranges.insert(oldest, last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sequences;

    #[test]
    fn sequences_that_are_neighbours_join_to_one_range() {
        let mut seen = Sequences::default();
        for sequence in [5, 3, 4, u64::MAX, 0] {
            assert!(!seen.contains(sequence), "{sequence}");
            seen.insert(sequence);
            seen.insert(sequence);
        }
        let seen_small = (0..10).filter(|&n| seen.contains(n)).collect::<Vec<_>>();
        assert_eq!(seen_small, [0, 3, 4, 5]);
        assert_eq!(seen.last(), Some(u64::MAX));
        assert_eq!(seen.ranges.len(), 3);
    }

    #[test]
    fn a_full_set_of_sequences_gives_up_its_oldest_gap() {
        let mut seen = Sequences::default();
        for n in 0..1000 {
            seen.insert(2 * n);
        }
        assert_eq!(seen.ranges.len(), super::RANGES_MAX);
        assert!(seen.contains(1));
        assert!(!seen.contains(1997));
    }
}
