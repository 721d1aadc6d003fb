//! The displays of physical clocks that are stored: one that only counts on from the last adds
//! nothing.

use std::time::Duration;

use draughts::Timestamp;
use game_clock::ClockDisplay;

/// The longest time between stored displays, so that a clock that falls behind is noticed.
const STORED_EVERY: Duration = Duration::from_secs(30);

/// The display of a device that was stored last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredDisplay<G> {
    /// The game; a device serves one at a time.
    pub game: G,
    /// The display.
    pub display: ClockDisplay,
    /// The moment of the display.
    pub at: Timestamp,
}

impl<G: PartialEq> StoredDisplay<G> {
    /// Returns true if a later display is to be stored: it is of another game, shows another side
    /// running or other times than the stored one would show by then, or the stored one is old.
    #[must_use]
    pub fn is_outdated_by(&self, game: &G, display: &ClockDisplay, at: Timestamp) -> bool {
        let elapsed = at.duration_since(self.at);
        self.game != *game
            || elapsed >= STORED_EVERY
            || !display.counts_on_from(&self.display, elapsed)
    }
}

#[cfg(test)]
mod tests {
    use draughts::Color;

    use super::*;

    /// Returns the display of a clock after `second` seconds, ten minutes each, with one press.
    fn shown(second: u64, pressed: u64) -> ClockDisplay {
        let running = if second < pressed { Color::White } else { Color::Black };
        ClockDisplay {
            white: Duration::from_secs(600 - second.min(pressed)),
            black: Duration::from_secs(600 - second.saturating_sub(pressed)),
            running: Some(running),
            flag: None,
        }
    }

    /// Checks the seconds, of two minutes with a display a second, at which a clock pressed once is
    /// stored.
    #[track_caller]
    fn check(pressed: u64, expected: &[u64]) {
        let (mut seconds, mut stored) = (Vec::new(), None::<StoredDisplay<&str>>);
        for second in 0..=120_u64 {
            let at = Timestamp::from_millis(i64::try_from(second).unwrap() * 1000);
            let display = shown(second, pressed);
            if stored.is_none_or(|stored| stored.is_outdated_by(&"r1-t1", &display, at)) {
                stored = Some(StoredDisplay { game: "r1-t1", display, at });
                seconds.push(second);
            }
        }
        assert_eq!(seconds, expected);
    }

    #[test]
    fn a_clock_that_counts_on_is_stored_twice_a_minute_and_at_every_press() {
        check(61, &[0, 30, 60, 61, 91]);
        check(7, &[0, 7, 37, 67, 97]);
        check(40, &[0, 30, 40, 70, 100]);
    }

    #[test]
    fn a_board_that_was_moved_to_another_table_begins_anew() {
        let (at, display) = (Timestamp::from_millis(0), shown(0, 1));
        let stored = StoredDisplay { game: "r1-t1", display, at };
        assert!(!stored.is_outdated_by(&"r1-t1", &display, at));
        assert!(stored.is_outdated_by(&"r1-t2", &display, at));
    }
}
