//! The parts of a venue's log that a hub copies.

use core::fmt;

/// A part of the log, in the order in which it matters to spectators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Record {
    /// Decisions about tournaments.
    Tournament,
    /// The events of games.
    Game,
    /// The events of clocks.
    Clock,
    /// Inputs of devices and desks, which nobody is shown.
    Input,
}

impl Record {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tournament, Self::Game, Self::Clock, Self::Input];
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tournament => "TOURNAMENT",
            Self::Game => "GAME",
            Self::Clock => "CLOCK",
            Self::Input => "INPUT",
        })
    }
}
