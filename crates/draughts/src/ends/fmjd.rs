//! Draws by the rules of the FMJD.

use super::count::{Count, MovesEach};
use super::lone_king::LoneKing;
use super::quiet::Quiet;
use crate::{Position, Reason};

/// The moves allowed to each side against a lone king with three kings, two kings and a man, or a king and
/// two men (FMJD 16-move rule).
const SIXTEEN: MovesEach = MovesEach(16);

/// The moves allowed to each side in an ending of two kings, or one, against one king (FMJD 5-move rule).
const FIVE: MovesEach = MovesEach(5);

/// The counts of the FMJD.
///
/// Each clock begins when its ending appears on the board; the move that brings it does not count. It never
/// restarts: a capture or a promotion that changes the pieces leaves it running, beside the other one if that
/// begins. The ending is gone only if the majority has no king left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fmjd {
    quiet: Quiet,
    /// Plies since three pieces have been against the lone king.
    sixteen: Option<u32>,
    /// Plies since two kings, or one, have been against it.
    five: Option<u32>,
}

impl Fmjd {
    pub(super) fn new(start: &Position) -> Self {
        let ending = LoneKing::find(start.board());
        Self {
            quiet: Quiet::new(start),
            sixteen: advance(None, ending, is_sixteen),
            five: advance(None, ending, is_five),
        }
    }

    pub(super) fn played(&mut self, before: &Position, after: &Position) {
        self.quiet.played(before, after);
        let ending = LoneKing::find(after.board());
        self.sixteen = advance(self.sixteen, ending, is_sixteen);
        self.five = advance(self.five, ending, is_five);
    }

    pub(super) fn draw(&self) -> Option<Reason> {
        let endings = || {
            if self.sixteen.is_some_and(|plies| SIXTEEN.are_made(plies)) {
                Some(Reason::SixteenMoves)
            } else if self.five.is_some_and(|plies| FIVE.are_made(plies)) {
                Some(Reason::FiveMoves)
            } else {
                None
            }
        };
        self.quiet.draw().or_else(endings)
    }

    pub(super) fn running(&self) -> Vec<Count> {
        let sixteen = self.sixteen.map(|plies| SIXTEEN.count(plies, Reason::SixteenMoves));
        let five = self.five.map(|plies| FIVE.count(plies, Reason::FiveMoves));
        self.quiet.running().chain(sixteen).chain(five).collect()
    }
}

const fn is_sixteen(ending: &LoneKing) -> bool {
    ending.pieces() == 3
}

const fn is_five(ending: &LoneKing) -> bool {
    ending.pieces() <= 2 && ending.men == 0
}

/// Returns the clock after one more ply.
fn advance(
    clock: Option<u32>,
    ending: Option<LoneKing>,
    begins: impl FnOnce(&LoneKing) -> bool,
) -> Option<u32> {
    let ending = ending?;
    match clock {
        Some(plies) => Some(plies.saturating_add(1)),
        None => begins(&ending).then_some(0),
    }
}
