//! Lots drawn from a seed, so that anyone can repeat the draw.
//!
//! The generator is `SplitMix64`, all arithmetic modulo 2^64. Its state begins as the seed. A draw
//! adds `9E3779B97F4A7C15` to the state, and with `z` = state:
//!
//! ```text
//! z = (z xor (z >> 30)) * BF58476D1CE4E5B9
//! z = (z xor (z >> 27)) * 94D049BB133111EB
//! draw = z xor (z >> 31)
//! ```
//!
//! A number below `n` is the draw modulo `n`; draws of the last, incomplete run of `n` (from 2^64 -
//! 2^64 mod n upwards) are rejected, so that every number is equally likely. A list is shuffled by
//! Fisher and Yates from its end: for the indices i = last … 1 the entry at i changes places with
//! the one at an index drawn below i + 1.

/// A drawing of lots: the same seed gives the same lots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lots {
    state: u64,
}

impl Lots {
    /// Begins a drawing. The seed has to be recorded: nothing else is needed to repeat the draw.
    pub fn from_seed(seed: u64) -> Self {
        Self { state: seed }
    }

    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Draws a number from 0 to `n` - 1, each equally likely; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        // 2^64 mod n, without leaving 64 bits.
        let Some(excess) = n.wrapping_neg().checked_rem(n) else { return 0 };
        loop {
            let drawn = self.draw();
            if drawn <= u64::MAX.wrapping_sub(excess) {
                return drawn.checked_rem(n).unwrap_or_default();
            }
        }
    }

    /// Shuffles a list: every order is equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in (1..list.len()).rev() {
            let choices = u64::try_from(place).unwrap_or(u64::MAX).saturating_add(1);
            let other = usize::try_from(self.below(choices)).unwrap_or(place);
            list.swap(place, other);
        }
    }

    /// Tosses for the first of two, for instance for White.
    pub fn first_of<T>(&mut self, one: T, other: T) -> (T, T) {
        if self.below(2) == 0 { (one, other) } else { (other, one) }
    }
}
