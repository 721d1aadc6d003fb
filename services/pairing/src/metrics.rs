//! The metrics of the service.

use draughts::Timestamp;
use runtime::metrics::{Histogram, Metric, ONE};
use tokio::time::Instant;
use tournament::{Event, GameCause};

static ROUND_PAIRING_DURATION: Histogram<1> = Histogram::new(
    "damcast.round.pairing.duration",
    "Time from the command to pair a round until its pairings are in the log.",
    &ONE,
);

static RESULT_AGE: Histogram<1> = Histogram::new(
    "damcast.result.age",
    "Time from the end of a game in GAME until its result is in TOURNAMENT; of results that people record, nothing.",
    &ONE,
);

/// All metrics of the service.
pub static METRICS: [&dyn Metric; 2] = [&ROUND_PAIRING_DURATION, &RESULT_AGE];

/// Records how long it took to pair rounds, and how old results are, by events that are in the log
/// at `now`. Their command came at `began`, from a person or `because_of` a message of GAME.
pub(crate) fn stored(
    events: &[Event],
    began: Instant,
    because_of: Option<GameCause>,
    now: Timestamp,
) {
    for event in events {
        if let Event::RoundPaired { .. } = event {
            ROUND_PAIRING_DURATION.record(0, began.elapsed());
        }
        if let Event::ResultRecorded { .. } | Event::ResultCorrected { .. } = event
            && let Some(cause) = because_of
        {
            RESULT_AGE.record(0, now.duration_since(cause.recorded_at));
        }
    }
}
