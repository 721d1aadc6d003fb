//! The pace at which a recording is played.

use std::{num::ParseFloatError, thread, time::Duration};

use thiserror::Error;

/// The pace of a recording.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Pace {
    /// Speed as a multiple of that of the board; 0 is as fast as it goes.
    #[arg(long, default_value = "1", value_name = "X", value_parser = speed)]
    speed: f64,
}

impl Pace {
    /// Lets a time of the recording pass.
    pub(super) fn pass(self, time: Duration) {
        if self.speed > 0.0 {
            thread::sleep(time.div_f64(self.speed));
        }
    }
}

/// The reason why a text is no speed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum SpeedError {
    #[error("{text:?} is not a number")]
    Number { text: String, source: ParseFloatError },
    #[error("the speed is 0, or from 0.0001 up")]
    Range,
}

fn speed(text: &str) -> Result<f64, SpeedError> {
    let number = text.parse();
    let speed: f64 =
        number.map_err(|source| SpeedError::Number { text: text.to_owned(), source })?;
    // Slower than this, an hour takes more than a year.
    let is_speed = speed == 0.0 || (0.000_1..=1e9).contains(&speed);
    if is_speed { Ok(speed) } else { Err(SpeedError::Range) }
}
