//! Moves against the rules that are possible on a board, and may come to stand.

use core::{error::Error, fmt};

use crate::{Breach, IllegalMove, Move, MoveText, Obligation, Position, illegal_move::explain};

/// A move against the rules that is possible on a board (rules art. 10, 27).
///
/// The opponent may demand the regular move (a right, not a duty); once answered by a move it
/// stands. `Display` writes all details, for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irregularity {
    /// The move as it was claimed.
    pub played: MoveText,
    /// The rule that it breaks.
    pub breach: Breach,
    /// The capture that was obligatory, if one was.
    pub obliged: Option<Obligation>,
    /// The board after the move if it stands; `None` while the captured pieces are not known.
    pub standing: Option<Standing>,
}

/// An irregular move that stands on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The move with the captured pieces.
    pub mv: Move,
    /// The position after it.
    pub after: Position,
}

impl Irregularity {
    /// Returns the move as an illegal one, whether it stands or not.
    #[must_use]
    pub fn as_illegal(&self) -> IllegalMove {
        let (played, obliged) = (self.played.clone(), self.obliged.clone());
        IllegalMove { played, breach: self.breach, obliged }
    }

    /// Writes the move as it was claimed (rules art. 22): with `x` if it was a capture.
    #[must_use]
    pub fn written(&self) -> String {
        let is_capture = self.standing.is_some_and(|standing| standing.mv.is_capture());
        self.played.written(is_capture || self.played.is_capture_against(self.breach))
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        explain(f, &self.written(), self.breach, self.obliged.as_ref())
    }
}

impl Error for Irregularity {}

/// The judgement of the rules on a claimed move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The claim is this legal move.
    Legal(Move),
    /// Several legal captures fit the claim and take different pieces.
    Ambiguous(Vec<Move>),
    /// The claim is against the rules, but possible on a board.
    Irregular(Box<Irregularity>),
    /// The claim is not possible on any board.
    Impossible(Box<IllegalMove>),
}

impl Judgement {
    /// Returns the position after the move that was judged in `before`, also after an irregular one
    /// that a board shows; `None` if no board shows it, or several moves fit.
    #[must_use]
    pub fn position_after(&self, before: &Position) -> Option<Position> {
        match self {
            Self::Legal(mv) => before.play_legal(mv).ok(),
            Self::Irregular(irregularity) => irregularity.standing.map(|standing| standing.after),
            Self::Ambiguous(_) | Self::Impossible(_) => None,
        }
    }
}
