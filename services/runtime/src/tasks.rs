//! Every task of a service: started here, told to stop here, waited for here.

use std::{future::Future, time::Duration};

use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::Instrument;

/// The tasks of one service. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    tracker: TaskTracker,
    stopping: CancellationToken,
}

impl Tasks {
    /// A set without tasks.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs `future` until it ends by itself. It has to watch [`Tasks::stopping`].
    pub fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        drop(self.tracker.spawn(future.in_current_span()));
    }

    /// Runs `future` until it ends or the service stops, whichever comes first.
    pub fn spawn_until_stop(&self, future: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.stopping.clone();
        self.spawn(async move {
            tokio::select! {
                () = stopping.cancelled() => {}
                () = future => {}
            }
        });
    }

    /// Is cancelled when the service stops.
    #[must_use]
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// Tells every task to stop, and waits for them at most `grace`.
    ///
    /// Returns whether all of them ended in time.
    pub async fn stop(&self, grace: Duration) -> bool {
        self.stopping.cancel();
        self.tracker.close();
        tokio::time::timeout(grace, self.tracker.wait()).await.is_ok()
    }
}
