//! Rate of a count of positions.

use std::{fmt, time::Duration};

/// A number of positions and the time that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    /// Number of positions.
    pub(crate) nodes: u64,
    /// Time for all of them.
    pub(crate) time: Duration,
}

impl Rate {
    /// Returns the positions per second.
    pub(crate) fn per_second(&self) -> u64 {
        let nanos = self.time.as_nanos().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000_000 / nanos).unwrap_or(u64::MAX)
    }
}

/// Writes the time and the rate: `0.412 s  99.5 M nodes/s`.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.time.as_secs(), self.time.subsec_millis());
        let tenths = self.per_second() / 100_000;
        let (millions, tenth) = (tenths / 10, tenths % 10);
        write!(f, "{seconds:>4}.{millis:03} s  {millions:>5}.{tenth} M nodes/s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_nodes_by_time() {
        let rate = Rate { nodes: 41_022_423, time: Duration::from_millis(412) };
        assert_eq!(rate.per_second(), 99_568_987);
        assert_eq!(rate.to_string(), "   0.412 s     99.5 M nodes/s");
        let instant = Rate { nodes: 9, time: Duration::ZERO };
        assert_eq!(instant.per_second(), 9_000_000_000);
    }
}
