//! Moves as people write them.
//!
//! A quiet move is `32-28`, a capture `46x37` (Frisian rules art. 22). Where several captures
//! share start and end but take different pieces, all landing squares are written:
//! `50x33x17x26x48`. Read are also parts of the way, captured squares in place of landing squares,
//! either separator, blanks and leading zeros, and a bare `x` for the only legal capture.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::rays::{DIAGONALS, DIRECTIONS, NEXT, NONE, RAY, nearest};
use crate::{IllegalMove, Move, MoveText, Position, Role, Square, SquareError, Variant};

impl Position {
    /// Writes a legal move: short unless another legal capture has the same start and end, then
    /// with all its landing squares.
    #[must_use]
    pub fn notation(&self, mv: &Move) -> String {
        if !mv.is_capture() {
            return mv.to_string();
        }
        let is_ambiguous = self
            .legal_moves()
            .iter()
            .any(|other| other.from() == mv.from() && other.to() == mv.to() && other != mv);
        if is_ambiguous { self.full_notation(mv) } else { mv.to_string() }
    }

    /// Writes a move with all its landing squares: `36x27x16x7`.
    ///
    /// Where a capture goes straight on, the landing square is the one behind the captured piece.
    /// Of several ways the first in ascending order is written. A move that this position cannot
    /// reach is written short.
    #[must_use]
    pub fn full_notation(&self, mv: &Move) -> String {
        let Some(path) = Paths::new(self, mv).first() else {
            return mv.to_string();
        };
        let mut text = mv.from().to_string();
        for square in path {
            text.push('x');
            text.push_str(&square.to_string());
        }
        text
    }

    /// Returns the legal moves with this start and end that agree with the squares between.
    ///
    /// `via` is a part of a way, in its order; if no capture has such a way, it is a set of
    /// captured squares. Several moves can agree; without `via` all with this start and end do.
    #[must_use]
    pub fn moves_matching(&self, from: Square, to: Square, via: &[Square]) -> Vec<Move> {
        let mut moves: Vec<Move> = self
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.from() == from && mv.to() == to)
            .collect();
        if via.is_empty() {
            return moves;
        }
        moves.retain(Move::is_capture);
        let passes = |mv: &Move| self.passes(mv, via);
        let on_the_way: Vec<Move> = moves.iter().copied().filter(passes).collect();
        if !on_the_way.is_empty() {
            return on_the_way;
        }
        moves.retain(|mv| via.iter().all(|&square| mv.captured().contains(square)));
        // Of moves that take all the squares, one that takes no other is meant.
        let exact = |mv: &&Move| via.iter().copied().collect::<crate::Bitboard>() == mv.captured();
        match moves.iter().find(exact) {
            Some(&mv) => vec![mv],
            None => moves,
        }
    }

    /// Tells whether a capture, legal or not, can land on these squares in this order.
    pub(crate) fn passes(&self, mv: &Move, via: &[Square]) -> bool {
        Paths::new(self, mv).passes(via)
    }

    /// Reads a typed move and finds the legal move that it means.
    ///
    /// # Errors
    ///
    /// [`ParseMoveError`] tells whether the text is no move, the move not legal, or not clear.
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("x") {
            let moves = self.legal_moves();
            return match moves.as_slice() {
                [mv] if mv.is_capture() => Ok(*mv),
                [] => Err(ParseMoveError::NoCapture),
                [mv, ..] if !mv.is_capture() => Err(ParseMoveError::NoCapture),
                _ => Err(ParseMoveError::Ambiguous { candidates: moves.into_iter().collect() }),
            };
        }
        let claimed: MoveText = text.parse()?;
        let moves = self.moves_matching(claimed.from, claimed.to, &claimed.via);
        match moves.as_slice() {
            [mv] => Ok(*mv),
            [] => Err(ParseMoveError::Illegal(self.explain_illegal(&claimed))),
            _ => Err(ParseMoveError::Ambiguous { candidates: moves }),
        }
    }
}

impl core::str::FromStr for MoveText {
    type Err = ParseMoveError;

    /// Reads squares joined by `-`, `x`, `X`, `×` or `:`, at least two.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        /// Longer than any move: a capture takes at most twenty pieces.
        const SQUARES_MAX: usize = 24;
        let mut squares = Vec::new();
        for part in text.split(['-', 'x', 'X', '×', ':']) {
            let part = part.trim();
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number || squares.len() == SQUARES_MAX {
                return Err(ParseMoveError::NotAMove);
            }
            let number: u32 = part.parse().unwrap_or(u32::MAX);
            squares.push(Square::try_from(number)?);
        }
        match squares.as_slice() {
            [from, via @ .., to] => Ok(Self::with_via(*from, *to, via.to_vec())),
            _ => Err(ParseMoveError::NotAMove),
        }
    }
}

