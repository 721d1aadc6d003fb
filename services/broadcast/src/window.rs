//! The time for which changes wait for others where many watch, to be one frame and one write at
//! each connection.

use std::time::Duration;

use tokio::{sync::Notify, time::sleep};

/// Number of spectators from which on changes wait for the end of a window: a frame then costs
/// more than a wait that nobody notices.
const CROWD: usize = 500;

/// A window of all tournaments, which is open for some time after the first change in it.
#[derive(Debug, Default)]
pub(crate) struct Window {
    length: Duration,
    opened: Notify,
}

impl Window {
    /// Returns a window of some length; without one every change is sent at once.
    pub(crate) fn new(length: Duration) -> Self {
        Self { length, opened: Notify::new() }
    }

    /// Returns true if the changes of a tournament with so many spectators wait.
    pub(crate) fn holds(&self, spectators: usize) -> bool {
        !self.length.is_zero() && spectators >= CROWD
    }

    /// Opens it, unless it is open.
    pub(crate) fn open(&self) {
        self.opened.notify_one();
    }

    /// Waits until it is opened, and then until its end.
    pub(crate) async fn end(&self) {
        self.opened.notified().await;
        sleep(self.length).await;
    }
}
