//! The articles of the presets, point by point.

use super::Preset;
use game_clock::AbsenceArticle;

/// A point of a regulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Point {
    /// The rules of the games.
    Rules,
    /// The thinking time of a game.
    TimeControl,
    /// The thinking time of a game of a play-off.
    PlayOffTimeControl,
    /// The side whose time runs from the hour of the start.
    Opening,
    /// The longest wait for a player who has not come.
    Absence,
    /// The way in which rounds are paired.
    Format,
    /// The number of rounds.
    Rounds,
    /// The rule for groups.
    Groups,
    /// The boards of a team.
    Boards,
    /// The points of results.
    Scoring,
    /// The tie-breaks, and the remedy for a tie that they leave.
    TieBreaks,
    /// The rule for the first place.
    FirstPlace,
    /// The rule for the games of a participant who withdraws.
    Withdrawal,
    /// The zones of promotion and relegation.
    Zones,
    /// The limits on entrants.
    Limits,
    /// The half-point byes that are allowed.
    HalfPointByes,
    /// The rule for a player who does not come.
    NoShow,
    /// The rule by which the winners of several groups decide the overall first place.
    Winners,
    /// The rule for rounds that end with unfinished games.
    Adjournment,
    /// The rest between two games of a player on one day.
    Rest,
    /// The rule for categories of prizes.
    Prizes,
    /// The rules of draws: the edition that counts moves, and who decides on an agreed draw.
    Draws,
    /// The start of the clocks.
    Start,
}

impl Point {
    /// Every point.
    pub const ALL: [Self; 23] = [
        Self::Rules,
        Self::TimeControl,
        Self::PlayOffTimeControl,
        Self::Opening,
        Self::Absence,
        Self::Format,
        Self::Rounds,
        Self::Groups,
        Self::Boards,
        Self::Scoring,
        Self::TieBreaks,
        Self::FirstPlace,
        Self::Withdrawal,
        Self::Zones,
        Self::Limits,
        Self::HalfPointByes,
        Self::NoShow,
        Self::Winners,
        Self::Adjournment,
        Self::Rest,
        Self::Prizes,
        Self::Draws,
        Self::Start,
    ];
}

/// The articles of a preset. Articles of the Frisian rulebook are cited with the letter of their
/// chapter, those of the game rules with "rules", those of the tournament regulation of 2006 with
/// "2006", those of the Swiss system with "KNDB".
#[derive(Debug, Clone, Copy, Default)]
struct Articles {
    rules: Option<&'static str>,
    time_control: Option<&'static str>,
    play_off_time_control: Option<&'static str>,
    opening: Option<&'static str>,
    absence: Option<AbsenceArticle>,
    format: Option<&'static str>,
    rounds: Option<&'static str>,
    groups: Option<&'static str>,
    boards: Option<&'static str>,
    scoring: Option<&'static str>,
    tie_breaks: Option<&'static str>,
    first_place: Option<&'static str>,
    withdrawal: Option<&'static str>,
    zones: Option<&'static str>,
    limits: Option<&'static str>,
    half_point_byes: Option<&'static str>,
    no_show: Option<&'static str>,
    winners: Option<&'static str>,
    adjournment: Option<&'static str>,
    rest: Option<&'static str>,
    prizes: Option<&'static str>,
    draws: Option<&'static str>,
    start: Option<&'static str>,
}

const EIGHT: Articles = Articles {
    rules: Some("C art. 1"),
    time_control: Some("C art. 3"),
    format: Some("C art. 7"),
    scoring: Some("rules art. 19"),
    tie_breaks: Some("C art. 15"),
    first_place: Some("C art. 15"),
    withdrawal: Some("C art. 14"),
    zones: Some("C art. 8"),
    limits: Some("C art. 2"),
    play_off_time_control: None,
    opening: None,
    absence: None,
    rounds: None,
    groups: None,
    boards: None,
    half_point_byes: None,
    no_show: None,
    winners: None,
    adjournment: None,
    rest: None,
    prizes: None,
    draws: Some("rules art. 21"),
    start: Some("C art. 3"),
};

const HA: Articles = Articles {
    rules: Some("D art. 1"),
    time_control: Some("D art. 2"),
    format: Some("appendix 2"),
    scoring: Some("rules art. 19"),
    tie_breaks: Some("D art. 6"),
    first_place: Some("D art. 6"),
    zones: Some("D art. 7"),
    limits: Some("D art. 4"),
    withdrawal: None,
    start: None,
    ..EIGHT
};

const CLUBS: Articles = Articles {
    rules: Some("B art. 1"),
    time_control: Some("B art. 4"),
    format: Some("B art. 4"),
    boards: Some("B art. 2"),
    scoring: Some("B art. 5"),
    tie_breaks: Some("B art. 7"),
    first_place: Some("B art. 7"),
    withdrawal: None,
    zones: Some("B art. 3"),
    limits: Some("B art. 2"),
    start: None,
    ..EIGHT
};

const YOUTH: Articles = Articles {
    rules: Some("E art. 1"),
    time_control: Some("E art. 2"),
    format: Some("E art. 3"),
    tie_breaks: Some("E art. 5"),
    first_place: Some("E art. 5"),
    withdrawal: None,
    zones: None,
    limits: Some("E art. 4"),
    start: None,
    ..EIGHT
};

