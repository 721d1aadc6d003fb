//! The fields of an entry, of which a correction may name some.

use std::collections::BTreeSet;

use crate::Player;

/// A field of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryField {
    /// [`Entry::name`](crate::Entry::name).
    Name,
    /// [`Entry::club`](crate::Entry::club).
    Club,
    /// [`Entry::rating`](crate::Entry::rating).
    Rating,
    /// [`Entry::category`](crate::Entry::category).
    Category,
    /// [`Entry::birth`](crate::Entry::birth).
    Birth,
    /// [`Entry::member`](crate::Entry::member).
    Member,
    /// [`Entry::publicity`](crate::Entry::publicity).
    Publicity,
}

impl EntryField {
    /// Every field.
    pub const ALL: [Self; 7] = [
        Self::Name,
        Self::Club,
        Self::Rating,
        Self::Category,
        Self::Birth,
        Self::Member,
        Self::Publicity,
    ];

    /// Returns every field, as a correction names them that writes an entry whole.
    #[must_use]
    pub fn all() -> BTreeSet<Self> {
        Self::ALL.into()
    }
}

impl Player {
    /// Returns the player with these fields of another entry.
    pub(crate) fn corrected(&self, fields: &BTreeSet<EntryField>, by: &Self) -> Self {
        let mut player = self.clone();
        for field in fields {
            match field {
                EntryField::Name => player.name.clone_from(&by.name),
                EntryField::Club => player.club.clone_from(&by.club),
                EntryField::Rating => player.rating = by.rating,
                EntryField::Category => player.category.clone_from(&by.category),
                EntryField::Birth => player.birth_year = by.birth_year,
                EntryField::Member => player.member.clone_from(&by.member),
                EntryField::Publicity => player.publicity = by.publicity,
            }
        }
        player
    }
}
