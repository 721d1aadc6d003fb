//! The phase of a clock: whose time it counts, and why it counts none.

use draughts::{Color, Timestamp};

/// The phase of a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Running(Turn),
    Paused(Turn),
    Stopped,
    /// A fallen flag, with the number of moves that the side had completed then.
    FlagFallen {
        turn: Turn,
        at: Timestamp,
        moves: u32,
    },
    Forfeited(Turn),
}

/// The side whose time runs if play goes on after a fall, by the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AfterFall {
    /// The side whose time ran.
    AsBefore,
    /// The side to move in the record, which the arbiter changed since.
    Turn(Color),
    /// Neither side: the game is on paper or over.
    Nobody,
}

impl AfterFall {
    /// Returns the side, where `before` is the side whose time ran.
    pub(super) fn color(self, before: Color) -> Option<Color> {
        match self {
            Self::AsBefore => Some(before),
            Self::Turn(color) => Some(color),
            Self::Nobody => None,
        }
    }
}

/// The turn that a clock counts time for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Black's turn, until Black starts White's time (2006 art. 2).
    Opening,
    /// The turn of the side to move.
    Move(Color),
}

impl Turn {
    pub(super) fn color(self) -> Color {
        match self {
            Self::Opening => Color::Black,
            Self::Move(color) => color,
        }
    }
}
