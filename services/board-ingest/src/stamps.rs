//! When inputs were handed in first that are not stored yet: a player who pressed in time does not
//! lose by the time that NATS was away.

use std::{collections::BTreeMap, time::Duration};

use draughts::{InputId, Timestamp};
use proto::{subject::GameKey, v1::input_record::Action};
use tokio::time::Instant;

/// A stamp counts for this long; a device that hands in later is stamped anew.
const KEPT: Duration = Duration::from_secs(600);
/// Stamps of one device and game: it has hardly more than one input on its way.
const OF_DEVICE: usize = 16;
/// Stamps of all devices.
const OF_ALL: usize = 4096;

#[derive(Clone, Debug)]
struct Stamp {
    at: Timestamp,
    /// What was handed in: the stamp is that of no other.
    action: Option<Action>,
    since: Instant,
}

/// The first stamps of inputs that are not stored yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stamps {
    kept: BTreeMap<(GameKey, InputId), Stamp>,
}

impl Stamps {
    /// The moment at which this was handed in first; `at`, when that is now.
    pub(crate) fn first(
        &mut self,
        game: &GameKey,
        input: &InputId,
        action: Option<&Action>,
        at: Timestamp,
    ) -> Timestamp {
        self.kept.retain(|_input, stamp| stamp.since.elapsed() < KEPT);
        let key = (game.clone(), input.clone());
        if let Some(stamp) = self.kept.get(&key) {
            return if stamp.action.as_ref() == action { stamp.at } else { at };
        }
        let first = InputId { sequence: 0, ..input.clone() };
        let last = InputId { sequence: u64::MAX, ..input.clone() };
        let of_device = self.kept.range((game.clone(), first)..=(game.clone(), last)).count();
        if of_device < OF_DEVICE && self.kept.len() < OF_ALL {
            self.kept.insert(key, Stamp { at, action: action.cloned(), since: Instant::now() });
        }
        at
    }

    /// Forgets an input: it is stored, or will never be.
    pub(crate) fn forget(&mut self, game: &GameKey, input: &InputId) {
        self.kept.remove(&(game.clone(), input.clone()));
    }
}

#[cfg(test)]
mod tests {
    use draughts::DeviceId;
    use proto::{subject::Subject, v1::PlayMove};

    use super::*;

    fn game() -> GameKey {
        "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap()
    }

    fn input(device: &str, sequence: u64) -> InputId {
        InputId::new(DeviceId::new(device).unwrap(), sequence)
    }

    fn first(stamps: &mut Stamps, input: &InputId, ply: u32, at: i64) -> i64 {
        let action = Action::Play(PlayMove { ply, r#move: None });
        stamps.first(&game(), input, Some(&action), Timestamp::from_millis(at)).millis()
    }

    #[tokio::test(start_paused = true)]
    async fn an_input_keeps_its_first_stamp_until_it_is_stored() {
        let mut stamps = Stamps::default();
        let press = input("tablet", 1);
        assert_eq!(first(&mut stamps, &press, 1, 1000), 1000);
        assert_eq!(first(&mut stamps, &press, 1, 31_000), 1000);
        // Another move under the same number was not made then.
        assert_eq!(first(&mut stamps, &press, 2, 32_000), 32_000);
        assert_eq!(first(&mut stamps, &press, 1, 33_000), 1000);
        stamps.forget(&game(), &press);
        assert_eq!(first(&mut stamps, &press, 1, 34_000), 34_000);
        tokio::time::advance(KEPT).await;
        assert_eq!(first(&mut stamps, &press, 1, 700_000), 700_000);
    }

    #[tokio::test(start_paused = true)]
    async fn no_device_takes_the_room_of_another() {
        let mut stamps = Stamps::default();
        for sequence in 1..=1000 {
            first(&mut stamps, &input("loud", sequence), 1, 1000);
        }
        assert_eq!(stamps.kept.len(), OF_DEVICE);
        let press = input("quiet", 1);
        first(&mut stamps, &press, 1, 1000);
        assert_eq!(first(&mut stamps, &press, 1, 2000), 1000);
    }
}
