//! Commands: the facts that a hub learns of a venue.

use std::collections::BTreeMap;

use draughts::Timestamp;

use crate::{Beat, Generation, Record};

/// Something that a hub learns. Moments are those of the hub's clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A home of the venue is enrolled: its first, or a spare that takes over.
    Enrol {
        /// The home.
        generation: Generation,
    },
    /// A sign of life has arrived.
    Hear {
        /// The sign.
        beat: Beat,
        /// The moment of its arrival.
        at: Timestamp,
    },
    /// The hub has copied so far: the sequence of the last message of each part, as the venue
    /// counts.
    Note {
        /// The sequences; none for a part without messages.
        stored: BTreeMap<Record, u64>,
        /// The moment at which it had.
        at: Timestamp,
    },
    /// Time has passed.
    Look {
        /// The moment.
        at: Timestamp,
    },
}
