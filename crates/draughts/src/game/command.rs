//! What a game can be told.

use crate::{Color, InputId, MoveText, Outcome, Position, RuleSet, Timestamp};

/// Something that a game is asked to do; [`Game::decide`](crate::Game::decide) answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Begin the game.
    Start {
        /// The rules that the game is played by.
        rules: RuleSet,
        /// The position that it begins with; its variant is that of the rules.
        start: Position,
        /// The moment of the start.
        at: Timestamp,
    },
    /// Play a move.
    Play {
        /// The input that says so.
        input: InputId,
        /// Which move of the game it is; 1 is the first.
        ply: u32,
        /// The move as it was claimed.
        mv: MoveText,
        /// The moment of the move.
        at: Timestamp,
    },
    /// Give up.
    Resign {
        /// The input that says so.
        input: InputId,
        /// The side that gives up.
        color: Color,
        /// The moment of it.
        at: Timestamp,
    },
    /// Offer a draw, or accept the opponent's offer.
    ///
    /// An offer lapses when the opponent moves.
    AgreeDraw {
        /// The input that says so.
        input: InputId,
        /// The side that wants the draw.
        by: Color,
        /// The moment of it.
        at: Timestamp,
    },
    /// Set the result by the arbiter's authority, in a game that runs, is over or never began.
    Rule {
        /// The input that says so.
        input: InputId,
        /// The result that the arbiter sets.
        outcome: Outcome,
        /// The moment of the ruling.
        at: Timestamp,
    },
    /// Take note that a side has overstepped the time.
    FlagFell {
        /// The side whose time is used up.
        color: Color,
        /// The moment when it was.
        at: Timestamp,
    },
}

impl Command {
    /// Returns the input that the command comes from, if a device sent it.
    #[must_use]
    pub const fn input(&self) -> Option<&InputId> {
        match self {
            Self::Play { input, .. }
            | Self::Resign { input, .. }
            | Self::AgreeDraw { input, .. }
            | Self::Rule { input, .. } => Some(input),
            Self::Start { .. } | Self::FlagFell { .. } => None,
        }
    }
}
