//! The freshness of the views: up to date, or as old as the last answer of the event log.
//!
//! The service goes on without the event log: spectators keep their view, newcomers get a snapshot,
//! and both learn since when it has not been updated. They learn too if moves are stored and cannot
//! be shown.

use std::{collections::BTreeMap, time::Duration};

use draughts::Timestamp;
use proto::{subject::VenueId, v1};

use crate::cursor::Seen;

/// Longest silence of the event log that spectators do not notice.
const SILENCE_MAX: Duration = Duration::from_secs(3);

/// Longest silence of the venue that spectators do not notice.
const VENUE_SILENCE_MAX: Duration = Duration::from_secs(15);

/// Silence after which a venue has packed up: no one is paged for it, and its pages keep their
/// date.
const PACKED_UP_AFTER: Duration = Duration::from_hours(12);

/// The freshness of the view that spectators have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// The view is up to date with the event log.
    #[default]
    Live,
    /// The event log does not answer, or its messages do not arrive.
    LogLost {
        /// The moment up to which everything is shown.
        since: Timestamp,
    },
    /// The event log answers, and nothing comes from the venue.
    VenueOffline {
        /// The moment of its last sign of life.
        since: Timestamp,
    },
    /// Moves are stored, and cannot be shown: they are not judged, their clocks are not pressed, or
    /// it is not known whether they are public.
    Delayed {
        /// The moment since when a move waits.
        since: Timestamp,
    },
}

impl Freshness {
    /// Returns the freshness if nothing younger than `since` can be shown, although it is stored.
    pub(crate) fn or_delayed(self, since: Option<Timestamp>) -> Self {
        match (self, since) {
            (Self::Live, Some(since)) => Self::Delayed { since },
            (freshness, _) => freshness,
        }
    }

    /// Returns the freshness if nothing has been heard of the venue since `since`. A log that is
    /// lost says more than that, and that more than moves that wait.
    pub(crate) fn or_offline(self, since: Option<Timestamp>) -> Self {
        match (self, since) {
            (Self::Live | Self::Delayed { .. }, Some(since)) => Self::VenueOffline { since },
            (freshness, _) => freshness,
        }
    }

    /// Returns the message for spectators; `None` while the view is live.
    pub(crate) fn to_message(self) -> Option<v1::Freshness> {
        let (state, since) = match self {
            Self::Live => return None,
            Self::LogLost { since } => ("log-lost", since),
            Self::VenueOffline { since } => ("venue-offline", since),
            Self::Delayed { since } => ("delayed", since),
        };
        Some(v1::Freshness { state: state.to_owned(), since: since.millis() })
    }
}

/// The time and the freshness, which accompany every message except changes.
#[derive(Clone, Copy, Debug, Default)]
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
    /// The last moment whose messages are known to be shown.
    shown_at: Timestamp,
    /// The moment at which that became known.
    covered_at: Timestamp,
    /// Messages that are to be shown, and the moment at which they were the newest.
    target: Option<(Seen, Timestamp)>,
}

impl Monitor {
    /// Returns a monitor that is live at `now`.
    pub(crate) fn new(now: Timestamp) -> Self {
        Self { freshness: Freshness::Live, shown_at: now, covered_at: now, target: None }
    }

    /// Handles an answer of the event log whose newest messages are `newest`, while messages up to
    /// `applied` have been applied. The view is live once everything is applied that the log held
    /// at an earlier answer, or at its first one after an interruption; an answer alone does not
    /// keep it live, because messages may fail to arrive although the log answers.
    pub(crate) fn answered(&mut self, now: Timestamp, newest: Seen, applied: Seen) -> Freshness {
        let (target, asked_at) = *self.target.get_or_insert((newest, now));
        if applied.covers(target) {
            *self = Self::new(now);
            if !applied.covers(newest) {
                self.shown_at = asked_at;
                self.target = Some((newest, now));
            }
        }
        self.check(now)
    }

    /// Handles the lack of an answer.
    pub(crate) fn silent(&mut self, now: Timestamp) -> Freshness {
        if self.check(now) != Freshness::Live {
            self.target = None;
        }
        self.freshness
    }

