//! Who may enter: how many, and of what age.

use std::fmt;

/// Who may enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The fewest entrants of the event.
    pub entrants_min: u32,
    /// The most entrants of the event; `None` for as many as a tournament may have.
    pub entrants_max: Option<u32>,
    /// Who is younger than this on 1 September of the season, in years; `None` for everybody.
    pub younger_than: Option<u32>,
}

/// A date of birth of the Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Birth {
    year: u32,
    month: u32,
    day: u32,
}

/// There is no such date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no day {year:04}-{month:02}-{day:02} in the years from 1900 to 2200")]
pub struct BirthError {
    /// The year.
    pub year: u32,
    /// The month, from 1.
    pub month: u32,
    /// The day of the month, from 1.
    pub day: u32,
}

/// Somebody is too old to enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{age} years on 1 September {season}, but only who is younger than {limit} may play")]
pub struct TooOld {
    /// How old they are on that day.
    pub age: u32,
    /// The year in which the season begins.
    pub season: u32,
    /// The limit, in years.
    pub limit: u32,
}

impl Birth {
    /// Checks and makes a date of birth.
    ///
    /// # Errors
    /// [`BirthError`] when the calendar has no such day, or it is before 1900 or after 2200.
    pub fn new(year: u32, month: u32, day: u32) -> Result<Self, BirthError> {
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => 0,
        };
        if !(1900..=2200).contains(&year) || !(1..=days).contains(&day) {
            return Err(BirthError { year, month, day });
        }
        Ok(Self { year, month, day })
    }

    /// The year, 1900 to 2200.
    pub fn year(self) -> u32 {
        self.year
    }

    /// The month, from 1.
    pub fn month(self) -> u32 {
        self.month
    }

    /// The day of the month, from 1.
    pub fn day(self) -> u32 {
        self.day
    }

    /// The age on 1 September of a year, in whole years; 0 for who is not yet born.
    pub fn age_on_1_september(self, year: u32) -> u32 {
        let had_birthday = (self.month, self.day) <= (9, 1);
        year.saturating_sub(self.year).saturating_sub(u32::from(!had_birthday))
    }
}

impl fmt::Display for Birth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Limits {
    /// Whether somebody is of an age to play (E art. 4): younger than the limit on 1 September of
    /// `season`, the year in which the season begins.
    ///
    /// # Errors
    /// [`TooOld`] when they are not.
    pub fn check_age(&self, birth: Birth, season: u32) -> Result<(), TooOld> {
        let age = birth.age_on_1_september(season);
        match self.younger_than {
            Some(limit) if age >= limit => Err(TooOld { age, season, limit }),
            Some(_) | None => Ok(()),
        }
    }
}
