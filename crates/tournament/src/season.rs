//! The results of a season for the next: places in the eights, groups of clubs, points over years.
//!
//! Players and clubs keep their names from year to year, so the rules are for any kind of name `P`,
//! and take final orders: the first is number 1. [`Ended`] reads such orders and places from a
//! tournament.

mod clubs;
mod eights;
mod ended;
mod points;

pub use clubs::{ClubSeason, ClubSeasonError, clubs_next, separate};
pub use eights::{
    Absence, Eight, EightsNext, EightsSeason, EightsSeasonError, Filling, Place, eights_next,
};
pub use ended::{Ended, EndedError};
pub use points::{
    Class, ClubEvent, PointsRanking, Season, YearEnd, best_season, career, club_event_of_swiss,
    points_ranking,
};

use std::collections::BTreeSet;

/// Somebody who stands twice in a list.
fn first_twice<'a, P: Ord + 'a>(list: impl Iterator<Item = &'a P>) -> Option<&'a P> {
    let mut seen = BTreeSet::new();
    list.into_iter().find(|one| !seen.insert(*one))
}
