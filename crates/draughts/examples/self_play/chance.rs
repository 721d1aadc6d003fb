//! Random numbers, the same for the same seed (`SplitMix64`).

/// A generator of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Chance {
    /// Makes the generator of one game.
    pub(crate) fn new(seed: u64, game: usize) -> Self {
        let mut chance = Self(seed);
        for _ in 0..=game {
            chance = Self(chance.next());
        }
        chance
    }

    /// Returns an element of a slice, if it has any.
    pub(crate) fn choose<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let count = u64::try_from(from.len()).ok().filter(|&count| count > 0)?;
        from.get(usize::try_from(self.next() % count).ok()?)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
