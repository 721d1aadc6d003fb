//! The pieces as a board can tell them.

use draughts::{Bitboard, Board, Color, Move, Square};

use crate::Capability;

/// The pieces on the dark squares as a board can tell them. Crowns are left out: one that is
/// missing does not make another move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sensed {
    /// The occupied squares.
    Occupied(Bitboard),
    /// The squares of White and of Black.
    Sides([Bitboard; 2]),
}

pub(crate) const fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

impl Sensed {
    /// Returns a position as a board of this capability senses it.
    pub(crate) fn of(board: &Board, capability: Capability) -> Self {
        match capability {
            Capability::Occupancy => Self::Occupied(board.occupied()),
            Capability::Colour | Capability::ColourAndCrown => {
                Self::Sides(Color::BOTH.map(|color| board.side(color)))
            }
        }
    }

    /// Returns a position as the board of another picture senses it.
    pub(crate) fn like(board: &Board, other: Self) -> Self {
        match other {
            Self::Occupied(_) => Self::of(board, Capability::Occupancy),
            Self::Sides(_) => Self::of(board, Capability::Colour),
        }
    }

    /// Returns the board after a move of a side.
    pub(crate) fn after(self, mover: Color, mv: &Move) -> Self {
        let (from, to) = (Bitboard::from_square(mv.from()), Bitboard::from_square(mv.to()));
        match self {
            Self::Occupied(occupied) => Self::Occupied((occupied - mv.captured() - from) | to),
            Self::Sides(mut sides) => {
                let (own, other) = (index(mover), index(mover.other()));
                sides[own] = (sides[own] - from) | to;
                sides[other] -= mv.captured();
                Self::Sides(sides)
            }
        }
    }

    /// Returns the board with some squares as another board has them.
    pub(crate) fn with(self, squares: Bitboard, other: Self) -> Self {
        let mix = |here: Bitboard, there: Bitboard| (here - squares) | (there & squares);
        match (self, other) {
            (Self::Occupied(here), Self::Occupied(there)) => Self::Occupied(mix(here, there)),
            (Self::Sides(here), Self::Sides(there)) => {
                Self::Sides([mix(here[0], there[0]), mix(here[1], there[1])])
            }
            (Self::Occupied(_), Self::Sides(_)) | (Self::Sides(_), Self::Occupied(_)) => self,
        }
    }

    /// Returns true if so many plies could lead from here to a board: a ply fills at most one
    /// square, with a piece of its own side.
    pub(crate) fn could_reach(self, target: Self, plies: u32, turn: Color) -> bool {
        match (self, target) {
            (Self::Occupied(here), Self::Occupied(there)) => (there - here).count() <= plies,
            (Self::Sides(here), Self::Sides(there)) => Color::BOTH.into_iter().all(|color| {
                let own = if color == turn { plies.div_ceil(2) } else { plies / 2 };
                (there[index(color)] - here[index(color)]).count() <= own
            }),
            (Self::Occupied(_), Self::Sides(_)) | (Self::Sides(_), Self::Occupied(_)) => false,
        }
    }

    /// Returns true if all pieces of another board stand here too.
    pub(crate) fn has_all_of(self, other: Self) -> bool {
        match (self, other) {
            (Self::Occupied(here), Self::Occupied(there)) => (there - here).is_empty(),
            (Self::Sides(here), Self::Sides(there)) => {
                (there[0] - here[0]).is_empty() && (there[1] - here[1]).is_empty()
            }
            (Self::Occupied(_), Self::Sides(_)) | (Self::Sides(_), Self::Occupied(_)) => false,
        }
    }

    /// Returns true if another board lacks one of these pieces and is the same otherwise.
    pub(crate) fn is_without_one(self, other: Self) -> bool {
        let differences = self.differences(other);
        differences.count() == 1 && (other.occupied() & differences).is_empty()
    }

    /// Returns the number of squares on which two boards differ.
    pub(crate) fn distance(self, other: Self) -> u32 {
        self.differences(other).count()
    }

    /// Returns the squares on which two boards differ.
    pub(crate) fn differences(self, other: Self) -> Bitboard {
        match (self, other) {
            (Self::Occupied(here), Self::Occupied(there)) => here ^ there,
            (Self::Sides(here), Self::Sides(there)) => (here[0] ^ there[0]) | (here[1] ^ there[1]),
            (Self::Occupied(_), Self::Sides(_)) | (Self::Sides(_), Self::Occupied(_)) => {
                Bitboard::ALL
            }
        }
    }

    /// Returns the occupied squares.
    pub(crate) fn occupied(self) -> Bitboard {
        match self {
            Self::Occupied(occupied) => occupied,
            Self::Sides(sides) => sides[0] | sides[1],
        }
    }

    /// Returns true if a piece of this side may stand on a square.
    pub(crate) fn may_hold(self, square: Square, color: Color) -> bool {
        match self {
            Self::Occupied(occupied) => occupied.contains(square),
            Self::Sides(sides) => sides[index(color)].contains(square),
        }
    }
}
