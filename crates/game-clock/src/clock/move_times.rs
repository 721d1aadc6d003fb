//! The times of the moves that the players have completed.

use draughts::Color;
use std::time::Duration;

/// More moves than any record of a game can have, so that a number in a damaged log takes no
/// memory.
const MOVES_MAX: usize = 8192;

/// The time of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveTime {
    /// The time that the player had left after it, including increment and new stage.
    pub left: Duration,
    /// The time that the move took, without pauses.
    pub spent: Duration,
}

/// The times of both players' moves, from the first; `None` for moves that were not timed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct MoveTimes {
    white: Vec<Option<MoveTime>>,
    black: Vec<Option<MoveTime>>,
}

impl MoveTimes {
    pub(super) fn of(&self, color: Color) -> &[Option<MoveTime>] {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    fn of_mut(&mut self, color: Color) -> &mut Vec<Option<MoveTime>> {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// Adds the time of the move that a player completed after `moves` others.
    pub(super) fn push(&mut self, color: Color, moves: u32, time: MoveTime) {
        self.set_moves(color, moves);
        self.of_mut(color).push(Some(time));
    }

    /// Sets the number of moves that a player has completed by the record: further moves were taken
    /// back, and missing ones were not timed.
    pub(super) fn set_moves(&mut self, color: Color, moves: u32) {
        let moves = usize::try_from(moves).unwrap_or(MOVES_MAX).min(MOVES_MAX);
        self.of_mut(color).resize(moves, None);
    }
}
