//! The marks up to which the readings of sensor boards are kept, and how much of them.

use draughts::Timestamp;

/// The largest size of the readings of one board that are kept at once, in bytes of lines; as much
/// is kept again each day. A game of ten hours has some ten megabytes, so that only a board that
/// reports without end is held up, and takes nothing from the others.
pub const READING_BYTES_MAX: u64 = 32 * 1024 * 1024;
/// Bytes that each line takes beside its text.
const LINE_BYTES: u64 = 2;
const DAY_MS: u64 = 24 * 3600 * 1000;

/// The end of the readings of a board that are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadingMark {
    /// The game and the name of the journal; empty if nothing is kept.
    pub journal: String,
    /// The number of the last line, from 1; 0 if nothing is kept.
    pub last: u64,
    /// The bytes that counted against the board then.
    pub spent: u64,
    /// The moment of the last line.
    pub at: Timestamp,
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

    /// Returns the bytes that count against the board once these lines are kept at a moment; `None`
    /// if they are too many, as for a board that reports without end: later there is room again.
    #[must_use]
    pub fn spend<'a>(
        &self,
        lines: impl IntoIterator<Item = &'a str>,
        at: Timestamp,
    ) -> Option<u64> {
        let elapsed = u64::try_from(at.duration_since(self.at).as_millis()).unwrap_or(u64::MAX);
        let regained = elapsed.saturating_mul(READING_BYTES_MAX) / DAY_MS;
        let bytes = lines.into_iter().fold(0_u64, |bytes, line| {
            let length = u64::try_from(line.len()).unwrap_or(u64::MAX);
            bytes.saturating_add(length).saturating_add(LINE_BYTES)
        });
        let spent = self.spent.saturating_sub(regained).saturating_add(bytes);
        (spent <= READING_BYTES_MAX).then_some(spent)
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use super::*;

    #[test]
    fn each_line_is_kept_once_and_in_its_order() {
        let mark = ReadingMark { journal: "a".to_owned(), last: 10, ..ReadingMark::default() };
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

    #[test]
    fn a_board_that_reports_without_end_is_held_up_by_bytes_and_goes_on_a_day_later() {
        let at = |hours: u64| {
            Timestamp::from_millis(0).saturating_add(Duration::from_secs(hours * 3600))
        };
        let mark = |spent| ReadingMark { spent, at: at(10), ..ReadingMark::default() };
        let (half, most) = (READING_BYTES_MAX / 2, READING_BYTES_MAX);
        for (spent, hours, lines, expected) in [
            (0, 10, vec!["1234", ""], Some(8)),
            (half, 10, vec!["1234"], Some(half + 6)),
            (most - 6, 10, vec!["1234"], Some(most)),
            (most - 5, 10, vec!["1234"], None),
            // An empty line is one, too.
            (most, 10, vec![""], None),
            (most, 10, vec![], Some(most)),
            // Half a day later there is half of the room, and never more than all of it.
            (most, 22, vec![""], Some(half + 2)),
            (most, 34, vec!["1234"], Some(6)),
            (half, 400, vec!["1234"], Some(6)),
            // A clock that was set back gives nothing.
            (half, 9, vec![""], Some(half + 2)),
        ] {
            assert_eq!(mark(spent).spend(lines.clone(), at(hours)), expected, "{spent} {hours} h");
        }
        assert_eq!(ReadingMark::default().spend(["x"], at(1)), Some(3));
    }
}
