//! The tables that the Frisian rulebook prescribes for a number of entrants.

use crate::Schedule;
use game_clock::{Preset, TimeControl};
use std::fmt;

/// A competition of the Frisian rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Competition {
    /// A group at an event of a club (A).
    ClubEvent,
    /// A group of the championship of clubs, teams of eight (B).
    ClubTeams,
    /// One of the three eights: KK, HAA or RHAA (C).
    Eight,
    /// HA (D).
    Ha,
    /// A group of the first, second or third class (D).
    Classes,
    /// Pupils, youth and juniors (E).
    Youth,
    /// The open blitz championship (F).
    Blitz,
    /// A group of the mini championship of clubs, teams of four (G).
    MiniTeams,
}

/// The prescribed system of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// A printed table.
    Table(Schedule),
    /// The Swiss system.
    Swiss {
        /// The number of rounds; `None` if the organisers set it.
        rounds: Option<u32>,
    },
    /// Any system that the organisers choose.
    Free,
}

/// The rulebook's prescription for a number of entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prescription {
    /// The system that is played.
    pub system: System,
    /// The article that prescribes it.
    pub article: &'static str,
    /// The number of rounds on each day; empty if the rulebook does not prescribe it.
    pub days: &'static [u32],
    /// The thinking time of a game, if it depends on the number of entrants (B art. 4).
    pub time_control: Option<TimeControl>,
}

/// The error for a number of entrants without a table in the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no table for {entrants} in {competition}")]
pub struct NotPrescribed {
    /// The competition.
    pub competition: Competition,
    /// Number of entrants.
    pub entrants: usize,
    /// The article that gives the tables.
    pub article: &'static str,
    /// The smallest number of entrants that it gives a table for.
    pub min: usize,
    /// The largest; `None` if there is no limit.
    pub max: Option<usize>,
}

impl fmt::Display for Competition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ClubEvent => "a group of a club event",
            Self::ClubTeams => "a group of clubs",
            Self::Eight => "an eight",
            Self::Ha => "HA",
            Self::Classes => "a group of a class",
            Self::Youth => "a youth championship",
            Self::Blitz => "the blitz championship",
            Self::MiniTeams => "a group of the mini championship",
        })
    }
}

impl Prescription {
    fn table(table: Schedule, article: &'static str) -> Self {
        Self { system: System::Table(table), article, days: &[], time_control: None }
    }

    fn on(self, days: &'static [u32]) -> Self {
        Self { days, ..self }
    }

    fn timed(self, preset: Preset) -> Self {
        Self { time_control: Some(preset.control()), ..self }
    }
}

/// Returns the rulebook's prescription for a number of entrants.
///
/// The rulebook gives no table for a group of three teams of four, though it allows such a group (G
/// art. 2): it plays by the table of three players. The rule "a group of 5 or 6 is split in two" (G
/// art. 4) can only apply to six, because five have a table of their own. The schedule of an eight
/// stays the same if a place is empty (C art. 12): the opponent of the empty place has a free
/// round.
///
/// # Errors
/// [`NotPrescribed`] if the article gives no table for this number.
pub fn prescription(
    competition: Competition,
    entrants: usize,
) -> Result<Prescription, NotPrescribed> {
    let none = |article, min, max| Err(NotPrescribed { competition, entrants, article, min, max });
    let table = Prescription::table;
    Ok(match competition {
        // Two are a group at an event of a club (appendix 4, 1), and play as two of HA do.
        Competition::ClubEvent if entrants == 2 => table(Schedule::Ha2, "appendix 2"),
        Competition::ClubEvent => match of_players(entrants) {
            Some(schedule) => table(schedule, "A art. 4"),
            None => return none("A art. 4", 2, Some(6)),
        },
        Competition::Classes => match of_players(entrants) {
            Some(schedule) => table(schedule, "D art. 5"),
            None => return none("D art. 5", 3, Some(6)),
        },
        Competition::ClubTeams => match entrants {
            4 => table(Schedule::Team4, "B art. 4").timed(Preset::FrisianTeamsFour),
            5 => table(Schedule::Team5, "B art. 4").timed(Preset::FrisianTeamsFiveOrSix),
            6 => table(Schedule::Team6, "B art. 4").timed(Preset::FrisianTeamsFiveOrSix),
            7 => table(Schedule::Team7, "B art. 4").timed(Preset::FrisianTeamsSeven),
            _ => return none("B art. 4", 4, Some(7)),
        },
        Competition::Eight => match entrants {
            8 => table(Schedule::Ind8Achttal, "C art. 7"),
            _ => return none("C art. 7", 8, Some(8)),
        },
        Competition::Ha => match entrants {
            0 | 1 => return none("appendix 2", 2, None),
            2 => table(Schedule::Ha2, "appendix 2"),
            3 => table(Schedule::Ind3, "appendix 2").on(&[3]),
            4 => table(Schedule::Ind4, "appendix 2").on(&[3]),
            5 => table(Schedule::Ind5, "appendix 2").on(&[3, 2]),
            6 => table(Schedule::Ha6, "appendix 2").on(&[3, 2]),
            7 => table(Schedule::Ha7, "appendix 2").on(&[3, 1, 3]),
            8 => table(Schedule::Ind8Achttal, "appendix 2"),
            _ => Prescription {
                system: System::Swiss { rounds: Some(6) },
                article: "D art. 4",
                days: &[],
                time_control: None,
            },
        },
        Competition::Youth => Prescription {
            system: System::Free,
            article: "E art. 3",
            days: &[],
            time_control: None,
        },
        Competition::Blitz => Prescription {
            system: System::Swiss { rounds: None },
            article: "F art. 3",
            days: &[],
            time_control: None,
        },
        Competition::MiniTeams => match entrants {
            3 => table(Schedule::Ind3, "G art. 2"),
            4 => table(Schedule::Mini4, "G art. 4"),
            5 => table(Schedule::Mini5, "G art. 4"),
            6 => table(Schedule::Mini6Split, "G art. 4"),
            _ => return none("G art. 4", 3, Some(6)),
        },
    })
}

/// Returns the table of A art. 4 for a number of players.
fn of_players(entrants: usize) -> Option<Schedule> {
    match entrants {
        3 => Some(Schedule::Ind3),
        4 => Some(Schedule::Ind4),
        5 => Some(Schedule::Ind5),
        6 => Some(Schedule::Ind6Split),
        _ => None,
    }
}
