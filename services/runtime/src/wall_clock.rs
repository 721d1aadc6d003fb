//! The time of day, from the one place that may ask for it.

use std::time::{SystemTime, UNIX_EPOCH};

use proto::Timestamp;

/// Tells the time of day.
#[derive(Clone, Copy, Debug, Default)]
pub struct WallClock;

impl WallClock {
    /// Now, in milliseconds since the Unix epoch.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the wall clock")]
    pub fn now(self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}
