//! The first arrivals of inputs that are not stored yet, so that a player who pressed in time loses
//! nothing while the log is unavailable.

use std::{collections::BTreeMap, time::Duration};

use super::Arrival;
use crate::InputId;

/// The time for which an arrival counts; a device that retries later arrives anew.
const KEPT: Duration = Duration::from_secs(600);
/// The largest number of arrivals of one device in one game; it rarely has more than one input on
/// its way.
const OF_DEVICE: usize = 16;
/// The largest number of arrivals of all devices.
const OF_ALL: usize = 4096;

/// The first arrivals of inputs that are not stored yet, by game (`G`) and input, in bounded
/// number.
#[derive(Clone, Debug)]
pub struct Arrivals<G> {
    kept: BTreeMap<(G, InputId), FirstArrival>,
}

#[derive(Clone, Copy, Debug)]
struct FirstArrival {
    arrival: Arrival,
    content: u64,
}

impl<G> Default for Arrivals<G> {
    fn default() -> Self {
        Self { kept: BTreeMap::new() }
    }
}

impl<G: Clone + Ord> Arrivals<G> {
    /// Returns the first arrival of an input, which is `arrival` if there was none before.
    ///
    /// `content` is a hash of the input's content: another input under the same number never
    /// inherits the first arrival.
    pub fn first(&mut self, game: &G, input: &InputId, content: u64, arrival: Arrival) -> Arrival {
        self.kept.retain(|_input, first| arrival.at.duration_since(first.arrival.at) < KEPT);
        let key = (game.clone(), input.clone());
        if let Some(first) = self.kept.get(&key) {
            return if first.content == content { first.arrival } else { arrival };
        }
        let least = InputId { sequence: 0, ..input.clone() };
        let most = InputId { sequence: u64::MAX, ..input.clone() };
        let of_device = self.kept.range((game.clone(), least)..=(game.clone(), most)).count();
        if of_device < OF_DEVICE && self.kept.len() < OF_ALL {
            self.kept.insert(key, FirstArrival { arrival, content });
        }
        arrival
    }

    /// Removes an input that is stored, or that never will be.
    pub fn forget(&mut self, game: &G, input: &InputId) {
        self.kept.remove(&(game.clone(), input.clone()));
    }
}

#[cfg(test)]
mod tests {
    use draughts::Timestamp;

    use super::*;
    use crate::{DeviceId, table::DeviceStamps};

    const GAME: &str = "r1-t1";

    fn input(device: &str, sequence: u64) -> InputId {
        InputId::new(DeviceId::new(device).unwrap(), sequence)
    }

    /// Returns an arrival that the device stamped a second before.
    fn arrival(at: i64) -> Arrival {
        let stamps = DeviceStamps { seen_at_ms: at - 1000, sent_at_ms: at };
        Arrival { at: Timestamp::from_millis(at), stamps }
    }

    #[track_caller]
    fn check(arrivals: &mut Arrivals<&str>, input: &InputId, content: u64, at: i64, first: i64) {
        assert_eq!(arrivals.first(&GAME, input, content, arrival(at)), arrival(first));
    }

    #[test]
    fn an_input_keeps_its_first_arrival_until_it_is_stored() {
        let mut arrivals = Arrivals::default();
        let press = input("tablet", 1);
        check(&mut arrivals, &press, 1, 1000, 1000);
        check(&mut arrivals, &press, 1, 31_000, 1000);
        // Another move under the same number gets its own arrival.
        check(&mut arrivals, &press, 2, 32_000, 32_000);
        check(&mut arrivals, &press, 1, 33_000, 1000);
        arrivals.forget(&GAME, &press);
        check(&mut arrivals, &press, 1, 34_000, 34_000);
        // After ten minutes it arrives anew.
        check(&mut arrivals, &press, 1, 633_999, 34_000);
        check(&mut arrivals, &press, 1, 634_000, 634_000);
    }

    #[test]
    fn an_arrival_counts_for_its_own_game() {
        let mut arrivals = Arrivals::default();
        let press = input("tablet", 1);
        check(&mut arrivals, &press, 1, 1000, 1000);
        assert_eq!(arrivals.first(&"r2-t1", &press, 1, arrival(2000)), arrival(2000));
    }

    #[test]
    fn no_device_takes_the_room_of_another() {
        let mut arrivals = Arrivals::default();
        for sequence in 1..=1000 {
            check(&mut arrivals, &input("loud", sequence), 1, 1000, 1000);
        }
        assert_eq!(arrivals.kept.len(), OF_DEVICE);
        let press = input("quiet", 1);
        check(&mut arrivals, &press, 1, 1000, 1000);
        check(&mut arrivals, &press, 1, 2000, 1000);
    }

    #[test]
    fn the_arrivals_of_all_devices_are_bounded() {
        let mut arrivals = Arrivals::default();
        for device in 0..OF_ALL + 100 {
            check(&mut arrivals, &input(&format!("d{device}"), 1), 1, 1000, 1000);
        }
        assert_eq!(arrivals.kept.len(), OF_ALL);
    }
}
