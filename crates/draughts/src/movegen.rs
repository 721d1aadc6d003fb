//! Which moves a position allows.
//!
//! Captures are searched piece by piece; captured pieces stay on the board until the move is
//! complete (Frisian rules art. 14), none is jumped twice (art. 13), and a capture goes on as long
//! as it can because only the most valuable ones are kept (art. 11).

use std::collections::BTreeSet;

use crate::rays::{DIAGONALS, DIRECTIONS, KING_ROW, NEXT, NONE, RAY, SQUARES, nearest, shift};
use crate::{Bitboard, Color, Move, MoveList, Position, Square, Variant};

/// After so many steps the search for one piece's captures remembers where it has been.
///
/// Ordinary captures never get here. With twenty pieces to take, the ways to order them are too
/// many to walk, the states they pass through are not.
const STEPS_WITHOUT_MEMORY: u32 = 1 << 12;

/// The quiet moves in a row that one king may make while its side has a man (art. 17).
pub(crate) const KING_MOVES_IN_A_ROW_MAX: u8 = 3;

/// A position seen from the side to move.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) color: Color,
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    pub(crate) kings: u64,
    pub(crate) directions: usize,
    /// The own king that may make no quiet move (art. 17), or nothing.
    pub(crate) blocked: u64,
}

impl View {
    pub(crate) fn new(position: &Position) -> Self {
        let color = position.turn();
        let board = position.board();
        Self {
            color,
            own: board.side(color).bits(),
            enemy: board.side(color.other()).bits(),
            kings: board.all_kings().bits(),
            directions: match position.variant() {
                Variant::International => DIAGONALS,
                Variant::Frisian => DIRECTIONS,
            },
            blocked: position.blocked_king().map_or(0, |square| 1 << square.bit()),
        }
    }

    pub(crate) const fn empty(&self) -> u64 {
        SQUARES & !(self.own | self.enemy)
    }

    const fn forward(&self) -> [usize; 2] {
        match self.color {
            Color::White => [0, 2],
            Color::Black => [1, 3],
        }
    }

    /// Men that can begin a capture.
    fn capturing_men(&self) -> u64 {
        let empty = self.empty();
        let mut men = 0;
        for direction in 0..self.directions {
            let opposite = direction ^ 1;
            men |= shift(opposite, self.enemy & shift(opposite, empty));
        }
        men & self.own & !self.kings
    }

    /// Quiet destinations of a king, whatever the rules oblige to.
    pub(crate) fn king_slides(&self, bit: u32) -> u64 {
        let occupied = self.own | self.enemy;
        let mut slides = 0;
        for (direction, rays) in RAY.iter().enumerate().take(DIAGONALS) {
            let ray = rays[bit as usize];
            let blockers = ray & occupied;
            slides |= if blockers == 0 {
                ray
            } else {
                let first = nearest(direction, blockers);
                ray & !rays[first as usize] & !(1 << first)
            };
        }
        slides
    }

    /// Quiet destinations of a man, whatever the rules oblige to.
    pub(crate) fn man_steps(&self, bit: u32) -> u64 {
        let [left, right] = self.forward();
        (shift(left, 1 << bit) | shift(right, 1 << bit)) & self.empty()
    }

    fn quiet(&self, list: &mut MoveList) {
        let mut movers = self.own & !self.blocked;
        while movers != 0 {
            let from = movers.trailing_zeros();
            movers &= movers - 1;
            let mut to = if self.kings >> from & 1 != 0 {
                self.king_slides(from)
            } else {
                self.man_steps(from)
            };
            while to != 0 {
                list.push(to_move(from, to.trailing_zeros(), 0));
                to &= to - 1;
            }
        }
    }

    fn count_quiet(&self) -> u64 {
        let men = self.own & !self.kings;
        let empty = self.empty();
        let [left, right] = self.forward();
        let mut count =
            (shift(left, men) & empty).count_ones() + (shift(right, men) & empty).count_ones();
        let mut kings = self.own & self.kings & !self.blocked;
        while kings != 0 {
            count += self.king_slides(kings.trailing_zeros()).count_ones();
            kings &= kings - 1;
        }
        u64::from(count)
    }

    /// Walks all captures of the piece on `from` and shows each square where one may stand.
    pub(crate) fn walk_captures(&self, from: u32, visitor: &mut impl Visitor) {
        let is_king = self.kings >> from & 1 != 0;
        let mut walk = Walk {
            view: self,
            visitor,
            occupied: (self.own | self.enemy) & !(1 << from),
            steps: 0,
            seen: BTreeSet::new(),
        };
        if is_king {
            walk.king(from, 0, DIRECTIONS, true);
        } else {
            walk.man(from, 0, DIRECTIONS);
        }
    }

