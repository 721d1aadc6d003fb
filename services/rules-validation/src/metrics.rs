//! The metrics of the service.

use draughts::Timestamp;
use live_game::GameEvent;
use runtime::metrics::{Gauge, MOVE_AGE, Metric, ONE, Stage};

/// Games that are set aside.
pub(crate) static SET_ASIDE: Gauge<1> = Gauge::counting(
    "damcast.games.set_aside",
    "{game}",
    "Games whose history cannot be read or written while others can.",
    &ONE,
);

/// All metrics of the service.
pub static METRICS: [&dyn Metric; 1] = [&SET_ASIDE];

/// Records the ages of moves that are in the log at `now`.
pub(crate) fn judged(events: &[GameEvent], now: Timestamp) {
    for event in events {
        if let GameEvent::MovePlayed { at, .. } = event {
            MOVE_AGE.record(Stage::Judged as usize, now.duration_since(*at));
        }
    }
}
