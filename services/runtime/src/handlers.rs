//! Handles the messages of a consumer: each in a task of its own, as often as it takes.

use std::future::Future;

use proto::v1::Cause;
use tracing::Instrument as _;

use crate::{
    consumer::Delivery,
    retry::{Retry, Stopped},
    tasks::Tasks,
};

/// Handles the messages of a consumer, one of a subject at a time. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Handlers {
    tasks: Tasks,
}

impl Handlers {
    /// Handlers that run among these tasks.
    #[must_use]
    pub fn new(tasks: Tasks) -> Self {
        Self { tasks }
    }

    /// Starts a task that handles a message, after the one of its subject before. The message is
    /// acknowledged when `handle` has succeeded; when the service stops first, it comes again.
    pub fn begin<F>(&self, delivery: Delivery, handle: impl FnOnce(Cause) -> F + Send + 'static)
    where
        F: Future<Output = Result<(), Stopped>> + Send,
    {
        let span = delivery.span();
        self.tasks.spawn(
            async move {
                delivery.turn().await;
                if handle(delivery.cause()).await.is_ok() {
                    delivery.ack().await;
                }
            }
            .instrument(span),
        );
    }

    /// Retries `work` until it succeeds or the service stops; calls `complain` on each failure until it
    /// returns true.
    ///
    /// # Errors
    /// [`Stopped`].
    pub async fn until_done<T, E, F>(
        &self,
        work: impl FnMut() -> F,
        complain: impl FnMut(&E) -> bool,
    ) -> Result<T, Stopped>
    where
        F: Future<Output = Result<T, E>>,
    {
        Retry::DELIVERY.until_done(&self.tasks.stopping(), work, complain).await
    }
}
