//! Promotion, relegation and points from one season to the next, by the Frisian rulebook.

use std::{collections::BTreeSet, num::NonZeroU32};

use serde::{Deserialize, Deserializer, Serialize, de};
use tournament::season::{
    Absence, Class, ClubEvent, ClubSeason, Eight, EightPlace, EightsNext, EightsSeason, Filling,
    Season, clubs_next, eights_next, points_ranking,
};

use super::input::Unanswerable;
use crate::json;

/// Final tables of the three eights and of the main class, best first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Eights {
    #[serde(rename = "KK")]
    kk: Vec<u32>,
    #[serde(rename = "HAA")]
    haa: Vec<u32>,
    #[serde(rename = "RHAA")]
    rhaa: Vec<u32>,
    #[serde(rename = "HA")]
    ha: Vec<u32>,
    /// Players of the main class who decline a place.
    #[serde(rename = "HA_declined")]
    ha_declined: Vec<u32>,
    /// Players who will not play next year. If the member is there, the answer also tells its
    /// effects.
    #[serde(default, deserialize_with = "json::present")]
    absent: Option<Vec<(u32, AbsenceForm)>>,
    /// True if the answer is to have EK at the events of clubs.
    #[serde(default, rename = "EK")]
    ek: bool,
}

/// The time for which a player will not play.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AbsenceForm {
    OneYear,
    Longer,
}

/// Next year's players of the eights; null for a place to which nobody has a right.
#[derive(Serialize)]
pub(super) struct NextEights {
    #[serde(rename = "KK")]
    kk: Vec<Option<u32>>,
    #[serde(rename = "HAA")]
    haa: Vec<Option<u32>>,
    #[serde(rename = "RHAA")]
    rhaa: Vec<Option<u32>>,
    #[serde(rename = "to_HA")]
    to_ha: Vec<u32>,
    #[serde(flatten)]
    effects: Option<Effects>,
    #[serde(flatten)]
    ek: Option<ClubEvents>,
}

/// The highest class at events of clubs (A art. 2).
#[derive(Serialize)]
struct ClubEvents {
    /// Players of KK and HAA, and the four highest of RHAA.
    #[serde(rename = "EK")]
    ek: Vec<u32>,
    /// The four lowest of RHAA, who choose between EK and HA.
    #[serde(rename = "EK_or_HA")]
    ek_or_ha: Vec<u32>,
}

/// Effects of absences on next year's eights.
#[derive(Serialize)]
struct Effects {
    /// Places that were filled (C art. 9).
    filled: Vec<Filled>,
    /// Players whose place stays empty for a year, so that the others have free rounds (C art. 12).
    empty: Vec<u32>,
    /// Players who have to qualify again through the main class (C art. 11).
    requalify: Vec<u32>,
}

/// A place that was filled.
#[derive(Serialize)]
struct Filled {
    class: String,
    place: u32,
    player: u32,
}

/// Final tables of the groups of clubs, group I first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Clubs {
    groups: Vec<Vec<u32>>,
    /// Teams that will not take part next year.
    #[serde(default)]
    absent: Vec<u32>,
    /// Teams that take part next year and did not this year.
    #[serde(default)]
    entered: Vec<u32>,
    /// If the two lowest groups were merged: the teams of the last group that belong to the higher
    /// one.
    #[serde(default)]
    higher_of_merged: BTreeSet<u32>,
}

/// Next year's groups.
#[derive(Serialize)]
pub(super) struct NextClubs {
    groups: Vec<Vec<u32>>,
}

/// Seasons of a player.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seasons {
    #[serde(deserialize_with = "class")]
    class: Class,
    seasons: Vec<SeasonForm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeasonForm {
    /// Size of the group and place in it, for each club event.
    wp: Vec<(u32, NonZeroU32)>,
    /// Place in the championship; null if there was none.
    #[serde(deserialize_with = "json::nullable")]
    kp_place: Option<NonZeroU32>,
}

/// Points of a player.
#[derive(Serialize)]
pub(super) struct Points {
    #[serde(rename = "SP")]
    season_points: Vec<u32>,
    #[serde(rename = "TP")]
    total: u32,
    last4: u32,
    promoted: bool,
    may_go_down: bool,
}

