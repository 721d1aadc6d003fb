//! Long work that anybody may ask for, a bounded part of it at once.

use std::{num::NonZeroUsize, sync::Arc, thread};

use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    run_blocking::run_blocking,
    status::{Categorize, ErrorCategory},
};

/// Threads for long work, and a short queue before them. Cheap to clone.
#[derive(Clone, Debug)]
pub struct BlockingPool {
    /// A permit for each work that runs or waits.
    places: Arc<Semaphore>,
    /// A permit for each work that runs.
    threads: Arc<Semaphore>,
}

/// The treatment of a caller for whom the queue has no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenFull {
    /// It is refused at once, so that a client that asks many times keeps no place in the queue.
    Tell,
    /// It waits without a limit, outside the queue. For the service's own work and for streams,
    /// whose number is bounded by that of open calls.
    Wait,
}

/// The right to do one piece of work, until this is dropped.
#[derive(Debug)]
pub struct PoolTurn {
    _place: Option<OwnedSemaphorePermit>,
    _thread: OwnedSemaphorePermit,
}

/// Every place and every thread of a pool, taken until this is dropped.
#[derive(Debug)]
pub struct FullPool {
    _permits: [Option<OwnedSemaphorePermit>; 2],
}

/// The reason why work was not done.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PoolError {
    /// The queue is full.
    #[error("busy with other such requests; try again later")]
    Busy,
    /// The process stops.
    #[error("the service stops")]
    Stopping,
}

impl Categorize for PoolError {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Busy | Self::Stopping => ErrorCategory::Unavailable,
        }
    }
}

impl BlockingPool {
    /// Number of pieces of work that may wait, for each that may run.
    const WAITING: usize = 4;

    /// Returns a pool with a thread for each processor.
    #[must_use]
    pub fn new() -> Self {
        Self::of_threads(thread::available_parallelism().map_or(1, NonZeroUsize::get))
    }

    fn of_threads(threads: usize) -> Self {
        let places = threads + threads * Self::WAITING;
        Self {
            places: Arc::new(Semaphore::new(places)),
            threads: Arc::new(Semaphore::new(threads)),
        }
    }

    /// Takes every place and every thread that is free. Until what is returned is dropped, whoever
    /// asks is told that the pool is busy, or waits. For tests.
    #[must_use]
    pub fn fill(&self) -> FullPool {
        let take = |permits: &Arc<Semaphore>| {
            let free = u32::try_from(permits.available_permits()).unwrap_or(u32::MAX);
            Arc::clone(permits).try_acquire_many_owned(free).ok()
        };
        FullPool { _permits: [take(&self.places), take(&self.threads)] }
    }

    /// Waits for the turn of work that is done elsewhere, such as a long read of the log.
    ///
    /// # Errors
    /// [`PoolError`]; [`PoolError::Busy`] only for [`WhenFull::Tell`].
    pub async fn turn(&self, when_full: WhenFull) -> Result<PoolTurn, PoolError> {
        let place = match when_full {
            WhenFull::Tell => {
                let place = Arc::clone(&self.places).try_acquire_owned();
                Some(place.map_err(|_full| PoolError::Busy)?)
            }
            WhenFull::Wait => None,
        };
        let thread = Arc::clone(&self.threads).acquire_owned().await;
        let thread = thread.map_err(|_closed| PoolError::Stopping)?;
        Ok(PoolTurn { _place: place, _thread: thread })
    }

    /// Runs `work` for a caller who is told if the queue is full, as [`BlockingPool::run_or`] does.
    ///
    /// # Errors
    /// [`PoolError`].
    ///
    /// # Panics
    /// If `work` panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        self.run_or(WhenFull::Tell, work).await
    }

    /// Runs `work` on a thread that may block, when its turn has come, and returns its result. Work
    /// that has begun is done, and has its place, also if the future is dropped.
    ///
    /// # Errors
    /// As [`BlockingPool::turn`].
    ///
    /// # Panics
    /// If `work` panics.
    pub async fn run_or<T: Send + 'static>(
        &self,
        when_full: WhenFull,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PoolError> {
        let turn = self.turn(when_full).await?;
        let done = run_blocking(move || {
            let _until_done = turn;
            work()
        });
        done.await.ok_or(PoolError::Stopping)
    }
}

impl Default for BlockingPool {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        panic::AssertUnwindSafe,
        sync::{
            atomic::{AtomicUsize, Ordering},
            mpsc,
        },
    };

    use futures_util::{FutureExt as _, future::join_all, poll};

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn more_work_than_may_run_and_wait_is_told_that_the_pool_is_busy() {
        let (pool, running) = (BlockingPool::of_threads(2), Arc::new(AtomicUsize::new(0)));
        let (release, released) = mpsc::sync_channel::<()>(16);
        let released = Arc::new(std::sync::Mutex::new(released));
        let work = || {
            let (running, released) = (Arc::clone(&running), Arc::clone(&released));
            move || {
                assert!(running.fetch_add(1, Ordering::SeqCst) < 2);
                released.lock().unwrap().recv().unwrap();
                running.fetch_sub(1, Ordering::SeqCst);
            }
        };
        let mut asked: Vec<_> = (0..10).map(|_| Box::pin(pool.run(work()))).collect();
        for asked in &mut asked {
            assert!(poll!(asked).is_pending());
        }
        for _ in 0..5 {
            assert_eq!(pool.run(work()).await, Err(PoolError::Busy));
        }
        // Work of the service itself waits beside the queue.
        let mut own = Box::pin(pool.run_or(WhenFull::Wait, work()));
        assert!(poll!(&mut own).is_pending());
        // A caller that goes away while it waits leaves its place to another.
        drop(asked.pop());
        asked.push(Box::pin(pool.run(work())));
        for _ in 0..11 {
            release.send(()).unwrap();
        }
        assert!(join_all(asked).await.iter().all(Result::is_ok));
        assert_eq!(own.await, Ok(()));
        release.send(()).unwrap();
        assert_eq!(pool.run(work()).await, Ok(()));
    }

    #[tokio::test]
    async fn a_pool_that_is_filled_is_busy_until_its_places_are_given_back() {
        let pool = BlockingPool::of_threads(2);
        let full = pool.fill();
        assert_eq!(pool.run(|| 7).await, Err(PoolError::Busy));
        let mut own = Box::pin(pool.run_or(WhenFull::Wait, || 8));
        assert!(poll!(&mut own).is_pending());
        drop(full);
        assert_eq!((own.await, pool.run(|| 7).await), (Ok(8), Ok(7)));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn work_that_panics_leaves_its_place() {
        let pool = BlockingPool::of_threads(1);
        for _ in 0..10 {
            let broken = pool.run(|| panic!("broken"));
            assert!(AssertUnwindSafe(broken).catch_unwind().await.is_err());
        }
        assert_eq!(pool.run(|| 7).await, Ok(7));
    }
}
