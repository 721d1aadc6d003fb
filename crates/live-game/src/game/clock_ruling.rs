//! What the clock of a game is told beside moves.

use crate::InputId;

/// Something that the clock is told beside moves, in its place among them: mostly a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockRuling {
    /// Its number in the game: 1, 2, 3 …
    pub number: u32,
    /// The input that told it; `None` when it follows from a flag that fell.
    pub input: Option<InputId>,
    /// What the clock is told.
    pub command: game_clock::Command,
}