const POOLS_2006: Articles = Articles {
    rules: Some("2006 art. 1"),
    time_control: Some("2006 art. 2"),
    play_off_time_control: Some("2006 art. 14c"),
    opening: Some("2006 art. 2"),
    absence: Some(AbsenceArticle::Tournament2006Rule3),
    format: Some("2006 art. 14d"),
    scoring: Some("2006 art. 14a"),
    tie_breaks: Some("2006 art. 14c"),
    first_place: Some("2006 art. 14c"),
    withdrawal: Some("2006 art. 10"),
    adjournment: Some("2006 art. 6"),
    rest: Some("2006 art. 9"),
    zones: None,
    limits: Some("2006 art. 14d"),
    draws: Some("2006 art. 7"),
    start: Some("2006 art. 2"),
    ..EIGHT
};

impl Articles {
    /// Adds the articles of the Swiss system on byes and absence.
    fn by_swiss(self) -> Self {
        Self { half_point_byes: Some("KNDB F9"), no_show: Some("KNDB F10"), ..self }
    }
}

impl Preset {
    fn articles(self) -> Articles {
        match self {
            Self::FrisianKk | Self::FrisianHaa | Self::FrisianRhaa => EIGHT,
            Self::FrisianHa => HA,
            Self::FrisianHaSwiss => Articles {
                format: Some("D art. 4"),
                rounds: Some("D art. 4"),
                withdrawal: Some("KNDB F5"),
                ..HA.by_swiss()
            },
            Self::FrisianClass => Articles {
                format: Some("D art. 5"),
                groups: Some("D art. 5"),
                zones: Some("appendix 4"),
                limits: Some("D art. 5"),
                winners: Some("D art. 6"),
                ..HA
            },
            Self::FrisianClubEvent => Articles {
                rules: Some("A art. 1"),
                time_control: None,
                format: Some("A art. 4"),
                groups: Some("A art. 3"),
                tie_breaks: Some("A art. 5"),
                first_place: Some("A art. 5"),
                zones: Some("appendix 4"),
                limits: Some("A art. 4"),
                winners: Some("A art. 5"),
                ..HA
            },
            Self::FrisianClubTeams
            | Self::FrisianClubTeamsMiddle
            | Self::FrisianClubTeamsLowest => CLUBS,
            Self::FrisianClubChampionship => Articles { groups: Some("B art. 2"), ..CLUBS },
            Self::FrisianMini => Articles {
                rules: Some("G art. 1"),
                time_control: None,
                format: Some("G art. 4"),
                groups: Some("G art. 2"),
                boards: Some("G art. 2"),
                scoring: Some("G art. 5"),
                tie_breaks: Some("G art. 6"),
                first_place: Some("G art. 6"),
                zones: None,
                limits: Some("G art. 2"),
                ..CLUBS
            },
            Self::FrisianPupils | Self::FrisianYouth | Self::FrisianJuniors => YOUTH,
            Self::FrisianBlitz => Articles {
                rules: Some("F art. 1"),
                time_control: Some("F art. 2"),
                format: Some("F art. 3"),
                rounds: Some("F art. 3"),
                tie_breaks: Some("F art. 4"),
                first_place: Some("F art. 4"),
                withdrawal: Some("KNDB F5"),
                limits: Some("F art. 6"),
                prizes: Some("F art. 5"),
                ..YOUTH.by_swiss()
            },
            Self::FrisianDisplay => Articles {
                rules: Some("I art. 1"),
                format: Some("I art. 3"),
                ..Articles::default()
            },
            Self::Tournament2006 => POOLS_2006,
            Self::Tournament2006Open => Articles {
                play_off_time_control: None,
                format: Some("2006 art. 12"),
                rounds: Some("2006 art. 12"),
                scoring: Some("2006 art. 8"),
                tie_breaks: Some("2006 art. 12"),
                first_place: Some("2006 art. 12"),
                limits: None,
                ..POOLS_2006.by_swiss()
            },
            Self::KndbSwiss => Articles {
                format: Some("KNDB C"),
                tie_breaks: Some("KNDB F12"),
                first_place: Some("KNDB F12"),
                withdrawal: Some("KNDB F5"),
                ..Articles::default().by_swiss()
            },
            Self::RoundRobin | Self::Match => Articles::default(),
        }
    }

    /// Returns the article that a point of the preset is taken from; `None` if the rulebook does
    /// not regulate it and the preset only proposes it.
    pub fn article(self, point: Point) -> Option<&'static str> {
        let articles = self.articles();
        match point {
            Point::Rules => articles.rules,
            Point::TimeControl => articles.time_control,
            Point::PlayOffTimeControl => articles.play_off_time_control,
            Point::Opening => articles.opening,
            Point::Absence => articles.absence.map(AbsenceArticle::as_str),
            Point::Format => articles.format,
            Point::Rounds => articles.rounds,
            Point::Groups => articles.groups,
            Point::Boards => articles.boards,
            Point::Scoring => articles.scoring,
            Point::TieBreaks => articles.tie_breaks,
            Point::FirstPlace => articles.first_place,
            Point::Withdrawal => articles.withdrawal,
            Point::Zones => articles.zones,
            Point::Limits => articles.limits,
            Point::HalfPointByes => articles.half_point_byes,
            Point::NoShow => articles.no_show,
            Point::Winners => articles.winners,
            Point::Adjournment => articles.adjournment,
            Point::Rest => articles.rest,
            Point::Prizes => articles.prizes,
            Point::Draws => articles.draws,
            Point::Start => articles.start,
        }
    }
    /// Returns the rule of the preset about players who have not come; `None` if it has none.
    pub(super) fn absence_article(self) -> Option<AbsenceArticle> {
        self.articles().absence
    }
}
