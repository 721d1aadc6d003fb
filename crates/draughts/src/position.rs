//! A board with the side to move and all else that decides the legal moves.

use thiserror::Error;

use crate::movegen::{self, KING_MOVES_IN_A_ROW_MAX, View};
use crate::{Bitboard, Board, Color, Move, MoveList, Square, Variant};

/// The largest number of pieces of a side.
pub const PIECES_MAX: u32 = 20;

/// Pieces and the side to move, unchecked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The running king moves of White and Black (see [`KingRun`]), usually none.
    pub king_runs: [Option<KingRun>; 2],
}

impl Setup {
    /// Makes a setup without running king moves.
    #[must_use]
    pub const fn new(board: Board, turn: Color) -> Self {
        Self { board, turn, king_runs: [None; 2] }
    }
}

/// Quiet moves in a row by one king of a side that has a man (rules art. 17).
///
/// After the third the king may make no further quiet move until another piece of its side moves or
/// it captures. The count ends when another piece of its side moves, when its side captures, and
/// when that king or the side's last man is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KingRun {
    /// The square of the king.
    pub square: Square,
    /// The number of quiet moves in a row, 1 to 3.
    pub moves: u8,
}

/// A position that the rules accept: at most twenty pieces a side and no man on its king row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    variant: Variant,
    turn: Color,
    board: Board,
    king_runs: [Option<KingRun>; 2],
}

impl Position {
    /// Returns the position at the start of a game, White to move.
    ///
    /// ```
    /// use draughts::{Position, Variant};
    ///
    /// assert_eq!(Position::start(Variant::International), Position::default());
    /// assert_eq!(Position::start(Variant::Frisian).legal_moves().len(), 9);
    /// ```
    #[must_use]
    pub fn start(variant: Variant) -> Self {
        Self { variant, turn: Color::White, board: Board::start(), king_runs: [None; 2] }
    }

    /// Checks a setup and makes it a position.
    ///
    /// # Errors
    ///
    /// [`PositionError`] if a side has more than twenty pieces, a man is on its king row, running
    /// king moves are impossible, or captures are too many to search.
    pub fn from_setup(variant: Variant, setup: Setup) -> Result<Self, PositionError> {
        let position = Self::unsearched(variant, setup)?;
        match position.too_complex() {
            Some(color) => Err(PositionError::TooComplex { color }),
            None => Ok(position),
        }
    }

    /// Checks a setup and makes it a position, without a limit on its captures.
    pub(crate) fn unsearched(variant: Variant, setup: Setup) -> Result<Self, PositionError> {
        let Setup { board, turn, king_runs } = setup;
        for color in Color::BOTH {
            let count = board.side(color).count();
            if count > PIECES_MAX {
                return Err(PositionError::TooManyPieces { color, count });
            }
            let misplaced = |&square: &Square| movegen::is_on_king_row(color, square);
            if let Some(square) = board.men(color).squares().find(misplaced) {
                return Err(PositionError::ManOnKingRow { color, square });
            }
            if let Some(run) = king_runs[color.index()] {
                let is_possible = variant == Variant::Frisian
                    && (1..=KING_MOVES_IN_A_ROW_MAX).contains(&run.moves)
                    && board.kings(color).contains(run.square)
                    && !board.men(color).is_empty();
                if !is_possible {
                    return Err(PositionError::ImpossibleKingRun { color, square: run.square });
                }
            }
        }
        Ok(Self { variant, turn, board, king_runs })
    }

    /// Returns the variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the pieces.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the running king moves of a side (rules art. 17), if it has any.
    #[must_use]
    pub const fn king_run(&self, color: Color) -> Option<KingRun> {
        self.king_runs[color.index()]
    }

    /// Returns the king of the side to move that may only capture (rules art. 17).
    #[must_use]
    pub fn blocked_king(&self) -> Option<Square> {
        self.king_run(self.turn)
            .filter(|run| run.moves >= KING_MOVES_IN_A_ROW_MAX)
            .map(|run| run.square)
    }

