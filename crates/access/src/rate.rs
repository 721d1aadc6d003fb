//! Limits of the rate at which something may be done.

use core::time::Duration;
use std::collections::BTreeMap;

use draughts::Timestamp;

/// A rate: so many at once, and as many again in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Number that may be done at once.
    pub burst: u32,
    /// The period in which as many may be done again.
    pub period: Duration,
}

/// A limit of the rate of each of many keys: a token bucket for each.
///
/// Forgets a key of which nothing was counted for a period, and, of more than
/// [`RateLimit::KEYS_MAX`] within one, that of which nothing will be left first: memory is bounded,
/// and somebody with very many names forgets those for nobody who did much.
#[derive(Clone, Debug)]
pub struct RateLimit<K> {
    rate: Rate,
    /// The moment at which nothing will be left of what somebody did.
    empty_at: BTreeMap<K, Timestamp>,
}

impl<K: Ord + Clone> RateLimit<K> {
    /// The largest number of those who are counted.
    pub const KEYS_MAX: usize = 10_000;

    /// Makes a limit of which nothing is used.
    #[must_use]
    pub const fn new(rate: Rate) -> Self {
        Self { rate, empty_at: BTreeMap::new() }
    }

    /// Counts one of `key` at the moment `now`.
    ///
    /// # Errors
    /// The time after which it may be tried again; it is not counted then.
    pub fn count(&mut self, key: K, now: Timestamp) -> Result<(), Duration> {
        self.check(&key, now)?;
        if self.empty_at.len() >= Self::KEYS_MAX {
            self.empty_at.retain(|_key, empty_at| *empty_at > now);
        }
        if self.empty_at.len() >= Self::KEYS_MAX && !self.empty_at.contains_key(&key) {
            self.forget_first();
        }
        let step = self.step();
        let empty_at = self.empty_at.entry(key).or_insert(now);
        *empty_at = (*empty_at).max(now).saturating_add(step);
        Ok(())
    }

    /// Takes one of `key` back that was counted.
    pub fn take_back(&mut self, key: &K) {
        let step = self.step();
        if let Some(empty_at) = self.empty_at.get_mut(key) {
            *empty_at = empty_at.saturating_sub(step);
        }
    }

    /// Checks that one more of `key` would be allowed at the moment `now`, and counts nothing.
    ///
    /// # Errors
    /// As [`RateLimit::count`].
    pub fn check(&self, key: &K, now: Timestamp) -> Result<(), Duration> {
        let Some(empty_at) = self.empty_at.get(key) else { return Ok(()) };
        let used = empty_at.duration_since(now);
        let over = (used + self.step()).saturating_sub(self.rate.period);
        if over.is_zero() { Ok(()) } else { Err(over) }
    }

    /// Returns the time after which one more may be done.
    fn step(&self) -> Duration {
        self.rate.period / self.rate.burst.max(1)
    }

    fn forget_first(&mut self) {
        let first = self.empty_at.iter().min_by_key(|(_key, empty_at)| **empty_at);
        if let Some(key) = first.map(|(key, _empty_at)| key.clone()) {
            self.empty_at.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN_A_MINUTE: Rate = Rate { burst: 10, period: Duration::from_secs(60) };

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    #[test]
    fn a_burst_is_allowed_and_then_one_for_each_that_is_over() {
        let mut limit = RateLimit::new(TEN_A_MINUTE);
        for _ in 0..10 {
            assert_eq!(limit.count("a", at(0)), Ok(()));
        }
        assert_eq!(limit.count("a", at(0)), Err(Duration::from_secs(6)));
        assert_eq!(limit.count("a", at(5)), Err(Duration::from_secs(1)));
        // A refused try does not count.
        assert_eq!(limit.count("a", at(6)), Ok(()));
        assert_eq!(limit.check(&"a", at(6)), Err(Duration::from_secs(6)));
        assert_eq!(limit.count("b", at(6)), Ok(()));
        // A minute later everything is over.
        for _ in 0..10 {
            assert_eq!(limit.count("a", at(66)), Ok(()));
        }
        assert!(limit.count("a", at(66)).is_err());
    }

    #[test]
    fn what_is_taken_back_was_not_done() {
        let mut limit = RateLimit::new(TEN_A_MINUTE);
        for _ in 0..10 {
            assert_eq!(limit.count("a", at(0)), Ok(()));
        }
        limit.take_back(&"a");
        limit.take_back(&"b");
        assert_eq!(limit.count("a", at(0)), Ok(()));
        assert!(limit.count("a", at(0)).is_err());
    }

    #[test]
    fn very_many_names_take_bounded_memory_and_free_nobody_who_did_much() {
        let mut limit = RateLimit::new(TEN_A_MINUTE);
        while limit.count(usize::MAX, at(0)).is_ok() {}
        for name in 0..RateLimit::<usize>::KEYS_MAX + 100 {
            assert_eq!(limit.count(name, at(0)), Ok(()));
        }
        assert_eq!(limit.empty_at.len(), RateLimit::<usize>::KEYS_MAX);
        assert!(limit.count(usize::MAX, at(0)).is_err());
    }
}
