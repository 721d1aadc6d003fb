//! Work, which takes the one worker of a process some time: while it does one thing, others wait.

use std::{sync::Arc, time::Duration};

use tokio::{sync::Mutex, time::sleep};

/// The work of one process. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    /// The time that each message takes that is written; zero if work takes none.
    takes: Duration,
    /// Those who wait are let in in the order in which they came.
    worker: Arc<Mutex<()>>,
}

impl Work {
    /// Returns the work of a process that takes so long for each message that it writes.
    pub(crate) fn taking(takes: Duration) -> Self {
        Self { takes, worker: Arc::default() }
    }

    /// Does the work on one message.
    pub(crate) async fn on_message(&self) {
        if !self.takes.is_zero() {
            let _turn = self.worker.lock().await;
            sleep(self.takes).await;
        }
    }
}