    /// The worth of a capture: the more the better, and equal only for equal worth.
    ///
    /// International: the number of pieces. Frisian: a king is worth more than one man and less
    /// than two, several kings less than twice as many men and more than one man fewer (art. 11);
    /// of equal captures the king's goes first (art. 12).
    pub(crate) fn worth(&self, from: u32, captured: u64) -> u32 {
        let pieces = captured.count_ones();
        if self.directions == DIAGONALS {
            return pieces;
        }
        let kings = (captured & self.kings).count_ones();
        let by_king = (self.kings >> from & 1) as u32;
        (pieces + kings) << 7 | (63 - kings) << 1 | by_king
    }

    pub(crate) fn capturers(&self) -> u64 {
        self.capturing_men() | (self.own & self.kings)
    }

    fn captures(&self, list: &mut MoveList) {
        let mut best = Best { view: self, list, from: 0, worth: 0 };
        let mut capturers = self.capturers();
        while capturers != 0 {
            best.from = capturers.trailing_zeros();
            capturers &= capturers - 1;
            self.walk_captures(best.from, &mut best);
        }
    }
}

/// Sees every square that a capture passes with what it has captured on the way there.
pub(crate) trait Visitor {
    fn visit(&mut self, at: u32, captured: u64);
}

/// Keeps the captures of the greatest worth.
struct Best<'a> {
    view: &'a View,
    list: &'a mut MoveList,
    from: u32,
    worth: u32,
}

impl Visitor for Best<'_> {
    fn visit(&mut self, at: u32, captured: u64) {
        let worth = self.view.worth(self.from, captured);
        if worth < self.worth {
            return;
        }
        if worth > self.worth {
            self.worth = worth;
            self.list.clear();
        }
        self.list.push(to_move(self.from, at, captured));
    }
}

struct Walk<'a, V> {
    view: &'a View,
    visitor: &'a mut V,
    /// All pieces but the moving one; captured pieces stay.
    occupied: u64,
    steps: u32,
    seen: BTreeSet<u64>,
}

impl<V: Visitor> Walk<'_, V> {
    /// Tells whether the walk has been here with the same captures.
    ///
    /// Where it came from does not matter: going back meets the piece just taken.
    fn is_repeated(&mut self, at: u32, captured: u64) -> bool {
        self.steps += 1;
        self.steps > STEPS_WITHOUT_MEMORY && !self.seen.insert(captured | u64::from(at) << 54)
    }

    fn man(&mut self, at: u32, captured: u64, came: usize) {
        for (direction, next) in NEXT.iter().enumerate().take(self.view.directions) {
            if direction ^ 1 == came {
                continue;
            }
            let victim = next[at as usize];
            if (self.view.enemy & !captured) >> victim & 1 == 0 {
                continue;
            }
            let landing = next[victim as usize];
            if landing == NONE || self.occupied >> landing & 1 != 0 {
                continue;
            }
            let captured = captured | 1 << victim;
            if self.is_repeated(u32::from(landing), captured) {
                continue;
            }
            self.visitor.visit(u32::from(landing), captured);
            self.man(u32::from(landing), captured, direction);
        }
    }

    /// `straight` tells whether this is the first square behind the last captured piece: the
    /// capture goes straight on from there only, the squares behind it would repeat it.
    fn king(&mut self, at: u32, captured: u64, came: usize, straight: bool) {
        for direction in 0..self.view.directions {
            if direction ^ 1 == came || (direction == came && !straight) {
                continue;
            }
            let blockers = RAY[direction][at as usize] & self.occupied;
            if blockers == 0 {
                continue;
            }
            let victim = nearest(direction, blockers);
            if (self.view.enemy & !captured) >> victim & 1 == 0 {
                continue;
            }
            let captured = captured | 1 << victim;
            let mut landing = NEXT[direction][victim as usize];
            let mut straight = true;
            while landing != NONE && self.occupied >> landing & 1 == 0 {
                if !self.is_repeated(u32::from(landing), captured) {
                    self.visitor.visit(u32::from(landing), captured);
                    self.king(u32::from(landing), captured, direction, straight);
                }
                straight = false;
                landing = NEXT[direction][landing as usize];
            }
        }
    }
}

/// Makes a move of bits.
pub(crate) const fn to_move(from: u32, to: u32, captured: u64) -> Move {
    Move::new(Square::from_bit(from), Square::from_bit(to), Bitboard::from_bits(captured))
}

/// Fills the list with the legal moves, each once; quiet moves come in ascending order of their
/// start, captures fully sorted.
pub(crate) fn legal_moves(view: &View, list: &mut MoveList) {
    list.clear();
    view.captures(list);
    if list.is_empty() {
        view.quiet(list);
    } else {
        list.sort_and_dedup();
    }
}

/// Counts the legal moves; the list is working memory.
pub(crate) fn count_legal_moves(view: &View, list: &mut MoveList) -> u64 {
    list.clear();
    view.captures(list);
    if list.is_empty() {
        view.count_quiet()
    } else {
        list.sort_and_dedup();
        list.len() as u64
    }
}

/// Tells whether a piece of this side on this square stands on its king row.
pub(crate) const fn is_on_king_row(color: Color, square: Square) -> bool {
    KING_ROW[color.index()] >> square.bit() & 1 != 0
}
