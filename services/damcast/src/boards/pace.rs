//! The pace at which a recording is played.

use std::{thread, time::Duration};

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

fn speed(text: &str) -> Result<f64, String> {
    let speed: f64 = text.parse().map_err(|_error| format!("{text:?} is not a number"))?;
    // Slower than this, an hour takes more than a year.
    let is_speed = speed == 0.0 || (0.000_1..=1e9).contains(&speed);
    is_speed.then_some(speed).ok_or_else(|| "the speed is 0, or from 0.0001 up".to_owned())
}
