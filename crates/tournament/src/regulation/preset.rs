//! The names of the regulations to start from.

use std::fmt;
use std::str::FromStr;

/// A regulation to start from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Preset {
    /// KK, the first eight (C).
    FrisianKk,
    /// HAA, the second eight (C).
    FrisianHaa,
    /// RHAA, the third eight (C).
    FrisianRhaa,
    /// HA with eight entrants or fewer (D, appendix 2).
    FrisianHa,
    /// HA with nine entrants or more (D, appendix 3).
    FrisianHaSwiss,
    /// The first, second and third class (D).
    FrisianClass,
    /// A group at an event of a club (A).
    FrisianClubEvent,
    /// Group I of the championship of clubs (B).
    FrisianClubTeams,
    /// A group of clubs between group I and the lowest (B).
    FrisianClubTeamsMiddle,
    /// The lowest group of clubs (B).
    FrisianClubTeamsLowest,
    /// The whole championship of clubs, groups I, II and so on in one event (B art. 2).
    FrisianClubChampionship,
    /// The mini championship of clubs (G).
    FrisianMini,
    /// Pupils (E).
    FrisianPupils,
    /// Youth (E).
    FrisianYouth,
    /// Juniors (E).
    FrisianJuniors,
    /// The open blitz championship (F).
    FrisianBlitz,
    /// A simultaneous display: one player against many, without clocks (I).
    FrisianDisplay,
    /// The main groups of the tournament regulation of 2006: two pools and crossing finals.
    Tournament2006,
    /// The open group of the tournament regulation of 2006.
    Tournament2006Open,
    /// International draughts by the Swiss system of the KNDB.
    KndbSwiss,
    /// International draughts as a round robin.
    RoundRobin,
    /// International draughts as a match of two.
    Match,
}

/// The error for a text that names no preset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown regulation: it is one of {}", Preset::ALL.map(Preset::id).join(", "))]
pub struct UnknownPreset;

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|preset| preset.id() == text).ok_or(UnknownPreset)
    }
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 22] = [
        Self::FrisianKk,
        Self::FrisianHaa,
        Self::FrisianRhaa,
        Self::FrisianHa,
        Self::FrisianHaSwiss,
        Self::FrisianClass,
        Self::FrisianClubEvent,
        Self::FrisianClubTeams,
        Self::FrisianClubTeamsMiddle,
        Self::FrisianClubTeamsLowest,
        Self::FrisianClubChampionship,
        Self::FrisianMini,
        Self::FrisianPupils,
        Self::FrisianYouth,
        Self::FrisianJuniors,
        Self::FrisianBlitz,
        Self::FrisianDisplay,
        Self::Tournament2006,
        Self::Tournament2006Open,
        Self::KndbSwiss,
        Self::RoundRobin,
        Self::Match,
    ];

    /// Returns the name of the preset in files and messages.
    pub fn id(self) -> &'static str {
        match self {
            Self::FrisianKk => "frisian-kk",
            Self::FrisianHaa => "frisian-haa",
            Self::FrisianRhaa => "frisian-rhaa",
            Self::FrisianHa => "frisian-ha",
            Self::FrisianHaSwiss => "frisian-ha-swiss",
            Self::FrisianClass => "frisian-class",
            Self::FrisianClubEvent => "frisian-club-event",
            Self::FrisianClubTeams => "frisian-club-teams",
            Self::FrisianClubTeamsMiddle => "frisian-club-teams-middle",
            Self::FrisianClubTeamsLowest => "frisian-club-teams-lowest",
            Self::FrisianClubChampionship => "frisian-club-championship",
            Self::FrisianMini => "frisian-mini",
            Self::FrisianPupils => "frisian-pupils",
            Self::FrisianYouth => "frisian-youth",
            Self::FrisianJuniors => "frisian-juniors",
            Self::FrisianBlitz => "frisian-blitz",
            Self::FrisianDisplay => "frisian-display",
            Self::Tournament2006 => "tournament-2006",
            Self::Tournament2006Open => "tournament-2006-open",
            Self::KndbSwiss => "kndb-swiss",
            Self::RoundRobin => "round-robin",
            Self::Match => "match",
        }
    }
}
