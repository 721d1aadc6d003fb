//! The event log as every channel knows it: which life of the streams, what was heard of it, how fresh.

use std::sync::{Mutex, PoisonError};

use draughts::Timestamp;
use proto::subject::Stream;
use runtime::WallClock;
use tokio::sync::watch;

use crate::{
    cursor::{Life, Seen},
    frame::Stamp,
    freshness::Freshness,
};

/// Where all channels of a hub have their messages from.
#[derive(Debug)]
pub(crate) struct Source {
    life: Life,
    clock: WallClock,
    heard: Mutex<Seen>,
    freshness: watch::Sender<Freshness>,
}

impl Source {
    /// A source of which nothing was heard yet.
    pub(crate) fn new(life: Life, clock: WallClock) -> Self {
        Self { life, clock, heard: Mutex::default(), freshness: watch::Sender::default() }
    }

    /// The life of its streams.
    pub(crate) fn life(&self) -> &Life {
        &self.life
    }

    /// The time of day.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Takes note of a message that was taken in.
    pub(crate) fn hear(&self, stream: Stream, sequence: u64) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.join(Seen::one(stream, sequence));
    }

    /// Returns the last message of each stream that was taken in, of whatever tournament.
    pub(crate) fn heard(&self) -> Seen {
        *self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of how fresh everything is; returns whether that has changed.
    pub(crate) fn set_freshness(&self, freshness: Freshness) -> bool {
        self.freshness.send_if_modified(|known| {
            let is_changed = *known != freshness;
            *known = freshness;
            is_changed
        })
    }

    /// Returns what is said of the present moment.
    pub(crate) fn stamp(&self) -> Stamp {
        Stamp { now: self.now(), freshness: *self.freshness.borrow() }
    }
}
