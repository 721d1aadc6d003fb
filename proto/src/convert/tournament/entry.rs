//! Converts players, teams and their line-ups.

use tournament::{
    Birth, BirthYear, EntryField, Player, PlayerId, Publicity,
    plan::{LineUp, Team, TeamId},
};

use super::player_id;
use crate::{convert::ConvertError, v1};

impl From<&Player> for v1::Player {
    fn from(player: &Player) -> Self {
        Self {
            id: player.id.get(),
            name: player.name.clone(),
            club: player.club.clone().unwrap_or_default(),
            rating: player.rating.map_or(0, u32::from),
            category: player.category.clone().unwrap_or_default(),
            birth: player.birth_year.map(Into::into),
            member_number: player.member.clone().unwrap_or_default(),
            publicity: player.publicity.map_or(v1::Publicity::Unspecified, Into::into).into(),
        }
    }
}

impl TryFrom<v1::Player> for Player {
    type Error = ConvertError;

    fn try_from(player: v1::Player) -> Result<Self, ConvertError> {
        Ok(Self {
            id: player_id(player.id)?,
            publicity: publicity(player.publicity),
            rating: rating(player.rating)?,
            name: player.name,
            club: (!player.club.is_empty()).then_some(player.club),
            category: (!player.category.is_empty()).then_some(player.category),
            birth_year: birth(player.birth)?.map(Birth::year),
            member: (!player.member_number.is_empty()).then_some(player.member_number),
        })
    }
}

impl From<Publicity> for v1::Publicity {
    fn from(publicity: Publicity) -> Self {
        match publicity {
            Publicity::FullName => Self::FullName,
            Publicity::Initials => Self::Initials,
            Publicity::Anonymous => Self::Anonymous,
        }
    }
}

/// Converts the part of an entry that everybody sees; unspecified is that which the event chooses.
/// A choice that is not known shows the least.
#[must_use]
pub fn publicity(number: i32) -> Option<Publicity> {
    match v1::Publicity::try_from(number) {
        Ok(v1::Publicity::Unspecified) => None,
        Ok(v1::Publicity::FullName) => Some(Publicity::FullName),
        Ok(v1::Publicity::Initials) => Some(Publicity::Initials),
        Ok(v1::Publicity::Anonymous) | Err(_) => Some(Publicity::Anonymous),
    }
}

/// Converts a field of an entry that a correction names.
///
/// # Errors
/// [`ConvertError::Invalid`] if it is none that is known here: it could not be corrected.
pub fn entry_field(number: i32) -> Result<EntryField, ConvertError> {
    match v1::PlayerField::try_from(number) {
        Ok(v1::PlayerField::Name) => Ok(EntryField::Name),
        Ok(v1::PlayerField::Club) => Ok(EntryField::Club),
        Ok(v1::PlayerField::Rating) => Ok(EntryField::Rating),
        Ok(v1::PlayerField::Category) => Ok(EntryField::Category),
        Ok(v1::PlayerField::Birth) => Ok(EntryField::Birth),
        Ok(v1::PlayerField::MemberNumber) => Ok(EntryField::Member),
        Ok(v1::PlayerField::Publicity) => Ok(EntryField::Publicity),
        Ok(v1::PlayerField::Unspecified) | Err(_) => {
            let reason = format_args!("{number} is no field of a player's data");
            Err(ConvertError::invalid("fields", reason))
        }
    }
}

/// Converts a rating; 0 is unknown.
///
/// # Errors
/// [`ConvertError::Invalid`] if it is too large.
pub fn rating(number: u32) -> Result<Option<u16>, ConvertError> {
    let rating = u16::try_from(number).map_err(|_source| {
        ConvertError::invalid("rating", format_args!("{number} is above {}", u16::MAX))
    })?;
    Ok((rating != 0).then_some(rating))
}

/// Converts a date of birth; absent is unknown, and without month and day it is a year.
///
/// # Errors
/// [`ConvertError::Invalid`] if the calendar has no such day.
pub fn birth(date: Option<v1::Date>) -> Result<Option<Birth>, ConvertError> {
    let checked = |date: v1::Date| Birth::new(date.year, date.month, date.day);
    date.map(checked).transpose().map_err(|source| ConvertError::invalid("birth", source))
}

impl From<BirthYear> for v1::Date {
    fn from(year: BirthYear) -> Self {
        Self { year: year.get(), month: 0, day: 0 }
    }
}

impl From<&Team> for v1::Team {
    fn from(team: &Team) -> Self {
        Self {
            id: team.id.get(),
            name: team.name.clone(),
            boards: u32::try_from(team.boards).unwrap_or(u32::MAX),
            line_up: team.line_up.as_ref().map(boards).unwrap_or_default(),
        }
    }
}

impl TryFrom<v1::Team> for Team {
    type Error = ConvertError;

    fn try_from(team: v1::Team) -> Result<Self, ConvertError> {
        let boards = usize::try_from(team.boards).unwrap_or(usize::MAX);
        // Not checked again: a name in a log may be older than the rule for names.
        let line_up = (!team.line_up.is_empty()).then(|| line_up(team.line_up)).transpose()?;
        Ok(Self { id: team_id(team.id)?, name: team.name, boards, line_up })
    }
}

/// Converts a team's id, from 1.
///
/// # Errors
/// [`ConvertError::Invalid`] if it is 0.
pub fn team_id(number: u32) -> Result<TeamId, ConvertError> {
    TeamId::new(number).map_err(|source| ConvertError::invalid("team", source))
}

/// Returns the players from the first board; 0 for an empty board.
pub(super) fn boards(line_up: &LineUp) -> Vec<u32> {
    line_up.boards().iter().map(|player| player.map_or(0, PlayerId::get)).collect()
}

/// Converts a line-up.
///
/// # Errors
/// [`ConvertError::Invalid`] if it has no player, a player twice, or too many boards.
pub(super) fn line_up(boards: Vec<u32>) -> Result<LineUp, ConvertError> {
    LineUp::new(seats(boards)?).map_err(|source| ConvertError::invalid("line_up", source))
}

/// Converts the players by board; 0 is an empty board.
///
/// # Errors
/// [`ConvertError::Invalid`] if a number is invalid.
pub fn seats(boards: Vec<u32>) -> Result<Vec<Option<PlayerId>>, ConvertError> {
    boards.into_iter().map(seat).collect()
}

/// Converts a player; `None` for 0.
pub(super) fn seat(number: u32) -> Result<Option<PlayerId>, ConvertError> {
    (number != 0).then(|| player_id(number)).transpose()
}
