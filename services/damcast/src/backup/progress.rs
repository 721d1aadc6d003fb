//! The metric of a backup that goes on.

use runtime::{
    WallClock,
    metrics::{Gauge, Metric, ONE},
};

/// The name of the process.
pub(crate) const PROCESS: &str = "damcast-backup";

/// The moment at which a backup that goes on had the whole log last.
static COMPLETED: Gauge<1> = Gauge::new(
    "damcast.backup.completed",
    "s",
    "Moment at which `damcast backup --follow` had the whole event log last, since the Unix epoch.",
    &ONE,
);

/// The metrics of `damcast backup --follow`.
pub(crate) static METRICS: [&dyn Metric; 1] = [&COMPLETED];

/// Notes that the backup has the whole log now.
pub(super) fn is_complete() {
    COMPLETED.set(0, WallClock::system().now().millis());
}
