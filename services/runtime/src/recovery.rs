//! Work that makes anew what a stream has lost.
//!
//! After a loss of power a stream may lack its last messages, while the streams that it was made
//! from still have theirs, and consumers have acknowledged them: no delivery brings back what
//! follows from those. So a service compares what it writes with what it reads.

use std::future::Future;

use crate::{error::LedgerError, error_chain, event_log::EventLog, retry::Retry, tasks::Tasks};

/// Starts a task that does `work` at the start, after each new connection, and when a reader finds
/// that a stream has another history than before, until it succeeds or the service stops.
///
/// The start and new connections are noticed by [`consume`](crate::consume), after it has settled
/// where deliveries begin: what is stored later is delivered.
pub fn recover<F, Fut>(log: &EventLog, tasks: &Tasks, work: F)
where
    F: Fn() -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<(), LedgerError>> + Send,
{
    let (mut losses, stopping) = (log.losses(), tasks.stopping());
    tasks.spawn_until_stop(async move {
        let complain = |error: &LedgerError| {
            tracing::warn!(
                error = error_chain(error),
                "messages may lack their effect; looking again"
            );
            true
        };
        // The log outlives this task.
        while losses.changed().await.is_ok() {
            if Retry::NATS.until_done(&stopping, &work, complain).await.is_err() {
                return;
            }
        }
    });
}
