//! Which rule a move breaks, and what was obligatory in its place.

use core::fmt;

use thiserror::Error;

use crate::movegen::{View, Visitor};
use crate::{IllegalMove, Move, MoveText, Position, Role, Variant};

/// The rule that an illegal move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum Breach {
    /// There is no piece on the square that the move starts from.
    #[error("no piece stands on the square where it starts")]
    NoPiece,
    /// The piece belongs to the opponent.
    #[error("the piece belongs to the side that is not to move")]
    OpponentsPiece,
    /// The piece cannot get there, whatever is obligatory.
    #[error("the piece cannot reach that square so")]
    Unreachable,
    /// The move is quiet though a capture is possible.
    #[error("a capture is obligatory")]
    CaptureObligatory,
    /// The capture takes less than the most valuable one.
    #[error("a more valuable capture is obligatory")]
    MaximumCapture,
    /// A man captures though a king could take as much.
    #[error("a king's capture goes before a man's capture of the same value")]
    KingFirst,
    /// The king has made three quiet moves in a row while its side has a man.
    #[error("the same king may not make more than three quiet moves in a row")]
    KingMoveLimit,
}

impl Breach {
    /// Every rule.
    pub const ALL: [Self; 7] = [
        Self::NoPiece,
        Self::OpponentsPiece,
        Self::Unreachable,
        Self::CaptureObligatory,
        Self::MaximumCapture,
        Self::KingFirst,
        Self::KingMoveLimit,
    ];

    /// Returns the article of the Frisian game rules, with its letter where it has one.
    ///
    /// International draughts has the same rules except those of articles 12 and 17.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            Self::NoPiece | Self::Unreachable => "27d",
            Self::OpponentsPiece => "27a",
            Self::CaptureObligatory => "10",
            Self::MaximumCapture => "11",
            Self::KingFirst => "12",
            Self::KingMoveLimit => "17",
        }
    }

    /// Returns the stable name, such as `capture-obligatory`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoPiece => "no-piece",
            Self::OpponentsPiece => "opponents-piece",
            Self::Unreachable => "unreachable",
            Self::CaptureObligatory => "capture-obligatory",
            Self::MaximumCapture => "maximum-capture",
            Self::KingFirst => "king-first",
            Self::KingMoveLimit => "king-move-limit",
        }
    }
}

/// The capture that a side is obliged to make: its worth, and the moves that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// How many kings it takes.
    pub kings: u32,
    /// How many men it takes.
    pub men: u32,
    /// The legal moves, each of which does it; at least one.
    pub moves: Vec<Move>,
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "obligatory was to take ")?;
        let count = |count: u32, one: &str, many: &str| match count {
            1 => format!("1 {one}"),
            _ => format!("{count} {many}"),
        };
        match (self.kings, self.men) {
            (kings, 0) => f.write_str(&count(kings, "king", "kings"))?,
            (0, men) => f.write_str(&count(men, "man", "men"))?,
            (kings, men) => {
                let kings = count(kings, "king", "kings");
                write!(f, "{kings} and {}", count(men, "man", "men"))?;
            }
        }
        for (index, mv) in self.moves.iter().enumerate() {
            write!(f, "{}{mv}", if index == 0 { " by " } else { " or " })?;
        }
        Ok(())
    }
}

impl Position {
    /// Returns the capture that the side to move is obliged to make, if there is one (art. 10).
    #[must_use]
    pub fn obligation(&self) -> Option<Obligation> {
        let moves = self.legal_moves();
        let captured = moves.first().filter(|mv| mv.is_capture())?.captured();
        let kings = (captured & self.board().kings(self.turn().other())).count();
        let men = captured.count() - kings;
        Some(Obligation { kings, men, moves: moves.into_iter().collect() })
    }

    /// Tells which rule a claim breaks that fits no legal move of this position.
    #[must_use]
    pub fn explain_illegal(&self, claimed: &MoveText) -> IllegalMove {
        let obliged = self.obligation();
        let breach = self.breach(claimed, obliged.as_ref());
        IllegalMove { played: claimed.clone(), breach, obliged }
    }

    fn breach(&self, claimed: &MoveText, obliged: Option<&Obligation>) -> Breach {
        let Some(piece) = self.board().piece_at(claimed.from) else {
            return Breach::NoPiece;
        };
        if piece.color != self.turn() {
            return Breach::OpponentsPiece;
        }
        let view = View::new(self);
        let (from, to) = (claimed.from.bit(), claimed.to.bit());
        let slides = match piece.role {
            Role::Man => view.man_steps(from),
            Role::King => view.king_slides(from),
        };
        let is_quiet = slides >> to & 1 != 0 && claimed.via.is_empty();
        let Some(obliged) = obliged else {
            let is_blocked = view.blocked >> from & 1 != 0;
            return if is_quiet && is_blocked {
                Breach::KingMoveLimit
            } else {
                Breach::Unreachable
            };
        };
        if is_quiet {
            return Breach::CaptureObligatory;
        }
        let mut reach = Reach { view: &view, from, to, worth: 0 };
        view.walk_captures(from, &mut reach);
        let best =
            obliged.moves.first().map_or(0, |mv| view.worth(mv.from().bit(), mv.captured().bits()));
        match reach.worth {
            0 => Breach::Unreachable,
            // The worth of Frisian captures ends in one bit for a king's capture.
            worth if self.variant() == Variant::Frisian && worth + 1 == best => Breach::KingFirst,
            worth if worth < best => Breach::MaximumCapture,
            _ => Breach::Unreachable,
        }
    }
}

/// The greatest worth of a capture that stands on one square, complete or not.
struct Reach<'a> {
    view: &'a View,
    from: u32,
    to: u32,
    worth: u32,
}

impl Visitor for Reach<'_> {
    fn visit(&mut self, landings: u64, captured: u64, _pieces: u32) {
        if landings >> self.to & 1 != 0 {
            self.worth = self.worth.max(self.view.worth(self.from, captured));
        }
    }
}
