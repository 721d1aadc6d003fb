//! Why a game does not do what it was told.

use core::fmt;

use thiserror::Error;

use crate::{Breach, Color, Language, Move, MoveText, Obligation, Outcome};

/// A "no" of the game, with all that an arbiter needs to understand it.
///
/// `Display` is the text for the arbiter. [`Refusal::explain_neutrally`] is for players and spectators:
/// it gives no hint of captures or legal moves (rules art. 24).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game has not begun.
    NotStarted,
    /// The game has begun, with other rules or another position.
    AlreadyStarted,
    /// A position, to begin with or to go on from, is not one of the rules' variant.
    WrongVariant,
    /// The game is over.
    GameFinished {
        /// The result of the game.
        outcome: Outcome,
    },
    /// Plies count from 1.
    PlyZero,
    /// The ply is too far ahead of the game.
    PlyTooFarAhead {
        /// The ply that is to be played next.
        expected: u32,
        /// The ply that the input told.
        got: u32,
    },
    /// Too many inputs wait for missing plies.
    HeldFull {
        /// The ply that is missing.
        expected: u32,
        /// How many inputs may wait.
        limit: u32,
    },
    /// The move is against the rules.
    IllegalMove(IllegalMove),
    /// Several captures fit what was told, and they take different pieces.
    AmbiguousMove {
        /// The move as it was claimed.
        played: MoveText,
        /// The captures that fit.
        candidates: Vec<Move>,
    },
    /// The move is legal, and leads to a position with [too many captures to
    /// search](crate::Position::is_within_budget).
    TooComplex {
        /// The move.
        mv: Move,
    },
    /// The ply is played, and this input tells it differently without being news: the same device
    /// told another move, or the ply already has its alarm.
    PlyAlreadyPlayed {
        /// The ply that the input told.
        ply: u32,
        /// The move that stands.
        played: Move,
        /// The move that the input claims.
        claimed: MoveText,
    },
    /// There is no such ply to take back or to correct.
    NoSuchPly {
        /// The ply that the ruling named.
        ply: u32,
        /// The ply that is to be played next.
        next: u32,
    },
    /// The move belongs to a line that the arbiter has taken back.
    Retracted {
        /// The ply that the input told.
        ply: u32,
    },
    /// The input waited too long for the plies before it.
    WaitedTooLong {
        /// The ply that the input told.
        ply: u32,
        /// The ply that is missing.
        expected: u32,
    },
    /// No irregular move waits.
    NoIrregularity,
    /// An irregular move cannot stand while it is open which pieces were taken off.
    UnclearIrregularity {
        /// The move as it was claimed.
        played: MoveText,
    },
    /// The ply already is what the ruling says, and nothing is in conflict.
    NothingToCorrect {
        /// The ply.
        ply: u32,
    },
    /// The position already stands so.
    SamePosition,
    /// The game is noted on paper.
    OnPaper {
        /// The first ply that is not told.
        from_ply: u32,
    },
    /// Moves that were noted on paper are handed in from another ply than the next.
    WrongFirstPly {
        /// The ply that is to be told next.
        expected: u32,
        /// The first ply that was handed in.
        got: u32,
    },
    /// Too many moves, or none, are handed in at once.
    WrongMoveCount {
        /// How many moves were handed in.
        count: u32,
        /// How many can be.
        limit: u32,
    },
    /// A move of the record that was noted on paper cannot be taken over; none of it is.
    BrokenRecord {
        /// The ply.
        ply: u32,
        /// What is wrong with it.
        refusal: Box<Self>,
    },
    /// The record of the game is as long as can be kept. A game itself takes any number of moves:
    /// this is for whoever keeps it.
    RecordFull,
    /// The input says what nobody here can read. It never reaches a game: this is for whoever keeps it.
    Unreadable,
    /// The game is not over.
    NotFinished,
    /// No game ends like that under its rules, such as a draw by resignation.
    ImpossibleOutcome {
        /// The result that was told.
        outcome: Outcome,
    },
    /// This side's offer of a draw still stands.
    DrawAlreadyOffered {
        /// The side that offered it.
        by: Color,
    },
    /// The game already has exactly this result.
    SameResult {
        /// The result of the game.
        outcome: Outcome,
    },
}

impl Refusal {
    /// Returns the stable name of the kind of refusal, such as `illegal-move`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::NotStarted => "not-started",
            Self::AlreadyStarted => "already-started",
            Self::WrongVariant => "wrong-variant",
            Self::GameFinished { .. } => "game-finished",
            Self::PlyZero => "ply-zero",
            Self::PlyTooFarAhead { .. } => "ply-too-far-ahead",
            Self::HeldFull { .. } => "held-full",
            Self::IllegalMove(_) => "illegal-move",
            Self::AmbiguousMove { .. } => "ambiguous-move",
            Self::TooComplex { .. } => "too-complex",
            Self::PlyAlreadyPlayed { .. } => "ply-already-played",
            Self::NoSuchPly { .. } => "no-such-ply",
            Self::Retracted { .. } => "retracted",
            Self::WaitedTooLong { .. } => "waited-too-long",
            Self::NoIrregularity => "no-irregularity",
            Self::UnclearIrregularity { .. } => "unclear-irregularity",
            Self::NothingToCorrect { .. } => "nothing-to-correct",
            Self::SamePosition => "same-position",
            Self::OnPaper { .. } => "on-paper",
            Self::WrongFirstPly { .. } => "wrong-first-ply",
            Self::WrongMoveCount { .. } => "wrong-move-count",
            Self::BrokenRecord { .. } => "broken-record",
            Self::RecordFull => "record-full",
            Self::Unreadable => "unreadable",
            Self::NotFinished => "not-finished",
            Self::ImpossibleOutcome { .. } => "impossible-outcome",
            Self::DrawAlreadyOffered { .. } => "draw-already-offered",
            Self::SameResult { .. } => "same-result",
        }
    }
}

/// Writes the text for the arbiter in English.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(None, Language::English))
    }
}

/// A move against the rules: what was claimed, which rule it breaks and what was obligatory.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.explain(None, Language::English))]
pub struct IllegalMove {
    /// The move as it was claimed.
    pub played: MoveText,
    /// The rule that it breaks.
    pub breach: Breach,
    /// The capture that was obligatory, if one was.
    pub obliged: Option<Obligation>,
}
