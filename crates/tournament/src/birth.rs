//! Dates of birth. A tournament keeps only the year.

use std::fmt;
use time::{Date, Month};

/// The year of a birth, 1900 to 2200: the only part of a date of birth that is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BirthYear(u16);

/// A date of birth as given at an entry: a day of the Gregorian calendar, or only the year.
///
/// It is checked against an age limit and then dropped, except its [`BirthYear`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Birth {
    year: BirthYear,
    /// The day; `None` if only the year was given.
    date: Option<Date>,
}

/// The error for a date that does not exist or is out of range.
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

impl BirthYear {
    /// Checks and makes a year of birth.
    ///
    /// # Errors
    /// [`BirthError`] if it is before 1900 or after 2200.
    pub fn new(year: u32) -> Result<Self, BirthError> {
        match u16::try_from(year) {
            Ok(known) if (1900..=2200).contains(&known) => Ok(Self(known)),
            Ok(_) | Err(_) => Err(BirthError { year, month: 0, day: 0 }),
        }
    }

    /// Returns the year, 1900 to 2200.
    pub fn get(self) -> u32 {
        self.0.into()
    }
}

impl Birth {
    /// Checks and makes a date of birth. A month and a day of 0 mean that only the year is known.
    ///
    /// # Errors
    /// [`BirthError`] if the calendar has no such day, or it is before 1900 or after 2200.
    pub fn new(year: u32, month: u32, day: u32) -> Result<Self, BirthError> {
        let none = BirthError { year, month, day };
        let year = BirthYear::new(year).map_err(|_of_year| none)?;
        if (month, day) == (0, 0) {
            return Ok(Self { year, date: None });
        }
        let date = calendar_date(year, month, day).ok_or(none)?;
        Ok(Self { year, date: Some(date) })
    }

    /// Returns the year, the part that a tournament keeps.
    pub fn year(self) -> BirthYear {
        self.year
    }

    /// Returns true if the day is known, and not only the year.
    pub fn has_day(self) -> bool {
        self.date.is_some()
    }

    /// Returns the lowest and highest possible age on 1 September of a year, in whole years, 0
    /// before the birth. They differ only if the day of birth is unknown.
    pub fn age_on_1_september(self, year: u32) -> (u32, u32) {
        let oldest = year.saturating_sub(self.year.get());
        let youngest = oldest.saturating_sub(1);
        match self.date.map(|date| (u8::from(date.month()), date.day()) <= (9, 1)) {
            Some(true) => (oldest, oldest),
            Some(false) => (youngest, youngest),
            None => (youngest, oldest),
        }
    }
}

/// A date of birth of which only the year is known.
impl From<BirthYear> for Birth {
    fn from(year: BirthYear) -> Self {
        Self { year, date: None }
    }
}

fn calendar_date(year: BirthYear, month: u32, day: u32) -> Option<Date> {
    let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
    Date::from_calendar_date(year.0.into(), month, u8::try_from(day).ok()?).ok()
}

impl fmt::Display for BirthYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
