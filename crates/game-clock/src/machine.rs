//! The time of a machine: its time of day when its clock was started, and from then on the time
//! that has passed.
//!
//! People and time servers may set a time of day at any moment. Nothing sets the time since a
//! machine was booted, so moments are told by that, and no game is charged for a step of the time
//! of day. The step is noticed, and told to the arbiter.

use draughts::Timestamp;
use std::time::Duration;

/// The id of one boot of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct BootId(pub u128);

/// The two clocks of a machine, read at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MachineReading {
    /// The time since the boot, which nothing sets.
    pub up: Duration,
    /// The time of day, which may have been set.
    pub time_of_day: Timestamp,
}

/// A moment that was told on a machine, with the reading of its clock that nothing sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockMark {
    /// The boot of the machine.
    pub boot: BootId,
    /// The time since that boot.
    pub up: Duration,
    /// The moment, as it was told.
    pub at: Timestamp,
}

/// The clock by which a machine tells moments. It never goes back.
///
/// A difference of up to [`Self::STEP`] from the time of day is made up slowly: leap seconds and
/// corrections of a time server change no thinking time that anybody could notice. A larger one is
/// a step: it is never followed, and stays until the time of day agrees again.
///
/// ```
/// use draughts::Timestamp;
/// use game_clock::{BootId, MachineClock, MachineReading};
/// use std::time::Duration;
///
/// let reading = |up_s: u64, time_of_day_s: i64| MachineReading {
///     up: Duration::from_secs(up_s),
///     time_of_day: Timestamp::from_millis(1000 * time_of_day_s),
/// };
/// let mut clock = MachineClock::start(BootId(1), reading(100, 5_000), &[], None);
/// // Ten seconds later, somebody has set the time of day an hour forward.
/// assert!(clock.observe(reading(110, 8_610)));
/// assert_eq!(clock.ahead_ms(), Some(3_600_000));
/// assert_eq!(clock.now(Duration::from_secs(110)), Timestamp::from_millis(5_010_000));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MachineClock {
    /// The microseconds to add to the time since the boot, as of `since_us`.
    offset_us: i64,
    /// The difference to make up from `since_us` on, in microseconds.
    rest_us: i64,
    /// The time since the boot from which `rest_us` is made up, in microseconds.
    since_us: i64,
    /// The milliseconds by which the time of day is ahead since a step.
    ahead_ms: Option<i64>,
}

impl MachineClock {
    /// The largest difference that is made up, and is no step.
    pub const STEP: Duration = Duration::from_secs(2);
    /// The longest time after which a mark or a message of the log says how late it is. No player
    /// thinks for longer without a message.
    pub const RECENT: Duration = Duration::from_secs(6 * 3600);
    /// A difference is made up by one part in so many of the time that passes.
    const SLEW: i64 = 2000;
    /// The change of a step, in milliseconds, that is told again.
    const CHANGE_MS: u64 = 1000;

    /// Returns the clock of a process that starts on a machine.
    ///
    /// It goes on from the last mark of the same boot, so that a step of the time of day has no
    /// effect while no process runs either. Without a mark of the last [`Self::RECENT`] it starts
    /// at the time of day, but not before `last`, the last moment in the log, if that is at most
    /// [`Self::RECENT`] ahead.
    pub fn start(
        boot: BootId,
        reading: MachineReading,
        marks: &[ClockMark],
        last: Option<Timestamp>,
    ) -> Self {
        let set_back = last.filter(|last| {
            let behind = last.duration_since(reading.time_of_day);
            behind > Self::STEP && behind <= Self::RECENT
        });
        let now = Self::told(boot, reading.up, marks).or(set_back).unwrap_or(reading.time_of_day);
        let up_us = micros(reading.up);
        let offset_us = now.millis().saturating_mul(1000).saturating_sub(up_us);
        Self { offset_us, rest_us: 0, since_us: up_us, ahead_ms: None }
    }

    /// Returns the moment that the last mark of the same boot tells at the time `up` since it;
    /// `None` without a mark of the last [`Self::RECENT`].
    pub fn told(boot: BootId, up: Duration, marks: &[ClockMark]) -> Option<Timestamp> {
        let own = marks.iter().filter_map(|mark| {
            let passed = up.checked_sub(mark.up)?;
            let is_own = mark.boot == boot && passed <= Self::RECENT;
            is_own.then(|| (mark.up, mark.at.saturating_add(passed)))
        });
        own.max().map(|(_up, now)| now)
    }

    /// Returns the moment at a time since the boot, which is not before that of the last
    /// observation.
    pub fn now(&self, up: Duration) -> Timestamp {
        Timestamp::from_millis(self.now_us(micros(up)).div_euclid(1000))
    }

    /// Compares the two clocks of the machine. Returns true if [`Self::ahead_ms`] has changed.
    pub fn observe(&mut self, reading: MachineReading) -> bool {
        let up_us = micros(reading.up);
        let now_us = self.now_us(up_us);
        self.offset_us = now_us.saturating_sub(up_us);
        self.since_us = up_us;
        let time_of_day_us = reading.time_of_day.millis().saturating_mul(1000);
        let rest_us = time_of_day_us.saturating_sub(now_us);
        let is_step = u128::from(rest_us.unsigned_abs()) > Self::STEP.as_micros();
        self.rest_us = if is_step { 0 } else { rest_us };
        let ahead_ms = is_step.then(|| rest_us.div_euclid(1000));
        let has_changed = match (self.ahead_ms, ahead_ms) {
            (Some(before), Some(now)) => before.abs_diff(now) > Self::CHANGE_MS,
            (before, now) => before != now,
        };
        if has_changed {
            self.ahead_ms = ahead_ms;
        }
        has_changed
    }

    /// Returns the milliseconds by which the time of day is ahead of this clock, negative if it is
    /// behind; `None` while they agree. It may change with every observation.
    pub fn ahead_ms(&self) -> Option<i64> {
        self.ahead_ms
    }

    fn now_us(&self, up_us: i64) -> i64 {
        let passed_us = up_us.saturating_sub(self.since_us).max(0);
        let most_us = passed_us.div_euclid(Self::SLEW);
        let made_up_us = self.rest_us.clamp(most_us.saturating_neg(), most_us);
        up_us.saturating_add(self.offset_us).saturating_add(made_up_us)
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
