//! When inputs were handed in first that are not stored yet: a player who pressed in time does not
//! lose by the time that NATS was away.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use live_game::InputId;
use prost::Message;
use proto::subject::GameKey;
use tokio::time::Instant;

use crate::device_clocks::Arrival;

/// An arrival counts for this long; a device that hands in later arrives anew.
const KEPT: Duration = Duration::from_secs(600);
/// Arrivals of one device and game: it has hardly more than one input on its way.
const OF_DEVICE: usize = 16;
/// Arrivals of all devices.
const OF_ALL: usize = 4096;

#[derive(Clone, Debug)]
struct First {
    arrival: Arrival,
    what: What,
    since: Instant,
}

/// What was handed in, as far as it can be told from something else: the first arrival is that of no
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct What(u64);

impl What {
    /// What a message says.
    pub(crate) fn of(message: &impl Message) -> Self {
        let mut hasher = DefaultHasher::new();
        message.encode_to_vec().hash(&mut hasher);
        Self(hasher.finish())
    }
}

/// The first arrivals of inputs that are not stored yet. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrivals {
    kept: Arc<Mutex<BTreeMap<(GameKey, InputId), First>>>,
}

impl Arrivals {
    /// The arrival with which this was handed in first; `arrival`, when that is this one.
    pub(crate) fn first(
        &self,
        game: &GameKey,
        input: &InputId,
        what: What,
        arrival: Arrival,
    ) -> Arrival {
        let mut kept = self.kept();
        kept.retain(|_input, first| first.since.elapsed() < KEPT);
        let key = (game.clone(), input.clone());
        if let Some(first) = kept.get(&key) {
            return if first.what == what { first.arrival } else { arrival };
        }
        let least = InputId { sequence: 0, ..input.clone() };
        let most = InputId { sequence: u64::MAX, ..input.clone() };
        let of_device = kept.range((game.clone(), least)..=(game.clone(), most)).count();
        if of_device < OF_DEVICE && kept.len() < OF_ALL {
            kept.insert(key, First { arrival, what, since: Instant::now() });
        }
        arrival
    }

    /// Forgets an input: it is stored, or will never be.
    pub(crate) fn forget(&self, game: &GameKey, input: &InputId) {
        self.kept().remove(&(game.clone(), input.clone()));
    }

    fn kept(&self) -> MutexGuard<'_, BTreeMap<(GameKey, InputId), First>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use draughts::Timestamp;
    use live_game::DeviceId;
    use proto::{subject::Subject, v1::PlayMove};

    use super::*;
    use crate::device_clocks::Stamps;

    fn game() -> GameKey {
        "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap()
    }

    fn input(device: &str, sequence: u64) -> InputId {
        InputId::new(DeviceId::new(device).unwrap(), sequence)
    }

    /// An arrival that the device stamped a second before.
    fn arrival(at: i64) -> Arrival {
        let stamps = Stamps { seen_at_ms: at - 1000, sent_at_ms: at };
        Arrival { at: Timestamp::from_millis(at), stamps }
    }

    #[track_caller]
    fn check(arrivals: &Arrivals, input: &InputId, ply: u32, at: i64, first: i64) {
        let what = What::of(&PlayMove { ply, r#move: None });
        assert_eq!(arrivals.first(&game(), input, what, arrival(at)), arrival(first));
    }

    #[tokio::test(start_paused = true)]
    async fn an_input_keeps_its_first_arrival_until_it_is_stored() {
        let arrivals = Arrivals::default();
        let press = input("tablet", 1);
        check(&arrivals, &press, 1, 1000, 1000);
        check(&arrivals, &press, 1, 31_000, 1000);
        // Another move under the same number was not made then.
        check(&arrivals, &press, 2, 32_000, 32_000);
        check(&arrivals, &press, 1, 33_000, 1000);
        arrivals.forget(&game(), &press);
        check(&arrivals, &press, 1, 34_000, 34_000);
        tokio::time::advance(KEPT).await;
        check(&arrivals, &press, 1, 700_000, 700_000);
    }

    #[tokio::test(start_paused = true)]
    async fn no_device_takes_the_room_of_another() {
        let arrivals = Arrivals::default();
        for sequence in 1..=1000 {
            check(&arrivals, &input("loud", sequence), 1, 1000, 1000);
        }
        assert_eq!(arrivals.kept().len(), OF_DEVICE);
        let press = input("quiet", 1);
        check(&arrivals, &press, 1, 1000, 1000);
        check(&arrivals, &press, 1, 2000, 1000);
    }
}
