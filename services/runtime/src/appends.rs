//! The outcomes of a service's appends, from which it knows if the log is taking them.
//!
//! A connection is not enough: on a full disk nats-server refuses one stream, or answers nothing
//! about it, while all others go on.

use std::{fmt, sync::Arc, time::Duration};

use tokio::{sync::watch, time::Instant};

/// Time for which every append has failed before that counts: a server that is starting fails as
/// long.
const TROUBLE_AFTER: Duration = Duration::from_secs(3);
/// Time after the last failed append at which it counts no more. Whoever has something to store
/// tries again sooner, and whoever has nothing is not in the way of the next one.
const FORGET_AFTER: Duration = Duration::from_secs(15);

/// The outcomes of a service's appends. Cheap to clone; all clones count together.
#[derive(Clone, Debug)]
pub(crate) struct Appends {
    failing: Arc<watch::Sender<Option<Failing>>>,
}

/// A row of appends none of which was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failing {
    /// The moment when the first of them began.
    since: Instant,
    /// The moment when the last of them failed.
    until: Instant,
    /// The error of the last one.
    error: String,
}

impl fmt::Display for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

impl Default for Appends {
    fn default() -> Self {
        Self { failing: Arc::new(watch::Sender::new(None)) }
    }
}

impl Appends {
    /// Notes that the log has stored something.
    pub(crate) fn stored(&self) {
        self.forget();
    }

    /// Notes that an append that began at `began` was not stored.
    pub(crate) fn failed(&self, began: Instant, error: &impl fmt::Display) {
        let (until, error) = (Instant::now(), error.to_string());
        self.failing.send_modify(|failing| {
            let before = failing.take().filter(|before| until - before.until < FORGET_AFTER);
            let since = before.map_or(began, |before| before.since);
            *failing = Some(Failing { since, until, error });
        });
    }

    /// Forgets all failures.
    pub(crate) fn forget(&self) {
        self.failing.send_if_modified(|failing| failing.take().is_some());
    }

    /// Watches for trouble.
    pub(crate) fn watch(&self) -> Troubles {
        Troubles { failing: self.failing.subscribe() }
    }
}

/// Watches whether every append fails; see [`Appends::watch`].
#[derive(Debug)]
pub(crate) struct Troubles {
    failing: watch::Receiver<Option<Failing>>,
}

impl Troubles {
    /// Returns the failures if every append of some seconds has failed.
    pub(crate) fn now(&mut self) -> Option<Failing> {
        let failing = self.failing.borrow_and_update();
        let is_trouble = |failing: &&Failing| {
            failing.until - failing.since >= TROUBLE_AFTER && failing.until.elapsed() < FORGET_AFTER
        };
        failing.as_ref().filter(is_trouble).cloned()
    }

    /// Waits until [`Troubles::now`] may return something else than at its last call.
    pub(crate) async fn changed(&mut self) {
        let until = self.failing.borrow().as_ref().map(|failing| failing.until);
        let forgotten_at = until.map(|until| until + FORGET_AFTER);
        let forgotten = async {
            match forgotten_at.filter(|at| *at > Instant::now()) {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            changed = self.failing.changed() => {
                // Nothing changes any more once the log is gone.
                if changed.is_err() {
                    std::future::pending::<()>().await;
                }
            }
            () = forgotten => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn pass(millis: u64) {
        tokio::time::sleep(Duration::from_millis(millis)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn appends_that_fail_for_some_seconds_are_trouble_until_one_is_stored() {
        let appends = Appends::default();
        let mut troubles = appends.watch();
        let mut troubled = Vec::new();
        for _second in 0..6 {
            let began = Instant::now();
            pass(1000).await;
            appends.failed(began, &"the disk is full");
            troubled.push(troubles.now().is_some());
        }
        assert_eq!(troubled, [false, false, true, true, true, true]);
        assert_eq!(troubles.now().unwrap().to_string(), "the disk is full");
        appends.stored();
        troubles.changed().await;
        assert_eq!(troubles.now(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_that_has_nothing_more_to_store_is_in_trouble_no_longer() {
        let appends = Appends::default();
        let mut troubles = appends.watch();
        let began = Instant::now();
        pass(4000).await;
        appends.failed(began, &"the disk is full");
        assert!(troubles.now().is_some());
        let failed_at = Instant::now();
        troubles.changed().await;
        assert_eq!((failed_at.elapsed(), troubles.now()), (FORGET_AFTER, None));
        // The next failure begins a row of its own.
        appends.failed(Instant::now(), &"the disk is full");
        assert_eq!(troubles.now(), None);
    }
}
