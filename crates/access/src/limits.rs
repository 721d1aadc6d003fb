//! The limits of a grant.

use core::fmt;

use thiserror::Error;

/// The largest number of a table.
const TABLE_MAX: u32 = 9_999;

/// The tables from one number to another, both of them included: one table, or a sector of a hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tables {
    first: u32,
    last: u32,
}

/// The reason for which two numbers are not those of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("tables are 1 to 9999, the first not after the last: {first} to {last}")]
pub struct TablesError {
    first: u32,
    last: u32,
}

impl Tables {
    /// Makes the tables from `first` to `last`.
    ///
    /// # Errors
    /// [`TablesError`] if a number is not 1 to 9999, or `first` is above `last`.
    pub const fn new(first: u32, last: u32) -> Result<Self, TablesError> {
        if first >= 1 && first <= last && last <= TABLE_MAX {
            Ok(Self { first, last })
        } else {
            Err(TablesError { first, last })
        }
    }

    /// Returns the lowest number.
    #[must_use]
    pub const fn first(self) -> u32 {
        self.first
    }

    /// Returns the highest number.
    #[must_use]
    pub const fn last(self) -> u32 {
        self.last
    }

    /// Returns true if the table is one of them.
    #[must_use]
    pub const fn contains(self, table: u32) -> bool {
        self.first <= table && table <= self.last
    }

    /// Returns true if all the other tables are among them.
    #[must_use]
    pub const fn contains_all(self, others: Self) -> bool {
        self.first <= others.first && others.last <= self.last
    }
}

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}-{}", self.first, self.last)
        }
    }
}

/// The tables that an answer may be about: all of them, or those of the grants by which a call is
/// allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sector(Option<Vec<Tables>>);

impl Sector {
    /// All tables.
    pub const ALL: Self = Self(None);

    /// Returns the sector of a grant; all tables if it has no such limit.
    #[must_use]
    pub fn of(tables: Option<Tables>) -> Self {
        Self(tables.map(|tables| vec![tables]))
    }

    /// Adds the sector of another grant.
    pub(crate) fn add(&mut self, other: Option<Tables>) {
        match (&mut self.0, other) {
            (Some(tables), Some(more)) => tables.push(more),
            (_, None) => self.0 = None,
            (None, Some(_)) => {}
        }
    }

    /// Returns true if the table is one of them.
    #[must_use]
    pub fn contains(&self, table: u32) -> bool {
        self.0.as_ref().is_none_or(|tables| tables.iter().any(|tables| tables.contains(table)))
    }
}

/// The limits of a grant; none of them by default, so that it holds for everything at the venue.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Limits {
    /// The id of the tournament for which the grant holds; `None` for every tournament of the
    /// venue.
    pub tournament: Option<String>,
    /// The tables at which the grant holds where the matrix says "own"; `None` for all, and for a
    /// device none.
    pub tables: Option<Tables>,
    /// The participant for whom the grant holds where the matrix says "own": the number of a
    /// player, or of a team where teams play. `None` for all, and for a device none.
    pub participant: Option<u32>,
}

impl Limits {
    /// Returns true if nothing is allowed within `narrower` that is not allowed within these
    /// limits.
    #[must_use]
    pub fn contain(&self, narrower: &Self) -> bool {
        let same =
            |wide: &Option<String>, narrow: &Option<String>| wide.is_none() || wide == narrow;
        let participant = self.participant.is_none() || self.participant == narrower.participant;
        let tables = match (self.tables, narrower.tables) {
            (None, _) => true,
            (Some(wide), Some(narrow)) => wide.contains_all(narrow),
            (Some(_), None) => false,
        };
        same(&self.tournament, &narrower.tournament) && tables && participant
    }

    /// Returns true if the grant holds for this tournament.
    #[must_use]
    pub fn admit_tournament(&self, tournament: &str) -> bool {
        self.tournament.as_deref().is_none_or(|own| own == tournament)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_numbers_from_1_to_9999_in_order() {
        for (first, last) in [(0, 1), (2, 1), (1, 10_000)] {
            assert_eq!(Tables::new(first, last), Err(TablesError { first, last }));
        }
        let sector = Tables::new(3, 8).unwrap();
        assert!(sector.contains(3) && sector.contains(8));
        assert!(!sector.contains(2) && !sector.contains(9));
        assert_eq!(sector.to_string(), "3-8");
        assert_eq!(Tables::new(7, 7).unwrap().to_string(), "7");
    }

    #[test]
    fn limits_contain_only_what_is_not_wider() {
        let limits = |tournament: Option<&str>, tables: Option<(u32, u32)>, participant| Limits {
            tournament: tournament.map(str::to_owned),
            tables: tables.map(|(first, last)| Tables::new(first, last).unwrap()),
            participant,
        };
        let all = limits(None, None, None);
        let sector = limits(Some("kk"), Some((1, 8)), None);
        for (wide, narrow, expected) in [
            (&all, &sector, true),
            (&sector, &all, false),
            (&sector, &sector, true),
            (&sector, &limits(Some("kk"), Some((2, 2)), None), true),
            (&sector, &limits(Some("kk"), Some((2, 9)), None), false),
            (&sector, &limits(Some("kk"), None, None), false),
            (&sector, &limits(Some("nk"), Some((1, 8)), None), false),
            (&sector, &limits(None, Some((1, 8)), None), false),
            (&all, &limits(None, None, Some(4)), true),
            (&limits(None, None, Some(4)), &all, false),
            (&limits(None, None, Some(4)), &limits(None, None, Some(5)), false),
        ] {
            assert_eq!(wide.contain(narrow), expected, "{wide:?} {narrow:?}");
        }
    }
}
