//! The tasks of a service, which are started, stopped and waited for together.

use std::{future::Future, time::Duration};

use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tracing::{Instrument, Span};

use crate::wall_clock::WallClock;

/// The tasks of one service. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tasks {
    tracker: TaskTracker,
    stopping: CancellationToken,
    crashed: Option<CancellationToken>,
    clock: WallClock,
    actor_limits: Option<ActorLimits>,
    span: Span,
}

/// Limits of actors that a simulation sets in place of those of the service.
#[derive(Clone, Copy, Debug)]
pub struct ActorLimits {
    /// Time without messages after which an actor ends.
    pub idle: Duration,
    /// Number of messages that may wait for one actor.
    pub inbox: usize,
}

impl Default for Tasks {
    fn default() -> Self {
        Self::new()
    }
}

impl Tasks {
    /// Makes an empty set, whose tasks run in the current span.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tracker: TaskTracker::new(),
            stopping: CancellationToken::new(),
            crashed: None,
            clock: WallClock::system(),
            actor_limits: None,
            span: Span::current(),
        }
    }

    /// Makes a set for simulations, which uses `clock`. When `crashed` is cancelled, all its tasks
    /// end at their current await, as in a process that is killed. With `actor_limits`, a short run
    /// reaches the limits of actors.
    #[must_use]
    pub fn simulated(
        clock: WallClock,
        crashed: CancellationToken,
        actor_limits: Option<ActorLimits>,
    ) -> Self {
        Self { crashed: Some(crashed), clock, actor_limits, ..Self::new() }
    }

    /// Returns the limits of actors that a simulation has set.
    pub(crate) fn actor_limits(&self) -> Option<ActorLimits> {
        self.actor_limits
    }

    /// Returns the clock that tells the tasks the time.
    pub(crate) fn clock(&self) -> &WallClock {
        &self.clock
    }

    /// Runs `future` until it ends by itself. It has to watch [`Tasks::stopping`].
    pub fn spawn(&self, future: impl Future<Output = ()> + Send + 'static) {
        // A task outlives the call that starts it: in the call's span it would keep that span open,
        // and a span is exported when it closes.
        let future = future.instrument(self.span.clone());
        match self.crashed.clone() {
            None => drop(self.tracker.spawn(future)),
            Some(crashed) => drop(self.tracker.spawn(async move {
                tokio::select! {
                    biased;
                    () = crashed.cancelled() => {}
                    () = future => {}
                }
            })),
        }
    }

    /// Runs `future` until it ends or the service stops, whichever comes first.
    pub fn spawn_until_stop(&self, future: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.stopping.clone();
        self.spawn(async move {
            tokio::select! {
                biased;
                () = stopping.cancelled() => {}
                () = future => {}
            }
        });
    }

    /// Calls `work` once every `period` until the service stops, the first time after one period.
    pub fn spawn_every(&self, period: Duration, mut work: impl FnMut() + Send + 'static) {
        self.spawn_until_stop(async move {
            loop {
                tokio::time::sleep(period).await;
                work();
            }
        });
    }

    /// Stops the service from inside, because its state no longer agrees with the log. It is
    /// started again from outside and then reads the log again.
    pub fn end(&self) {
        self.stopping.cancel();
    }

    /// Returns a token that is cancelled when the service stops.
    #[must_use]
    pub fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// Tells every task to stop, and waits for them at most `grace`.
    ///
    /// Returns true if all of them ended in time.
    pub async fn stop(&self, grace: Duration) -> bool {
        self.stopping.cancel();
        self.tracker.close();
        tokio::time::timeout(grace, self.tracker.wait()).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    };

    use tracing::{Subscriber, span};
    use tracing_subscriber::{
        Layer,
        layer::{Context, SubscriberExt as _},
        registry::LookupSpan,
    };

    use super::*;

    /// Notes that a span closed.
    #[derive(Clone, Debug, Default)]
    struct Closed(Arc<AtomicBool>);

    impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Closed {
        fn on_close(&self, _id: span::Id, _context: Context<'_, S>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    #[tokio::test]
    async fn a_crash_drops_every_task_where_it_is() {
        let crashed = CancellationToken::new();
        let tasks = Tasks::simulated(WallClock::system(), crashed.clone(), None);
        let held = Arc::new(());
        let in_task = Arc::clone(&held);
        tasks.spawn(async move {
            std::future::pending::<()>().await;
            drop(in_task);
        });
        crashed.cancel();
        assert!(tasks.stop(Duration::from_secs(10)).await);
        assert_eq!(Arc::strong_count(&held), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn periodic_work_is_done_once_every_period_until_the_service_stops() {
        let tasks = Tasks::new();
        let (call, mut calls) = tokio::sync::mpsc::channel(8);
        let started = tokio::time::Instant::now();
        tasks.spawn_every(Duration::from_secs(60), move || {
            call.try_send(started.elapsed().as_secs() / 60).unwrap();
        });
        for minute in 1..=3 {
            assert_eq!(calls.recv().await, Some(minute));
        }
        assert!(tasks.stop(Duration::from_secs(10)).await);
        assert_eq!(calls.recv().await, None);
    }

    #[tokio::test]
    async fn a_task_does_not_keep_the_call_open_that_started_it() {
        let closed = Closed::default();
        let subscriber = tracing_subscriber::registry().with(closed.clone());
        let _listening = tracing::subscriber::set_default(subscriber);
        let tasks = Tasks::new();
        let call = tracing::info_span!("call");
        call.in_scope(|| tasks.spawn_until_stop(std::future::pending()));
        drop(call);
        assert!(closed.0.load(Ordering::Relaxed));
        assert!(tasks.stop(Duration::from_secs(10)).await);
    }
}
