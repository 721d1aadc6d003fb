//! Why a game does not do what it was told.

use core::fmt;

use thiserror::Error;

use crate::{Breach, Color, Move, MoveText, Obligation, Outcome};

/// A "no" of the game, with all that an arbiter needs to understand it.
///
/// `Display` is the text for the arbiter. [`Refusal::public_text`] is for players and spectators:
/// it gives no hint of captures or legal moves (Frisian rules art. 24).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game has not begun.
    #[error("the game has not begun")]
    NotStarted,
    /// The game has begun, with other rules or another position.
    #[error("the game has already begun with other rules or another position")]
    AlreadyStarted,
    /// The position to begin with is not one of the rules' variant.
    #[error("the position to begin with belongs to another variant than the rules")]
    WrongVariant,
    /// The game is over.
    #[error("the game is over: {outcome}")]
    GameFinished {
        /// The result of the game.
        outcome: Outcome,
    },
    /// Plies count from 1.
    #[error("ply 0 cannot be played, the first is 1")]
    PlyZero,
    /// The ply is too far ahead of the game.
    #[error("ply {got} is too far ahead, ply {expected} is next")]
    PlyTooFarAhead {
        /// The ply that is to be played next.
        expected: u32,
        /// The ply that the input told.
        got: u32,
    },
    /// Too many inputs wait for missing plies.
    #[error("{limit} inputs already wait for ply {expected}")]
    HeldFull {
        /// The ply that is missing.
        expected: u32,
        /// How many inputs may wait.
        limit: u32,
    },
    /// The move is against the rules.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// Several captures fit what was told, and they take different pieces.
    #[error("{played} fits several captures: {}", List(candidates))]
    AmbiguousMove {
        /// The move as it was claimed.
        played: MoveText,
        /// The captures that fit.
        candidates: Vec<Move>,
    },
    /// The ply is played, and this input tells it differently without being news: the same device
    /// told another move, or the ply already has its alarm.
    #[error("ply {ply} is already played with {played}, {claimed} was claimed")]
    PlyAlreadyPlayed {
        /// The ply that the input told.
        ply: u32,
        /// The move that stands.
        played: Move,
        /// The move that the input claims.
        claimed: MoveText,
    },
    /// There is no such ply to take back or to correct.
    #[error("there is no ply {ply}, the next is {next}")]
    NoSuchPly {
        /// The ply that the ruling named.
        ply: u32,
        /// The ply that is to be played next.
        next: u32,
    },
    /// The move belongs to a line that the arbiter has taken back.
    #[error("ply {ply} was taken back after this move was made")]
    Retracted {
        /// The ply that the input told.
        ply: u32,
    },
    /// The input waited too long for the plies before it.
    #[error("ply {ply} waited too long, ply {expected} is still missing")]
    WaitedTooLong {
        /// The ply that the input told.
        ply: u32,
        /// The ply that is missing.
        expected: u32,
    },
    /// No irregular move waits.
    #[error("no irregular move waits")]
    NoIrregularity,
    /// An irregular move cannot stand while it is open which pieces were taken off.
    #[error("{played} cannot stand before it is told which pieces were taken off")]
    UnclearIrregularity {
        /// The move as it was claimed.
        played: MoveText,
    },
    /// The ply already is what the ruling says, and nothing is in conflict.
    #[error("ply {ply} already is so")]
    NothingToCorrect {
        /// The ply.
        ply: u32,
    },
    /// The position already stands so.
    #[error("the position already stands so")]
    SamePosition,
    /// The game is noted on paper.
    #[error("the game is on paper from ply {from_ply}")]
    OnPaper {
        /// The first ply that is not told.
        from_ply: u32,
    },
    /// Moves that were noted on paper are handed in from another ply than the next.
    #[error("the record goes on with ply {expected}, not {got}")]
    WrongFirstPly {
        /// The ply that is to be told next.
        expected: u32,
        /// The first ply that was handed in.
        got: u32,
    },
    /// Too many moves, or none, are handed in at once.
    #[error("{count} moves are handed in, 1 to {limit} can be")]
    WrongMoveCount {
        /// How many moves were handed in.
        count: u32,
        /// How many can be.
        limit: u32,
    },
    /// A move of the record that was noted on paper cannot be taken over; none of it is.
    #[error("ply {ply} of the record: {refusal}")]
    BrokenRecord {
        /// The ply.
        ply: u32,
        /// What is wrong with it.
        refusal: Box<Self>,
    },
    /// The game is not over.
    #[error("the game is not over")]
    NotFinished,
    /// This side's offer of a draw still stands.
    #[error("{by} has already offered a draw")]
    DrawAlreadyOffered {
        /// The side that offered it.
        by: Color,
    },
    /// The game already has exactly this result.
    #[error("the result already is {outcome}")]
    SameResult {
        /// The result of the game.
        outcome: Outcome,
    },
}

impl Refusal {
    /// Returns the stable name of the kind of refusal, such as `illegal-move`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
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
            Self::NotFinished => "not-finished",
            Self::DrawAlreadyOffered { .. } => "draw-already-offered",
            Self::SameResult { .. } => "same-result",
        }
    }

    /// Returns the text for players and spectators, which gives no hint (Frisian rules art. 24).
    #[must_use]
    pub fn public_text(&self) -> String {
        match self {
            Self::IllegalMove(illegal) => format!("{} was not accepted", illegal.played),
            Self::AmbiguousMove { played, .. } => {
                format!("{played} is not clear, tell the squares between")
            }
            Self::PlyAlreadyPlayed { ply, .. } => format!("move {ply} is already played"),
            // The refusal of a single move names what was obligatory.
            Self::BrokenRecord { ply, refusal } => {
                format!("ply {ply} of the record: {}", refusal.public_text())
            }
            Self::NotStarted
            | Self::NoSuchPly { .. }
            | Self::Retracted { .. }
            | Self::WaitedTooLong { .. }
            | Self::NoIrregularity
            | Self::UnclearIrregularity { .. }
            | Self::NothingToCorrect { .. }
            | Self::SamePosition
            | Self::OnPaper { .. }
            | Self::WrongFirstPly { .. }
            | Self::WrongMoveCount { .. }
            | Self::NotFinished
            | Self::AlreadyStarted
            | Self::WrongVariant
            | Self::GameFinished { .. }
            | Self::PlyZero
            | Self::PlyTooFarAhead { .. }
            | Self::HeldFull { .. }
            | Self::DrawAlreadyOffered { .. }
            | Self::SameResult { .. } => self.to_string(),
        }
    }
}

/// A move against the rules: what was claimed, which rule it breaks and what was obligatory.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{played} is not allowed: {breach} (art. {}){}", breach.article(), Obliged(obliged))]
pub struct IllegalMove {
    /// The move as it was claimed.
    pub played: MoveText,
    /// The rule that it breaks.
    pub breach: Breach,
    /// The capture that was obligatory, if one was.
    pub obliged: Option<Obligation>,
}

struct List<'a>(&'a [Move]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mv) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{mv:?}")?;
        }
        Ok(())
    }
}

struct Obliged<'a>(&'a Option<Obligation>);

impl fmt::Display for Obliged<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(obligation) => write!(f, "; {obligation}"),
            None => Ok(()),
        }
    }
}
