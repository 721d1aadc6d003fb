//! What has happened in a game.

use crate::{Color, InputId, Move, MoveText, Outcome, Position, Refusal, RuleSet, Timestamp};

/// A fact of a game; folding all of them with [`Game::apply`](crate::Game::apply) is the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game began.
    Started {
        /// The rules that it is played by.
        rules: RuleSet,
        /// The position that it began with.
        start: Position,
        /// The moment of the start.
        at: Timestamp,
    },
    /// A move was played.
    MovePlayed {
        /// Which move of the game it is; 1 is the first.
        ply: u32,
        /// The move.
        mv: Move,
        /// The input that played it.
        input: InputId,
        /// The moment that this input gave.
        at: Timestamp,
    },
    /// Another input told the same move of a played ply.
    MoveConfirmed {
        /// The ply that it told.
        ply: u32,
        /// The input that told it.
        input: InputId,
    },
    /// A move for a later ply waits for those before it.
    InputHeld {
        /// The input that waits.
        input: InputId,
        /// The ply that it tells.
        ply: u32,
        /// The move as it was claimed.
        mv: MoveText,
        /// The moment that the input gave.
        at: Timestamp,
    },
    /// Another device told a different move of a played ply; the arbiter has to look. At most one
    /// for each ply.
    ConflictRaised {
        /// The ply that both tell.
        ply: u32,
        /// The move that stands.
        played: Move,
        /// The move that the other device claims.
        claimed: MoveText,
        /// The input of the other device.
        input: InputId,
    },
    /// A side offered a draw.
    DrawOffered {
        /// The side that offered it.
        by: Color,
        /// The input that said so.
        input: InputId,
    },
    /// An input was refused.
    InputRefused {
        /// The input that was refused.
        input: InputId,
        /// Why.
        refusal: Refusal,
    },
    /// The game ended.
    Finished {
        /// How and why.
        outcome: Outcome,
        /// The input that ended it, unless a move or the clock did.
        input: Option<InputId>,
        /// The moment of the end.
        at: Timestamp,
    },
    /// A finished game got another result: by the arbiter, or because a flag had fallen before the end.
    ResultCorrected {
        /// The result that holds from now on.
        outcome: Outcome,
        /// The input of the ruling; none when a flag had fallen before the end.
        input: Option<InputId>,
        /// The moment of the ruling, or when the flag fell.
        at: Timestamp,
    },
}

impl Event {
    /// Returns the input that the event answers, if one caused it.
    #[must_use]
    pub const fn input(&self) -> Option<&InputId> {
        match self {
            Self::MovePlayed { input, .. }
            | Self::MoveConfirmed { input, .. }
            | Self::InputHeld { input, .. }
            | Self::ConflictRaised { input, .. }
            | Self::DrawOffered { input, .. }
            | Self::InputRefused { input, .. } => Some(input),
            Self::Finished { input, .. } | Self::ResultCorrected { input, .. } => input.as_ref(),
            Self::Started { .. } => None,
        }
    }
}
