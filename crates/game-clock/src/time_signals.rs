//! Compares the times of services on several machines.
//!
//! Each service tells the others its time every few seconds, and how late it received theirs. A
//! signal that was told at `t` by the clock of its sender and received at `r` by that of its
//! receiver was received `r - t` late: that is the time by which the sender is behind, plus the
//! time on the way. As nothing arrives before it is sent, the lateness here bounds how far the
//! sender is behind, and the lateness there how far it is ahead; both bounds together are as wide
//! as the round trip.

use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

use draughts::Timestamp;

use crate::BootId;

/// A service on a machine. Its processes there have one clock.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Teller {
    /// The name of the service.
    pub service: String,
    /// The boot of the machine.
    pub boot: BootId,
}

/// The time of a service, told to the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeSignal {
    /// The service that tells it.
    pub teller: Teller,
    /// Its time.
    pub at: Timestamp,
    /// The milliseconds by which it received the signals of others late, negative if early.
    pub heard: Vec<(Teller, i64)>,
}

/// The times of the other services, as one service knows them.
///
/// ```
/// use draughts::Timestamp;
/// use game_clock::{BootId, Teller, TimeSignal, TimeSignals};
/// use std::time::Duration;
///
/// let teller = |service: &str, boot| Teller { service: service.to_owned(), boot: BootId(boot) };
/// let (own, other) = (teller("board-ingest", 1), teller("clock", 2));
/// let mut signals = TimeSignals::new(own.clone());
/// // The other shows ten seconds more, and a signal is 20 ms on its way.
/// let at = Timestamp::from_millis(70_000);
/// let heard = vec![(own, 10_020)];
/// signals.hear(&TimeSignal { teller: other, at, heard }, Timestamp::from_millis(60_020));
/// signals.judge(Duration::from_secs(2));
/// assert_eq!(signals.apart().into_iter().collect::<Vec<_>>(), [("clock", 10_000)]);
/// ```
#[derive(Debug, Clone)]
pub struct TimeSignals {
    own: Teller,
    others: BTreeMap<Teller, Other>,
}

#[derive(Debug, Clone)]
struct Other {
    /// The latenesses of the last signals, in milliseconds.
    late_ms: VecDeque<i64>,
    /// The milliseconds by which it received our signals late; `None` until it has one.
    heard_ms: Option<i64>,
    heard_at: Timestamp,
    /// The milliseconds by which it is ahead, while it is too far apart.
    apart_ms: Option<i64>,
}

impl TimeSignals {
    /// The largest number of services that are listened to.
    pub const OTHERS_MAX: usize = 64;
    /// Number of signals of a service of which the least late counts.
    const KEPT: usize = 8;
    /// Time without a signal after which a service is forgotten.
    const FORGOTTEN: Duration = Duration::from_secs(600);
    /// The steps in which [`Self::behind`] grows: less is a signal on its way.
    const NOTICED_MS: i64 = 250;
    /// The change of a difference, in milliseconds, that is told again.
    const CHANGE_MS: u64 = 1000;

    /// Returns the knowledge of a service that has heard nothing.
    pub fn new(own: Teller) -> Self {
        Self { own, others: BTreeMap::new() }
    }

    /// Returns the signal to send at `now`.
    pub fn signal(&self, now: Timestamp) -> TimeSignal {
        let heard = self.others.iter().map(|(teller, other)| (teller.clone(), other.late_ms()));
        TimeSignal { teller: self.own.clone(), at: now, heard: heard.collect() }
    }

    /// Notes a signal that was received at `now`. Returns true if its teller does not know our time
    /// yet, so that it should be told. Signals of processes with our clock, and of more than
    /// [`Self::OTHERS_MAX`] services, are ignored.
    pub fn hear(&mut self, signal: &TimeSignal, now: Timestamp) -> bool {
        self.others.retain(|_teller, other| now.duration_since(other.heard_at) <= Self::FORGOTTEN);
        let TimeSignal { teller, at, heard } = signal;
        let is_full = self.others.len() >= Self::OTHERS_MAX;
        if *teller == self.own || (is_full && !self.others.contains_key(teller)) {
            return false;
        }
        let late_ms = now.millis().saturating_sub(at.millis());
        let other = self.others.entry(teller.clone()).or_insert_with(|| Other {
            late_ms: VecDeque::new(),
            heard_ms: None,
            heard_at: now,
            apart_ms: None,
        });
        if other.late_ms.len() >= Self::KEPT {
            other.late_ms.pop_front();
        }
        other.late_ms.push_back(late_ms);
        other.heard_at = now;
        let of_us = heard.iter().find(|(of, _late)| *of == self.own);
        other.heard_ms = of_us.map(|(_own, late_ms)| *late_ms);
        of_us.is_none()
    }

