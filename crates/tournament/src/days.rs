//! The days of an event.

use std::fmt;
use time::{Date, Month};

/// The days of an event, from the first to the last, of the Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Days {
    first: Day,
    last: Day,
}

/// A day of the Gregorian calendar, in the years from 1900 to 2200.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(Date);

/// The reason for which days are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DaysError {
    /// The calendar has no such day, or it is before 1900 or after 2200.
    #[error("there is no day {year:04}-{month:02}-{day:02} in the years from 1900 to 2200")]
    NoSuchDay {
        /// The year.
        year: u32,
        /// The month, from 1.
        month: u32,
        /// The day of the month, from 1.
        day: u32,
    },
    /// The last day comes before the first.
    #[error("an event that begins on {first} cannot end on {last}")]
    Reversed {
        /// The first day.
        first: Day,
        /// The last day.
        last: Day,
    },
}

impl Day {
    /// Checks and makes a day.
    ///
    /// # Errors
    /// [`DaysError::NoSuchDay`] if the calendar has none, or it is before 1900 or after 2200.
    pub fn new(year: u32, month: u32, day: u32) -> Result<Self, DaysError> {
        let date = || {
            let of_month = Month::try_from(u8::try_from(month).ok()?).ok()?;
            let of_year = i32::try_from(year).ok().filter(|year| (1900..=2200).contains(year))?;
            Date::from_calendar_date(of_year, of_month, u8::try_from(day).ok()?).ok()
        };
        date().map(Self).ok_or(DaysError::NoSuchDay { year, month, day })
    }

    /// Returns the year, 1900 to 2200.
    pub fn year(self) -> u32 {
        u32::try_from(self.0.year()).unwrap_or_default()
    }

    /// Returns the month, 1 to 12.
    pub fn month(self) -> u32 {
        u8::from(self.0.month()).into()
    }

    /// Returns the day of the month, 1 to 31.
    pub fn day(self) -> u32 {
        self.0.day().into()
    }
}

impl Days {
    /// Checks and makes the days of an event.
    ///
    /// # Errors
    /// [`DaysError::Reversed`] if the last comes before the first.
    pub fn new(first: Day, last: Day) -> Result<Self, DaysError> {
        if last < first {
            return Err(DaysError::Reversed { first, last });
        }
        Ok(Self { first, last })
    }

    /// Returns the first day.
    pub fn first(self) -> Day {
        self.first
    }

    /// Returns the last day; the first if the event is of one day.
    pub fn last(self) -> Day {
        self.last
    }
}

/// As in "2026-11-25" (ISO 8601).
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year(), self.month(), self.day())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_of_the_calendar_and_end_no_earlier_than_they_begin() {
        let day = |year, month, day| Day::new(year, month, day).unwrap();
        let days = Days::new(day(2026, 12, 27), day(2027, 1, 3)).unwrap();
        assert_eq!(days.first().to_string(), "2026-12-27");
        assert_eq!(days.last().to_string(), "2027-01-03");
        let one = Days::new(days.first(), days.first()).unwrap();
        assert_eq!(one.last(), one.first());
        assert_eq!(
            Days::new(days.last(), days.first()),
            Err(DaysError::Reversed { first: days.last(), last: days.first() })
        );
        for (year, month, day) in
            [(2026, 2, 29), (2026, 13, 1), (2026, 0, 0), (1899, 12, 31), (2201, 1, 1)]
        {
            assert_eq!(Day::new(year, month, day), Err(DaysError::NoSuchDay { year, month, day }));
        }
        assert!(Day::new(2028, 2, 29).is_ok());
    }
}