    /// Returns the same position with the sides exchanged: the board is turned round, and White has
    /// what Black had.
    ///
    /// ```
    /// use draughts::{Position, Square};
    ///
    /// let position: Position = "W:W31,K46:B20".parse()?;
    /// assert_eq!(position.flip().fen(), "B:W31:BK5,20");
    /// assert_eq!(Square::S46.flip(), Square::S5);
    /// # Ok::<(), draughts::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn flip(&self) -> Self {
        let [white, black] = self.king_runs.map(|run| {
            run.map(|KingRun { square, moves }| KingRun { square: square.flip(), moves })
        });
        Self {
            variant: self.variant,
            turn: self.turn.other(),
            board: self.board.flip(),
            king_runs: [black, white],
        }
    }

    /// Returns true if the legal moves of both sides are found within some 50 ms.
    ///
    /// Judging any claim in such a position takes at most about five times as long.
    ///
    /// [`Position::from_setup`] and [`Position::play`] return only such positions;
    /// [`Position::play_unchecked`] may return others.
    #[must_use]
    pub fn is_within_budget(&self) -> bool {
        self.too_complex().is_none()
    }

    /// Returns a side whose captures are too many to search.
    fn too_complex(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| !movegen::is_within_budget(&self.view(color)))
    }

    /// Returns the legal moves in ascending order.
    ///
    /// The list is always complete. In a position that is not [within the
    /// budget](Self::is_within_budget) it may take some seconds to find.
    ///
    /// ```
    /// use draughts::{Variant, fen};
    ///
    /// let position = fen::parse("W:W28,35:B13,23,30", Variant::International)?;
    /// let moves = position.legal_moves();
    /// assert_eq!(moves.len(), 1);
    /// assert_eq!(moves[0].to_string(), "28x8");
    /// # Ok::<(), fen::FenError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Puts the legal moves in ascending order into a list, reusing its memory.
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        movegen::legal_moves(&self.view(self.turn), list);
    }

    /// Returns the position as a side sees it, as if it were its turn.
    pub(crate) fn view(&self, color: Color) -> View {
        View {
            color,
            variant: self.variant,
            own: self.board.side(color).bits(),
            enemy: self.board.side(color.other()).bits(),
            kings: self.board.all_kings().bits(),
            blocked: self.blocked_king().map_or(0, |square| 1 << square.bit()),
        }
    }

    /// Returns true if the move is one of the legal moves.
    #[must_use]
    pub fn is_legal(&self, mv: &Move) -> bool {
        movegen::is_legal(&self.view(self.turn), mv)
    }

    /// Returns the number of legal moves, without listing them if nothing can be captured.
    ///
    /// ```
    /// use draughts::{Position, Variant};
    ///
    /// assert_eq!(Position::start(Variant::International).count_legal_moves(), 9);
    /// ```
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        movegen::count_legal_moves(&self.view(self.turn))
    }

    /// Returns true if the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        movegen::has_legal_move(&self.view(self.turn))
    }

    /// Returns true if the move makes its man a king: it ends on the king row (art. 8).
    #[must_use]
    pub fn promotes(&self, mv: &Move) -> bool {
        self.board.men(self.turn).contains(mv.from()) && movegen::is_on_king_row(self.turn, mv.to())
    }

    /// Returns the position after a legal move.
    ///
    /// ```
    /// use draughts::{PlayError, Position, Variant};
    ///
    /// let start = Position::start(Variant::Frisian);
    /// let mv = start.parse_move("32-28")?;
    /// let after = start.play(&mv)?;
    /// assert_eq!(after.legal_moves().len(), 9);
    /// assert_eq!(after.play(&mv), Err(PlayError::Illegal { mv }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PlayError`] if the move is not legal here, or leads to a position whose captures are too
    /// many to search.
    pub fn play(&self, mv: &Move) -> Result<Self, PlayError> {
        if !self.is_legal(mv) {
            return Err(PlayError::Illegal { mv: *mv });
        }
        self.play_legal(mv)
    }

    /// Returns the position after a move that is known to be legal.
    ///
    /// For any other move the result is an arbitrary position, which no game may ever have reached.
    ///
    /// # Errors
    ///
    /// [`PlayError::TooComplex`] if the position after it has too many captures to search.
    pub fn play_legal(&self, mv: &Move) -> Result<Self, PlayError> {
        let next = self.play_unchecked(mv);
        match next.too_complex() {
            Some(color) => Err(PlayError::TooComplex { mv: *mv, color }),
            None => Ok(next),
        }
    }

    /// Returns the position after a move that is known to be legal.
    ///
    /// For any other move the result is an arbitrary position, which no game may ever have reached.
    #[must_use]
    pub fn play_unchecked(&self, mv: &Move) -> Self {
        let (us, them) = (self.turn.index(), self.turn.other().index());
        let from = Bitboard::from_square(mv.from());
        let to = Bitboard::from_square(mv.to());
        let captured = mv.captured();
        let mut sides = [self.board.side(Color::White), self.board.side(Color::Black)];
        let was_king = self.board.all_kings().contains(mv.from());
        sides[us] = (sides[us] - from) | to;
        sides[them] = sides[them] - captured - to;
        let mut kings = self.board.all_kings() - from - captured - to;
        if was_king || movegen::is_on_king_row(self.turn, mv.to()) {
            kings |= to;
        }
        let mut king_runs = self.king_runs;
        if self.variant == Variant::Frisian {
            king_runs[us] = self.run_after(mv, was_king);
            // The opponent's count ends with its king or with its last man.
            if mv.is_capture()
                && let Some(run) = king_runs[them]
                && (captured.contains(run.square) || (sides[them] - kings).is_empty())
            {
                king_runs[them] = None;
            }
        }
        Self {
            variant: self.variant,
            turn: self.turn.other(),
            board: Board::from_parts(sides, kings),
            king_runs,
        }
    }

    fn run_after(&self, mv: &Move, was_king: bool) -> Option<KingRun> {
        if !was_king || mv.is_capture() || self.board.men(self.turn).is_empty() {
            return None;
        }
        let before = self.king_run(self.turn).filter(|run| run.square == mv.from());
        let moves = before.map_or(0, |run| run.moves).saturating_add(1);
        Some(KingRun { square: mv.to(), moves: moves.min(KING_MOVES_IN_A_ROW_MAX) })
    }

    pub(crate) const fn without_king_runs(mut self) -> Self {
        self.king_runs = [None; 2];
        self
    }
}

