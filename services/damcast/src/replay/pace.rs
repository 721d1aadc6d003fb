//! The time that a player thinks about a move.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    time::Duration,
};

use proto::subject::GameKey;

/// The shortest and longest thought at speed 1. Openings and forced captures take no longer than the
/// rest: spectators of a demo are to see something move.
const SHORTEST_MS: u64 = 3_000;
const LONGEST_MS: u64 = 15_000;

/// Speed as a multiple of a human's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    speed: f64,
}

impl Pace {
    /// A pace; 0 is as fast as it goes.
    ///
    /// # Errors
    /// A text that says what a speed is.
    pub fn new(speed: f64) -> Result<Self, String> {
        if speed.is_finite() && speed >= 0.0 {
            Ok(Self { speed })
        } else {
            Err("the speed is a number from 0 (no thinking at all) up; 1 is a human's".to_owned())
        }
    }

    /// Returns the time that the player thinks about the ply with this index: the same each time.
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
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let speed = text.parse().map_err(|_source| format!("{text:?} is not a number"))?;
        Self::new(speed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_is_human_and_scales() {
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
