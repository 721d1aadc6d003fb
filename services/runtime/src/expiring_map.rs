//! Values that were used lately.

use std::collections::BTreeMap;

/// Values by key, each with whether it was used since the last [`ExpiringMap::forget_unused`].
///
/// The owner calls that at regular intervals: a value that is not used for one interval, and at
/// most for two, is forgotten and has to be made again.
#[derive(Clone, Debug)]
pub struct ExpiringMap<K, V> {
    all: BTreeMap<K, Used<V>>,
}

#[derive(Clone, Debug)]
struct Used<V> {
    value: V,
    is_used: bool,
}

impl<K, V> Default for ExpiringMap<K, V> {
    fn default() -> Self {
        Self { all: BTreeMap::new() }
    }
}

impl<K: Ord, V> ExpiringMap<K, V> {
    /// Returns the value of `key`, which is used now.
    pub fn get(&mut self, key: &K) -> Option<&mut V> {
        let used = self.all.get_mut(key)?;
        used.is_used = true;
        Some(&mut used.value)
    }

    /// Returns the value of `key`, which is used now; `make` makes it when there is none.
    pub fn get_or_insert(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let used = self.all.entry(key).or_insert_with(|| Used { value: make(), is_used: true });
        used.is_used = true;
        &mut used.value
    }

    /// Returns the value of `key` without using it.
    #[must_use]
    pub fn peek(&self, key: &K) -> Option<&V> {
        self.all.get(key).map(|used| &used.value)
    }

    /// Returns every value by key, without using any.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.all.iter().map(|(key, used)| (key, &used.value))
    }

    /// Forgets the value of `key`.
    pub fn remove(&mut self, key: &K) {
        self.all.remove(key);
    }

    /// Forgets the values that were not used since the last call; returns how many.
    pub fn forget_unused(&mut self) -> usize {
        let before = self.all.len();
        self.all.retain(|_key, used| std::mem::take(&mut used.is_used));
        before - self.all.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(recent: &ExpiringMap<u8, &str>) -> Vec<u8> {
        recent.iter().map(|(key, _value)| *key).collect()
    }

    #[test]
    fn a_value_that_is_not_used_for_an_interval_is_forgotten() {
        let mut recent = ExpiringMap::default();
        for key in 1..=3 {
            recent.get_or_insert(key, || "made");
        }
        assert_eq!(recent.forget_unused(), 0);
        assert_eq!(recent.get(&1), Some(&mut "made"));
        assert_eq!(recent.get_or_insert(2, || "made anew"), &mut "made");
        // A look is no use.
        assert_eq!(recent.peek(&3), Some(&"made"));
        assert_eq!(recent.forget_unused(), 1);
        assert_eq!(keys(&recent), [1, 2]);
        assert_eq!(recent.get_or_insert(3, || "made anew"), &mut "made anew");
        assert_eq!((recent.forget_unused(), keys(&recent)), (2, vec![3]));
        assert_eq!((recent.forget_unused(), keys(&recent)), (1, vec![]));
    }
}
