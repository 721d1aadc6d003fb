//! The moment that counts for an input, by the server's clock and the device's, and the faults of
//! the device's clock.

use std::time::Duration;

use draughts::Timestamp;
use game_clock::{Clock, DeviceClock, DeviceFault};

/// The moments of an input by the device's own clock, in milliseconds since the Unix epoch; 0 if
/// the device gives none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceStamps {
    /// The moment when the input was made.
    pub seen_at_ms: i64,
    /// The moment when it was sent.
    pub sent_at_ms: i64,
}

/// The arrival of an input, by the server's clock and by the device's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The moment of arrival, by the server's clock.
    pub at: Timestamp,
    /// The device's stamps.
    pub stamps: DeviceStamps,
}

/// The moment that counts for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The moment, by the server's clock.
    pub at: Timestamp,
    /// The state of the device's clock; `None` if the device gave no stamp.
    pub finding: Option<ClockFinding>,
}

/// The state of a device's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockFinding {
    /// The clock can be relied on.
    Reliable,
    /// The clock has a fault.
    Faulty(ClockFault),
}

impl ClockFinding {
    /// Returns the fault, if there is one.
    #[must_use]
    pub const fn fault(self) -> Option<ClockFault> {
        match self {
            Self::Reliable => None,
            Self::Faulty(fault) => Some(fault),
        }
    }
}

/// A fault of a device's clock, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockFault {
    /// The clock is off by more than can be corrected, so none of its stamps is used: the offset to
    /// add.
    TooFar(i64),
    /// The clock was set forward by this much during use, or back if negative.
    Jumped(i64),
    /// An input was stamped this much later than it arrived.
    InFuture(i64),
    /// An input was stamped this much before it arrived, longer than an input may be on its way:
    /// the clock was set back, or the device was cut off.
    LongAgo(i64),
}

impl From<DeviceFault> for ClockFault {
    fn from(fault: DeviceFault) -> Self {
        match fault {
            DeviceFault::TooFar { offset_ms } => Self::TooFar(offset_ms),
            DeviceFault::Jumped { by_ms } => Self::Jumped(by_ms),
        }
    }
}

impl Arrival {
    /// Returns the moment that counts for the input, and updates the estimate of the device's
    /// clock.
    ///
    /// That is the device's stamp in the server's time, but neither later than the arrival nor more
    /// than `grace` before it; without a usable stamp, it is the arrival.
    ///
    /// If an input was sent more than `grace` before it arrived, by the device's clock, then that
    /// clock was set back or the message was delayed: only the time between the device's two stamps
    /// is used.
    #[must_use]
    pub fn count(self, clock: &mut DeviceClock, grace: Duration) -> Moment {
        count(clock, self.stamps, self.at, grace)
    }
}

