//! Durations, sorted, as p50, p99 and the largest.

use std::{fmt, time::Duration};

/// Durations that were measured.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    sorted: Vec<Duration>,
}

impl Sample {
    /// Returns the sample of these durations.
    #[must_use]
    pub fn new(mut measured: Vec<Duration>) -> Self {
        measured.sort_unstable();
        Self { sorted: measured }
    }

    /// Returns how many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// Returns the duration that `percent` of 100 do not exceed; zero without any.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.sorted.len() * percent).div_ceil(100).max(1) - 1;
        self.sorted.get(rank).copied().unwrap_or_default()
    }

    /// Returns a percentile in milliseconds.
    #[must_use]
    #[expect(clippy::float_arithmetic, reason = "milliseconds for people to read")]
    pub fn millis(&self, percent: usize) -> f64 {
        self.percentile(percent).as_secs_f64() * 1000.0
    }

    /// Returns this sample's percentile as a multiple of another's.
    #[must_use]
    #[expect(clippy::float_arithmetic, reason = "a ratio for people to read")]
    pub fn ratio(&self, floor: &Self, percent: usize) -> f64 {
        self.percentile(percent).as_secs_f64() / floor.percentile(percent).as_secs_f64()
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "p50 {:6.2} ms  p99 {:6.2} ms  max {:6.2} ms  (n {})",
            self.millis(50),
            self.millis(99),
            self.millis(100),
            self.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_measured_values() {
        let sample = Sample::new((1..=200).rev().map(Duration::from_millis).collect());
        assert_eq!(sample.percentile(50), Duration::from_millis(100));
        assert_eq!(sample.percentile(99), Duration::from_millis(198));
        assert_eq!(sample.percentile(100), Duration::from_millis(200));
        assert_eq!(Sample::default().percentile(99), Duration::ZERO);
    }
}
