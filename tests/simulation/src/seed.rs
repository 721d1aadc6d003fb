//! The random numbers of a run, all of which come from its seed.

use std::{
    ops::RangeInclusive,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// The random numbers of a run. Cheap to clone; all clones draw from one sequence.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Arc<Mutex<fastrand::Rng>>);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(fastrand::Rng::with_seed(seed))))
    }

    /// Returns a number in a range.
    pub(crate) fn number(&self, range: RangeInclusive<u64>) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).u64(range)
    }

    /// Returns an index below `length`, which is above 0.
    pub(crate) fn below(&self, length: usize) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).usize(..length)
    }

    /// Returns true `per_thousand` times in a thousand.
    pub(crate) fn happens(&self, per_thousand: u64) -> bool {
        self.number(0..=999) < per_thousand
    }

    /// Returns a duration in a range of milliseconds.
    pub(crate) fn millis(&self, range: RangeInclusive<u64>) -> Duration {
        Duration::from_millis(self.number(range))
    }
}
