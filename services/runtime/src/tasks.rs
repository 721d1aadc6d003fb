//! Every task of a service: started here, told to stop here, waited for here.

use std::{future::Future, time::Duration};

use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::{Instrument, Span};

/// The tasks of one service. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tasks {
    tracker: TaskTracker,
    stopping: CancellationToken,
    span: Span,
}

impl Default for Tasks {
    fn default() -> Self {
        Self::new()
    }
}

impl Tasks {
    /// A set without tasks. They will run in the span that is current now.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tracker: TaskTracker::new(),
            stopping: CancellationToken::new(),
            span: Span::current(),
        }
    }

    /// Runs `future` until it ends by itself. It has to watch [`Tasks::stopping`].
    pub fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        // A task outlives the call that starts it: in the call's span it would keep that span open, and a
        // span is exported when it closes.
        drop(self.tracker.spawn(future.instrument(self.span.clone())));
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
