//! Time controls of the rulebooks.

use super::{Increment, Stage, TimeControl};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time control of a rulebook. A, B, C … are the regulations of the Frisian rulebook, 2006 the
/// conditions of that year's tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Preset {
    /// Club teams in groups of four eights: 1:30 (B art. 4).
    FrisianTeamsFour,
    /// Club teams in a group of five or six eights: 0:45 (B art. 4).
    FrisianTeamsFiveOrSix,
    /// Club teams in a group of seven eights: 0:30 (B art. 4).
    FrisianTeamsSeven,
    /// The championship and the eights below it: 1:20 and 60 seconds per move (C art. 3).
    FrisianChampionship,
    /// The head class A: 1:30 (D art. 2).
    FrisianHa,
    /// The classes below it: 0:40 (D art. 2).
    FrisianClass,
    /// Pupils and youth: one hour (E art. 2).
    FrisianYouth,
    /// Juniors: 1:30 (E art. 2).
    FrisianJuniors,
    /// Blitz: ten minutes (F art. 2).
    FrisianBlitz,
    /// 50 moves in two hours, then 30 minutes (2006 art. 2).
    Tournament2006,
    /// The blitz that decides an equal draw: five minutes and 5 seconds per move (2006 art. 14c).
    Tournament2006Blitz,
}

/// The error for a name that is no preset's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} is no time control of a rulebook")]
pub struct UnknownPreset {
    /// The name, cut after 40 characters.
    pub name: String,
}

impl Preset {
    /// All presets, in the order of their articles.
    pub const ALL: [Self; 11] = [
        Self::FrisianTeamsFour,
        Self::FrisianTeamsFiveOrSix,
        Self::FrisianTeamsSeven,
        Self::FrisianChampionship,
        Self::FrisianHa,
        Self::FrisianClass,
        Self::FrisianYouth,
        Self::FrisianJuniors,
        Self::FrisianBlitz,
        Self::Tournament2006,
        Self::Tournament2006Blitz,
    ];

    /// Returns the name, as it is printed and parsed.
    pub fn name(self) -> &'static str {
        match self {
            Self::FrisianTeamsFour => "frisian-teams-four",
            Self::FrisianTeamsFiveOrSix => "frisian-teams-five-or-six",
            Self::FrisianTeamsSeven => "frisian-teams-seven",
            Self::FrisianChampionship => "frisian-championship",
            Self::FrisianHa => "frisian-ha",
            Self::FrisianClass => "frisian-class",
            Self::FrisianYouth => "frisian-youth",
            Self::FrisianJuniors => "frisian-juniors",
            Self::FrisianBlitz => "frisian-blitz",
            Self::Tournament2006 => "tournament-2006",
            Self::Tournament2006Blitz => "tournament-2006-blitz",
        }
    }

    /// Returns the article that prescribes it.
    pub fn article(self) -> &'static str {
        match self {
            Self::FrisianTeamsFour | Self::FrisianTeamsFiveOrSix | Self::FrisianTeamsSeven => {
                "B art. 4"
            }
            Self::FrisianChampionship => "C art. 3",
            Self::FrisianHa | Self::FrisianClass => "D art. 2",
            Self::FrisianYouth | Self::FrisianJuniors => "E art. 2",
            Self::FrisianBlitz => "F art. 2",
            Self::Tournament2006 => "2006 art. 2",
            Self::Tournament2006Blitz => "2006 art. 14c",
        }
    }

    /// Returns the time control.
    pub fn control(self) -> TimeControl {
        match self {
            Self::FrisianTeamsFour | Self::FrisianHa | Self::FrisianJuniors => minutes(90),
            Self::FrisianTeamsFiveOrSix => minutes(45),
            Self::FrisianTeamsSeven => minutes(30),
            Self::FrisianChampionship => fischer(80, 60),
            Self::FrisianClass => minutes(40),
            Self::FrisianYouth => minutes(60),
            Self::FrisianBlitz => minutes(10),
            Self::Tournament2006 => {
                let first = Stage { moves: Some(50), ..stage(120, Increment::None) };
                TimeControl::within_limits(&[first, stage(30, Increment::None)])
            }
            Self::Tournament2006Blitz => fischer(5, 5),
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|preset| preset.name() == name);
        found.ok_or_else(|| UnknownPreset { name: name.chars().take(40).collect() })
    }
}

fn minutes(minutes: u64) -> TimeControl {
    TimeControl::within_limits(&[stage(minutes, Increment::None)])
}

fn fischer(minutes: u64, seconds: u64) -> TimeControl {
    TimeControl::within_limits(&[stage(minutes, Increment::Fischer(Duration::from_secs(seconds)))])
}

fn stage(minutes: u64, increment: Increment) -> Stage {
    let time = Duration::from_secs(minutes.saturating_mul(60));
    Stage { moves: None, time, increment }
}
