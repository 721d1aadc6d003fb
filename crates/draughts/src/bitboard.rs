//! A set of squares in one machine word.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{BitAnd, BitOr, BitXor, Not, Sub};

use crate::Square;

/// A set of squares.
///
/// The order of sets is that of their ascending lists of squares: {1, 9} comes before {2}.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(u64);

impl Bitboard {
    /// The set without a square.
    pub const EMPTY: Self = Self(0);
    /// All fifty squares. Bits 10, 21, 32 and 43 are not squares: see [`Square`]'s layout.
    pub const ALL: Self = Self(((1 << 54) - 1) & !((1 << 10) | (1 << 21) | (1 << 32) | (1 << 43)));

    /// Makes a set of one square.
    #[must_use]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.bit())
    }

    /// Returns true if the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.bit()) != 0
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.bit();
    }

    /// Removes a square.
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.bit());
    }

    /// Returns true if the set has no square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the squares in ascending order.
    #[must_use]
    pub const fn squares(self) -> Squares {
        Squares(self.0)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u64) -> Self {
        debug_assert!(bits & !Self::ALL.0 == 0);
        Self(bits)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.squares()).finish()
    }
}

impl Ord for Bitboard {
    fn cmp(&self, other: &Self) -> Ordering {
        let difference = self.0 ^ other.0;
        if difference == 0 {
            return Ordering::Equal;
        }
        let first = difference & difference.wrapping_neg();
        let above = !(first | (first - 1));
        // The list with the first differing square comes first, unless the other list ends there.
        if self.0 & first != 0 {
            if other.0 & above == 0 { Ordering::Greater } else { Ordering::Less }
        } else if self.0 & above == 0 {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }
}

impl PartialOrd for Bitboard {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for Bitboard {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        self.squares()
    }
}

/// The squares of a [`Bitboard`] in ascending order.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::from_bit(self.0.trailing_zeros());
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}
