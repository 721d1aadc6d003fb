//! Who may enter: how many, and of what age.

use super::Birth;

/// Who may enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The fewest entrants of the event.
    pub entrants_min: u32,
    /// The most entrants of the event; `None` for as many as a tournament may have.
    pub entrants_max: Option<u32>,
    /// The age that entrants have not reached on 1 September of the season, in years; `None` for
    /// everybody.
    pub younger_than: Option<u32>,
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

/// Why somebody may not enter for their age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AgeError {
    /// They are too old.
    #[error(transparent)]
    TooOld(#[from] TooOld),
    /// Only the year of birth is known, and the day decides.
    #[error(
        "there is a limit of age: enter the whole date of birth, as the year does not decide (E art. 4)"
    )]
    DayMissing,
}

impl Limits {
    /// Checks that somebody is of an age to play (E art. 4): younger than the limit on 1 September of
    /// `season`, the year in which the season begins.
    ///
    /// # Errors
    /// [`AgeError`] when they are not, or the year of birth alone does not say it.
    pub fn check_age(&self, birth: Birth, season: u32) -> Result<(), AgeError> {
        let (youngest, oldest) = birth.age_on_1_september(season);
        match self.younger_than {
            Some(limit) if youngest >= limit => Err(TooOld { age: youngest, season, limit }.into()),
            Some(limit) if oldest >= limit => Err(AgeError::DayMissing),
            Some(_) | None => Ok(()),
        }
    }
}
