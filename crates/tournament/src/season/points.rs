//! The points ranking over the years (appendix 4).
//!
//! WP are the points of club events, KP those of the personal championship; SP = WP + KP are the
//! points of a season, TP those of all seasons since the last promotion. WP has another meaning in
//! the Swiss system.

use std::collections::BTreeMap;
use std::fmt;

/// The classes, from the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The third class.
    Third,
    /// The second class.
    Second,
    /// The first class.
    First,
    /// HA.
    Ha,
    /// EK: KK, HAA and the four highest placed of RHAA (A art. 2).
    Ek,
}

impl Class {
    /// Every class, from the lowest.
    pub const ALL: [Self; 5] = [Self::Third, Self::Second, Self::First, Self::Ha, Self::Ek];

    /// Returns the name in files: `3`, `2`, `1`, `HA` or `EK`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Third => "3",
            Self::Second => "2",
            Self::First => "1",
            Self::Ha => "HA",
            Self::Ek => "EK",
        }
    }

    /// Returns the class with a name in files.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.id() == id)
    }

    /// Returns the points of four years that a player has to exceed for promotion; `None` in HA and
    /// EK.
    pub fn points_max(self) -> Option<u32> {
        match self {
            Self::Third => Some(10),
            Self::Second => Some(14),
            Self::First => Some(18),
            Self::Ha | Self::Ek => None,
        }
    }

    /// Returns the class after a promotion by points; `None` in HA and EK.
    pub fn above(self) -> Option<Self> {
        match self {
            Self::Third => Some(Self::Second),
            Self::Second => Some(Self::First),
            Self::First => Some(Self::Ha),
            Self::Ha | Self::Ek => None,
        }
    }

    /// Returns true if a player may go down one class after five years without a point.
    pub fn may_be_left_downwards(self) -> bool {
        matches!(self, Self::Second | Self::First | Self::Ha)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A place in a group of a club event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClubEvent {
    /// Number of players in the group.
    pub players: u32,
    /// The place, from 1.
    pub place: u32,
}

impl ClubEvent {
    /// Returns the WP: 2 for the first of a group of two or more, 1 for the second of four or more.
    pub fn points(self) -> u32 {
        match (self.players, self.place) {
            (2.., 1) => 2,
            (4.., 2) => 1,
            _ => 0,
        }
    }
}

/// A season of a player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Season {
    /// The club events.
    pub club_events: Vec<ClubEvent>,
    /// The place in the personal championship, from 1; `None` if the player did not take part.
    pub championship_place: Option<u32>,
}

impl Season {
    /// Returns the KP: 4, 3, 2 and 1 for the places 1 to 4.
    fn championship_points(&self) -> u32 {
        match self.championship_place {
            Some(place @ 1..=4) => 5_u32.saturating_sub(place),
            Some(_) | None => 0,
        }
    }

    /// Returns the SP: the sum of WP and KP.
    pub fn points(&self) -> u32 {
        self.club_events
            .iter()
            .map(|event| event.points())
            .fold(self.championship_points(), u32::saturating_add)
    }
}

/// A player's position in the points ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointsRanking {
    /// The SP of each season.
    pub season_points: Vec<u32>,
    /// The TP: the sum of all seasons.
    pub total: u32,
    /// The SP of the last four seasons.
    pub last_four: u32,
    /// True if `last_four` exceeds the maximum of the class: the player is promoted, and TP begins
    /// at 0 again.
    pub is_promoted: bool,
    /// True if the last five seasons brought no point: after consultation the player may play one
    /// class lower.
    pub may_go_down: bool,
}

/// Returns a player's position after some seasons in one class, the last one last.
pub fn points_ranking(class: Class, seasons: &[Season]) -> PointsRanking {
    let season_points: Vec<u32> = seasons.iter().map(Season::points).collect();
    let sum = |points: &[u32]| points.iter().copied().fold(0, u32::saturating_add);
    let last = |count: usize| {
        let (_, last) = season_points.split_at(season_points.len().saturating_sub(count));
        last
    };
    let last_four = sum(last(4));
    let last_five = last(5);
    PointsRanking {
        total: sum(&season_points),
        last_four,
        is_promoted: class.points_max().is_some_and(|most| last_four > most),
        may_go_down: class.may_be_left_downwards() && last_five.len() == 5 && sum(last_five) == 0,
        season_points,
    }
}

/// A player at the end of a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct YearEnd {
    /// The player's class in the year.
    pub class: Class,
    /// The SP of the year.
    pub season_points: u32,
    /// The TP with this year, before a promotion sets it to 0.
    pub total: u32,
    /// The SP of the last four years in this class.
    pub last_four: u32,
    /// The class of the next year, higher after a promotion.
    pub next_class: Class,
}

/// Returns a player's years since the beginning in a class. Points before a promotion do not count.
pub fn career(class: Class, seasons: &[Season]) -> Vec<YearEnd> {
    let (mut class, mut begin) = (class, 0);
    let mut years = Vec::new();
    for end in 1..=seasons.len() {
        let since = seasons.get(begin..end).unwrap_or_default();
        let ranking = points_ranking(class, since);
        let next_class = class.above().filter(|_| ranking.is_promoted).unwrap_or(class);
        if ranking.is_promoted {
            begin = end;
        }
        years.push(YearEnd {
            class,
            season_points: ranking.season_points.last().copied().unwrap_or_default(),
            total: ranking.total,
            last_four: ranking.last_four,
            next_class,
        });
        class = next_class;
    }
    years
}

/// Returns a player's position after the years since the beginning in a class: only the years in
/// the class of the last one count.
pub fn career_ranking(class: Class, seasons: &[Season]) -> PointsRanking {
    let years = career(class, seasons);
    let played_in = years.last().map_or(class, |year| year.class);
    let since = years.iter().position(|year| year.class == played_in).unwrap_or(0);
    points_ranking(played_in, seasons.get(since..).unwrap_or_default())
}

/// Returns the players with the most SP of a season, over all classes; none if there are no points.
pub fn best_season<P: Clone>(points: &[(P, u32)]) -> Vec<P> {
    let most = points.iter().map(|(_, points)| *points).max().unwrap_or_default();
    let is_best = |(_, points): &&(P, u32)| *points == most && most > 0;
    points.iter().filter(is_best).map(|(player, _)| player.clone()).collect()
}

/// Returns the places of a club event by the Swiss system, which count within each class, in the
/// same order as given. `places` holds each player's overall place and class; players who share a
/// place in the class have the first of their places.
pub fn club_event_of_swiss<P: Clone, C: Ord>(places: &[(P, u32, C)]) -> Vec<(P, ClubEvent)> {
    let mut classes = BTreeMap::<&C, Vec<u32>>::new();
    for (_, place, class) in places {
        classes.entry(class).or_default().push(*place);
    }
    let event = |(player, place, class): &(P, u32, C)| {
        let of_class = classes.get(class).map(Vec::as_slice).unwrap_or_default();
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let higher = of_class.iter().filter(|other| *other < place).count();
        let place = count(higher).saturating_add(1);
        (player.clone(), ClubEvent { players: count(of_class.len()), place })
    };
    places.iter().map(event).collect()
}
