//! Judges a claimed move by the rules: the rule that it breaks, and the obligatory moves in its place.

mod case;
mod standing;
#[cfg(test)]
mod tests;

use core::fmt;

use thiserror::Error;

use case::Case;

use crate::{
    IllegalMove, IrregularityKind, Judgement, Move, MoveList, MoveText, Position, RuleSet,
};

/// The rule that an illegal move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum Breach {
    /// There is no piece on the square that the move starts from.
    #[error("no piece stands on the square where it starts")]
    NoPiece,
    /// Another piece stands on the square where the move ends.
    #[error("another piece stands on the square where it ends")]
    Occupied,
    /// The captured pieces are not those of the capture.
    #[error("other pieces were taken off than it captures")]
    WrongPiecesTaken,
    /// The piece belongs to the opponent.
    #[error("the piece belongs to the side that is not to move")]
    OpponentsPiece,
    /// The piece cannot reach the square, even without regard to obligatory captures.
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

/// The article that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The article, as in `art. 10`.
    pub article: &'static str,
    /// The kind of the irregular move, in Frisian draughts.
    pub kind: Option<IrregularityKind>,
}

impl Citation {
    /// Returns the number of the kind, as in `27c`, or else that of the article, as in `4`.
    #[must_use]
    pub fn number(&self) -> String {
        match self.kind {
            Some(kind) => kind.to_string(),
            None => self.article.trim_start_matches("art. ").to_owned(),
        }
    }
}

impl fmt::Display for Citation {
    /// Writes the article, and the kind if it is another: `art. 27a`, `art. 10, 27c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.article)?;
        match self.kind.map(|kind| kind.to_string()) {
            Some(kind) if !self.article.ends_with(&kind) => write!(f, ", {kind}"),
            Some(_) | None => Ok(()),
        }
    }
}

impl Breach {
    /// Every rule.
    pub const ALL: [Self; 9] = [
        Self::NoPiece,
        Self::Occupied,
        Self::WrongPiecesTaken,
        Self::OpponentsPiece,
        Self::Unreachable,
        Self::CaptureObligatory,
        Self::MaximumCapture,
        Self::KingFirst,
        Self::KingMoveLimit,
    ];

    /// Returns the article of these rules that the move breaks, as cited: `art. 10`.
    ///
    /// `None` if the rules have no such article, and for the rules of the FMJD and the regulation of 2006,
    /// which leave the moves to the laws of the game.
    #[must_use]
    pub const fn article(self, rules: RuleSet) -> Option<&'static str> {
        match rules {
            RuleSet::Frisian => Some(self.frisian_article()),
            RuleSet::Boxed12200 => self.boxed_article(),
            RuleSet::International | RuleSet::International2006 => None,
        }
    }

    /// Returns the citation of the article of these rules that the move breaks; `None` as for
    /// [`Breach::article`].
    #[must_use]
    pub fn citation(self, rules: RuleSet) -> Option<Citation> {
        let article = self.article(rules)?;
        let kind = self.kind().filter(|_| rules == RuleSet::Frisian);
        Some(Citation { article, kind })
    }

    const fn frisian_article(self) -> &'static str {
        match self {
            Self::NoPiece | Self::Occupied | Self::Unreachable => "art. 27d",
            Self::WrongPiecesTaken => "art. 27b",
            Self::OpponentsPiece => "art. 27a",
            Self::CaptureObligatory => "art. 10",
            Self::MaximumCapture => "art. 11",
            Self::KingFirst => "art. 12",
            Self::KingMoveLimit => "art. 17",
        }
    }

    const fn boxed_article(self) -> Option<&'static str> {
        match self {
            Self::CaptureObligatory | Self::WrongPiecesTaken => Some("art. 4"),
            Self::MaximumCapture => Some("art. 5"),
            Self::Unreachable | Self::Occupied => Some("art. 1, 3"),
            Self::NoPiece | Self::OpponentsPiece | Self::KingFirst | Self::KingMoveLimit => None,
        }
    }

    /// Returns the kind of irregular move that breaks this rule (art. 27), if a board can show it.
    #[must_use]
    pub const fn kind(self) -> Option<IrregularityKind> {
        match self {
            Self::NoPiece | Self::Occupied => None,
            Self::OpponentsPiece => Some(IrregularityKind::OpponentsPiece),
            Self::WrongPiecesTaken => Some(IrregularityKind::WrongPiecesTaken),
            Self::CaptureObligatory | Self::MaximumCapture | Self::KingFirst => {
                Some(IrregularityKind::WrongCapture)
            }
            // The rules bar the square to the piece, so it is unreachable.
            Self::Unreachable | Self::KingMoveLimit => Some(IrregularityKind::Unreachable),
        }
    }

    /// Returns the stable name, such as `capture-obligatory`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoPiece => "no-piece",
            Self::Occupied => "occupied",
            Self::WrongPiecesTaken => "wrong-pieces-taken",
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
    /// Number of kings taken.
    pub kings: u32,
    /// Number of men taken.
    pub men: u32,
    /// The legal moves, each of which fulfils it; at least one.
    pub moves: Vec<Move>,
}

