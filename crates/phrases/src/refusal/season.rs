//! The reasons for which tournaments give no result for a season, and a table no control sums.

use std::fmt::Display;

use tournament::{
    ControlError,
    season::{ClubSeasonError, EightsSeasonError, EndedError},
};

use super::results::{field, ranking};
use crate::{Language, messages::say};

/// Writes the reason for which a tournament gives no result for the season.
#[must_use]
pub fn ended(error: &EndedError, language: Language) -> String {
    match error {
        EndedError::NotOver { tournament } => say!(language, "ended-not-over", tournament),
        EndedError::UnknownGroup { tournament, group } => {
            say!(language, "ended-no-group", tournament, group)
        }
        EndedError::Tied { tournament } => say!(language, "ended-tied", tournament),
        EndedError::UnknownPlayer { tournament, name } => {
            say!(language, "ended-no-player", tournament, name)
        }
        EndedError::Shared { tournament, name, place } => {
            say!(language, "ended-shared", tournament, name, place)
        }
        EndedError::NotOrdered { tournament, name } => {
            say!(language, "ended-not-ordered", tournament, name)
        }
        EndedError::NoClass { tournament, name } => {
            say!(language, "ended-no-class", tournament, name)
        }
    }
}

/// Writes the reason for which there are no eights for next year.
#[must_use]
pub fn eights<P: Display>(error: &EightsSeasonError<P>, language: Language) -> String {
    match error {
        EightsSeasonError::NotEight { eight, players } => {
            say!(language, "season-not-eight", eight = eight.to_string(), players)
        }
        EightsSeasonError::Twice(player) => {
            say!(language, "season-twice-in-orders", name = player.to_string())
        }
        EightsSeasonError::DeclinedElsewhere(player) => {
            say!(language, "season-declined-elsewhere", name = player.to_string())
        }
        EightsSeasonError::AbsentElsewhere(player) => {
            say!(language, "season-absent-elsewhere", name = player.to_string())
        }
    }
}

/// Writes the reason for which there are no groups of clubs for next year.
#[must_use]
pub fn clubs<P: Display>(error: &ClubSeasonError<P>, language: Language) -> String {
    match error {
        ClubSeasonError::Empty(group) => say!(language, "season-group-empty", group),
        ClubSeasonError::Single(group) => say!(language, "season-group-single", group),
        ClubSeasonError::Twice(team) => {
            say!(language, "season-twice-in-groups", name = team.to_string())
        }
        ClubSeasonError::Size { group, teams } => {
            say!(language, "season-group-size", group, teams)
        }
        ClubSeasonError::NotMerged(team) => {
            say!(language, "season-not-merged", name = team.to_string())
        }
        ClubSeasonError::NoLowerClass => say!(language, "season-no-lower-class"),
        ClubSeasonError::AbsentElsewhere(team) => {
            say!(language, "season-absent-elsewhere", name = team.to_string())
        }
    }
}

/// Writes the reason for which a table has no control sums.
#[must_use]
pub fn control(error: &ControlError, language: Language) -> String {
    match error {
        ControlError::NotSwiss => say!(language, "control-not-swiss"),
        ControlError::BonusDraws => say!(language, "control-bonus-draws"),
        ControlError::Field(error) => field(*error, language),
        ControlError::Ranking(error) => ranking(*error, language),
    }
}
