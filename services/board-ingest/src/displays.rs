//! What the physical clocks at the tables showed when it was stored last: a display that only counts on
//! from there says nothing.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use draughts::{DeviceId, Timestamp};
use game_clock::ClockDisplay;
use proto::subject::GameKey;

/// A display is stored this often at least, so that what a slow clock adds up to is noticed.
const STORED_EVERY: Duration = Duration::from_secs(30);
/// Clocks that are kept in memory. Of one too many each display is stored, as many as a device may hand in.
const KEPT: usize = 4096;

type Stored = BTreeMap<(GameKey, DeviceId), (ClockDisplay, Timestamp)>;

/// The displays that were stored last. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Displays {
    stored: Arc<Mutex<Stored>>,
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
        let Some((earlier, earlier_at)) = stored.get(&(game.clone(), device.clone())) else {
            return true;
        };
        let elapsed = at.duration_since(*earlier_at);
        elapsed >= STORED_EVERY || !display.counts_on_from(earlier, elapsed)
    }

    /// Takes note of a display that was stored. A device plays one game at a time.
    pub(crate) fn note(
        &self,
        game: &GameKey,
        device: &DeviceId,
        display: ClockDisplay,
        at: Timestamp,
    ) {
        let mut stored = self.stored();
        stored.retain(|(other, of_device), _display| of_device != device || other == game);
        if stored.len() < KEPT {
            stored.insert((game.clone(), device.clone()), (display, at));
        }
    }

    fn stored(&self) -> MutexGuard<'_, Stored> {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use draughts::Color;
    use proto::subject::Subject;

    use super::*;

    #[test]
    fn a_clock_that_counts_on_is_stored_twice_a_minute_and_at_every_press() {
        let game = |table: u32| {
            let subject = format!("game.kk.2026.r1-t{table}").parse::<Subject>().unwrap();
            subject.game_key().unwrap()
        };
        let device = DeviceId::new("dgt").unwrap();
        let displays = Displays::default();
        let mut stored = Vec::new();
        // A minute of White's time and a press, a display a second.
        for second in 0..=61_u64 {
            let (white, running) =
                if second < 61 { (second, Color::White) } else { (61, Color::Black) };
            let display = ClockDisplay {
                white: Duration::from_secs(600 - white),
                black: Duration::from_secs(600),
                running: Some(running),
                flag: None,
            };
            let at = Timestamp::from_millis(i64::try_from(second).unwrap() * 1000);
            if displays.says_something(&game(1), &device, &display, at) {
                displays.note(&game(1), &device, display, at);
                stored.push(second);
            }
            assert!(displays.says_something(&game(2), &device, &display, at));
        }
        assert_eq!(stored, [0, 30, 60, 61]);
    }
}
