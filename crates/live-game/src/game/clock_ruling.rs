//! Commands to the clock of a game other than moves.

use draughts::Timestamp;
use game_clock::Command;

use crate::InputId;

/// A command to the clock other than a move, with its place among the moves: mostly a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockRuling {
    /// Its number in the game: 1, 2, 3 …
    pub number: u32,
    /// The input that the command comes from; `None` if it follows from a flag that fell.
    pub input: Option<InputId>,
    /// The command.
    pub command: Command,
}

impl ClockRuling {
    /// Returns the moment at which the clock is to carry it out.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        match &self.command {
            Command::Open { at, .. }
            | Command::Start { at, .. }
            | Command::Begin { at, .. }
            | Command::MarkAbsent { at, .. }
            | Command::MarkPresent { at, .. }
            | Command::Press { at, .. }
            | Command::Pause { at, .. }
            | Command::Resume { at, .. }
            | Command::Adjust { at, .. }
            | Command::Correct { at, .. }
            | Command::PlayOn { at, .. }
            | Command::Follow { at, .. }
            | Command::Stop { at }
            | Command::GoOn { at, .. }
            | Command::TimeCheck { at, .. } => *at,
        }
    }
}
