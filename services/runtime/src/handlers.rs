//! Handling messages: each in a task of its own, for as long as it takes.

use std::{future::Future, time::Duration};

use proto::v1::Cause;
use tracing::Instrument as _;

use crate::{consumer::Delivery, in_flight::InFlight, retry::Stopped, tasks::Tasks};

/// Before something that failed is tried again.
const PAUSE: Duration = Duration::from_millis(200);

/// Handles the messages of a consumer, one of a subject at a time. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Handlers {
    tasks: Tasks,
    in_flight: InFlight,
}

impl Handlers {
    /// Handlers that run among these tasks.
    #[must_use]
    pub fn new(tasks: Tasks) -> Self {
        Self { tasks, in_flight: InFlight::default() }
    }

    /// Starts what handles a message, unless that was begun already. The message is acknowledged when
    /// it is done; when the service stops first, it comes again.
    pub fn begin<F>(&self, delivery: Delivery, handle: impl FnOnce(Cause) -> F + Send + 'static)
    where
        F: Future<Output = Result<(), Stopped>> + Send,
    {
        let Some(handling) = self.in_flight.begin(&delivery.stored) else { return };
        let span = delivery.span();
        self.tasks.spawn(
            async move {
                handling.turn().await;
                if handle(delivery.cause()).await.is_ok() {
                    delivery.ack().await;
                }
                drop(handling);
            }
            .instrument(span),
        );
    }

    /// What `work` comes to, as often as it takes. `complain` is told of each failure until it answers
    /// that it said what stands in the way.
    ///
    /// # Errors
    /// [`Stopped`].
    pub async fn until_done<T, E, F>(
        &self,
        mut work: impl FnMut() -> F,
        complain: impl Fn(&E) -> bool,
    ) -> Result<T, Stopped>
    where
        F: Future<Output = Result<T, E>>,
    {
        let stopping = self.tasks.stopping();
        let mut said = false;
        loop {
            let error = match stopping.run_until_cancelled(work()).await.ok_or(Stopped)? {
                Ok(done) => return Ok(done),
                Err(error) => error,
            };
            said = said || complain(&error);
            stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await.ok_or(Stopped)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_fails_is_tried_again_and_said_once() {
        let handlers = Handlers::new(Tasks::new());
        let (tries, heard) = (Cell::new(0), RefCell::new(Vec::new()));
        let work = || async {
            tries.set(tries.get() + 1);
            if tries.get() < 5 { Err(tries.get()) } else { Ok("done") }
        };
        let complain = |error: &i32| {
            heard.borrow_mut().push(*error);
            *error == 2
        };
        let done = handlers.until_done(work, complain).await;
        assert_eq!((done.unwrap(), heard.into_inner()), ("done", vec![1, 2]));
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_that_stops_waits_for_nothing() {
        let tasks = Tasks::new();
        let handlers = Handlers::new(tasks.clone());
        let work = || async {
            tasks.stopping().cancel();
            Err::<(), _>(())
        };
        assert!(handlers.until_done(work, |()| true).await.is_err());
        let never = std::future::pending::<Result<(), ()>>;
        assert!(handlers.until_done(never, |()| true).await.is_err());
    }
}