fn count(
    clock: &mut DeviceClock,
    DeviceStamps { seen_at_ms, sent_at_ms }: DeviceStamps,
    arrived: Timestamp,
    grace: Duration,
) -> Moment {
    if (seen_at_ms, sent_at_ms) == (0, 0) {
        return Moment { at: arrived, finding: None };
    }
    let (seen, sent) = (Timestamp::from_millis(seen_at_ms), Timestamp::from_millis(sent_at_ms));
    let observed = if sent_at_ms == 0 { Ok(()) } else { clock.observe(sent, arrived) };
    let finding = observed
        .map_or_else(|fault| ClockFinding::Faulty(fault.into()), |()| ClockFinding::Reliable);
    if matches!(finding, ClockFinding::Faulty(ClockFault::TooFar(_))) {
        return Moment { at: arrived, finding: Some(finding) };
    }
    let under_way = match sent_at_ms {
        0 => Duration::ZERO,
        _ => arrived.duration_since(clock.correct(sent)),
    };
    let is_held_up = under_way > grace;
    let at = match (seen_at_ms, is_held_up) {
        (0, _) => arrived,
        (_, true) => arrived.saturating_sub(sent.duration_since(seen)),
        (_, false) => clock.correct(seen),
    };
    let (ahead, age) = (at.duration_since(arrived), arrived.duration_since(at));
    let stamped = if is_held_up {
        Some(ClockFault::LongAgo(millis(under_way)))
    } else if ahead > Clock::STAMP_TOLERANCE {
        Some(ClockFault::InFuture(millis(ahead)))
    } else if age > grace.saturating_add(Clock::STAMP_TOLERANCE) {
        Some(ClockFault::LongAgo(millis(age)))
    } else {
        None
    };
    let finding = match (finding, stamped) {
        (ClockFinding::Reliable, Some(fault)) => ClockFinding::Faulty(fault),
        (finding, _) => finding,
    };
    Moment { at: at.clamp(arrived.saturating_sub(grace), arrived), finding: Some(finding) }
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_000_000_000;
    const RIGHT: Option<ClockFinding> = Some(ClockFinding::Reliable);

    #[track_caller]
    fn check(
        clock: &mut DeviceClock,
        (seen, sent): (i64, i64),
        counts: i64,
        finding: Option<ClockFinding>,
    ) {
        let stamps = DeviceStamps { seen_at_ms: seen, sent_at_ms: sent };
        let moment = count(clock, stamps, Timestamp::from_millis(NOW), Duration::from_secs(2));
        assert_eq!((moment.at.millis(), moment.finding), (counts, finding), "{stamps:?}");
    }

    fn in_future(ahead_ms: i64) -> Option<ClockFinding> {
        Some(ClockFinding::Faulty(ClockFault::InFuture(ahead_ms)))
    }

    fn long_ago(ms: i64) -> Option<ClockFinding> {
        Some(ClockFinding::Faulty(ClockFault::LongAgo(ms)))
    }

    #[test]
    fn a_stamp_counts_within_the_grace_and_never_from_the_future() {
        for (seen, counts, finding) in [
            (0, NOW, None),
            (NOW - 1_000, NOW - 1_000, RIGHT),
            (NOW - 2_000, NOW - 2_000, RIGHT),
            (NOW - 2_250, NOW - 2_000, RIGHT),
            (NOW - 2_251, NOW - 2_000, long_ago(2_251)),
            (NOW - 9_000, NOW - 2_000, long_ago(9_000)),
            (NOW + 250, NOW, RIGHT),
            (NOW + 251, NOW, in_future(251)),
            (i64::MAX, NOW, in_future(i64::MAX - NOW)),
            (i64::MIN, NOW - 2_000, long_ago(i64::MAX)),
        ] {
            check(&mut DeviceClock::default(), (seen, 0), counts, finding);
        }
    }

    #[test]
    fn a_device_that_says_when_it_sends_may_have_another_time_of_day() {
        let mut clock = DeviceClock::default();
        // Five minutes ahead and sent at once: pressed at the moment of sending, or 1.5 s before.
        let ahead = NOW + 300_000;
        check(&mut clock, (ahead, ahead), NOW, RIGHT);
        check(&mut clock, (ahead - 1_500, ahead), NOW - 1_500, RIGHT);
        // Without the moment of sending the same stamp would lie in the future.
        check(&mut DeviceClock::default(), (ahead, 0), NOW, in_future(300_000));
        // The input was on its way for a second: the press counts at its own moment.
        check(&mut clock, (ahead - 1_000, ahead - 1_000), NOW - 1_000, RIGHT);
        // A press stamped later than its sending is in the future.
        check(&mut clock, (ahead + 700, ahead), NOW, in_future(700));
    }

    #[test]
    fn a_clock_beyond_the_bound_and_one_that_was_set_are_told() {
        let mut clock = DeviceClock::default();
        let far = NOW - 600_001;
        let finding = Some(ClockFinding::Faulty(ClockFault::TooFar(600_001)));
        check(&mut clock, (far - 500, far), NOW, finding);
        check(&mut clock, (NOW - 500, NOW), NOW - 500, RIGHT);
        let finding = Some(ClockFinding::Faulty(ClockFault::Jumped(30_000)));
        check(&mut clock, (NOW + 30_000 - 500, NOW + 30_000), NOW - 500, finding);
        check(&mut clock, (NOW + 30_000 - 500, NOW + 30_000), NOW - 500, RIGHT);
    }

    #[test]
    fn a_clock_that_was_set_back_gives_no_time_and_is_told() {
        let mut clock = DeviceClock::default();
        check(&mut clock, (NOW - 500, NOW), NOW - 500, RIGHT);
        // The clock is set back by half a minute: no press counts a whole grace early, only by the
        // time that the device waited before sending.
        let back = NOW - 30_000;
        for _press in 0..7 {
            check(&mut clock, (back - 500, back), NOW - 500, long_ago(30_000));
        }
        let finding = Some(ClockFinding::Faulty(ClockFault::Jumped(-30_000)));
        check(&mut clock, (back - 500, back), NOW - 500, finding);
        check(&mut clock, (back - 1_500, back), NOW - 1_500, RIGHT);
    }

    #[test]
    fn an_input_that_was_under_way_for_longer_than_the_grace_is_told() {
        let mut clock = DeviceClock::default();
        check(&mut clock, (0, NOW), NOW, RIGHT);
        check(&mut clock, (NOW - 2_000, NOW - 2_000), NOW - 2_000, RIGHT);
        check(&mut clock, (NOW - 2_001, NOW - 2_001), NOW, long_ago(2_001));
        check(&mut clock, (NOW - 9_000, NOW - 3_000), NOW - 2_000, long_ago(3_000));
        // The device was cut off, and at last sent an input that was nine seconds old.
        check(&mut clock, (NOW - 9_000, NOW), NOW - 2_000, long_ago(9_000));
        check(&mut clock, (0, NOW - 3_000), NOW, long_ago(3_000));
    }

    #[test]
    fn a_device_that_only_says_when_it_sends_is_stamped_at_its_arrival() {
        check(&mut DeviceClock::default(), (0, NOW - 5_000), NOW, RIGHT);
    }
}
