//! The generation of legal moves.

pub(crate) mod best;
mod jumps;
mod routes;
mod side;
mod walk;
mod ways;

pub(crate) use best::{Best, Capture, Nothing, Sink};
pub(crate) use jumps::{Jumps, each_direction, leap, step};
pub(crate) use routes::Routes;
pub(crate) use side::{Black, Frisian, International, Rules, Side, White};
pub(crate) use walk::{Capturer, Visitor};
pub(crate) use ways::Ways;

use crate::rays::{KING_ROW, LINES, SQUARES, blocker, count_open_diagonals, open};
use crate::{Bitboard, Color, Move, MoveList, Square, Variant};

/// The largest number of quiet moves in a row by one king while its side has a man (art. 17).
pub(crate) const KING_MOVES_IN_A_ROW_MAX: u8 = 3;

/// A position from the side to move.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub(crate) color: Color,
    pub(crate) variant: Variant,
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    pub(crate) kings: u64,
    /// The own king that may make no quiet move (art. 17), or 0.
    pub(crate) blocked: u64,
}

impl View {
    /// Makes the view of a side by its type.
    #[inline(always)]
    pub(crate) const fn of<S: Side, R: Rules>(
        own: u64,
        enemy: u64,
        kings: u64,
        blocked: u64,
    ) -> Self {
        let variant = if R::FRISIAN { Variant::Frisian } else { Variant::International };
        Self { color: S::COLOR, variant, own, enemy, kings, blocked }
    }

    pub(crate) const fn empty(&self) -> u64 {
        SQUARES & !(self.own | self.enemy)
    }

    /// Returns the quiet destinations of a king, without regard to obligatory captures.
    #[inline]
    pub(crate) const fn king_slides(&self, bit: u32) -> u64 {
        let empty = self.empty();
        open(0, bit, empty) | open(1, bit, empty) | open(2, bit, empty) | open(3, bit, empty)
    }

    /// Returns the quiet destinations of a man, without regard to obligatory captures.
    pub(crate) const fn man_steps(&self, bit: u32) -> u64 {
        let man = 1 << bit;
        let steps = match self.color {
            Color::White => man >> 6 | man >> 5,
            Color::Black => man << 6 | man << 5,
        };
        steps & self.empty()
    }

    /// Returns the number of quiet moves.
    #[inline]
    pub(crate) fn count_quiet(&self) -> u64 {
        let (men, empty) = (self.own & !self.kings, self.empty());
        let [left, right] = match self.color {
            Color::White => [men >> 5, men >> 6],
            Color::Black => [men << 5, men << 6],
        };
        let mut count = count_open_diagonals(self.own & self.kings & !self.blocked, empty);
        if men != 0 {
            count += (left & empty).count_ones() + (right & empty).count_ones();
        }
        u64::from(count)
    }

    /// Returns the men that can step, without regard to obligatory captures.
    #[inline]
    const fn steppers(&self) -> u64 {
        let (men, empty) = (self.own & !self.kings, self.empty());
        match self.color {
            Color::White => men & (empty << 6 | empty << 5),
            Color::Black => men & (empty >> 6 | empty >> 5),
        }
    }

    /// Returns the kings that can make a quiet move, without regard to obligatory captures.
    #[inline]
    const fn sliders(&self) -> u64 {
        let empty = self.empty();
        let beside = empty << 6 | empty << 5 | empty >> 6 | empty >> 5;
        self.own & self.kings & !self.blocked & beside
    }

