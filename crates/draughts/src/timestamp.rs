//! A moment, with the same meaning on every machine.

use core::fmt;
use core::time::Duration;

/// A moment in milliseconds since the Unix epoch, always given by the caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Makes a moment from milliseconds after the Unix epoch (before it if negative).
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Returns the milliseconds since the Unix epoch.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Returns the moment `duration` later, at most the last that can be represented.
    ///
    /// Fractions of a millisecond are dropped.
    #[must_use]
    pub fn saturating_add(self, duration: Duration) -> Self {
        let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(millis))
    }

    /// Returns the moment `duration` earlier, at least the first that can be represented.
    ///
    /// Fractions of a millisecond are dropped.
    #[must_use]
    pub fn saturating_sub(self, duration: Duration) -> Self {
        let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        Self(self.0.saturating_sub(millis))
    }

    /// Returns the time since `earlier`, zero if `earlier` is not earlier.
    #[must_use]
    pub fn duration_since(self, earlier: Self) -> Duration {
        if earlier.0 >= self.0 {
            return Duration::ZERO;
        }
        Duration::from_millis(self.0.abs_diff(earlier.0))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}
