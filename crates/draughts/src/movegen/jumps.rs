//! The captures of all men at once.

use super::side::Rules;
use crate::rays::DIRECTIONS;

/// Squares of a row from which one can capture to the west, and to the east.
const WEST: u64 = in_every_row(0b1_1100);
const EAST: u64 = in_every_row(0b0_0111);

const fn in_every_row(row: u64) -> u64 {
    let mut rows = 0;
    let mut index = 0;
    while index < 10 {
        rows |= row << (index * 5 + index / 2);
        index += 1;
    }
    rows
}

/// Repeats a block for each direction that pieces capture in, with the direction as a constant:
/// shifts by a constant make counting fast.
macro_rules! each_direction {
    ($rules:ty, $direction:ident, $block:block) => {
        $crate::movegen::each_direction!(@ $direction, $block, 0 1 2 3);
        if <$rules>::FRISIAN {
            $crate::movegen::each_direction!(@ $direction, $block, 4 5 6 7);
        }
    };
    (@ $direction:ident, $block:block, $($number:literal)*) => {
        $({
            let $direction: usize = $number;
            $block
        })*
    };
}
pub(crate) use each_direction;

/// For each direction the squares from which a man could capture: an enemy piece is the neighbour
/// and the square behind it is empty. Bits that are not squares may be set.
#[derive(Clone, Copy)]
pub(crate) struct Jumps([u64; DIRECTIONS]);

impl Jumps {
    #[inline(always)]
    pub(crate) fn new<R: Rules>(enemy: u64, empty: u64) -> Self {
        let straight = if R::FRISIAN {
            [
                enemy << 11 & empty << 22,
                enemy >> 11 & empty >> 22,
                enemy << 1 & empty << 2 & WEST,
                enemy >> 1 & empty >> 2 & EAST,
            ]
        } else {
            [0; 4]
        };
        Self([
            enemy << 6 & empty << 12,
            enemy >> 6 & empty >> 12,
            enemy << 5 & empty << 10,
            enemy >> 5 & empty >> 10,
            straight[0],
            straight[1],
            straight[2],
            straight[3],
        ])
    }

    /// Returns the squares from which a man could capture in some direction.
    #[inline(always)]
    pub(crate) const fn any<R: Rules>(&self) -> u64 {
        let [a, b, c, d, e, f, g, h] = self.0;
        let diagonal = a | b | c | d;
        if R::FRISIAN { diagonal | e | f | g | h } else { diagonal }
    }

    /// Returns the enemy pieces with an empty square next to them on the far side, in some
    /// direction in which they could be captured.
    #[inline(always)]
    pub(crate) fn exposed<R: Rules>(&self) -> u64 {
        let mut exposed = 0;
        each_direction!(R, direction, {
            exposed |= step(direction, self.0[direction]);
        });
        exposed
    }

    /// Returns the squares from which a man could capture after a capture in this direction: it
    /// does not turn back over the piece that it has just taken.
    #[inline(always)]
    pub(crate) fn after<R: Rules>(&self, came: usize) -> u64 {
        let mut squares = 0;
        each_direction!(R, direction, {
            if direction != came ^ 1 {
                squares |= self.0[direction];
            }
        });
        squares
    }

    /// Returns the squares among `squares` from which a man could capture in this direction.
    #[inline(always)]
    pub(crate) const fn from(&self, direction: usize, squares: u64) -> u64 {
        self.0[direction] & squares
    }

    /// Returns the landing squares of the captures from these squares.
    #[inline(always)]
    pub(crate) fn landings<R: Rules>(&self, squares: u64) -> u64 {
        let mut landings = 0;
        each_direction!(R, direction, {
            landings |= leap(direction, self.from(direction, squares));
        });
        landings
    }
}

impl Jumps {
    /// Returns the squares among `squares` from which a man could capture twice.
    #[inline(always)]
    pub(crate) fn twice<R: Rules>(&self, squares: u64) -> u64 {
        let any = self.any::<R>();
        let mut twice = 0;
        each_direction!(R, direction, {
            twice |= self.from(direction, squares) & leap(direction ^ 1, any);
        });
        twice
    }
}

/// Moves squares one step; only for steps that stay on the board.
#[inline(always)]
pub(crate) const fn step(direction: usize, squares: u64) -> u64 {
    match direction {
        0 => squares >> 6,
        1 => squares << 6,
        2 => squares >> 5,
        3 => squares << 5,
        4 => squares >> 11,
        5 => squares << 11,
        6 => squares >> 1,
        _ => squares << 1,
    }
}

/// Moves squares two steps; only for steps that stay on the board.
#[inline(always)]
pub(crate) const fn leap(direction: usize, squares: u64) -> u64 {
    step(direction, step(direction, squares))
}
