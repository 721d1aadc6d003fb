//! Events that may come in thousands, and are logged once a burst.

use std::{sync::Mutex, time::Duration};

use tokio::time::Instant;

use crate::lock::lock;

/// Shortest time between two lines of the log about the same kind of event.
const QUIET: Duration = Duration::from_secs(60);

/// A counter of events of one kind.
#[derive(Debug, Default)]
pub(crate) struct Burst(Mutex<Count>);

#[derive(Debug, Default)]
struct Count {
    events: u64,
    logged_at: Option<Instant>,
}

impl Burst {
    /// Counts an event. Returns the number of events since the last one that was logged, if this
    /// one is to be logged: the first, and then one a minute.
    pub(crate) fn count(&self) -> Option<u64> {
        let mut count = lock(&self.0);
        count.events += 1;
        if count.logged_at.is_some_and(|at| at.elapsed() < QUIET) {
            return None;
        }
        count.logged_at = Some(Instant::now());
        Some(std::mem::take(&mut count.events))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_logged_once_a_minute_with_its_number() {
        let burst = Burst::default();
        assert_eq!([burst.count(), burst.count(), burst.count()], [Some(1), None, None]);
        tokio::time::advance(QUIET).await;
        assert_eq!([burst.count(), burst.count()], [Some(3), None]);
    }
}
