//! Draws by section D of the tournament regulation of 2006.

use super::count::{Count, MovesEach};
use super::lone_king::{LoneKing, below_diagonal};
use super::quiet::Quiet;
use crate::{Bitboard, Board, Color, Position, Reason};

/// The moves of each side while the lone king stays on the long diagonal with all men behind it
/// (D4a).
const LONG_DIAGONAL: MovesEach = MovesEach(5);

/// The moves of each side in the other endings of kings and men against a lone king (D4b).
const KING_AND_MEN: MovesEach = MovesEach(25);

/// The moves of each side in an ending of three kings against one (D5).
const THREE_KINGS: MovesEach = MovesEach(16);

/// The moves of each side in an ending of two kings, or one, against one king (D6).
const TWO_KINGS: MovesEach = MovesEach(5);

/// The counts of section D.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Regulation2006 {
    quiet: Quiet,
    ending: Option<Ending>,
}

/// A counted ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ending {
    kind: Kind,
    /// Plies since it appeared on the board; the move that brought it does not count.
    plies: u32,
    /// Plies since the lone king has been on the long diagonal without interruption (D4a).
    on_diagonal: Option<u32>,
}

/// Endings that share a count.
///
/// A promotion or a lost piece restarts the count of D4, so its pieces are distinguished. Two kings
/// against one and one against one are the same ending, D6, whose count goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One to two kings and one to two men, three pieces at most (D4).
    KingAndMen { kings: u32, men: u32 },
    /// Three kings (D5).
    ThreeKings,
    /// Two kings or one (D6).
    TwoKings,
}

impl Regulation2006 {
    pub(super) fn new(start: &Position) -> Self {
        Self { quiet: Quiet::new(start), ending: Ending::after(None, start.board()) }
    }

    pub(super) fn played(&mut self, before: &Position, after: &Position) {
        self.quiet.played(before, after);
        self.ending = Ending::after(self.ending, after.board());
    }

    pub(super) fn draw(&self) -> Option<Reason> {
        self.quiet.draw().or_else(|| self.ending?.draw())
    }

    pub(super) fn running(&self) -> Vec<Count> {
        let ending = self.ending.iter().flat_map(Ending::running);
        self.quiet.running().chain(ending).collect()
    }
}

impl Ending {
    /// Returns the ending on this board, one ply after `before`.
    fn after(before: Option<Self>, board: &Board) -> Option<Self> {
        let lone_king = LoneKing::find(board)?;
        let kind = Kind::new(&lone_king);
        let before = before.filter(|before| before.kind == kind);
        let next = |plies: u32| plies.saturating_add(1);
        let on_diagonal = holds_diagonal(&lone_king, board)
            .then(|| before.and_then(|before| before.on_diagonal).map_or(0, next));
        Some(Self { kind, plies: before.map_or(0, |before| next(before.plies)), on_diagonal })
    }

    fn draw(self) -> Option<Reason> {
        match self.kind {
            Kind::KingAndMen { .. }
                if self.on_diagonal.is_some_and(|plies| LONG_DIAGONAL.are_made(plies)) =>
            {
                Some(Reason::LongDiagonal)
            }
            Kind::KingAndMen { .. } => {
                KING_AND_MEN.are_made(self.plies).then_some(Reason::KingAndMen)
            }
            Kind::ThreeKings => THREE_KINGS.are_made(self.plies).then_some(Reason::SixteenMoves),
            Kind::TwoKings => TWO_KINGS.are_made(self.plies).then_some(Reason::FiveMoves),
        }
    }

    fn running(&self) -> Vec<Count> {
        match self.kind {
            Kind::KingAndMen { .. } => {
                let count = |plies| LONG_DIAGONAL.count(plies, Reason::LongDiagonal);
                let all = KING_AND_MEN.count(self.plies, Reason::KingAndMen);
                self.on_diagonal.map(count).into_iter().chain([all]).collect()
            }
            Kind::ThreeKings => vec![THREE_KINGS.count(self.plies, Reason::SixteenMoves)],
            Kind::TwoKings => vec![TWO_KINGS.count(self.plies, Reason::FiveMoves)],
        }
    }
}

impl Kind {
    const fn new(ending: &LoneKing) -> Self {
        match (ending.kings, ending.men) {
            (3, 0) => Self::ThreeKings,
            (_, 0) => Self::TwoKings,
            (kings, men) => Self::KingAndMen { kings, men },
        }
    }
}

/// Returns true if the lone king is on the long diagonal 5–46 and all men against it are behind:
/// they still have to cross it (D4a). Without men there is nothing to hold.
fn holds_diagonal(ending: &LoneKing, board: &Board) -> bool {
    let men = board.men(ending.majority);
    let is_behind = |square| match ending.majority {
        Color::White => below_diagonal(square) > 0,
        Color::Black => below_diagonal(square) < 0,
    };
    below_diagonal(ending.square) == 0 && men != Bitboard::EMPTY && men.squares().all(is_behind)
}
