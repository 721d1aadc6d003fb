//! State of the event log that all channels share: the life of its streams, how far they were
//! applied, up to which moment the decisions on tournaments are known, and the freshness of the
//! views.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
};

use draughts::Timestamp;
use proto::subject::{Stream, TournamentKey};
use runtime::{WallClock, lock};
use tokio::sync::{Notify, watch};
use tournament::EMBARGO_HEARD_WITHIN;

use crate::{
    cursor::{Life, Seen},
    freshness::{Freshness, Silence, Stamp},
    window::Window,
};

/// State of the event log that all channels of a hub share.
#[derive(Debug)]
pub(crate) struct LogState {
    life: Life,
    clock: WallClock,
    reach: Mutex<Reach>,
    /// The freshness of all views, but for the venues of which nothing is heard.
    freshness: watch::Sender<Freshness>,
    silence: watch::Sender<Silence>,
    /// True once everything was applied that was written before the start.
    is_loaded: AtomicBool,
    /// Wakes whoever shows what has become public.
    releases: Notify,
    window: Window,
}

/// Positions and moments up to which the log was read.
#[derive(Debug, Default)]
struct Reach {
    applied: Seen,
    /// A moment up to which every message of TOURNAMENT was applied.
    heard_to: Timestamp,
    /// The last sequence that TOURNAMENT had at a moment, and that was not applied yet.
    awaited: Option<(Timestamp, u64)>,
    /// The tournaments of which a message cannot be read, each with the moment up to which its
    /// decisions are known.
    damaged: BTreeMap<TournamentKey, Timestamp>,
}

impl Reach {
    /// Notes that everything was applied which was awaited, if it was.
    fn check_awaited(&mut self) {
        if let Some((at, newest)) = self.awaited
            && self.applied.tournament >= newest
        {
            (self.heard_to, self.awaited) = (at, None);
        }
    }
}

/// A moment at which a tournament is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// The moment itself.
    pub(crate) now: Timestamp,
    /// The moment up to which every decision on the tournament is known.
    pub(crate) known_to: Timestamp,
    /// True if later decisions cannot be read, because a message of the tournament cannot.
    pub(crate) is_damaged: bool,
}

impl Moment {
    /// Returns true if every embargo is known that may withhold what is due at a moment.
    ///
    /// A message that has come was recorded before now, and its embargo, if any, was stored at
    /// least [`EMBARGO_HEARD_WITHIN`] earlier. So it is enough that TOURNAMENT was read to its end
    /// since; the clocks of those who write do not matter. Where decisions cannot be read, what is
    /// due in time after the last that can is not withheld by another.
    pub(crate) fn knows(self, due: Timestamp) -> bool {
        let needed = if self.is_damaged { due } else { self.now };
        needed < self.known_to.saturating_add(EMBARGO_HEARD_WITHIN)
    }
}

impl LogState {
    /// Returns the state of a log of which no message was applied.
    pub(crate) fn new(life: Life, clock: WallClock) -> Self {
        let (freshness, silence) = (watch::Sender::default(), watch::Sender::default());
        let (reach, is_loaded) = (Mutex::default(), AtomicBool::default());
        let (releases, window) = (Notify::new(), Window::default());
        Self { life, clock, reach, freshness, silence, is_loaded, releases, window }
    }

    /// Returns the same with a window in which changes wait for others, where many watch.
    pub(crate) fn with_window(self, window: Window) -> Self {
        Self { window, ..self }
    }

    /// Returns the window in which changes wait for others, where many watch.
    pub(crate) fn window(&self) -> &Window {
        &self.window
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
        let mut reach = self.reach();
        reach.applied.join(Seen::one(stream, sequence));
        reach.check_awaited();
    }

    /// Records the last sequence that TOURNAMENT had when it was asked at a moment. Once everything
    /// up to it is applied, all decisions until that moment are known.
    pub(crate) fn mark_newest(&self, asked_at: Timestamp, newest: u64) {
        let mut reach = self.reach();
        // A sequence that is awaited since an earlier moment stays so: the newest one now may never
        // be applied before the next question.
        reach.awaited.get_or_insert((asked_at, newest));
        reach.check_awaited();
    }

    /// Returns true if TOURNAMENT was read to its end at some moment.
    pub(crate) fn has_heard(&self) -> bool {
        self.reach().heard_to > Timestamp::default()
    }

    /// Returns the present moment for a tournament.
    pub(crate) fn moment(&self, key: &TournamentKey) -> Moment {
        let reach = self.reach();
        let damaged_at = reach.damaged.get(key).copied();
        let known_to = damaged_at.unwrap_or(reach.heard_to).min(reach.heard_to);
        Moment { now: self.now(), known_to, is_damaged: damaged_at.is_some() }
    }

    /// Tells that something may have become public.
    pub(crate) fn wake_releases(&self) {
        self.releases.notify_one();
    }

    /// Waits until something may have become public.
    pub(crate) async fn until_releases(&self) {
        self.releases.notified().await;
    }

    /// Records that a message of a tournament cannot be read, so that its decisions are known only
    /// up to a moment; returns true if that is new.
    pub(crate) fn mark_damaged(&self, key: &TournamentKey, known_to: Timestamp) -> bool {
        self.reach().damaged.insert(key.clone(), known_to).is_none()
    }

    /// Returns true if a message of a tournament cannot be read.
    pub(crate) fn is_damaged(&self, key: &TournamentKey) -> bool {
        self.reach().damaged.contains_key(key)
    }

    /// Records that every message of a tournament was read.
    pub(crate) fn mark_sound(&self, key: &TournamentKey) {
        self.reach().damaged.remove(key);
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
        self.reach().applied
    }

    fn reach(&self) -> MutexGuard<'_, Reach> {
        lock(&self.reach)
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

    /// Returns the time and the freshness of a tournament, which accompany every message except
    /// changes.
    pub(crate) fn stamp(&self, key: &TournamentKey) -> Stamp {
        let damaged_since = self.reach().damaged.get(key).copied();
        let since = self.silence.borrow().since(&key.venue);
        let freshness = self.freshness().or_delayed(damaged_since).or_offline(since);
        Stamp { now: self.now(), freshness }
    }
}
