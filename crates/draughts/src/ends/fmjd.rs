//! Draws by the rules of the FMJD.

use super::count::{Count, MovesEach};
use super::lone_king::{LoneKing, below_diagonal};
use super::quiet::Quiet;
use crate::{FmjdEdition, Position, Reason};

/// The moves allowed to each side against a lone king with three kings, two kings and a man, or a
/// king and two men (FMJD 16-move rule).
const SIXTEEN: MovesEach = MovesEach(16);

/// The moves allowed to each side against a lone king with two kings, a king and a man, or one king
/// (FMJD 5-move rule), and in some editions while the lone king keeps to the long diagonal against
/// three pieces.
const FIVE: MovesEach = MovesEach(5);

/// The counts of the FMJD.
///
/// Each clock begins when its ending appears on the board; the move that brings it does not count.
/// It never restarts: a capture or a promotion that changes the pieces leaves it running, beside
/// the other one if that begins. The ending is gone only if the majority has no king left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fmjd {
    edition: FmjdEdition,
    quiet: Quiet,
    /// Plies since three pieces have been against the lone king.
    sixteen: Option<u32>,
    /// Plies since fewer have been against it.
    five: Option<u32>,
    /// Plies since the lone king has been on the long diagonal against three pieces without
    /// interruption, in the edition that counts them.
    diagonal: Option<u32>,
}

impl Fmjd {
    pub(super) fn new(edition: FmjdEdition, start: &Position) -> Self {
        let ending = LoneKing::find(start.board());
        Self {
            edition,
            quiet: Quiet::new(start),
            sixteen: advance(None, ending, is_sixteen),
            five: advance(None, ending, |ending| is_five(edition, ending)),
            diagonal: advance(None, held_diagonal(edition, ending), |_ending| true),
        }
    }

    pub(super) fn played(&mut self, before: &Position, after: &Position) {
        self.quiet.played(before, after);
        let ending = LoneKing::find(after.board());
        self.sixteen = advance(self.sixteen, ending, is_sixteen);
        self.five = advance(self.five, ending, |ending| is_five(self.edition, ending));
        let held = held_diagonal(self.edition, ending);
        self.diagonal = advance(self.diagonal, held, |_ending| true);
    }

    pub(super) fn draw(&self) -> Option<Reason> {
        let endings = || {
            if self.sixteen.is_some_and(|plies| SIXTEEN.are_made(plies)) {
                Some(Reason::SixteenMoves)
            } else if [self.five, self.diagonal]
                .into_iter()
                .flatten()
                .any(|plies| FIVE.are_made(plies))
            {
                Some(Reason::FiveMoves)
            } else {
                None
            }
        };
        self.quiet.draw().or_else(endings)
    }

    pub(super) fn running(&self) -> Vec<Count> {
        let sixteen = self.sixteen.map(|plies| SIXTEEN.count(plies, Reason::SixteenMoves));
        let five = |plies: Option<u32>| plies.map(|plies| FIVE.count(plies, Reason::FiveMoves));
        let fives = five(self.five).into_iter().chain(five(self.diagonal));
        self.quiet.running().chain(sixteen).chain(fives).collect()
    }
}

const fn is_sixteen(ending: &LoneKing) -> bool {
    ending.pieces() == 3
}

fn is_five(edition: FmjdEdition, ending: &LoneKing) -> bool {
    ending.pieces() <= 2 && (ending.men == 0 || edition != FmjdEdition::KingsAlone)
}

/// Returns the ending of three pieces against a lone king on the long diagonal, in the edition that
/// counts its moves.
fn held_diagonal(edition: FmjdEdition, ending: Option<LoneKing>) -> Option<LoneKing> {
    let counts = |ending: &LoneKing| is_sixteen(ending) && below_diagonal(ending.square) == 0;
    ending.filter(|ending| edition == FmjdEdition::LongDiagonal && counts(ending))
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