    /// Returns true if a service of this name was heard.
    pub fn has_heard(&self, service: &str) -> bool {
        self.others.keys().any(|teller| teller.service == service)
    }

    /// Returns the time by which a service may be behind us at most, in steps of a quarter of a
    /// second; zero if it is ahead or was not heard. Of several, the one that is furthest behind
    /// counts.
    pub fn behind(&self, service: &str) -> Duration {
        let of_service = self.others.iter().filter(|(teller, _other)| teller.service == service);
        let late_ms = of_service.map(|(_teller, other)| other.late_ms()).max().unwrap_or(0);
        let steps = late_ms.max(0).div_euclid(Self::NOTICED_MS);
        Duration::from_millis(steps.saturating_mul(Self::NOTICED_MS).unsigned_abs())
    }

    /// Judges which services are surely further apart from us than `tolerance`. A service that was
    /// agrees again at half of that. Returns true if [`Self::apart`] has changed.
    pub fn judge(&mut self, tolerance: Duration) -> bool {
        let tolerance_ms = i64::try_from(tolerance.as_millis()).unwrap_or(i64::MAX);
        let mut has_changed = false;
        for other in self.others.values_mut() {
            has_changed |= other.judge(tolerance_ms);
        }
        has_changed
    }

    /// Returns the services that are too far apart, with the milliseconds by which they are ahead
    /// of us, negative if behind. Of several of one name, the one that is furthest apart counts.
    pub fn apart(&self) -> BTreeMap<&str, i64> {
        let mut apart: BTreeMap<&str, i64> = BTreeMap::new();
        for (teller, other) in &self.others {
            if let Some(ahead_ms) = other.apart_ms {
                let known = apart.entry(&teller.service).or_insert(ahead_ms);
                *known =
                    [*known, ahead_ms].into_iter().max_by_key(|ms| ms.unsigned_abs()).unwrap_or(0);
            }
        }
        apart
    }
}

impl Other {
    /// Returns the lateness of the signal that was on its way for the shortest time.
    fn late_ms(&self) -> i64 {
        self.late_ms.iter().copied().min().unwrap_or(0)
    }

