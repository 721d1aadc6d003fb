//! State of the event log that all channels share: the life of its streams, how far they were
//! applied, and the freshness of the views.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use draughts::Timestamp;
use proto::subject::{Stream, VenueId};
use runtime::WallClock;
use tokio::sync::watch;

use crate::{
    cursor::{Life, Seen},
    freshness::{Freshness, Silence, Stamp},
};

/// State of the event log that all channels of a hub share.
#[derive(Debug)]
pub(crate) struct LogState {
    life: Life,
    clock: WallClock,
    applied: Mutex<Seen>,
    /// The freshness of all views, but for the venues of which nothing is heard.
    freshness: watch::Sender<Freshness>,
    silence: watch::Sender<Silence>,
    /// True once everything was applied that was written before the start.
    is_loaded: AtomicBool,
}

impl LogState {
    /// Returns the state of a log of which no message was applied.
    pub(crate) fn new(life: Life, clock: WallClock) -> Self {
        let (freshness, silence) = (watch::Sender::default(), watch::Sender::default());
        let (applied, is_loaded) = (Mutex::default(), AtomicBool::default());
        Self { life, clock, applied, freshness, silence, is_loaded }
    }

    /// Returns the life of its streams.
    pub(crate) fn life(&self) -> &Life {
        &self.life
    }

    /// Returns the time.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Records that a message was applied.
    pub(crate) fn mark_applied(&self, stream: Stream, sequence: u64) {
        let mut applied = self.applied.lock().unwrap_or_else(PoisonError::into_inner);
        applied.join(Seen::one(stream, sequence));
    }

    /// Records that everything was applied that was written before the start.
    pub(crate) fn mark_loaded(&self) {
        self.is_loaded.store(true, Ordering::Release);
    }

    /// Returns true if a tournament that is not known does not exist: everything was applied that
    /// the log has, as far as it answers.
    pub(crate) fn knows_all(&self) -> bool {
        let is_lost = matches!(self.freshness(), Freshness::LogLost { .. });
        self.is_loaded.load(Ordering::Acquire) && !is_lost
    }

    /// Returns the last message of each stream that was applied, for any tournament.
    pub(crate) fn applied(&self) -> Seen {
        *self.applied.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the freshness of all views, but for the venues of which nothing is heard; returns true
    /// if it has changed.
    pub(crate) fn set_freshness(&self, freshness: Freshness) -> bool {
        self.freshness.send_if_modified(|known| {
            let is_changed = *known != freshness;
            *known = freshness;
            is_changed
        })
    }

    /// Sets the venues of which nothing is heard; returns true if they have changed.
    pub(crate) fn set_silence(&self, silence: Silence) -> bool {
        self.silence.send_if_modified(|known| {
            let is_changed = *known != silence;
            *known = silence;
            is_changed
        })
    }

    /// Returns the freshness of all views, but for the venues of which nothing is heard.
    pub(crate) fn freshness(&self) -> Freshness {
        *self.freshness.borrow()
    }

    /// Returns the time and the freshness of the tournaments of a venue, which accompany every
    /// message except changes.
    pub(crate) fn stamp(&self, venue: &VenueId) -> Stamp {
        let since = self.silence.borrow().since(venue);
        Stamp { now: self.now(), freshness: self.freshness().or_offline(since) }
    }
}
