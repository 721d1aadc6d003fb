//! The cells of a table.

use crate::ranking::{AbsenceKind, ZoneMark};
use draughts::Color;

/// The cell of a line in a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// An empty cell.
    Empty,
    /// The cell of a line's own column.
    Oneself,
    /// A place.
    Place {
        /// The place, from 1.
        place: u32,
        /// True if another participant shares it.
        is_tied: bool,
    },
    /// A participant's name.
    Name {
        /// The name.
        name: String,
        /// True if the participant withdrew for good.
        is_withdrawn: bool,
    },
    /// The club.
    Club(String),
    /// A count or a rating.
    Number(u32),
    /// A number of points.
    Points(Amount),
    /// Games, or matches of teams, by round.
    Games(Vec<CellGame>),
    /// A round without an opponent, and the points for it.
    Absence {
        /// The kind of absence.
        kind: AbsenceKind,
        /// The points for it.
        points: Amount,
    },
    /// Promotion or relegation by the place.
    Zone(ZoneMark),
}

/// A number of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount {
    /// Number of units.
    pub value: u32,
    /// Number of units in a point.
    pub unit: u32,
}

/// A game or match, from one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellGame {
    /// The line of the opponent, from 1; `None` in a column of its own.
    pub line: Option<u32>,
    /// The side's own colour; `None` for a match of teams.
    pub color: Option<Color>,
    /// Its result.
    pub state: CellState,
}

/// The state of a game or match, from one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellState {
    /// The game or match has not begun.
    Open,
    /// The game or match is being played.
    Running,
    /// The game or match was played.
    Played {
        /// The side's own points; in a match, the sum of all boards.
        own: Amount,
        /// The opponent's points.
        other: Amount,
    },
    /// The game or match was decided without being played.
    Forfeit {
        /// The side's own points.
        own: Amount,
        /// The opponent's points.
        other: Amount,
    },
}
