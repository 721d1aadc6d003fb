//! Integers that hold all criteria of a pairing at once, the most important in the highest bits.

use std::fmt::Debug;

/// A signed integer for costs and for the prices of vertices in the search.
///
/// The caller bounds the width of its numbers (see `Layout`), so no operation overflows.
pub(super) trait Cost: Copy + Ord + Debug {
    /// Zero.
    const ZERO: Self;
    /// Number of bits, including the sign.
    const BITS: u32;

    /// Returns a count, shifted left by a number of bits.
    fn shifted(count: u32, bits: u32) -> Self;
    /// Returns the sum.
    fn plus(self, other: Self) -> Self;
    /// Returns the difference.
    fn minus(self, other: Self) -> Self;
    /// Returns half of an even number.
    fn half(self) -> Self;
}

impl Cost for i128 {
    const ZERO: Self = 0;
    const BITS: u32 = Self::BITS;

    fn shifted(count: u32, bits: u32) -> Self {
        Self::from(count).wrapping_shl(bits)
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    fn half(self) -> Self {
        self.wrapping_shr(1)
    }
}

/// Number of words of a [`Wide`].
const WORDS: usize = 16;

/// A number of 1024 bits, in two's complement, the highest word first.
///
/// For waiting rooms with players of dozens of different scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wide([u64; WORDS]);

impl Wide {
    fn is_negative(self) -> bool {
        self.0.first().is_some_and(|word| word.leading_zeros() == 0)
    }

    fn inverted(self) -> Self {
        Self(self.0.map(|word| !word))
    }

    /// Adds, with a carry into the lowest bit.
    fn added(self, other: Self, carry: bool) -> Self {
        let mut sum = self;
        let mut carry = carry;
        for (word, other) in sum.0.iter_mut().zip(other.0).rev() {
            let (first, overflows) = word.overflowing_add(other);
            let (second, overflows_too) = first.overflowing_add(u64::from(carry));
            *word = second;
            carry = overflows || overflows_too;
        }
        sum
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Cost for Wide {
    const ZERO: Self = Self([0; WORDS]);
    const BITS: u32 = 1024;

    fn shifted(count: u32, bits: u32) -> Self {
        let mut wide = Self::ZERO;
        let spread = u128::from(count).wrapping_shl(bits.wrapping_rem(64)).to_be_bytes();
        let (high, low) = spread.split_at(8);
        let word = |bytes: &[u8]| {
            bytes.iter().fold(0_u64, |word, byte| word.wrapping_shl(8) | u64::from(*byte))
        };
        let place = usize::try_from(bits.wrapping_div(64)).unwrap_or(WORDS);
        let mut from_lowest = wide.0.iter_mut().rev().skip(place);
        for part in [low, high] {
            if let Some(slot) = from_lowest.next() {
                *slot = word(part);
            }
        }
        wide
    }

    fn plus(self, other: Self) -> Self {
        self.added(other, false)
    }

    fn minus(self, other: Self) -> Self {
        self.added(other.inverted(), true)
    }

    fn half(self) -> Self {
        let mut half = self;
        let mut above = u64::from(self.is_negative());
        for word in &mut half.0 {
            let lowest = *word & 1;
            *word = word.wrapping_shr(1) | above.wrapping_shl(63);
            above = lowest;
        }
        half
    }
}

#[cfg(test)]
mod tests {
    use super::{Cost, Wide};
    use proptest::prelude::*;

    fn wide(number: i64) -> Wide {
        let magnitude = number.unsigned_abs();
        let high = u32::try_from(magnitude >> 32).unwrap();
        let low = u32::try_from(magnitude & 0xFFFF_FFFF).unwrap();
        let wide = Wide::shifted(high, 32).plus(Wide::shifted(low, 0));
        if number < 0 { Wide::ZERO.minus(wide) } else { wide }
    }

    proptest! {
        #[test]
        fn wide_numbers_are_numbers(a in -(1_i64 << 60)..1 << 60, b in -(1_i64 << 60)..1 << 60) {
            prop_assert_eq!(wide(a).plus(wide(b)), wide(a + b));
            prop_assert_eq!(wide(a).minus(wide(b)), wide(a - b));
            prop_assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            prop_assert_eq!(wide(a << 1).half(), wide(a));
        }

        #[test]
        fn a_shift_is_a_doubling_repeated(count in any::<u32>(), bits in 0_u32..900) {
            let doubled = (0..bits).fold(Wide::shifted(count, 0), |wide, _| wide.plus(wide));
            prop_assert_eq!(Wide::shifted(count, bits), doubled);
        }

        #[test]
        fn narrow_numbers_shift_alike(count in any::<u32>(), bits in 0_u32..90) {
            prop_assert_eq!(<i128 as Cost>::shifted(count, bits), i128::from(count) << bits);
        }
    }
}