/// Returns next year's places in the three eights (C art. 8, 9, 11 and 12, D art. 7).
pub(super) fn eights(eights: Eights) -> Result<NextEights, Unanswerable> {
    let Eights { kk, haa, rhaa, ha, ha_declined, absent, ek } = eights;
    let is_asked = absent.is_some();
    let absent = absent.unwrap_or_default().into_iter();
    let absent = absent.map(|(player, absence)| (player, absence.into())).collect();
    let season = EightsSeason { kk, haa, rhaa, ha, declined: ha_declined, absent };
    let next = eights_next(&season)?;
    let players = |places: &[Option<EightPlace<u32>>]| -> Vec<Option<u32>> {
        places.iter().map(|place| place.as_ref().map(|place| place.player)).collect()
    };
    let of_clubs = |(ek, ek_or_ha)| ClubEvents { ek, ek_or_ha };
    Ok(NextEights {
        ek: ek.then(|| of_clubs(next.ek())),
        kk: players(&next.kk),
        haa: players(&next.haa),
        rhaa: players(&next.rhaa),
        effects: is_asked.then(|| effects(&next)),
        to_ha: next.to_ha,
    })
}

fn effects(next: &EightsNext<u32>) -> Effects {
    let eights = [(Eight::Kk, &next.kk), (Eight::Haa, &next.haa), (Eight::Rhaa, &next.rhaa)];
    let places = eights.into_iter().flat_map(|(eight, places)| {
        (1..).zip(places).filter_map(move |(number, place)| Some((eight, number, place.as_ref()?)))
    });
    let (mut filled, mut empty) = (Vec::new(), Vec::new());
    for (eight, place, taken) in places {
        if matches!(taken.filling, Filling::FilledFromBelow | Filling::FilledByRelegated) {
            filled.push(Filled { class: eight.to_string(), place, player: taken.player });
        }
        if taken.is_absent {
            empty.push(taken.player);
        }
    }
    Effects { filled, empty, requalify: next.requalify.clone() }
}

impl From<AbsenceForm> for Absence {
    fn from(form: AbsenceForm) -> Self {
        match form {
            AbsenceForm::OneYear => Self::OneYear,
            AbsenceForm::Longer => Self::Longer,
        }
    }
}

/// Returns next year's groups of clubs (B art. 2 and 3).
pub(super) fn clubs(clubs: Clubs) -> Result<NextClubs, Unanswerable> {
    let Clubs { groups, absent, entered, higher_of_merged } = clubs;
    let groups = clubs_next(&ClubSeason { groups, higher_of_merged, absent, entered })?;
    Ok(NextClubs { groups })
}

/// Returns the points ranking (appendix 4).
pub(super) fn points(Seasons { class, seasons }: Seasons) -> Points {
    let seasons: Vec<Season> = seasons.into_iter().map(Season::from).collect();
    let ranking = points_ranking(class, &seasons);
    Points {
        season_points: ranking.season_points,
        total: ranking.total,
        last4: ranking.last_four,
        promoted: ranking.is_promoted,
        may_go_down: ranking.may_go_down,
    }
}

pub(super) fn class<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Class, D::Error> {
    let id = String::deserialize(deserializer)?;
    Class::from_id(&id).ok_or_else(|| {
        let known = Class::ALL.map(Class::id).join(", ");
        de::Error::custom(format_args!("unknown class {id:?}, known are {known}"))
    })
}

impl SeasonForm {
    /// Returns the first club event whose place is above the size of its group: its index, size and
    /// place.
    pub(super) fn impossible(&self) -> Option<(usize, u32, u32)> {
        let events = self.wp.iter().enumerate();
        let mut events = events.map(|(at, (players, place))| (at, *players, place.get()));
        events.find(|(_, players, place)| place > players)
    }
}

impl From<SeasonForm> for Season {
    fn from(SeasonForm { wp, kp_place }: SeasonForm) -> Self {
        let event = |(players, place): (u32, NonZeroU32)| ClubEvent { players, place: place.get() };
        Self {
            club_events: wp.into_iter().map(event).collect(),
            championship_place: kp_place.map(NonZeroU32::get),
        }
    }
}
