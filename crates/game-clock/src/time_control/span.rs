//! A span of time in words, as errors and time controls show it.

use std::fmt;
use std::time::Duration;

/// A time for use in a sentence: `25h`, `1h30m`, `0s`.
pub(crate) struct Time(pub(crate) Duration);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes) = (seconds.div_euclid(3600), seconds.rem_euclid(3600).div_euclid(60));
        let rest = Duration::new(seconds.rem_euclid(60), self.0.subsec_nanos());
        if hours > 0 {
            write!(f, "{hours}h")?;
        }
        if minutes > 0 {
            write!(f, "{minutes}m")?;
        }
        if rest.is_zero() && seconds > 0 {
            return Ok(());
        }
        write_seconds(f, rest)?;
        f.write_str("s")
    }
}

/// Writes a number of seconds with the decimals that it needs.
pub(super) fn write_seconds(f: &mut fmt::Formatter<'_>, duration: Duration) -> fmt::Result {
    write!(f, "{}", duration.as_secs())?;
    let millis = duration.subsec_millis();
    if millis == 0 {
        return Ok(());
    }
    let decimals = format!("{millis:03}");
    write!(f, ".{}", decimals.trim_end_matches('0'))
}