/// The start of an International game.
impl Default for Position {
    fn default() -> Self {
        Self::start(Variant::default())
    }
}

/// The reason for which a setup is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A side has more pieces than a game gives it.
    #[error("{color} has {count} pieces, at most 20 are possible")]
    TooManyPieces {
        /// The side.
        color: Color,
        /// Number of its pieces.
        count: u32,
    },
    /// A man is on a square where it would have become a king.
    #[error("a man of {color} stands on square {square} of its own king row")]
    ManOnKingRow {
        /// The side.
        color: Color,
        /// The square of the man.
        square: Square,
    },
    /// The square has no such king, its side has no man, the number is not 1 to 3, or the variant
    /// has no such rule.
    #[error("{color} cannot have running king moves on square {square}")]
    ImpossibleKingRun {
        /// The side.
        color: Color,
        /// The square.
        square: Square,
    },
    /// Finding the legal moves would take too long (see [`Position::is_within_budget`]). This
    /// requires a side with kings, and some twenty scattered pieces of the other side.
    #[error("the captures of {color} are too many to search")]
    TooComplex {
        /// The side.
        color: Color,
    },
}

/// The reason for which a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The move is not legal in the position.
    #[error("{mv} is not legal here")]
    Illegal {
        /// The move.
        mv: Move,
    },
    /// The position after the move is [beyond the budget](Position::is_within_budget).
    #[error("after {mv} the captures of {color} are too many to search")]
    TooComplex {
        /// The move.
        mv: Move,
        /// The side.
        color: Color,
    },
}
