//! Players, numbered in the order of their entry.

use crate::scripts::{self, MixedScripts};
use crate::{Birth, BirthYear, PlayerId, Publicity};
use draughts::text::{self, TextError};

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
    /// The number at the federation, as it is written there, at most [`Entry::MEMBER_CHARS_MAX`]
    /// characters.
    pub member: Option<String>,
    /// The part that everybody sees; `None` for that which the event chooses.
    pub publicity: Option<Publicity>,
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
    /// The number at the federation, as it is written there. Spectators are not shown it.
    pub member: Option<String>,
    /// The part that everybody sees; `None` for that which the event chooses.
    pub publicity: Option<Publicity>,
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
    /// The member number is longer than [`Entry::MEMBER_CHARS_MAX`].
    #[error("a member number has at most {} characters", Entry::MEMBER_CHARS_MAX)]
    MemberTooLong,
    /// A name, club or category holds a character that is refused.
    #[error("a name: {0}")]
    Text(TextError),
    /// A word of a name has letters of scripts that nobody writes together, such as Latin and
    /// Cyrillic.
    #[error(transparent)]
    Scripts(#[from] MixedScripts),
}

impl Entry {
    /// The longest name of a player or a club, in characters.
    pub const NAME_CHARS_MAX: usize = 100;
    /// The longest category, in characters.
    pub const CATEGORY_CHARS_MAX: usize = 40;
    /// The longest member number, in characters.
    pub const MEMBER_CHARS_MAX: usize = 20;

    /// Makes an entry with only a name.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            club: None,
            rating: None,
            category: None,
            birth: None,
            member: None,
            publicity: None,
        }
    }

    /// Checks the entry and its texts, and gives it its number. An empty club, category or member
    /// number becomes `None`.
    pub(crate) fn into_player(self, id: PlayerId) -> Result<Player, EntryError> {
        let name = checked_name(&self.name, EntryError::NameTooLong)?;
        if name.is_empty() {
            return Err(EntryError::NameMissing);
        }
        let club = self.club.as_deref().map(|club| checked_name(club, EntryError::ClubTooLong));
        let club = club.transpose()?.filter(|club| !club.is_empty());
        let given = |text: Option<&str>, chars_max, too_long| {
            let tidy = |text| text::tidy(text, chars_max);
            let text = text.map(tidy).transpose().map_err(|fault| EntryError::of(fault, too_long));
            text.map(|text| text.filter(|text| !text.is_empty()))
        };
        let category = self.category.as_deref();
        let category = given(category, Self::CATEGORY_CHARS_MAX, EntryError::CategoryTooLong)?;
        let member = self.member.as_deref();
        let member = given(member, Self::MEMBER_CHARS_MAX, EntryError::MemberTooLong)?;
        Ok(Player {
            id,
            name,
            club,
            rating: self.rating,
            category,
            birth_year: self.birth.map(Birth::year),
            member,
            publicity: self.publicity,
        })
    }
}

impl EntryError {
    /// Returns the error of a text with this fault.
    fn of(fault: TextError, too_long: Self) -> Self {
        match fault {
            TextError::TooLong { .. } => too_long,
            TextError::Character { .. } => Self::Text(fault),
        }
    }
}

impl Player {
    /// Returns true if a name in lower case is this player's, ignoring case.
    pub(crate) fn is_named(&self, lowercase: &str) -> bool {
        self.name.to_lowercase() == lowercase
    }
}

/// Checks a name by the rule for texts ([`text::tidy`]), and that no word of it mixes scripts; it
/// may be empty.
pub(crate) fn checked_name(name: &str, too_long: EntryError) -> Result<String, EntryError> {
    let name =
        text::tidy(name, Entry::NAME_CHARS_MAX).map_err(|it| EntryError::of(it, too_long))?;
    scripts::check(&name)?;
    Ok(name)
}
