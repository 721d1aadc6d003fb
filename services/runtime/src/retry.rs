//! The one retry: exponential pauses with jitter, until the work succeeds, the tries are used up or
//! the service stops.
//!
//! Pauses are tokio's time, so a test that pauses it waits for nothing. Jitter comes from the
//! generator of the thread (`fastrand`), so that the same seed (`fastrand::seed`) gives the same
//! pauses.

use std::{fmt, future::Future, num::NonZeroU32, time::Duration};

use backon::{BackoffBuilder as _, ExponentialBuilder};
use thiserror::Error;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::error::{ReadError, ReadFailure};

/// Number of attempts after which work is given up that failed each time for a reason which time
/// does not settle. The first failures may come of what another replica was just doing.
pub const HOPELESS_MAX: u32 = 5;

/// Time after which work that still fails is complained of again.
const COMPLAIN_AGAIN: Duration = Duration::from_secs(60);

/// The number of tries of work that may fail, and the pauses between them.
///
/// The first pause is `first`, each next one twice as long up to `longest`; to each a random part
/// of itself is added, so that replicas that failed together do not try together.
#[derive(Clone, Copy, Debug)]
pub struct Retry {
    first: Duration,
    longest: Duration,
    tries: Option<NonZeroU32>,
}

/// The service stops before something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the service is stopping")]
pub struct Stopped;

impl Retry {
    /// The usual one: after 0.2 seconds at first, at last every 10 seconds, for ever.
    pub const USUAL: Self = Self::new(Duration::from_millis(200), Duration::from_secs(10));

    /// For work without which a service cannot go on, such as reading the log and storing the
    /// effect of a message: at last every second, for ever.
    pub const NATS: Self = Self::new(Duration::from_millis(100), Duration::from_secs(1));

    /// For a copy of a stream that is behind its leader: at last every 0.2 seconds, for two to four
    /// seconds.
    const COPY: Self = Self {
        first: Duration::from_millis(20),
        longest: Duration::from_millis(200),
        tries: NonZeroU32::new(14),
    };

    /// Pauses from `first` up to `longest`, without a limit of tries.
    #[must_use]
    pub const fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest, tries: None }
    }

    /// Returns the same pauses, with a limit of tries.
    #[must_use]
    pub const fn with_tries(self, tries: NonZeroU32) -> Self {
        Self { tries: Some(tries), ..self }
    }

    /// Returns the pauses, one after each try that failed; none after the last try.
    pub fn pauses(&self) -> impl Iterator<Item = Duration> + use<> {
        let builder = ExponentialBuilder::new()
            .with_min_delay(self.first)
            .with_max_delay(self.longest)
            .with_jitter();
        match self.tries {
            Some(tries) => {
                let pauses = usize::try_from(tries.get() - 1).unwrap_or(usize::MAX);
                builder.with_max_times(pauses).build()
            }
            None => builder.without_max_times().build(),
        }
    }

    /// Retries `work` until it succeeds or the service stops, however often it fails; calls
    /// `complain` on each failure until it returns true, and so again each minute.
    ///
    /// # Errors
    /// [`Stopped`].
    pub async fn until_done<T, E, F>(
        &self,
        stopping: &CancellationToken,
        mut work: impl FnMut() -> F,
        mut complain: impl FnMut(&E) -> bool,
    ) -> Result<T, Stopped>
    where
        F: Future<Output = Result<T, E>>,
    {
        let mut attempts = self.attempts(stopping);
        loop {
            match stopping.run_until_cancelled(work()).await.ok_or(Stopped)? {
                Ok(done) => return Ok(done),
                Err(error) => attempts.failed(&error, &mut complain).await?,
            }
        }
    }

    /// Retries `work` while it fails for a reason that may pass, until the tries are used up.
    ///
    /// # Errors
    /// The error of the last try.
    pub async fn while_passing<T, E, F>(
        &self,
        mut work: impl FnMut() -> F,
        may_pass: impl Fn(&E) -> bool,
    ) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        let mut pauses = self.pauses();
        loop {
            match work().await {
                Err(error) if may_pass(&error) => match pauses.next() {
                    Some(pause) => tokio::time::sleep(pause).await,
                    None => return Err(error),
                },
                done => return done,
            }
        }
    }

    /// Begins to read a copy of a stream that may be behind its leader, which is at sequence
    /// `newest` of `what`.
    pub(crate) fn copy(what: &str, newest: u64) -> CopyRetry<'_> {
        CopyRetry { pauses: Box::new(Self::COPY.pauses()), what, newest }
    }

    /// Begins attempts at work that keeps a state of its own from one to the next, where
    /// [`Retry::until_done`] does not do. There is no limit of tries.
    #[must_use]
    pub fn attempts(&self, stopping: &CancellationToken) -> Attempts {
        let pauses = Box::new(Self { tries: None, ..*self }.pauses());
        Attempts { pauses, stopping: stopping.clone(), complained_at: None }
    }
}