/// Why a text is not a move of the position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseMoveError {
    /// The text does not look like a move.
    #[error("not a move: two or more squares joined by - or x are expected")]
    NotAMove,
    /// A number is no square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The move is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A bare `x`, but there is nothing to capture.
    #[error("no capture is possible")]
    NoCapture,
    /// Several captures fit, and they take different pieces.
    #[error("{} captures fit, the squares between are needed", candidates.len())]
    Ambiguous {
        /// The captures that fit.
        candidates: Vec<Move>,
    },
}

/// The ways of one capture over the board.
struct Paths {
    from: u32,
    to: u32,
    captured: u64,
    occupied: u64,
    directions: usize,
    is_king: bool,
    /// States that lead nowhere, so that hopeless ways are walked once.
    dead: BTreeSet<(u64, usize, usize)>,
}

impl Paths {
    fn new(position: &Position, mv: &Move) -> Self {
        let board = position.board();
        let from = mv.from().bit();
        Self {
            from,
            to: mv.to().bit(),
            captured: mv.captured().bits(),
            occupied: board.occupied().bits() & !(1 << from),
            directions: match position.variant() {
                Variant::International => DIAGONALS,
                Variant::Frisian => DIRECTIONS,
            },
            is_king: board.piece_at(mv.from()).is_some_and(|piece| piece.role == Role::King),
            dead: BTreeSet::new(),
        }
    }

    const fn start(&self) -> State {
        let (at, left) = (self.from, self.captured);
        State { at, left, came: DIRECTIONS, straight: true, told: 0 }
    }

    /// Returns the landing squares of the first way in ascending order, the last being the end.
    fn first(&mut self) -> Option<Vec<Square>> {
        let mut path = Vec::new();
        let start = self.start();
        self.walk(start, &[], &mut path).then_some(path)
    }

    /// Tells whether some way lands on these squares in this order.
    fn passes(&mut self, via: &[Square]) -> bool {
        let start = self.start();
        self.walk(start, via, &mut Vec::new())
    }

    fn walk(&mut self, state: State, via: &[Square], path: &mut Vec<Square>) -> bool {
        if state.left == 0 {
            return state.at == self.to && state.told == via.len();
        }
        let arrival = state.came * 2 + usize::from(state.straight);
        let key = (state.left | u64::from(state.at) << 54, arrival, state.told);
        if self.dead.contains(&key) {
            return false;
        }
        for next in self.landings(state, via) {
            path.push(Square::from_bit(next.at));
            if self.walk(next, via, path) {
                return true;
            }
            path.pop();
        }
        self.dead.insert(key);
        false
    }

    /// The squares where the next capture can land, ascending.
    fn landings(&self, state: State, via: &[Square]) -> Vec<State> {
        let mut landings = Vec::new();
        for direction in 0..self.directions {
            // A written way that goes straight on lands right behind the captured piece.
            let is_late = via.is_empty() && direction == state.came && !state.straight;
            if direction ^ 1 == state.came || is_late {
                continue;
            }
            let victim = if self.is_king {
                let blockers = RAY[direction][state.at as usize] & self.occupied;
                if blockers == 0 {
                    continue;
                }
                nearest(direction, blockers)
            } else {
                u32::from(NEXT[direction][state.at as usize])
            };
            if state.left >> victim & 1 == 0 {
                continue;
            }
            let left = state.left & !(1 << victim);
            let mut landing = NEXT[direction][victim as usize];
            let mut straight = true;
            while landing != NONE && self.occupied >> landing & 1 == 0 {
                let at = u32::from(landing);
                let is_told = via.get(state.told).is_some_and(|square| square.bit() == at);
                let told = state.told + usize::from(is_told);
                landings.push(State { at, left, came: direction, straight, told });
                straight = false;
                if !self.is_king {
                    break;
                }
                landing = NEXT[direction][landing as usize];
            }
        }
        landings.sort_by_key(|next| next.at);
        landings
    }
}

#[derive(Clone, Copy)]
struct State {
    at: u32,
    /// Captured squares still to come.
    left: u64,
    /// The direction of the last capture.
    came: usize,
    /// Whether this is the first square behind the last captured piece.
    straight: bool,
    /// How many of the told squares have been passed.
    told: usize,
}