    fn quiet(&self, list: &mut MoveList) {
        let (steppers, sliders) = (self.steppers(), self.sliders());
        // Room for all, since a man has two moves and a king seventeen at most.
        list.reserve(2 * steppers.count_ones() as usize + 17 * sliders.count_ones() as usize);
        let mut movers = steppers | sliders;
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

    /// Visits all captures of the piece on `from`, without regard to obligatory ones.
    pub(crate) fn walk_captures(&self, from: u32, visitor: &mut impl Visitor) {
        match self.variant {
            Variant::International => self.walk::<International>(from, visitor),
            Variant::Frisian => self.walk::<Frisian>(from, visitor),
        }
    }

    fn walk<R: Rules>(&self, from: u32, visitor: &mut impl Visitor) {
        let piece = self.capturer(from);
        if !piece.walk::<R>(visitor) {
            Routes::new().search::<R>(&piece, visitor);
        }
    }

    /// Finds the ways of the piece on `from` to a square that take only pieces in `victims`, with a
    /// taken set that `is_end` accepts.
    pub(crate) fn ways(
        &self,
        from: u32,
        to: u32,
        victims: u64,
        is_end: impl Fn(u64) -> bool,
    ) -> Ways {
        let mut piece = self.capturer(from);
        piece.enemy &= victims;
        match self.variant {
            Variant::International => Ways::new::<International>(&piece, to, is_end),
            Variant::Frisian => Ways::new::<Frisian>(&piece, to, is_end),
        }
    }

    /// Returns the worth of a capture: see [`best::worth`].
    pub(crate) const fn worth(&self, from: u32, captured: u64) -> u32 {
        let (pieces, by_king) = (captured.count_ones(), self.kings >> from & 1 != 0);
        match self.variant {
            Variant::International => best::worth::<International>(pieces, 0, by_king),
            Variant::Frisian => best::worth::<Frisian>(pieces, captured & self.kings, by_king),
        }
    }

    #[inline]
    const fn capturer(&self, from: u32) -> Capturer {
        Capturer {
            from,
            is_king: self.kings >> from & 1 != 0,
            enemy: self.enemy,
            empty: self.empty() | 1 << from,
            exposed: self.enemy,
        }
    }

    /// Returns the men that can begin a capture, the kings that may be able to, and the enemy
    /// pieces that they can begin with.
    #[inline]
    fn capturers<R: Rules>(&self) -> (u64, u64) {
        let jumps = Jumps::new::<R>(self.enemy, self.empty());
        let exposed = jumps.exposed::<R>() & self.enemy;
        let mut capturers = self.own & !self.kings & jumps.any::<R>();
        let mut kings = self.own & self.kings;
        while kings != 0 {
            let at = kings.trailing_zeros() as usize & 63;
            if LINES[R::FRISIAN as usize][at] & exposed != 0 {
                capturers |= 1 << at;
            }
            kings &= kings - 1;
        }
        (capturers, exposed)
    }

    /// Returns true if the side to move can capture.
    #[inline]
    fn can_capture<R: Rules>(&self) -> bool {
        let (mut capturers, exposed) = self.capturers::<R>();
        if capturers & !self.kings != 0 {
            return true;
        }
        let empty = self.empty();
        while capturers != 0 {
            let at = capturers.trailing_zeros();
            capturers &= capturers - 1;
            let mut found = false;
            each_direction!(R, direction, {
                let piece = blocker(direction, at, empty) & exposed;
                found |= piece != 0 && open(direction, piece.trailing_zeros(), empty) != 0;
            });
            if found {
                return true;
            }
        }
        false
    }

    fn has_legal_move<R: Rules>(&self) -> bool {
        self.steppers() | self.sliders() != 0 || self.can_capture::<R>()
    }

    fn count_legal_moves<R: Rules>(&self) -> usize {
        if self.can_capture::<R>() {
            let mut list = MoveList::new();
            self.captures::<R>(0, &mut list);
            list.sort_and_dedup();
            return list.len();
        }
        usize::try_from(self.count_quiet()).unwrap_or(usize::MAX)
    }

    fn is_legal<R: Rules>(&self, mv: &Move) -> bool {
        let (from, to) = (mv.from().bit(), mv.to().bit());
        if self.own >> from & 1 == 0 {
            return false;
        }
        if !mv.is_capture() {
            let slides = match self.kings >> from & 1 {
                0 => self.man_steps(from),
                _ if self.blocked >> from & 1 == 0 => self.king_slides(from),
                _ => 0,
            };
            return slides >> to & 1 != 0 && !self.can_capture::<R>();
        }
        let mut list = MoveList::new();
        self.captures::<R>(self.worth(from, mv.captured().bits()), &mut list);
        list.contains(mv)
    }

    /// Puts the most valuable captures on a list, some of them more than once, and returns their
    /// worth. `least` is the smallest worth that counts.
    #[inline]
    pub(crate) fn captures<R: Rules>(&self, least: u32, list: &mut impl Sink) -> u32 {
        list.clear();
        let capturers = self.capturers::<R>();
        if capturers.0 == 0 {
            return least;
        }
        self.captures_of::<R>(capturers, least, list, &mut Routes::new())
    }

    /// Puts the longest captures of these men on a list, like [`View::captures`], if no side has a
    /// king.
    #[inline]
    pub(crate) fn captures_of_men<R: Rules>(
        &self,
        men: u64,
        least: u32,
        list: &mut impl Sink,
    ) -> u32 {
        list.clear();
        let mut best = Best::<_, R>::new(list, 0, least);
        let (mut left, empty) = (men, self.empty());
        while left != 0 {
            let from = left.trailing_zeros();
            left &= left - 1;
            best.from = from;
            let (enemy, empty) = (self.enemy, empty | 1 << from);
            let piece = Capturer { from, is_king: false, enemy, empty, exposed: enemy };
            if !piece.walk::<R>(&mut best) {
                Routes::new().search::<R>(&piece, &mut best);
            }
        }
        best.worth
    }

    #[inline]
    fn captures_of<R: Rules>(
        &self,
        (mut left, exposed): (u64, u64),
        least: u32,
        list: &mut impl Sink,
        routes: &mut Routes,
    ) -> u32 {
        let mut best = Best::<_, R>::new(list, self.kings, least);
        while left != 0 {
            let mut piece = self.capturer(left.trailing_zeros());
            // The pieces next to the square that it leaves may be exposed, too.
            piece.exposed = exposed | self.enemy & around(piece.from);
            (best.from, best.by_king) = (piece.from, piece.is_king);
            if !piece.walk::<R>(&mut best) {
                routes.search::<R>(&piece, &mut best);
            }
            left &= left - 1;
        }
        best.worth
    }

    fn is_within_budget<R: Rules>(&self) -> bool {
        let capturers = self.capturers::<R>();
        // No piece has more sets than its opponents have; this settles most positions.
        if u64::from(capturers.0.count_ones()) << self.enemy.count_ones() < SETS_MAX {
            return true;
        }
        let mut routes = Routes::with_limit(SETS_MAX);
        self.captures_of::<R>(capturers, 0, &mut Nothing, &mut routes);
        routes.is_complete()
    }

    fn count_sets<R: Rules>(&self, limit: u64) -> Option<u64> {
        /// Fewer sets are not worth counting.
        const FEW: u64 = 1 << 10;
        let capturers = self.capturers::<R>();
        if u64::from(capturers.0.count_ones()) << self.enemy.count_ones() < FEW {
            return Some(0);
        }
        // The search has given up if no set is left.
        let mut routes = Routes::with_limit(limit + 1);
        self.captures_of::<R>(capturers, 0, &mut Nothing, &mut routes);
        routes.is_complete().then(|| limit + 1 - routes.sets_left())
    }

    fn legal_moves<R: Rules>(&self, list: &mut MoveList) {
        self.captures::<R>(0, list);
        if list.is_empty() {
            self.quiet(list);
        } else {
            list.sort_and_dedup();
        }
    }
}

/// Returns the bits next to a square, in all directions.
#[inline]
const fn around(bit: u32) -> u64 {
    let at = 1_u64 << bit;
    at << 1 | at >> 1 | at << 5 | at >> 5 | at << 6 | at >> 6 | at << 11 | at >> 11
}

/// Makes a move from bits.
pub(crate) const fn to_move(from: u32, to: u32, captured: u64) -> Move {
    Move::new(Square::from_bit(from), Square::from_bit(to), Bitboard::of_bits(captured))
}

/// Fills the list with the legal moves, each once; quiet moves come in ascending order of their
/// start, captures fully sorted.
pub(crate) fn legal_moves(view: &View, list: &mut MoveList) {
    match view.variant {
        Variant::International => view.legal_moves::<International>(list),
        Variant::Frisian => view.legal_moves::<Frisian>(list),
    }
}

/// Returns true if the move is legal.
pub(crate) fn is_legal(view: &View, mv: &Move) -> bool {
    match view.variant {
        Variant::International => view.is_legal::<International>(mv),
        Variant::Frisian => view.is_legal::<Frisian>(mv),
    }
}

/// Returns true if there is a legal move.
pub(crate) fn has_legal_move(view: &View) -> bool {
    match view.variant {
        Variant::International => view.has_legal_move::<International>(),
        Variant::Frisian => view.has_legal_move::<Frisian>(),
    }
}

/// Returns the number of legal moves.
pub(crate) fn count_legal_moves(view: &View) -> usize {
    match view.variant {
        Variant::International => view.count_legal_moves::<International>(),
        Variant::Frisian => view.count_legal_moves::<Frisian>(),
    }
}

/// The largest number of sets of captured pieces that a side's captures may run through (see
/// [`Routes`]).
///
/// Measured at 0.1 microseconds a set, so that such a position takes 20 to 30 ms. Ordinary
/// positions need no sets: their captures are walked.
pub(crate) const SETS_MAX: u64 = 1 << 18;

/// Returns true if the captures of a side are few enough to be searched.
pub(crate) fn is_within_budget(view: &View) -> bool {
    match view.variant {
        Variant::International => view.is_within_budget::<International>(),
        Variant::Frisian => view.is_within_budget::<Frisian>(),
    }
}

/// Returns the number of sets of captured pieces that a search for the captures of a side runs
/// through; `None` if it is above `limit`.
pub(crate) fn count_sets(view: &View, limit: u64) -> Option<u64> {
    match view.variant {
        Variant::International => view.count_sets::<International>(limit),
        Variant::Frisian => view.count_sets::<Frisian>(limit),
    }
}

/// Returns true if a piece of this side on this square is on its king row.
pub(crate) const fn is_on_king_row(color: Color, square: Square) -> bool {
    KING_ROW[color.index()] >> square.bit() & 1 != 0
}
