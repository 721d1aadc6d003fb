//! The time of day. No other code may ask for it.

use std::time::{SystemTime, UNIX_EPOCH};

use proto::Timestamp;
use tokio::time::Instant;

/// Tells the time of day.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Source);

#[derive(Clone, Copy, Debug)]
enum Source {
    System,
    /// The time of day was `at` when tokio's clock was at `since`.
    Simulated {
        at: Timestamp,
        since: Instant,
    },
}

impl WallClock {
    /// Returns the clock of the system.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// Returns a clock that shows `at` now and goes on with tokio's time, which a test may pause.
    #[must_use]
    pub fn simulated(at: Timestamp) -> Self {
        Self(Source::Simulated { at, since: Instant::now() })
    }

    /// Returns the current time, in milliseconds since the Unix epoch.
    #[must_use]
    pub fn now(self) -> Timestamp {
        match self.0 {
            Source::System => system(),
            Source::Simulated { at, since } => at.saturating_add(since.elapsed()),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the wall clock")]
fn system() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_simulated_clock_goes_with_the_virtual_time() {
        let clock = WallClock::simulated(Timestamp::from_millis(1_000));
        assert_eq!(clock.now().millis(), 1_000);
        tokio::time::advance(Duration::from_millis(250)).await;
        assert_eq!(clock.now().millis(), 1_250);
    }
}