    /// Returns the freshness at `now`, which is lost when the log has not answered for too long, or
    /// when its messages have not arrived for as long.
    fn check(&mut self, now: Timestamp) -> Freshness {
        let waits_since = self.target.map_or(self.covered_at, |(_newest, asked_at)| asked_at);
        let is_lost = now.duration_since(waits_since) > SILENCE_MAX;
        if self.freshness == Freshness::Live && is_lost {
            self.freshness = Freshness::LogLost { since: self.shown_at };
        }
        self.freshness
    }
}

/// The moments of the last signs of life that were heard.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastBeats {
    /// For all venues of the event log.
    all: Option<Timestamp>,
    /// For single venues.
    of: BTreeMap<VenueId, Timestamp>,
}

impl LastBeats {
    /// Notes a sign of life of a venue, or of all.
    pub(crate) fn note(&mut self, venue: Option<VenueId>, at: Timestamp) {
        match venue {
            Some(venue) => drop(self.of.insert(venue, at)),
            None => self.all = Some(at),
        }
    }

    /// Returns the moment of the last sign of life of the venue that has been silent longest at
    /// `now`, of those that have not packed up.
    pub(crate) fn oldest(&self, now: Timestamp) -> Option<Timestamp> {
        let of = self.of.values().map(|at| self.all.map_or(*at, |all| all.max(*at)));
        of.chain(self.all).filter(|at| !has_packed_up(now, *at)).min()
    }
}

/// The venues of which nothing is heard, each with the moment of its last sign of life.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Silence {
    /// The venues that give no signs of their own; `None` while they are connected.
    others: Option<Timestamp>,
    /// The venues that give some.
    of: BTreeMap<VenueId, Option<Timestamp>>,
}

impl Silence {
    /// Returns the moment of the last sign of life of a venue of which nothing is heard.
    pub(crate) fn since(&self, venue: &VenueId) -> Option<Timestamp> {
        self.of.get(venue).copied().unwrap_or(self.others)
    }

    /// Returns the moment of the last sign of life of the venue that has been offline longest at
    /// `now`, of those that have not packed up.
    pub(crate) fn longest(&self, now: Timestamp) -> Option<Timestamp> {
        let all = self.of.values().copied().chain([self.others]).flatten();
        all.filter(|at| !has_packed_up(now, *at)).min()
    }
}

/// Returns true if a venue whose last sign of life was at `at` is not expected back.
fn has_packed_up(now: Timestamp, at: Timestamp) -> bool {
    now.duration_since(at) > PACKED_UP_AFTER
}

/// Derives from the signs of life which venues are connected. A venue that was never heard is not
/// missed: it may be of an older release.
#[derive(Debug, Default)]
pub(crate) struct VenueMonitor {
    /// The last moment at which the event log did not answer: then no venue could be heard.
    deaf_at: Timestamp,
}

