//! Limits on the number and the age of entrants.

use crate::Birth;

/// The limits on entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The smallest number of entrants.
    pub entrants_min: u32,
    /// The largest number of entrants; `None` for as many as a tournament may have.
    pub entrants_max: Option<u32>,
    /// The age limit in years: entrants have to be younger on 1 September of the season; `None` for
    /// no limit.
    pub younger_than: Option<u32>,
}

/// The error for an entrant who is too old.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{age} years on 1 September {season}, but only who is younger than {limit} may play")]
pub struct TooOld {
    /// The age on that day.
    pub age: u32,
    /// The year in which the season begins.
    pub season: u32,
    /// The limit, in years.
    pub limit: u32,
}

/// The reason for which an entrant's age is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AgeError {
    /// The entrant is too old.
    #[error(transparent)]
    TooOld(#[from] TooOld),
    /// Only the year of birth is known, but the day decides.
    #[error("there is a limit of age, and the year of birth does not decide")]
    DayMissing,
}

impl Limits {
    /// Checks an entrant's age (E art. 4): below the limit on 1 September of `season`, the year in
    /// which the season begins.
    ///
    /// # Errors
    /// [`AgeError`] if it is not, or the year of birth alone does not decide it.
    pub fn check_age(&self, birth: Birth, season: u32) -> Result<(), AgeError> {
        let (youngest, oldest) = birth.age_on_1_september(season);
        match self.younger_than {
            Some(limit) if youngest >= limit => Err(TooOld { age: youngest, season, limit }.into()),
            Some(limit) if oldest >= limit => Err(AgeError::DayMissing),
            Some(_) | None => Ok(()),
        }
    }
}
