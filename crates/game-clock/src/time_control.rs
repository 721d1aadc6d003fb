//! What a player is given to think: a base and an increment per move, and its PDN form.
//!
//! Knows nothing of games or moments. More stages (`40/7200:3600`) would be further values behind
//! the same door, which is why the fields are private.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;
use std::time::Duration;

/// One stage: a base for the whole game and an increment that each press of the clock adds.
///
/// An increment of zero is sudden death. Both are whole milliseconds. Printed and parsed as the
/// value of the PDN tag `TimeControl`, in seconds: `4800+60`, `600`, and `0.5` for half a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeControl {
    base: Duration,
    increment: Duration,
}

impl TimeControl {
    /// The shortest base: one second.
    pub const BASE_MIN: Duration = Duration::from_secs(1);
    /// The longest base: one day.
    pub const BASE_MAX: Duration = Duration::from_secs(24 * 60 * 60);
    /// The longest increment: one hour.
    pub const INCREMENT_MAX: Duration = Duration::from_secs(60 * 60);

    /// Checks and makes a time control.
    ///
    /// # Errors
    /// [`TimeControlError`] when the base lies outside [`Self::BASE_MIN`] to [`Self::BASE_MAX`],
    /// the increment exceeds [`Self::INCREMENT_MAX`], or either is finer than a millisecond.
    pub fn new(base: Duration, increment: Duration) -> Result<Self, TimeControlError> {
        if base < Self::BASE_MIN {
            return Err(TimeControlError::BaseTooShort { base });
        }
        if base > Self::BASE_MAX {
            return Err(TimeControlError::BaseTooLong { base });
        }
        if increment > Self::INCREMENT_MAX {
            return Err(TimeControlError::IncrementTooLong { increment });
        }
        for duration in [base, increment] {
            if !is_whole_millis(duration) {
                return Err(TimeControlError::FinerThanMillisecond { duration });
            }
        }
        Ok(Self { base, increment })
    }

    /// What each player has before the first move.
    pub fn base(self) -> Duration {
        self.base
    }

    /// What each press of the clock adds to the time of the player who pressed.
    pub fn increment(self) -> Duration {
        self.increment
    }

    /// Whether nothing is ever added to the base.
    pub fn is_sudden_death(self) -> bool {
        self.increment.is_zero()
    }

    /// What a player has been given after a number of presses: the base and all increments.
    ///
    /// Saturates at the longest duration.
    pub fn given(self, presses: u32) -> Duration {
        self.base.saturating_add(self.increment.saturating_mul(presses))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_seconds(f, self.base)?;
        if !self.is_sudden_death() {
            f.write_str("+")?;
            write_seconds(f, self.increment)?;
        }
        Ok(())
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    /// Reads `base` or `base+increment`, in seconds with at most three decimals.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (base, increment) = match text.split_once('+') {
            Some((base, increment)) => (base, Some(increment)),
            None => (text, None),
        };
        let base = parse_seconds(base)?;
        let increment = increment.map(parse_seconds).transpose()?.unwrap_or_default();
        Ok(Self::new(base, increment)?)
    }
}

/// Why a base and an increment are no time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// The base is below [`TimeControl::BASE_MIN`].
    #[error("a base of {base:?} is too short: at least {:?}", TimeControl::BASE_MIN)]
    BaseTooShort {
        /// The base that was asked for.
        base: Duration,
    },
    /// The base is above [`TimeControl::BASE_MAX`].
    #[error("a base of {base:?} is too long: at most {:?}", TimeControl::BASE_MAX)]
    BaseTooLong {
        /// The base that was asked for.
        base: Duration,
    },
    /// The increment is above [`TimeControl::INCREMENT_MAX`].
    #[error("an increment of {increment:?} is too long: at most {:?}", TimeControl::INCREMENT_MAX)]
    IncrementTooLong {
        /// The increment that was asked for.
        increment: Duration,
    },
    /// Moments are milliseconds, so a finer duration could never be used up exactly.
    #[error("{duration:?} is finer than a millisecond")]
    FinerThanMillisecond {
        /// The base or increment that was asked for.
        duration: Duration,
    },
}

/// Why a text is no time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimeControlError {
    /// A part is not a number of seconds.
    #[error("{text:?} is not a number of seconds, as in 4800+60 or 600")]
    NotSeconds {
        /// The part that could not be read, cut after 40 characters.
        text: String,
    },
    /// A part has more than three decimals.
    #[error("{text:?} has more than three decimals")]
    TooManyDecimals {
        /// The part that could not be read, cut after 40 characters.
        text: String,
    },
    /// The numbers are outside the limits.
    #[error(transparent)]
    OutOfRange(#[from] TimeControlError),
}

fn is_whole_millis(duration: Duration) -> bool {
    duration.subsec_nanos().is_multiple_of(1_000_000)
}

fn write_seconds(f: &mut fmt::Formatter<'_>, duration: Duration) -> fmt::Result {
    write!(f, "{}", duration.as_secs())?;
    let millis = duration.subsec_millis();
    if millis == 0 {
        return Ok(());
    }
    let decimals = format!("{millis:03}");
    write!(f, ".{}", decimals.trim_end_matches('0'))
}

fn parse_seconds(text: &str) -> Result<Duration, ParseTimeControlError> {
    let shown = || text.chars().take(40).collect::<String>();
    let not_seconds = |_: ParseIntError| ParseTimeControlError::NotSeconds { text: shown() };
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    // `u64::from_str` would also take a sign, which the PDN form does not have.
    if !is_digits(whole) || !is_digits(decimals) {
        return Err(ParseTimeControlError::NotSeconds { text: shown() });
    }
    if decimals.len() > 3 {
        return Err(ParseTimeControlError::TooManyDecimals { text: shown() });
    }
    let seconds = whole.parse::<u64>().map_err(not_seconds)?;
    let millis = format!("{decimals:0<3}").parse::<u64>().map_err(not_seconds)?;
    Ok(Duration::from_secs(seconds).saturating_add(Duration::from_millis(millis)))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
