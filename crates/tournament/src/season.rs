//! The results of a season and their effect on the next: places in the eights, groups of clubs,
//! points over years.
//!
//! Players and clubs are identified by name from year to year, so the functions are generic over
//! the name `P`. They take final orders, in which the first is number 1. [`Ended`] reads such
//! orders and places from a tournament.

mod clubs;
mod eights;
mod ended;
mod points;
mod prizes;

pub use clubs::{ClubSeason, ClubSeasonError, clubs_next, separate};
pub use eights::{
    Absence, Eight, EightPlace, EightsNext, EightsSeason, EightsSeasonError, Filling, eights_next,
};
pub use ended::{Ended, EndedError};
pub use points::{
    Class, ClubEvent, PointsRanking, Season, YearEnd, best_season, career, career_ranking,
    club_event_of_swiss, points_ranking,
};
pub use prizes::{Finisher, LeftOut, Prizes, shared_money};

use std::collections::BTreeSet;

/// Returns an element that occurs twice in a list.
fn first_twice<'a, P: Ord + 'a>(list: impl Iterator<Item = &'a P>) -> Option<&'a P> {
    let mut seen = BTreeSet::new();
    list.into_iter().find(|one| !seen.insert(*one))
}
