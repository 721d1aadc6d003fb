//! A time control as text: printed in the form of PDN, read from either form.

use super::TimeControl;
use super::pdn::{self, TimeControlTag};
use super::readable;
use super::text::ParseTimeControlError;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for TimeControl {
    /// Writes the value of the PDN tag `TimeControl`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pdn::write_control(f, self)
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    /// Reads the value of the PDN tag `TimeControl` as [`super::TimeControlTag`] does, or the
    /// readable form of [`super::Readable`]: a text with an `h`, `m` or `s` is the latter.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.contains(['h', 'm', 's']) {
            return readable::parse(text);
        }
        match text.parse()? {
            TimeControlTag::Timed(control) => Ok(control),
            TimeControlTag::Unknown => Err(ParseTimeControlError::Unknown),
            TimeControlTag::Untimed => Err(ParseTimeControlError::Untimed),
            TimeControlTag::Sandclock(_) => Err(ParseTimeControlError::Sandclock),
        }
    }
}