impl VenueMonitor {
    /// Handles the signs of life heard so far, and whether the event log answers at `now`.
    pub(crate) fn check(
        &mut self,
        now: Timestamp,
        heard: &LastBeats,
        is_log_live: bool,
    ) -> Silence {
        if !is_log_live {
            self.deaf_at = now;
        }
        let missed =
            |since: &Timestamp| now.duration_since(self.deaf_at.max(*since)) > VENUE_SILENCE_MAX;
        let of = heard.of.iter().map(|(venue, at)| {
            let last = heard.all.map_or(*at, |all| all.max(*at));
            (venue.clone(), Some(last).filter(missed))
        });
        Silence { others: heard.all.filter(missed), of: of.collect() }
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
    fn messages_that_come_after_a_short_silence_have_their_time_to_arrive() {
        let mut monitor = Monitor::new(at(0));
        assert_eq!(monitor.silent(at(2000)), Freshness::Live);
        assert_eq!(monitor.answered(at(3001), seen(9, 1), seen(8, 1)), Freshness::Live);
        assert_eq!(monitor.answered(at(4000), seen(10, 1), seen(9, 1)), Freshness::Live);
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

    #[test]
    fn a_log_that_answers_while_its_messages_do_not_arrive_is_lost() {
        // Game 8 was shown last; 9 and all later ones do not arrive, while clocks and tournaments
        // do.
        for is_silent_at in [None, Some(3000), Some(5000)] {
            let mut monitor = Monitor::new(at(0));
            assert_eq!(monitor.answered(at(1000), seen(8, 1), seen(8, 1)), Freshness::Live);
            for second in 2..=10_u64 {
                let now = at(i64::try_from(second).unwrap() * 1000);
                let expected = if second <= 5 { Freshness::Live } else { LOST };
                let freshness = if is_silent_at == Some(now.millis()) {
                    monitor.silent(now)
                } else {
                    monitor.answered(now, seen(7 + second, second), seen(8, second))
                };
                assert_eq!(freshness, expected, "second {second}, silent at {is_silent_at:?}");
            }
            // Messages arrive again, up to those that the log had at its first answer since.
            assert_eq!(monitor.answered(at(11_000), seen(18, 11), seen(16, 11)), Freshness::Live);
        }
    }

    fn venue(id: &str) -> VenueId {
        id.parse().unwrap()
    }

    fn heard(signs: &[(Option<&str>, i64)]) -> LastBeats {
        let mut heard = LastBeats::default();
        signs.iter().for_each(|(of, millis)| heard.note(of.map(venue), at(*millis)));
        heard
    }

    #[test]
    fn a_venue_is_offline_fifteen_seconds_after_its_last_sign_of_life() {
        for of in [None, Some("hall")] {
            let mut monitor = VenueMonitor::default();
            let mut since = |millis, signs: &[(Option<&str>, i64)]| {
                monitor.check(at(millis), &heard(signs), true).since(&venue("hall"))
            };
            assert_eq!(since(60_000, &[]), None, "never heard");
            let once = [(of, 60_000)];
            assert_eq!(since(75_000, &once), None);
            assert_eq!(since(75_001, &once), Some(at(60_000)));
            assert_eq!(since(600_000, &once), Some(at(60_000)));
            assert_eq!(since(600_001, &[(of, 60_000), (of, 600_001)]), None);
        }
    }

    #[test]
    fn each_venue_is_missed_by_itself() {
        let mut monitor = VenueMonitor::default();
        let signs = [(Some("drachten"), 1_000), (Some("sneek"), 30_000), (None, 2_000)];
        let silence = monitor.check(at(40_000), &heard(&signs), true);
        let since = |of: &str| silence.since(&venue(of));
        assert_eq!(since("drachten"), Some(at(2_000)), "a sign for all is one of each");
        assert_eq!(since("sneek"), None);
        assert_eq!(since("joure"), Some(at(2_000)), "a venue without signs of its own");
        let silence = monitor.check(at(40_000), &heard(&signs[..2]), true);
        assert_eq!(silence.since(&venue("drachten")), Some(at(1_000)));
        assert_eq!(silence.since(&venue("joure")), None, "never heard");
    }

    #[test]
    fn a_venue_that_has_packed_up_pages_nobody_and_its_pages_keep_their_date() {
        let (left, hours) = (venue("left"), |hours: i64| at(hours * 3_600_000));
        let mut heard = LastBeats::default();
        heard.note(Some(left.clone()), hours(1));
        heard.note(Some(venue("plays")), hours(13));
        let mut monitor = VenueMonitor::default();
        let silence = monitor.check(hours(13), &heard, true);
        assert_eq!(silence.longest(hours(13)), Some(hours(1)));
        assert_eq!(heard.oldest(hours(13)), Some(hours(1)));
        let later = at(hours(13).millis() + 1);
        let silence = monitor.check(later, &heard, true);
        assert_eq!((silence.longest(later), heard.oldest(later)), (None, Some(hours(13))));
        assert_eq!(silence.since(&left), Some(hours(1)));
    }

    #[test]
    fn a_venue_that_could_not_be_heard_has_its_time_to_be_heard_again() {
        let mut monitor = VenueMonitor::default();
        let heard = heard(&[(None, 1_000)]);
        let mut since = |millis, is_log_live| {
            monitor.check(at(millis), &heard, is_log_live).since(&venue("hall"))
        };
        assert_eq!(since(40_000, false), None, "the log says enough");
        assert_eq!(since(55_000, true), None);
        assert_eq!(since(55_001, true), Some(at(1_000)));
    }
}
