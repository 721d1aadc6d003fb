//! The rules that a move can break, and the kinds of irregular moves.

use core::fmt;

use thiserror::Error;

use crate::RuleSet;

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
    /// `None` if the rules have no such article, and for the rules of the FMJD and the regulation
    /// of 2006, which leave the moves to the laws of the game.
    #[must_use]
    pub const fn article(self, rules: RuleSet) -> Option<&'static str> {
        match rules {
            RuleSet::Frisian => Some(self.frisian_article()),
            RuleSet::Boxed12200 => self.boxed_article(),
            RuleSet::International
            | RuleSet::International2006
            | RuleSet::International2006Open => None,
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

/// The four kinds of irregular moves (rules art. 27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IrregularityKind {
    /// A piece of the opponent was moved.
    OpponentsPiece,
    /// Too many or too few pieces were taken off.
    WrongPiecesTaken,
    /// A capture was missed or made wrongly.
    WrongCapture,
    /// The piece was put on a square that it cannot reach by the rules.
    Unreachable,
}

impl IrregularityKind {
    /// Every kind.
    pub const ALL: [Self; 4] =
        [Self::OpponentsPiece, Self::WrongPiecesTaken, Self::WrongCapture, Self::Unreachable];

    /// Returns the letter in article 27, `a` to `d`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::OpponentsPiece => 'a',
            Self::WrongPiecesTaken => 'b',
            Self::WrongCapture => 'c',
            Self::Unreachable => 'd',
        }
    }
}

impl fmt::Display for IrregularityKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "27{}", self.letter())
    }
}
