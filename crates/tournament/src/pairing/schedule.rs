//! Schedules that are known before the first round: the rulebook's tables and Berger's.
//!
//! A schedule pairs lots (the numbers drawn), not players or teams.

use super::berger::{berger, double_berger};
use super::lot::{RoundPairings, lot};
use super::tables::{self, Table};
use crate::RoundNumber;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// A pairing table. In the tables for teams the first-named team has White on the odd boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Schedule {
    /// Three players (A art. 4).
    Ind3,
    /// Four players (A art. 4).
    Ind4,
    /// Five players (A art. 4).
    Ind5,
    /// Six players in two subgroups, 1 to 3 and 4 to 6 (A art. 4): each plays all others of the
    /// subgroup and one of the other subgroup.
    Ind6Split,
    /// Four teams of eight (B art. 4).
    Team4,
    /// Five teams of eight (B art. 4).
    Team5,
    /// Six teams of eight (B art. 4).
    Team6,
    /// Seven teams of eight (B art. 4).
    Team7,
    /// The three eights, and eight entrants in HA (C art. 7).
    Ind8Achttal,
    /// Four teams of four (G art. 4).
    Mini4,
    /// Five teams of four (G art. 4).
    Mini5,
    /// Six teams of four in two subgroups, 1 to 3 and 4 to 6 (G art. 4).
    Mini6Split,
    /// Two entrants in HA: two games with the colours reversed (appendix 2). The rule does not
    /// decide who begins with White: the numbers are drawn.
    Ha2,
    /// Six entrants in HA (appendix 2).
    Ha6,
    /// Seven entrants in HA (appendix 2).
    Ha7,
    /// The tables of Johann Berger, for any number of players.
    Berger,
    /// Berger's tables twice, the second time with the colours reversed.
    BergerDouble,
}

/// The reason for which there is no schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// The number of players is outside the limits of the table.
    #[error("the table {table} is for {min} to {max} players, not for {players}")]
    Players {
        /// The table.
        table: Schedule,
        /// The smallest number of players.
        min: usize,
        /// The largest number of players.
        max: usize,
        /// The number of players given.
        players: usize,
    },
}

/// The error for a text that names no schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown table: it is one of {}", Schedule::ALL.map(Schedule::as_str).join(", "))]
pub struct UnknownSchedule;

impl Schedule {
    /// Every schedule: the rulebook's in its order, then Berger's.
    pub const ALL: [Self; 17] = [
        Self::Ind3,
        Self::Ind4,
        Self::Ind5,
        Self::Ind6Split,
        Self::Team4,
        Self::Team5,
        Self::Team6,
        Self::Team7,
        Self::Ind8Achttal,
        Self::Mini4,
        Self::Mini5,
        Self::Mini6Split,
        Self::Ha2,
        Self::Ha6,
        Self::Ha7,
        Self::Berger,
        Self::BergerDouble,
    ];

    /// Returns the name of the table in files and messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ind3 => "ind3",
            Self::Ind4 => "ind4",
            Self::Ind5 => "ind5",
            Self::Ind6Split => "ind6split",
            Self::Team4 => "team4",
            Self::Team5 => "team5",
            Self::Team6 => "team6",
            Self::Team7 => "team7",
            Self::Ind8Achttal => "ind8_achttal",
            Self::Mini4 => "mini4",
            Self::Mini5 => "mini5",
            Self::Mini6Split => "mini6split",
            Self::Ha2 => "ha2",
            Self::Ha6 => "ha6",
            Self::Ha7 => "ha7",
            Self::Berger => "berger",
            Self::BergerDouble => "berger_double",
        }
    }

    /// Returns the smallest and the largest number of players.
    pub fn players(self) -> (usize, usize) {
        match self {
            Self::Ha2 => (2, 2),
            Self::Ind3 => (3, 3),
            Self::Ind4 | Self::Team4 | Self::Mini4 => (4, 4),
            Self::Ind5 | Self::Team5 | Self::Mini5 => (5, 5),
            Self::Ind6Split | Self::Team6 | Self::Mini6Split | Self::Ha6 => (6, 6),
            Self::Team7 | Self::Ha7 => (7, 7),
            Self::Ind8Achttal => (8, 8),
            Self::Berger | Self::BergerDouble => (2, 64),
        }
    }

    /// Returns true if all players meet each other: not in a group of six in two subgroups.
    pub fn is_round_robin(self) -> bool {
        !matches!(self, Self::Ind6Split | Self::Mini6Split)
    }

    /// Returns true if the rulebook prints the table for teams.
    pub fn is_of_teams(self) -> bool {
        matches!(
            self,
            Self::Team4
                | Self::Team5
                | Self::Team6
                | Self::Team7
                | Self::Mini4
                | Self::Mini5
                | Self::Mini6Split
        )
    }

    /// Returns the rounds as the rulebook prints them; `None` for Berger's tables.
    fn printed(self) -> Option<Table> {
        match self {
            Self::Ind3 => Some(tables::IND3),
            Self::Ind4 => Some(tables::IND4),
            Self::Ind5 => Some(tables::IND5),
            Self::Ind6Split => Some(tables::IND6SPLIT),
            Self::Team4 => Some(tables::TEAM4),
            Self::Team5 => Some(tables::TEAM5),
            Self::Team6 => Some(tables::TEAM6),
            Self::Team7 => Some(tables::TEAM7),
            Self::Ind8Achttal => Some(tables::IND8_ACHTTAL),
            Self::Mini4 => Some(tables::MINI4),
            Self::Mini5 => Some(tables::MINI5),
            Self::Mini6Split => Some(tables::MINI6SPLIT),
            Self::Ha2 => Some(tables::HA2),
            Self::Ha6 => Some(tables::HA6),
            Self::Ha7 => Some(tables::HA7),
            Self::Berger | Self::BergerDouble => None,
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Schedule {
    type Err = UnknownSchedule;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|table| table.as_str() == text).ok_or(UnknownSchedule)
    }
}

/// Returns the schedule for a number of players: all rounds, in order.
///
/// # Errors
/// [`ScheduleError::Players`] if the table is not for this number of players.
pub fn schedule(table: Schedule, players: usize) -> Result<Vec<RoundPairings>, ScheduleError> {
    let (min, max) = table.players();
    if !(min..=max).contains(&players) {
        return Err(ScheduleError::Players { table, min, max, players });
    }
    Ok(match table.printed() {
        Some(printed) => rounds_of(printed, players),
        None if table == Schedule::BergerDouble => double_berger(players),
        None => berger(players),
    })
}

fn rounds_of(printed: Table, players: usize) -> Vec<RoundPairings> {
    let round = |(index, pairs): (usize, &&[(usize, usize)])| {
        let playing: BTreeSet<usize> =
            pairs.iter().flat_map(|&(white, black)| [white, black]).collect();
        RoundPairings {
            round: RoundNumber::from_index(index),
            pairs: pairs.iter().map(|&(white, black)| (lot(white), lot(black))).collect(),
            bye: (1..=players).find(|number| !playing.contains(number)).map(lot),
        }
    };
    printed.iter().enumerate().map(round).collect()
}
