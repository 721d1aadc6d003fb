//! A symmetrical table of yes and no, a bit for each.

/// Which pairs of `n` things go together; nothing goes with itself.
#[derive(Debug, Clone)]
pub(in super::super) struct BitMatrix {
    words_per_row: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    /// Nothing goes with anything.
    pub(in super::super) fn new(n: usize) -> Self {
        let words_per_row = n.div_ceil(64);
        Self { words_per_row, words: vec![0; words_per_row * n] }
    }

    /// Whether two go together.
    pub(in super::super) fn has(&self, u: usize, v: usize) -> bool {
        self.words[u * self.words_per_row + v / 64] & bit(v) != 0
    }

    /// Puts two together.
    pub(in super::super) fn set(&mut self, u: usize, v: usize) {
        self.words[u * self.words_per_row + v / 64] |= bit(v);
        self.words[v * self.words_per_row + u / 64] |= bit(u);
    }

    /// Takes two apart.
    pub(in super::super) fn clear(&mut self, u: usize, v: usize) {
        self.words[u * self.words_per_row + v / 64] &= !bit(v);
        self.words[v * self.words_per_row + u / 64] &= !bit(u);
    }

    /// All that go with one, in order.
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

    /// The table of some of the things, numbered by their places.
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
