//! Thinking time of the players of a replay.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    time::Duration,
};

use proto::subject::GameKey;
use thiserror::Error;

/// Shortest thinking time at speed 1, in milliseconds.
const SHORTEST_MS: u64 = 3_000;
/// Longest thinking time at speed 1, in milliseconds. No move takes longer, so that spectators of a
/// demo see something move.
const LONGEST_MS: u64 = 15_000;

/// Speed as a multiple of a human's; 0 is without thinking time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    speed: f64,
}

/// Reason why a text is not a speed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PaceError {
    /// It is not a number.
    #[error("{text:?} is not a number")]
    NotANumber {
        /// The text.
        text: String,
    },
    /// It is negative or not finite.
    #[error("the speed is a number from 0 (no thinking at all) up; 1 is a human's")]
    OutOfRange,
}

impl Pace {
    /// Creates a pace; 0 is without thinking time.
    ///
    /// # Errors
    /// [`PaceError::OutOfRange`] if `speed` is negative or not finite.
    pub fn new(speed: f64) -> Result<Self, PaceError> {
        let is_speed = speed.is_finite() && speed >= 0.0;
        is_speed.then_some(Self { speed }).ok_or(PaceError::OutOfRange)
    }

    /// Returns the thinking time for the ply with this index, counted from 0. It depends on nothing
    /// else than the game, the index and the speed.
    #[must_use]
    pub fn thought(self, game: &GameKey, index: usize) -> Duration {
        if self.speed == 0.0 {
            return Duration::ZERO;
        }
        let mut hasher = DefaultHasher::new();
        (game.to_string(), index).hash(&mut hasher);
        let thought = SHORTEST_MS + hasher.finish() % (LONGEST_MS - SHORTEST_MS);
        Duration::from_millis(thought).div_f64(self.speed.max(0.000_1))
    }
}

impl std::str::FromStr for Pace {
    type Err = PaceError;

    fn from_str(text: &str) -> Result<Self, PaceError> {
        let not_a_number = |_source| PaceError::NotANumber { text: text.to_owned() };
        Self::new(text.parse().map_err(not_a_number)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_time_is_human_and_scales_with_the_speed() {
        let key = "input.main.demo.r1-t1".parse::<proto::subject::Subject>().unwrap();
        let key = key.game_key().unwrap();
        for index in 0..200 {
            let human = Pace::new(1.0).unwrap().thought(&key, index);
            assert!((3..=15).contains(&human.as_secs()), "{human:?}");
            let tenth = Pace::new(10.0).unwrap().thought(&key, index);
            assert!(human.as_millis().abs_diff(tenth.as_millis() * 10) < 20);
            assert_eq!(Pace::new(0.0).unwrap().thought(&key, index), Duration::ZERO);
        }
        assert!("-1".parse::<Pace>().is_err());
        assert!("NaN".parse::<Pace>().is_err());
        assert!("fast".parse::<Pace>().is_err());
    }
}
