//! The sequences at which a stream is known to have no message.

use std::{collections::BTreeSet, ops::RangeInclusive};

use runtime::sequence_ranges;

/// The sequences at which a stream is known to have no message, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownMissing(Vec<RangeInclusive<u64>>);

impl KnownMissing {
    /// Reads them, as in "3,7-9".
    pub(crate) fn new(text: &str) -> Self {
        let mut ranges: Vec<_> = sequence_ranges(text).collect();
        ranges.sort_unstable_by_key(|range| *range.start());
        Self(ranges)
    }

    /// Returns true if a message is known to be missing.
    pub(crate) fn contains(&self, sequence: u64) -> bool {
        let after = self.0.partition_point(|range| *range.end() < sequence);
        self.0.get(after).is_some_and(|range| range.contains(&sequence))
    }

    /// Splits what is missing into what is known and what is not.
    pub(super) fn split(
        &self,
        missing: &[RangeInclusive<u64>],
    ) -> (Vec<RangeInclusive<u64>>, Vec<RangeInclusive<u64>>) {
        let (mut known, mut new) = (Vec::new(), Vec::new());
        for range in missing {
            // The ends of the parts: where a known range begins, or has ended.
            let ends = self.0.iter().flat_map(|it| [it.start().checked_sub(1), Some(*it.end())]);
            let inside = ends.flatten().filter(|end| range.contains(end));
            let ends: BTreeSet<u64> = inside.chain([*range.end()]).collect();
            let mut first = *range.start();
            for end in ends {
                let part = if self.contains(first) { &mut known } else { &mut new };
                part.push(first..=end);
                first = end + 1;
            }
        }
        (known, new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_known_as_far_as_it_is_noted() {
        let known = KnownMissing::new("3,7-9");
        for (missing, of_known, of_new) in [
            (vec![], vec![], vec![]),
            (vec![3..=3, 7..=9], vec![3..=3, 7..=9], vec![]),
            (vec![8..=8], vec![8..=8], vec![]),
            (vec![2..=4], vec![3..=3], vec![2..=2, 4..=4]),
            (vec![1..=12], vec![3..=3, 7..=9], vec![1..=2, 4..=6, 10..=12]),
            (vec![5..=5, 9..=11], vec![9..=9], vec![5..=5, 10..=11]),
        ] {
            assert_eq!(known.split(&missing), (of_known, of_new), "{missing:?}");
        }
        assert_eq!(KnownMissing::default().split(&[4..=5]), (vec![], vec![4..=5]));
    }
}