/// Writes the obligation in English: `obligatory was to take 1 king and 2 men by 28x8 or 28x19`.
impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: u32, one: &str, many: &str| {
            format!("{count} {}", if count == 1 { one } else { many })
        };
        let (kings, men) = (counted(self.kings, "king", "kings"), counted(self.men, "man", "men"));
        let worth = match (self.kings, self.men) {
            (_, 0) => kings,
            (0, _) => men,
            (_, _) => format!("{kings} and {men}"),
        };
        let moves = match Move::told_apart(&self.moves).as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        };
        write!(f, "obligatory was to take {worth} by {moves}")
    }
}

impl Position {
    /// Returns the capture that the side to move is obliged to make, if there is one (art. 10).
    #[must_use]
    pub fn obligation(&self) -> Option<Obligation> {
        self.obligation_of(self.legal_moves())
    }

    fn obligation_of(&self, legal: MoveList) -> Option<Obligation> {
        let captured = legal.first().filter(|mv| mv.is_capture())?.captured();
        let kings = (captured & self.board().kings(self.turn().other())).count();
        let men = captured.count() - kings;
        Some(Obligation { kings, men, moves: legal.into_iter().collect() })
    }

    /// Judges a claimed move (rules art. 10, 27).
    ///
    /// If the claim names captured pieces, it is legal only as a move that takes exactly these, by any way.
    /// Otherwise the squares in between have to leave one legal move.
    ///
    /// A claim is irregular if a board can show it: a piece of either side was put on a free square, and
    /// opponents of that piece were removed. If the claim does not name the removed pieces, they are
    /// * none, if the piece could slide there or cannot get there at all;
    /// * those of the one capture that fits the claim, complete or not;
    /// * unknown, if several captures fit, or none does although squares in between are named.
    ///
    /// A man that reaches its king row by an irregular move becomes a king all the same (art. 8).
    ///
    /// ```
    /// use draughts::{Judgement, RuleSet, Variant, fen};
    ///
    /// let position = fen::parse("W:W28,50:B23", Variant::Frisian)?;
    /// let Judgement::Irregular(missed) = position.judge(&"50-44".parse()?) else {
    ///     panic!("a capture was obligatory")
    /// };
    /// assert_eq!(missed.breach.article(RuleSet::Frisian), Some("art. 10"));
    /// assert_eq!(missed.standing.ok_or("open")?.after.fen(), "B:W28,44:B23");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn judge(&self, claimed: &MoveText) -> Judgement {
        let legal = self.legal_moves();
        let fitting = match claimed.taken {
            None => self.matching(&legal, claimed),
            Some(taken) => {
                let mv = Move::new(claimed.from, claimed.to, taken);
                legal.iter().filter(|legal| **legal == mv).copied().collect()
            }
        };
        match fitting.as_slice() {
            [mv] => Judgement::Legal(*mv),
            [] => Case::new(self, claimed).judge(legal),
            _ => Judgement::Ambiguous(fitting),
        }
    }

    /// Returns the rule that a claim breaks, if it fits no legal move of this position.
    ///
    /// ```
    /// use draughts::{Breach, Variant, fen};
    ///
    /// let position = fen::parse("W:W28,50:B23", Variant::Frisian)?;
    /// let illegal = position.explain_illegal(&"50-44".parse()?);
    /// assert_eq!(illegal.breach, Breach::CaptureObligatory);
    /// assert_eq!(illegal.obliged.map(|obliged| obliged.men), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain_illegal(&self, claimed: &MoveText) -> IllegalMove {
        self.illegal(claimed, self.legal_moves())
    }

    pub(crate) fn illegal(&self, claimed: &MoveText, legal: MoveList) -> IllegalMove {
        Case::new(self, claimed).illegal(legal)
    }
}
