//! The metrics of the service.

use draughts::Timestamp;
use game_clock::Event;
use live_game::ClockEvent;
use runtime::metrics::{Histogram, Metric, ONE};

static FLAG_LATENESS: Histogram<1> = Histogram::new(
    "damcast.flag.lateness",
    "Time from the moment at which a flag fell until that is in the log; at least the grace for late presses.",
    &ONE,
);

/// All metrics of the service.
pub static METRICS: [&dyn Metric; 1] = [&FLAG_LATENESS];

/// Records how late flags are that are in the log at `now`.
pub(crate) fn stored(events: &[ClockEvent], now: Timestamp) {
    for event in events {
        if let ClockEvent::Clock(Event::FlagFell { at, .. }) = event {
            FLAG_LATENESS.record(0, now.duration_since(*at));
        }
    }
}
