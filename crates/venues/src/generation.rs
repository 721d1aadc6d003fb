//! The homes of a venue, one after another.

use core::{fmt, num::NonZeroU32, str::FromStr};

use thiserror::Error;

/// The number of a home of a venue: 1 for the first, one more for each spare that took over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Generation(NonZeroU32);

/// A text or number that is no generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a generation is a number from 1 on")]
pub struct GenerationError;

impl Generation {
    /// The first home.
    pub const FIRST: Self = Self(NonZeroU32::MIN);

    /// Returns the generation of a number.
    ///
    /// # Errors
    /// [`GenerationError`] if it is 0.
    pub fn new(number: u32) -> Result<Self, GenerationError> {
        NonZeroU32::new(number).map(Self).ok_or(GenerationError)
    }

    /// Returns its number, from 1 on.
    pub fn number(self) -> u32 {
        self.0.get()
    }

    /// Returns the one that takes over from this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Generation {
    type Err = GenerationError;

    fn from_str(text: &str) -> Result<Self, GenerationError> {
        text.parse().map_err(|_other| GenerationError).and_then(Self::new)
    }
}
