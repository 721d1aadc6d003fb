//! The conclusions of a tracker.

use draughts::{Breach, Move, Timestamp};

/// A conclusion about the game on a board.
///
/// Events of plies are applied in order: `Final` and `Irregular` add a ply. `Revised` drops the ply
/// of its number and those after it, and puts its move there; of several plies that are replaced,
/// each has its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// This looks like the next ply, and may go away without a word.
    Tentative {
        /// The number of the ply, from 1.
        ply: u32,
        /// The move.
        played: Played,
    },
    /// The ply is certain enough to be published.
    Final {
        /// The number of the ply, from 1.
        ply: u32,
        /// The move.
        played: Played,
        /// The evidence.
        by: Evidence,
    },
    /// Another move stands at a ply that was published, or none.
    Revised {
        /// The number of the ply, from 1.
        ply: u32,
        /// The move that stands there now; `None` if it was taken back.
        played: Option<Played>,
    },
    /// A move against the rules was played and stands for now.
    Irregular {
        /// The number of the ply, from 1.
        ply: u32,
        /// The move, with the pieces that were taken off.
        played: Played,
        /// The kind of the act.
        kind: IrregularKind,
    },
    /// The pieces cannot be explained since a moment.
    OutOfSync {
        /// The last moment at which they could.
        since: Timestamp,
    },
    /// The pieces are explained again.
    InSync {
        /// The number of plies of the game.
        ply: u32,
    },
    /// A man that promoted is still shown as a man.
    NotCrowned {
        /// The number of the ply that promoted it.
        ply: u32,
    },
    /// Play is over.
    AfterGame,
}

/// A move with its notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Its PDN, `32-28` or `46x37`, longer where that is ambiguous.
    pub text: String,
}

/// The evidence for a published ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// The player's lever went down.
    Clock,
    /// The pieces have long been at rest.
    Stable,
    /// The opponent has replied.
    Reply,
}

impl Evidence {
    /// Returns the stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Clock => "clock",
            Self::Stable => "stable",
            Self::Reply => "reply",
        }
    }
}

/// The kind of an act against the rules, as a board shows it (rules art. 10, 11, 27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IrregularKind {
    /// A quiet move though a capture was obligatory.
    MissedCapture,
    /// A capture that is worth less than the best one.
    ShortCapture,
    /// Other pieces were taken off than the move captures.
    WrongRemoval,
    /// A piece of the opponent was moved.
    OpponentsPiece,
    /// Any other act.
    Other,
}

impl IrregularKind {
    /// Returns the stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MissedCapture => "missed-capture",
            Self::ShortCapture => "short-capture",
            Self::WrongRemoval => "wrong-removal",
            Self::OpponentsPiece => "opponents-piece",
            Self::Other => "other",
        }
    }
}

impl From<Breach> for IrregularKind {
    fn from(breach: Breach) -> Self {
        match breach {
            Breach::CaptureObligatory => Self::MissedCapture,
            Breach::MaximumCapture | Breach::KingFirst => Self::ShortCapture,
            Breach::WrongPiecesTaken => Self::WrongRemoval,
            Breach::OpponentsPiece => Self::OpponentsPiece,
            Breach::NoPiece | Breach::Occupied | Breach::Unreachable | Breach::KingMoveLimit => {
                Self::Other
            }
        }
    }
}
