//! The clock of a device, compared with the server's.
//!
//! This module works with moments only; it knows nothing of the device. The difference is estimated
//! from messages that hold their moment of sending: a message takes time and never less than none,
//! so the smallest difference seen is nearest to the truth.

use draughts::Timestamp;
use std::collections::VecDeque;
use std::time::Duration;

/// The clock of one device, compared with the server's.
///
/// The estimate follows a smaller difference at once, because that is proof. It follows a larger
/// one only if all of the last [`Self::WINDOW`] messages show it, and no faster than
/// [`Self::SLEW_MS_PER_S`], so that late messages do not make a player's presses look earlier or
/// later than they were. The estimate is too large by the time that the fastest message took. Until
/// that many messages show it, a clock that was set back cannot be distinguished from delayed
/// messages: the corrected moment of sending then lies long before the arrival, which the caller
/// has to check.
///
/// ```
/// use draughts::Timestamp;
/// use game_clock::DeviceClock;
///
/// let mut tablet = DeviceClock::default();
/// // The tablet is two seconds behind; its messages take 20 ms, and once 900 ms.
/// for (sent, received) in [(1_000, 3_020), (2_000, 4_900), (3_000, 5_020)] {
///     tablet.observe(Timestamp::from_millis(sent), Timestamp::from_millis(received))?;
/// }
/// assert_eq!(tablet.correct(Timestamp::from_millis(4_000)), Timestamp::from_millis(6_020));
/// # Ok::<(), game_clock::DeviceFault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceClock {
    /// The largest difference allowed, in milliseconds.
    bound_ms: i64,
    /// The milliseconds to add to the device's time; `None` before the first usable message.
    offset_ms: Option<i64>,
    /// The differences of the last messages, oldest first.
    seen_ms: VecDeque<i64>,
    /// The arrival of the last message.
    heard_at: Timestamp,
}

/// The reason for which a device's clock cannot be relied on, for the arbiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DeviceFault {
    /// The clock differs by more than the bound: its moments are not used.
    #[error("the device's clock is {offset_ms} ms off")]
    TooFar {
        /// The milliseconds that would have to be added to its time.
        offset_ms: i64,
    },
    /// The clock was set to another time during use. The estimate starts anew.
    #[error("the device's clock was set {by_ms} ms forward")]
    Jumped {
        /// The size of the step in milliseconds; negative if backward.
        by_ms: i64,
    },
}

impl Default for DeviceClock {
    /// Returns the clock of a device that may differ by [`Self::BOUND`].
    fn default() -> Self {
        Self::new(Self::BOUND)
    }
}

impl DeviceClock {
    /// The default for the largest difference allowed: ten minutes.
    pub const BOUND: Duration = Duration::from_secs(600);
    /// The number of messages that the estimate is made from.
    pub const WINDOW: usize = 8;
    /// The largest growth of the estimate, in milliseconds per second: more than any clock drifts.
    pub const SLEW_MS_PER_S: i64 = 2;
    /// The difference, in milliseconds, beyond which a clock was set and did not drift.
    const JUMP_MS: i64 = 1000;
    /// The difference, in milliseconds, up to which the first messages may only have been slow:
    /// calls that take longer time out.
    const SLOW_MS: i64 = 5000;

    /// Returns the clock of a device without messages so far, with the largest difference allowed.
    pub fn new(bound: Duration) -> Self {
        Self {
            bound_ms: i64::try_from(bound.as_millis()).unwrap_or(i64::MAX),
            offset_ms: None,
            seen_ms: VecDeque::new(),
            heard_at: Timestamp::default(),
        }
    }

    /// Records a message by its moment of sending, on the device's clock, and its moment of
    /// arrival.
    ///
    /// # Errors
    /// [`DeviceFault`] if the device is off by more than the bound: the message is not used; or if
    /// its clock was set: the estimate starts anew with this message.
    pub fn observe(&mut self, sent: Timestamp, received: Timestamp) -> Result<(), DeviceFault> {
        let seen = received.millis().saturating_sub(sent.millis());
        if seen.saturating_abs() > self.bound_ms {
            *self = Self { heard_at: self.heard_at, ..Self::new(self.bound()) };
            return Err(DeviceFault::TooFar { offset_ms: seen });
        }
        let elapsed_ms = received.millis().saturating_sub(self.heard_at.millis()).max(0);
        self.heard_at = self.heard_at.max(received);
        if self.seen_ms.len() >= Self::WINDOW {
            self.seen_ms.pop_front();
        }
        self.seen_ms.push_back(seen);
        let Some(offset) = self.offset_ms else {
            self.offset_ms = Some(seen);
            return Ok(());
        };
        let is_full = self.seen_ms.len() >= Self::WINDOW;
        let least = self.seen_ms.iter().copied().min().unwrap_or(seen);
        let by_ms = offset.saturating_sub(least);
        let forward_ms = if is_full { Self::JUMP_MS } else { Self::SLOW_MS };
        if by_ms > forward_ms || (is_full && by_ms < Self::JUMP_MS.saturating_neg()) {
            self.seen_ms.clear();
            self.seen_ms.push_back(least);
            self.offset_ms = Some(least);
            return Err(DeviceFault::Jumped { by_ms });
        }
        if least <= offset {
            self.offset_ms = Some(least);
        } else if is_full {
            let slew = elapsed_ms.saturating_mul(Self::SLEW_MS_PER_S).div_euclid(1000);
            self.offset_ms = Some(offset.saturating_add(slew).min(least));
        }
        Ok(())
    }

    /// Converts a moment of the device to the server's time; unchanged before the first usable
    /// message.
    pub fn correct(&self, at: Timestamp) -> Timestamp {
        let offset = self.offset_ms.unwrap_or(0);
        Timestamp::from_millis(at.millis().saturating_add(offset))
    }

    /// Returns the milliseconds that are added to the device's time; `None` before the first usable
    /// message.
    pub fn offset_ms(&self) -> Option<i64> {
        self.offset_ms
    }

    fn bound(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.bound_ms).unwrap_or(0))
    }
}
