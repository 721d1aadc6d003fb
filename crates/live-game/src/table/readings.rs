//! The marks up to which the readings of sensor boards are kept.

/// The end of the readings of a board that are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadingMark {
    /// The game and the name of the journal; empty if nothing is kept.
    pub journal: String,
    /// The number of the last line, from 1; 0 if nothing is kept.
    pub last: u64,
}

impl ReadingMark {
    /// Returns the number of the last line of a journal that is kept.
    #[must_use]
    pub fn last_of(&self, journal: &str) -> u64 {
        if self.journal == journal { self.last } else { 0 }
    }

    /// Returns the number of lines at the beginning of a batch that are kept already; `None` if no
    /// line of it is to be kept: all of them are, or lines before it are missing, which the board
    /// sends first.
    #[must_use]
    pub fn skip(&self, journal: &str, first: u64, lines: usize) -> Option<usize> {
        let next = self.last_of(journal).saturating_add(1);
        let skipped = usize::try_from(next.checked_sub(first)?).ok()?;
        (skipped < lines).then_some(skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_kept_once_and_in_its_order() {
        let mark = ReadingMark { journal: "a".to_owned(), last: 10 };
        for (journal, first, lines, expected) in [
            ("a", 11, 3, Some(0)),
            ("a", 9, 5, Some(2)),
            // All are kept.
            ("a", 9, 2, None),
            ("a", 1, 10, None),
            // Nothing is asked.
            ("a", 11, 0, None),
            // Number 11 is missing.
            ("a", 12, 3, None),
            // A journal that was begun anew, and one that was not begun.
            ("b", 1, 3, Some(0)),
            ("b", 2, 3, None),
        ] {
            assert_eq!(mark.skip(journal, first, lines), expected, "{journal} {first} {lines}");
        }
        assert_eq!(ReadingMark::default().skip("a", 1, 1), Some(0));
    }
}
