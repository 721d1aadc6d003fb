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
            Self::NotStarted
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
