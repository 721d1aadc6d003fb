//! Random decisions of a simulation.

use std::ops::Range;

/// A source of random decisions. The same seed gives the same decisions.
#[derive(Clone, Debug)]
pub struct Chance(fastrand::Rng);

impl Chance {
    /// Begins with a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// Returns true with a probability, 0 to 1.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.0.f64() < probability
    }

    /// Returns a whole number of a range, which is not empty.
    pub fn among(&mut self, range: Range<i64>) -> i64 {
        self.0.i64(range)
    }

    /// Returns one of some values; `None` if there are none.
    pub fn one_of<'a, T>(&mut self, values: &'a [T]) -> Option<&'a T> {
        self.0.choice(values)
    }

    /// Puts values into a random order.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        self.0.shuffle(values);
    }
}
