//! Events of a venue, as its hub sees it.

use std::collections::BTreeMap;

use draughts::Timestamp;

use crate::{Beat, Generation, Record, Trouble};

/// Something that happened. Moments are those of the hub's clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A home was enrolled. What was heard of the one before no longer counts.
    Enrolled {
        /// The home.
        generation: Generation,
    },
    /// A sign of life came.
    Heard {
        /// The sign.
        beat: Beat,
        /// The moment of its arrival.
        at: Timestamp,
    },
    /// The hub has copied so far.
    Stored {
        /// The sequence of the last message of each part.
        stored: BTreeMap<Record, u64>,
    },
    /// No sign of life has come for too long.
    WentOffline {
        /// The moment of the last one.
        since: Timestamp,
    },
    /// A sign of life came after that.
    CameBack {
        /// The moment of its arrival.
        at: Timestamp,
    },
    /// The hub lacks messages that the venue has.
    FellBehind {
        /// The moment since when.
        since: Timestamp,
    },
    /// It has all of them.
    CaughtUp,
    /// The venue hands nothing over.
    Troubled {
        /// The reason.
        trouble: Trouble,
    },
    /// It does again.
    Recovered,
    /// Its clock differs from that of the hub by more than is tolerated.
    ClockApart {
        /// The milliseconds by which it is ahead, negative if behind.
        ahead_ms: i64,
    },
    /// The clocks agree again.
    ClockAgrees,
}
