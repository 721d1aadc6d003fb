//! Decides whether spectators are shown what is so now, or what was so when the event log was last heard.
//!
//! The service goes on without the event log: spectators keep what they see, newcomers get a snapshot, and
//! both are told since when there is no news.

use std::time::Duration;

use draughts::Timestamp;
use proto::v1;

use crate::cursor::Seen;

/// How long the event log may be silent before spectators are told.
const SILENCE_MAX: Duration = Duration::from_secs(3);

/// How far spectators can rely on what they are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// It is what the event log has.
    #[default]
    Live,
    /// The event log does not answer.
    LogLost {
        /// Everything up to this moment is shown.
        since: Timestamp,
    },
}

impl Freshness {
    /// Returns what spectators are told; `None` while all is live.
    pub(crate) fn to_message(self) -> Option<v1::Freshness> {
        match self {
            Self::Live => None,
            Self::LogLost { since } => {
                Some(v1::Freshness { state: "log-lost".to_owned(), since: since.millis() })
            }
        }
    }
}

/// Follows from the answers of the event log how fresh the service is.
#[derive(Debug)]
pub(crate) struct Monitor {
    freshness: Freshness,
    /// When the event log answered last, and everything that it had was shown.
    answered_at: Timestamp,
    /// The newest messages of the event log when it answered again.
    target: Option<Seen>,
}

impl Monitor {
    /// Starts live at `now`.
    pub(crate) fn new(now: Timestamp) -> Self {
        Self { freshness: Freshness::Live, answered_at: now, target: None }
    }

    /// Takes an answer of the event log, whose newest messages are `newest`, when the messages up to
    /// `heard` have been taken in. After an interruption, all is live again once everything has been
    /// taken in that the log had when it came back.
    pub(crate) fn answered(&mut self, now: Timestamp, newest: Seen, heard: Seen) -> Freshness {
        let target = *self.target.get_or_insert(newest);
        if self.freshness == Freshness::Live || heard.covers(target) {
            *self = Self::new(now);
        }
        self.freshness
    }

    /// Takes note that the event log did not answer.
    pub(crate) fn silent(&mut self, now: Timestamp) -> Freshness {
        self.target = None;
        let is_lost = now.duration_since(self.answered_at) > SILENCE_MAX;
        if self.freshness == Freshness::Live && is_lost {
            self.freshness = Freshness::LogLost { since: self.answered_at };
        }
        self.freshness
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn seen(game: u64, tournament: u64) -> Seen {
        Seen { game, tournament, ..Seen::default() }
    }

    const LOST: Freshness = Freshness::LogLost { since: Timestamp::from_millis(1000) };

    #[test]
    fn a_short_silence_is_not_told_and_a_long_one_counts_from_the_last_answer() {
        let mut monitor = Monitor::new(at(0));
        assert_eq!(monitor.answered(at(1000), seen(7, 1), seen(7, 1)), Freshness::Live);
        assert_eq!(monitor.silent(at(2000)), Freshness::Live);
        assert_eq!(monitor.silent(at(4000)), Freshness::Live);
        assert_eq!(monitor.silent(at(4001)), LOST);
        assert_eq!(monitor.silent(at(60_000)), LOST);
    }

    #[test]
    fn a_silence_that_is_broken_in_time_begins_anew() {
        let mut monitor = Monitor::new(at(0));
        for second in 1..=10 {
            assert_eq!(monitor.silent(at(second * 3000 - 100)), Freshness::Live);
            let answered = monitor.answered(at(second * 3000), seen(1, 1), seen(1, 1));
            assert_eq!(answered, Freshness::Live);
        }
    }

    #[test]
    fn all_is_live_again_once_what_the_log_had_meanwhile_is_shown() {
        let mut monitor = Monitor::new(at(1000));
        assert_eq!(monitor.silent(at(9000)), LOST);
        assert_eq!(monitor.answered(at(10_000), seen(9, 1), seen(7, 1)), LOST);
        // More messages come all the time; nobody waits for those.
        assert_eq!(monitor.answered(at(11_000), seen(12, 1), seen(8, 1)), LOST);
        assert_eq!(monitor.answered(at(12_000), seen(15, 1), seen(9, 1)), Freshness::Live);
        // The next silence is counted from here.
        assert_eq!(monitor.silent(at(15_000)), Freshness::Live);
    }

    #[test]
    fn a_log_that_goes_away_while_it_is_caught_up_with_stays_lost_since_the_same_moment() {
        let mut monitor = Monitor::new(at(1000));
        assert_eq!(monitor.silent(at(9000)), LOST);
        assert_eq!(monitor.answered(at(10_000), seen(9, 1), seen(7, 1)), LOST);
        assert_eq!(monitor.silent(at(11_000)), LOST);
        assert_eq!(monitor.answered(at(12_000), seen(10, 1), seen(9, 1)), LOST);
        assert_eq!(monitor.answered(at(13_000), seen(10, 1), seen(10, 1)), Freshness::Live);
    }

    #[test]
    fn a_load_that_is_never_caught_up_with_is_no_interruption() {
        let mut monitor = Monitor::new(at(0));
        for second in 1..=10_u64 {
            let now = at(i64::try_from(second).unwrap() * 1000);
            assert_eq!(
                monitor.answered(now, seen(second, 1), seen(second - 1, 1)),
                Freshness::Live
            );
        }
    }
}
