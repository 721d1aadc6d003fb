//! Draws by the sheet of the boxed game 12200, article 7.
//!
//! "Als men driemaal achter elkaar dezelfde zet heeft gedaan, of tweemaal op dezelfde plaats is
//! teruggekeerd, is het spel remise." The article is about one player ("men"), without regard to
//! the opponent, and is interpreted as follows:
//! * The same move three times in a row: three moves of one side, consecutive among its own, with
//!   the same start and the same end. A piece that moves to and fro makes two different moves, so
//!   only a capture that ends where it began can do this.
//! * Returned to the same place for the second time: a king ends a quiet move on a square where it
//!   has stood twice before. Moves in between do not matter (another king may have moved), but
//!   returns count only since the last capture by either side and since the last move of a man of
//!   its own side: after those the game is not the same any more. A man's move of the other side
//!   changes nothing: the article is about one player, and a player who only moves to and fro is
//!   not saved from the draw by an opponent who still has men to move. So a king that moves to and
//!   fro draws with its fourth move.

use super::count::{Count, CountKind};
use crate::{Bitboard, Color, Move, Position, Reason, Square};

/// The number of the same move in a row that makes a draw (art. 7).
const SAME_MOVES: u32 = 3;

/// The return to the same place that makes a draw (art. 7).
const RETURNS: u32 = 2;

/// The counts of the boxed game, for White and Black.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Boxed {
    sides: [Side; 2],
}

/// The moves of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Side {
    /// Its last move, and the number of times in a row that it was made.
    last: Option<(Step, u32)>,
    /// Quiet moves of its kings since the moment from which returns count.
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    from: Square,
    to: Square,
}

impl Boxed {
    pub(super) fn played(&mut self, before: &Position, mv: &Move, after: &Position) {
        let (us, them) = (before.turn(), before.turn().other());
        let step = Step { from: mv.from(), to: mv.to() };
        let own_side = (before.board().side(us) - Bitboard::from_square(step.from))
            | Bitboard::from_square(step.to);
        let is_other_untouched =
            !mv.is_capture() && after.board().side(them) == before.board().side(them);
        if !is_other_untouched {
            self.sides[them.index()].steps.clear();
        }
        let is_own_kings_move =
            before.board().kings(us).contains(step.from) && after.board().side(us) == own_side;
        let side = &mut self.sides[us.index()];
        let times = match side.last {
            Some((last, times)) if last == step => times.saturating_add(1),
            _ => 1,
        };
        side.last = Some((step, times));
        if is_own_kings_move && is_other_untouched {
            side.steps.push(step);
        } else {
            side.steps.clear();
        }
    }

    pub(super) fn draw(&self) -> Option<Reason> {
        if self.sides.iter().any(|side| side.same_moves() >= SAME_MOVES) {
            Some(Reason::SameMove)
        } else if self.sides.iter().any(|side| side.returns() >= RETURNS) {
            Some(Reason::Returned)
        } else {
            None
        }
    }

    /// Returns repeated moves and returns of kings.
    pub(super) fn running(&self) -> Vec<Count> {
        let count = |reason, made, limit, side| Count {
            kind: CountKind::Draw(reason),
            made,
            limit,
            side: Some(side),
        };
        let mut counts = Vec::new();
        for (color, side) in Color::BOTH.into_iter().zip(&self.sides) {
            let (same_moves, returns) = (side.same_moves(), side.returns());
            if same_moves > 1 {
                counts.push(count(Reason::SameMove, same_moves, SAME_MOVES, color));
            }
            if returns > 0 {
                counts.push(count(Reason::Returned, returns, RETURNS, color));
            }
        }
        counts
    }
}

impl Side {
    fn same_moves(&self) -> u32 {
        self.last.map_or(0, |(_, times)| times)
    }

    /// Returns the number of times that the king moved last has come back to its square.
    fn returns(&self) -> u32 {
        let Some(&Step { to: place, .. }) = self.steps.last() else { return 0 };
        let mut at = place;
        let mut returns = 0;
        for step in self.steps.iter().rev() {
            if step.to == at {
                at = step.from;
                returns += u32::from(at == place);
            }
        }
        returns
    }
}
