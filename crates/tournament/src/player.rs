//! Players, numbered in the order of their entry.

use crate::{Birth, BirthYear, PlayerId};

/// A player's entry, before it has a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name as displayed, at most [`Entry::NAME_CHARS_MAX`] characters.
    pub name: String,
    /// The club the player plays for.
    pub club: Option<String>,
    /// The rating, on whatever scale the event uses.
    pub rating: Option<u16>,
    /// The class or category for prizes, at most [`Entry::CATEGORY_CHARS_MAX`] characters.
    pub category: Option<String>,
    /// The date of birth, required if there is an age limit. Only its year is kept.
    pub birth: Option<Birth>,
}

/// A player of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The number, in order of entry.
    pub id: PlayerId,
    /// The name, with single spaces and none around it.
    pub name: String,
    /// The club the player plays for.
    pub club: Option<String>,
    /// The rating, on whatever scale the event uses.
    pub rating: Option<u16>,
    /// The class or category for prizes, at most [`Entry::CATEGORY_CHARS_MAX`] characters.
    pub category: Option<String>,
    /// The year of birth, if known.
    pub birth_year: Option<BirthYear>,
}

/// The reason for which an entry is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// The name is empty or blank.
    #[error("a player needs a name")]
    NameMissing,
    /// The name is longer than [`Entry::NAME_CHARS_MAX`].
    #[error("a name has at most {} characters", Entry::NAME_CHARS_MAX)]
    NameTooLong,
    /// The club is longer than [`Entry::NAME_CHARS_MAX`].
    #[error("the name of a club has at most {} characters", Entry::NAME_CHARS_MAX)]
    ClubTooLong,
    /// The category is longer than [`Entry::CATEGORY_CHARS_MAX`].
    #[error("a category has at most {} characters", Entry::CATEGORY_CHARS_MAX)]
    CategoryTooLong,
    /// A name, club or category holds a character that cannot be displayed.
    #[error("names hold no control characters")]
    ControlCharacter,
}

impl Entry {
    /// The longest name of a player or a club, in characters.
    pub const NAME_CHARS_MAX: usize = 100;
    /// The longest category, in characters.
    pub const CATEGORY_CHARS_MAX: usize = 40;

    /// Makes an entry with only a name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), club: None, rating: None, category: None, birth: None }
    }

    /// Checks the entry, reduces its white space and gives it its number. An empty club or category becomes
    /// `None`.
    pub(crate) fn into_player(self, id: PlayerId) -> Result<Player, EntryError> {
        let name = tidy(&self.name).map_err(EntryError::of_name)?;
        let club = self.club.as_deref().map(tidy).transpose().map_err(|fault| match fault {
            TextFault::ControlCharacter => EntryError::ControlCharacter,
            TextFault::TooLong => EntryError::ClubTooLong,
        })?;
        if name.is_empty() {
            return Err(EntryError::NameMissing);
        }
        let club = club.filter(|club| !club.is_empty());
        let category = self.category.as_deref();
        let category = category.map(|text| squeeze(text, Self::CATEGORY_CHARS_MAX)).transpose();
        let category = category.map_err(|fault| match fault {
            TextFault::ControlCharacter => EntryError::ControlCharacter,
            TextFault::TooLong => EntryError::CategoryTooLong,
        })?;
        let category = category.filter(|category| !category.is_empty());
        Ok(Player {
            id,
            name,
            club,
            rating: self.rating,
            category,
            birth_year: self.birth.map(Birth::year),
        })
    }
}

impl EntryError {
    /// Returns the error of a name with this fault.
    pub(crate) fn of_name(fault: TextFault) -> Self {
        match fault {
            TextFault::ControlCharacter => Self::ControlCharacter,
            TextFault::TooLong => Self::NameTooLong,
        }
    }
}

impl Player {
    /// Returns true if a name in lower case is this player's, ignoring case.
    pub(crate) fn is_named(&self, lowercase: &str) -> bool {
        self.name.to_lowercase() == lowercase
    }
}

/// A fault of a name of any kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextFault {
    TooLong,
    ControlCharacter,
}

/// Reduces white space in a name: [`squeeze`] with the limit of names.
pub(crate) fn tidy(text: &str) -> Result<String, TextFault> {
    squeeze(text, Entry::NAME_CHARS_MAX)
}

/// Reduces white space to single spaces, with none at the ends; errors on more than `chars_max` characters.
pub(crate) fn squeeze(text: &str, chars_max: usize) -> Result<String, TextFault> {
    // Checked before anything is copied, so that a huge text costs little.
    if text.chars().nth(chars_max.saturating_mul(4)).is_some() {
        return Err(TextFault::TooLong);
    }
    if text.chars().any(|char| char.is_control() && !char.is_whitespace()) {
        return Err(TextFault::ControlCharacter);
    }
    let tidied = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if tidied.chars().count() > chars_max {
        return Err(TextFault::TooLong);
    }
    Ok(tidied)
}