    fn judge(&mut self, tolerance_ms: i64) -> bool {
        let least_ms = self.late_ms().saturating_neg();
        let most_ms = self.heard_ms;
        let middle = most_ms.map(|most| least_ms.saturating_add(most).div_euclid(2));
        let ahead_ms = middle.unwrap_or(least_ms);
        let is_sure = least_ms > tolerance_ms
            || most_ms.is_some_and(|most| most < tolerance_ms.saturating_neg());
        let stays = self.apart_ms.is_some()
            && ahead_ms.unsigned_abs() > tolerance_ms.unsigned_abs().div_euclid(2);
        let apart_ms = (is_sure || stays).then_some(ahead_ms);
        let has_changed = match (self.apart_ms, apart_ms) {
            (Some(before), Some(now)) => before.abs_diff(now) > TimeSignals::CHANGE_MS,
            (before, now) => before != now,
        };
        if has_changed {
            self.apart_ms = apart_ms;
        }
        has_changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: Duration = Duration::from_secs(2);

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn teller(service: &str, boot: u128) -> Teller {
        Teller { service: service.to_owned(), boot: BootId(boot) }
    }

    /// Two services, of which the second shows `ahead_ms` more, after each has told its time to the
    /// other twice; signals are on their way for so long, to the first and to the second.
    fn exchanged(ahead_ms: i64, (to_first, to_second): (i64, i64)) -> [TimeSignals; 2] {
        let mut first = TimeSignals::new(teller("board-ingest", 1));
        let mut second = TimeSignals::new(teller("clock", 2));
        for now in [10_000, 12_000] {
            let told = first.signal(at(now));
            second.hear(&told, at(now + ahead_ms + to_second));
            let told = second.signal(at(now + ahead_ms));
            first.hear(&told, at(now + to_first));
        }
        first.judge(TOLERANCE);
        second.judge(TOLERANCE);
        [first, second]
    }

    #[test]
    fn two_machines_are_apart_if_no_time_on_the_way_explains_it() {
        for (case, ahead_ms, ways, expected) in [
            ("the same time", 0, (5, 5), None),
            ("the same time, long ways", 0, (3_000, 3_000), None),
            ("the same time, one long way", 0, (9_000, 5), None),
            ("as much as is tolerated", 2_000, (5, 5), None),
            ("ahead", 10_000, (5, 5), Some(10_000)),
            ("behind", -10_000, (5, 5), Some(-10_000)),
            ("behind, a way of three seconds", -10_000, (3_000, 3_000), Some(-10_000)),
            ("ahead, one long way", 10_000, (5, 2_005), Some(11_000)),
            ("ahead by less than the way", 2_500, (3_000, 3_000), None),
        ] {
            let [first, second] = exchanged(ahead_ms, ways);
            assert_eq!(first.apart().get("clock").copied(), expected, "{case}");
            let opposite = expected.map(|ahead_ms: i64| -ahead_ms);
            assert_eq!(second.apart().get("board-ingest").copied(), opposite, "{case}");
        }
    }

    #[test]
    fn a_service_is_behind_by_no_more_than_its_signals_are_late() {
        for (ahead_ms, ways, expected_ms) in [
            (0, (5, 5), 0),
            (10_000, (5, 5), 10_000),
            (10_000, (400, 400), 10_250),
            (249, (0, 0), 0),
            (-10_000, (5, 5), 0),
        ] {
            let [_first, second] = exchanged(ahead_ms, ways);
            let behind = second.behind("board-ingest");
            assert_eq!(behind, Duration::from_millis(expected_ms), "{ahead_ms} {ways:?}");
        }
        assert_eq!(TimeSignals::new(teller("clock", 2)).behind("board-ingest"), Duration::ZERO);
    }

    #[test]
    fn the_signal_that_was_least_late_counts_until_eight_came_after_it() {
        let mut signals = TimeSignals::new(teller("clock", 2));
        let hear = |signals: &mut TimeSignals, late_ms| {
            let signal = TimeSignal { teller: teller("board-ingest", 1), at: at(0), heard: vec![] };
            signals.hear(&signal, at(late_ms));
            signals.behind("board-ingest").as_millis()
        };
        assert_eq!(hear(&mut signals, 500), 500);
        let mut after = (0..8).map(|_| hear(&mut signals, 3_000));
        assert!(after.by_ref().take(7).all(|behind| behind == 500));
        assert_eq!(after.next(), Some(3_000));
    }

    #[test]
    fn a_machine_that_is_set_right_agrees_again() {
        let mut signals = TimeSignals::new(teller("board-ingest", 1));
        let mut told = Vec::new();
        for ahead_ms in [10_000, 10_500, 12_000, 1_500, 900, 1_500] {
            for _ in 0..8 {
                let heard = vec![(teller("board-ingest", 1), ahead_ms)];
                let signal =
                    TimeSignal { teller: teller("clock", 2), at: at(60_000 + ahead_ms), heard };
                signals.hear(&signal, at(60_000));
                if signals.judge(TOLERANCE) {
                    told.push(signals.apart().get("clock").copied());
                }
            }
        }
        // A quarter of the signals that brought the change had come.
        assert_eq!(told.first(), Some(&Some(10_000)));
        assert_eq!(told.last(), Some(&None));
        assert!(!told.contains(&Some(10_500)), "{told:?}");
        assert_eq!(told.iter().filter(|told| told.is_none()).count(), 1, "{told:?}");
    }

    #[test]
    fn a_service_that_does_not_know_our_time_is_told_it() {
        let (own, other) = (teller("board-ingest", 1), teller("clock", 2));
        let mut signals = TimeSignals::new(own.clone());
        let signal = |heard| TimeSignal { teller: other.clone(), at: at(0), heard };
        assert!(signals.hear(&signal(vec![]), at(0)));
        assert!(signals.hear(&signal(vec![(teller("pairing", 2), 0)]), at(1)));
        assert!(!signals.hear(&signal(vec![(own.clone(), 3)]), at(2)));
        assert!(!signals.hear(&TimeSignal { teller: own, at: at(0), heard: vec![] }, at(3)));
        assert_eq!(signals.signal(at(4)).heard, [(other, 0)]);
    }

    #[test]
    fn services_are_bounded_and_forgotten_when_they_are_silent() {
        let mut signals = TimeSignals::new(teller("board-ingest", 0));
        let signal = |boot| TimeSignal { teller: teller("clock", boot), at: at(0), heard: vec![] };
        for boot in 0..1_000 {
            signals.hear(&signal(boot), at(0));
        }
        assert_eq!(signals.signal(at(0)).heard.len(), TimeSignals::OTHERS_MAX);
        assert!(signals.has_heard("clock") && !signals.has_heard("pairing"));
        signals.hear(&signal(5_000), at(600_001));
        assert_eq!(signals.signal(at(0)).heard.len(), 1);
    }

    #[test]
    fn times_at_the_ends_of_their_range_overflow_nothing() {
        let mut signals = TimeSignals::new(teller("board-ingest", 1));
        for (told, now, heard) in [(i64::MIN, i64::MAX, i64::MIN), (i64::MAX, i64::MIN, i64::MAX)] {
            let heard = vec![(teller("board-ingest", 1), heard)];
            signals.hear(&TimeSignal { teller: teller("clock", 2), at: at(told), heard }, at(now));
            signals.judge(TOLERANCE);
            let _behind = signals.behind("clock");
        }
        assert!(signals.apart().contains_key("clock"));
    }
}
