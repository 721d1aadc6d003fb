//! Signs of life of venues.

use std::collections::BTreeMap;

use game_clock::TimeSignal;
use thiserror::Error;

use crate::{Generation, Record};

/// A sign of life, which a venue gives every two seconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beat {
    /// The home that gives it.
    pub generation: Generation,
    /// The sequence of the last message of each part of its log; none for a part without messages.
    pub last: BTreeMap<Record, u64>,
    /// True if what the hub copies by exists at the venue.
    pub is_ready: bool,
    /// The reason why it hands nothing over.
    pub trouble: Option<Trouble>,
    /// Its time; `None` if it does not tell it.
    pub time: Option<TimeSignal>,
}

impl Beat {
    /// Returns the sign of life of a home that hands over all that it has, without its time.
    pub fn new(generation: Generation, last: BTreeMap<Record, u64>) -> Self {
        Self { generation, last, is_ready: true, trouble: None, time: None }
    }
}

/// The reason why a venue hands nothing over: its store is not the one that the hub knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Trouble {
    /// The store is older than what the hub has, as a backup of yesterday is.
    #[error("the hub has message {hub} of {record}, and this store ends at {own}")]
    Older {
        /// The part of the log.
        record: Record,
        /// The sequence of the last message that the hub has.
        hub: u64,
        /// The sequence of the last message of the store.
        own: u64,
    },
    /// The store has another message where the hub ends: it was made anew, or goes on from a copy
    /// that was older than what the hub has.
    #[error("the hub has another message {sequence} of {record} than this store")]
    OtherHistory {
        /// The part of the log.
        record: Record,
        /// The sequence of the message.
        sequence: u64,
    },
}
