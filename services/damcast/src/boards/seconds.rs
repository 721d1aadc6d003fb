//! Times in seconds, with fractions down to a millisecond.

use draughts::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The largest time, some three hundred years.
const SECONDS_MAX: f64 = 1e10;

/// A time in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Seconds(Timestamp);

impl Seconds {
    pub(super) const fn moment(self) -> Timestamp {
        self.0
    }
}

impl From<Timestamp> for Seconds {
    fn from(at: Timestamp) -> Self {
        Self(at)
    }
}

impl<'de> Deserialize<'de> for Seconds {
    #[expect(clippy::float_arithmetic, reason = "traces have seconds with fractions")]
    #[expect(clippy::cast_possible_truncation, reason = "the largest time is far below i64::MAX")]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        if !(0.0..=SECONDS_MAX).contains(&seconds) {
            return Err(de::Error::custom(format_args!(
                "{seconds} is not between 0 and {SECONDS_MAX} seconds"
            )));
        }
        Ok(Self(Timestamp::from_millis((seconds * 1000.0).round() as i64)))
    }
}

impl Serialize for Seconds {
    #[expect(clippy::float_arithmetic, reason = "traces have seconds with fractions")]
    #[expect(
        clippy::cast_precision_loss,
        reason = "a double has room for the largest time in milliseconds"
    )]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.millis() as f64 / 1000.0)
    }
}
