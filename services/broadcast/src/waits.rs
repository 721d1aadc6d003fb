//! The moments since which spectators wait for what they have seen and the view does not have.
//!
//! A spectator whose connection is bad comes back again and again with the same cursor, and does
//! not wait anew each time.

use std::{
    num::NonZeroUsize,
    sync::{Mutex, MutexGuard},
};

use lru::LruCache;
use runtime::lock;
use tokio::time::Instant;

use crate::cursor::Seen;

/// Number of positions that are remembered; those that were asked for last.
const POSITIONS_MAX: NonZeroUsize = NonZeroUsize::new(1_000).unwrap();

/// The positions that the view has not reached, each with the moment since which it should have.
#[derive(Debug)]
pub(crate) struct Waits(Mutex<LruCache<Seen, Instant>>);

impl Default for Waits {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(POSITIONS_MAX)))
    }
}

impl Waits {
    /// Returns the moment since which spectators wait for a position, which is now for the first.
    pub(crate) fn since(&self, seen: Seen) -> Instant {
        *self.lock().get_or_insert(seen, Instant::now)
    }

    /// Begins the wait for a position anew, because the view cannot reach it now.
    pub(crate) fn begin_anew(&self, seen: Seen) {
        self.lock().put(seen, Instant::now());
    }

    /// Forgets a position that the view has reached.
    pub(crate) fn end(&self, seen: Seen) {
        self.lock().pop(&seen);
    }

    fn lock(&self) -> MutexGuard<'_, LruCache<Seen, Instant>> {
        lock(&self.0)
    }
}
