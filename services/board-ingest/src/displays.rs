//! What the physical clocks at the tables showed when it was stored last: a display that only counts on
//! from there says nothing.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use draughts::Timestamp;
use game_clock::ClockDisplay;
use live_game::DeviceId;
use proto::subject::{GameId, GameKey, TournamentKey};
use tokio::time::Instant;

/// A display is stored this often at least, so that what a slow clock adds up to is noticed.
const STORED_EVERY: Duration = Duration::from_secs(30);
/// Clocks that are kept in memory; one too many takes the place of the one not stored for longest.
const KEPT: usize = 4096;

#[derive(Debug)]
struct Kept {
    /// A device plays one game at a time.
    game: GameId,
    display: ClockDisplay,
    at: Timestamp,
    since: Instant,
}

/// The displays that were stored last. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Displays {
    /// Devices have their names from their tournament.
    stored: Arc<Mutex<BTreeMap<(TournamentKey, DeviceId), Kept>>>,
}

impl Displays {
    /// Whether a display says something that the last stored one did not.
    pub(crate) fn says_something(
        &self,
        game: &GameKey,
        device: &DeviceId,
        display: &ClockDisplay,
        at: Timestamp,
    ) -> bool {
        let stored = self.stored();
        let earlier = stored.get(&(game.tournament.clone(), device.clone()));
        let Some(earlier) = earlier.filter(|earlier| earlier.game == game.game) else {
            return true;
        };
        let elapsed = at.duration_since(earlier.at);
        elapsed >= STORED_EVERY || !display.counts_on_from(&earlier.display, elapsed)
    }

    /// Takes note of a display that was stored.
    pub(crate) fn note(
        &self,
        game: &GameKey,
        device: &DeviceId,
        display: ClockDisplay,
        at: Timestamp,
    ) {
        let mut stored = self.stored();
        let key = (game.tournament.clone(), device.clone());
        if !stored.contains_key(&key) && stored.len() >= KEPT {
            let oldest = stored.iter().min_by_key(|(_key, kept)| kept.since);
            if let Some(oldest) = oldest.map(|(key, _kept)| key.clone()) {
                stored.remove(&oldest);
            }
        }
        stored.insert(key, Kept { game: game.game, display, at, since: Instant::now() });
    }

    fn stored(&self) -> MutexGuard<'_, BTreeMap<(TournamentKey, DeviceId), Kept>> {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use draughts::Color;
    use proto::subject::Subject;

    use super::*;

    fn game(tournament: &str, table: u32) -> GameKey {
        let subject = format!("game.kk.{tournament}.r1-t{table}").parse::<Subject>().unwrap();
        subject.game_key().unwrap()
    }

    /// What the clock of a game shows after so many seconds, ten minutes each, with one press.
    fn shown(second: u64, pressed: u64) -> ClockDisplay {
        let running = if second < pressed { Color::White } else { Color::Black };
        ClockDisplay {
            white: Duration::from_secs(600 - second.min(pressed)),
            black: Duration::from_secs(600 - second.saturating_sub(pressed)),
            running: Some(running),
            flag: None,
        }
    }

    /// The seconds at which each of these clocks is stored, of two minutes with a display a second.
    fn stored(clocks: &[(GameKey, &str, u64)]) -> Vec<Vec<u64>> {
        let displays = Displays::default();
        let mut stored = vec![Vec::new(); clocks.len()];
        for second in 0..=120 {
            let at = Timestamp::from_millis(i64::try_from(second).unwrap() * 1000);
            for ((game, device, pressed), stored) in clocks.iter().zip(&mut stored) {
                let device = DeviceId::new(*device).unwrap();
                let display = shown(second, *pressed);
                if displays.says_something(game, &device, &display, at) {
                    displays.note(game, &device, display, at);
                    stored.push(second);
                }
            }
        }
        stored
    }

    #[test]
    fn a_clock_that_counts_on_is_stored_twice_a_minute_and_at_every_press() {
        assert_eq!(stored(&[(game("2026", 1), "dgt", 61)]), [[0, 30, 60, 61, 91]]);
    }

    #[test]
    fn clocks_of_other_tables_and_other_tournaments_are_others() {
        let clocks = [
            (game("2026", 1), "dgt-1", 61),
            (game("2026", 2), "dgt-2", 7),
            // Another tournament names its first board the same.
            (game("youth", 1), "dgt-1", 40),
        ];
        let expected: [&[u64]; 3] =
            [&[0, 30, 60, 61, 91], &[0, 7, 37, 67, 97], &[0, 30, 40, 70, 100]];
        assert_eq!(stored(&clocks), expected);
    }

    #[test]
    fn a_board_that_was_moved_to_another_table_begins_anew() {
        let (displays, device) = (Displays::default(), DeviceId::new("dgt").unwrap());
        let (at, display) = (Timestamp::from_millis(0), shown(0, 1));
        for table in [1, 2, 1] {
            let game = game("2026", table);
            assert!(displays.says_something(&game, &device, &display, at), "{table}");
            displays.note(&game, &device, display, at);
            assert!(!displays.says_something(&game, &device, &display, at), "{table}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn one_clock_too_many_takes_the_place_of_the_oldest() {
        let (displays, game) = (Displays::default(), game("2026", 1));
        let device = |number: usize| DeviceId::new(format!("dgt-{number}")).unwrap();
        let (at, display) = (Timestamp::from_millis(0), shown(0, 1));
        for number in 0..KEPT {
            displays.note(&game, &device(number), display, at);
            tokio::time::advance(Duration::from_millis(1)).await;
        }
        // Stored again, the first is not the oldest.
        displays.note(&game, &device(0), display, at);
        tokio::time::advance(Duration::from_millis(1)).await;
        displays.note(&game, &device(KEPT), display, at);
        let known = |number| !displays.says_something(&game, &device(number), &display, at);
        assert_eq!([0, 1, 2, KEPT].map(known), [true, false, true, true]);
    }
}
