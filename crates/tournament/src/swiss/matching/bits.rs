//! A symmetric matrix of bits.

/// A symmetric relation on `n` indices, none of which is related to itself.
#[derive(Debug, Clone)]
pub(in super::super) struct BitMatrix {
    words_per_row: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    /// Makes an empty relation.
    pub(in super::super) fn new(n: usize) -> Self {
        let words_per_row = n.div_ceil(64);
        Self { words_per_row, words: vec![0; words_per_row * n] }
    }

    /// Returns true if two indices are related.
    pub(in super::super) fn has(&self, u: usize, v: usize) -> bool {
        self.words[u * self.words_per_row + v / 64] & bit(v) != 0
    }

    /// Relates two indices.
    pub(in super::super) fn set(&mut self, u: usize, v: usize) {
        self.words[u * self.words_per_row + v / 64] |= bit(v);
        self.words[v * self.words_per_row + u / 64] |= bit(u);
    }

    /// Removes the relation of two indices.
    pub(in super::super) fn clear(&mut self, u: usize, v: usize) {
        self.words[u * self.words_per_row + v / 64] &= !bit(v);
        self.words[v * self.words_per_row + u / 64] &= !bit(u);
    }

    /// Returns the indices related to one, in order.
    pub(in super::super) fn row(&self, u: usize) -> impl Iterator<Item = usize> + '_ {
        let words = &self.words[u * self.words_per_row..(u + 1) * self.words_per_row];
        words.iter().enumerate().flat_map(|(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let v = usize::try_from(rest.trailing_zeros()).ok()?;
                rest &= rest.wrapping_sub(1);
                (v < 64).then(|| place * 64 + v)
            })
        })
    }

    /// Returns the relation on some of the indices, renumbered by their position in `kept`.
    pub(in super::super) fn among(&self, kept: &[usize]) -> Self {
        let mut table = Self::new(kept.len());
        for (place, &u) in kept.iter().enumerate() {
            for (other, &v) in kept.iter().enumerate().skip(place + 1) {
                if self.has(u, v) {
                    table.set(place, other);
                }
            }
        }
        table
    }
}

fn bit(v: usize) -> u64 {
    1 << (v % 64)
}
