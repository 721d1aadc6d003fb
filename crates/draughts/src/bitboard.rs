//! A set of squares in one machine word.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::Square;

/// A set of squares.
///
/// The order of sets is that of their ascending lists of squares: {1, 9} comes before {2}.
///
/// ```
/// use draughts::{Bitboard, Position, Square};
///
/// let board = *Position::default().board();
/// let last_row: Bitboard = (46..=50).filter_map(|number| Square::new(number).ok()).collect();
/// assert_eq!((board.occupied() & last_row).count(), 5);
/// assert!((board.occupied() - last_row).contains(Square::S31));
/// assert_eq!(last_row.to_string(), "46,47,48,49,50");
/// ```
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

    /// Returns the set as a word, for tables and algorithms of the caller.
    ///
    /// Square `n` is bit `n - 1 + (n - 1) / 10`: one bit after every second row is unused, so that
    /// the diagonal neighbours of every square are 5 and 6 bits away.
    ///
    /// ```
    /// use draughts::{Bitboard, Square};
    ///
    /// let set = Bitboard::from_square(Square::S28);
    /// assert_eq!(set.bits(), 1 << 29);
    /// assert_eq!(Bitboard::from_bits(set.bits() >> 6), Some(Bitboard::from_square(Square::S22)));
    /// assert_eq!(Bitboard::from_bits(1 << 10), None);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set of a word as [`Bitboard::bits`] gives it; `None` if a bit is not a square.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// Returns the squares as they are seen from the other side of the board: 1 becomes 50.
    #[must_use]
    pub const fn flip(self) -> Self {
        // The unused bits lie symmetrically.
        Self(self.0.reverse_bits() >> 10)
    }

    /// Makes the set of a word whose bits are squares.
    pub(crate) const fn of_bits(bits: u64) -> Self {
        debug_assert!(bits & !Self::ALL.0 == 0);
        Self(bits)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.squares()).finish()
    }
}

/// Writes the squares in ascending order, with commas between them.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.squares().enumerate() {
            write!(f, "{}{square}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
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

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl SubAssign for Bitboard {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(squares);
        set
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
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

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let last = self.0.checked_ilog2()?;
        self.0 ^= 1 << last;
        Some(Square::from_bit(last))
    }
}

impl ExactSizeIterator for Squares {}