/// Attempts at work that may fail; see [`Retry::attempts`].
pub struct Attempts {
    pauses: Box<dyn Iterator<Item = Duration> + Send>,
    stopping: CancellationToken,
    /// The last time that a complaint was made.
    complained_at: Option<Instant>,
}

impl Attempts {
    /// Takes note of a failed attempt, and waits until it is time for the next one. Calls
    /// `complain` on each failure until it returns true, and so again each minute.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops first.
    pub async fn failed<E>(
        &mut self,
        error: &E,
        complain: impl FnOnce(&E) -> bool,
    ) -> Result<(), Stopped> {
        if self.complained_at.is_none_or(|at| at.elapsed() >= COMPLAIN_AGAIN) && complain(error) {
            self.complained_at = Some(Instant::now());
        }
        let pause = self.pauses.next().unwrap_or_default();
        let slept = self.stopping.run_until_cancelled(tokio::time::sleep(pause)).await;
        slept.ok_or(Stopped)
    }
}

impl fmt::Debug for Attempts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let complained = self.complained_at;
        f.debug_struct("Attempts").field("complained_at", &complained).finish_non_exhaustive()
    }
}

/// Reads of a copy of a stream that may be behind its leader; see [`Retry::copy`].
pub(crate) struct CopyRetry<'a> {
    pauses: Box<dyn Iterator<Item = Duration> + Send>,
    what: &'a str,
    newest: u64,
}

impl CopyRetry<'_> {
    /// Takes note that the copy is behind, and waits until it is time to read again.
    ///
    /// # Errors
    /// [`ReadFailure::Behind`] if it was read often enough.
    pub(crate) async fn is_behind(&mut self) -> Result<(), ReadError> {
        let behind = || ReadError::new(self.what, ReadFailure::Behind { sequence: self.newest });
        tokio::time::sleep(self.pauses.next().ok_or_else(behind)?).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RETRY: Retry = Retry::new(Duration::from_millis(100), Duration::from_millis(400));

    #[test]
    fn pauses_double_up_to_the_longest_and_each_has_at_most_itself_added() {
        for (pause, least) in RETRY.pauses().zip([100, 200, 400, 400, 400]) {
            let least = Duration::from_millis(least);
            assert!((least..=2 * least).contains(&pause), "{pause:?}");
        }
        assert_eq!(Retry::COPY.pauses().count(), 13);
    }

    #[test]
    fn a_thread_that_is_seeded_gets_the_same_pauses_again() {
        let pauses = |seed| {
            fastrand::seed(seed);
            RETRY.pauses().take(5).collect::<Vec<_>>()
        };
        assert_eq!(pauses(7), pauses(7));
        assert_ne!(pauses(7), pauses(8));
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_goes_on_failing_is_complained_of_each_minute() {
        let (begun, mut complaints) = (Instant::now(), 0);
        let work = || async move {
            if begun.elapsed() < Duration::from_secs(150) { Err("not yet") } else { Ok(()) }
        };
        let complain = |_error: &&str| {
            complaints += 1;
            true
        };
        RETRY.until_done(&CancellationToken::new(), work, complain).await.unwrap();
        assert_eq!(complaints, 3);
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_fails_is_tried_again_and_complained_of_once() {
        let (mut tries, mut complaints) = (0, Vec::new());
        let work = || {
            tries += 1;
            std::future::ready(if tries < 5 { Err(tries) } else { Ok("done") })
        };
        let complain = |error: &i32| {
            complaints.push(*error);
            *error == 2
        };
        let began = Instant::now();
        let done = RETRY.until_done(&CancellationToken::new(), work, complain).await;
        assert_eq!((done, complaints), (Ok("done"), vec![1, 2]));
        assert!(began.elapsed() >= Duration::from_millis(100 + 200 + 400 + 400));
    }

    #[tokio::test(start_paused = true)]
    async fn work_is_tried_again_while_its_failure_may_pass_and_tries_are_left() {
        let retry = RETRY.with_tries(NonZeroU32::new(3).unwrap());
        for (passing, expected) in [(0, Ok(1)), (2, Ok(3)), (3, Err(3))] {
            let mut tries = 0;
            let work = || {
                tries += 1;
                std::future::ready(if tries > passing { Ok(tries) } else { Err(tries) })
            };
            assert_eq!(retry.while_passing(work, |_error| true).await, expected);
        }
        let mut tries = 0;
        let work = || {
            tries += 1;
            std::future::ready(Err::<(), _>(tries))
        };
        assert_eq!(retry.while_passing(work, |tries| *tries < 2).await, Err(2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_that_stops_waits_for_nothing() {
        let stopping = CancellationToken::new();
        let work = || async {
            stopping.cancel();
            Err::<(), _>(())
        };
        assert_eq!(RETRY.until_done(&stopping, work, |()| true).await, Err(Stopped));
        let never = std::future::pending::<Result<(), ()>>;
        assert_eq!(RETRY.until_done(&stopping, never, |()| true).await, Err(Stopped));
    }
}
