//! The freshness of the views: up to date, or as old as the last answer of the event log.
//!
//! The service goes on without the event log: spectators keep their view, newcomers get a snapshot, and
//! both learn since when it has not been updated.

use std::time::Duration;

use draughts::Timestamp;
use proto::v1;

use crate::cursor::Seen;

/// Longest silence of the event log that spectators do not notice.
const SILENCE_MAX: Duration = Duration::from_secs(3);

/// The freshness of the view that spectators have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// The view is up to date with the event log.
    #[default]
    Live,
    /// The event log does not answer.
    LogLost {
        /// The moment up to which everything is shown.
        since: Timestamp,
    },
}

impl Freshness {
    /// Returns the message for spectators; `None` while the view is live.
    pub(crate) fn to_message(self) -> Option<v1::Freshness> {
        match self {
            Self::Live => None,
            Self::LogLost { since } => {
                Some(v1::Freshness { state: "log-lost".to_owned(), since: since.millis() })
            }
        }
    }
}

/// The time and the freshness, which accompany every message except changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stamp {
    /// The time of sending.
    pub(crate) now: Timestamp,
    /// The freshness of the view at that time.
    pub(crate) freshness: Freshness,
}

/// Derives the freshness from the answers of the event log.
#[derive(Debug)]
pub(crate) struct Monitor {
    freshness: Freshness,
    /// The last time at which the event log answered and all its messages were shown.
    answered_at: Timestamp,
    /// The newest messages of the event log at its first answer after an interruption.
    target: Option<Seen>,
}

impl Monitor {
    /// Returns a monitor that is live at `now`.
    pub(crate) fn new(now: Timestamp) -> Self {
        Self { freshness: Freshness::Live, answered_at: now, target: None }
    }

    /// Handles an answer of the event log whose newest messages are `newest`, while messages up to
    /// `applied` have been applied. After an interruption, the view is live again once everything is
    /// applied that the log held at its first answer.
    pub(crate) fn answered(&mut self, now: Timestamp, newest: Seen, applied: Seen) -> Freshness {
        let target = *self.target.get_or_insert(newest);
        if self.freshness == Freshness::Live || applied.covers(target) {
            *self = Self::new(now);
        }
        self.freshness
    }

    /// Handles the lack of an answer.
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
    fn a_short_silence_goes_unnoticed_and_a_long_one_counts_from_the_last_answer() {
        let mut monitor = Monitor::new(at(0));
        assert_eq!(monitor.answered(at(1000), seen(7, 1), seen(7, 1)), Freshness::Live);
        assert_eq!(monitor.silent(at(2000)), Freshness::Live);
        assert_eq!(monitor.silent(at(4000)), Freshness::Live);
        assert_eq!(monitor.silent(at(4001)), LOST);
        assert_eq!(monitor.silent(at(60_000)), LOST);
    }

    #[test]
    fn an_answer_in_time_ends_the_silence() {
        let mut monitor = Monitor::new(at(0));
        for second in 1..=10 {
            assert_eq!(monitor.silent(at(second * 3000 - 100)), Freshness::Live);
            let answered = monitor.answered(at(second * 3000), seen(1, 1), seen(1, 1));
            assert_eq!(answered, Freshness::Live);
        }
    }

    #[test]
    fn the_view_is_live_again_once_everything_that_the_log_had_is_shown() {
        let mut monitor = Monitor::new(at(1000));
        assert_eq!(monitor.silent(at(9000)), LOST);
        assert_eq!(monitor.answered(at(10_000), seen(9, 1), seen(7, 1)), LOST);
        // The target stays, although more messages come all the time.
        assert_eq!(monitor.answered(at(11_000), seen(12, 1), seen(8, 1)), LOST);
        assert_eq!(monitor.answered(at(12_000), seen(15, 1), seen(9, 1)), Freshness::Live);
        // The next silence counts from here.
        assert_eq!(monitor.silent(at(15_000)), Freshness::Live);
    }

    #[test]
    fn a_log_that_is_lost_again_while_catching_up_is_lost_since_the_same_moment() {
        let mut monitor = Monitor::new(at(1000));
        assert_eq!(monitor.silent(at(9000)), LOST);
        assert_eq!(monitor.answered(at(10_000), seen(9, 1), seen(7, 1)), LOST);
        assert_eq!(monitor.silent(at(11_000)), LOST);
        assert_eq!(monitor.answered(at(12_000), seen(10, 1), seen(9, 1)), LOST);
        assert_eq!(monitor.answered(at(13_000), seen(10, 1), seen(10, 1)), Freshness::Live);
    }

    #[test]
    fn a_constant_backlog_is_no_interruption() {
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
