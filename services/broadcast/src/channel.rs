//! One tournament and those who watch it: its view, its newest frames, and the signal that wakes.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
    atomic::{AtomicBool, Ordering},
};

use proto::{subject::TournamentKey, v1::Broadcast};
use tokio::sync::watch;

use crate::{
    cursor::Cursor,
    frame::{EncodeError, Frame, Moment, Stamp},
    ring::{Behind, Limits, Ring},
    source::Source,
    view::{Effect, View},
};

/// How many frames may follow on a snapshot that is shared, before a new one is made for those who
/// come.
const FRAMES_AFTER_MOMENT_MAX: u64 = 128;

/// One tournament. Messages are taken in one after another; spectators share everything.
#[derive(Debug)]
pub(crate) struct Channel {
    source: Arc<Source>,
    /// Locked after the moment and before the ring, whenever several are.
    view: RwLock<View>,
    ring: RwLock<Ring>,
    moment: Mutex<Option<Arc<Moment>>>,
    woken: watch::Sender<()>,
    /// Whether there was a change or somebody looked, since that was asked last.
    is_lively: AtomicBool,
}

impl Channel {
    /// A tournament of which nothing is known.
    pub(crate) fn new(key: TournamentKey, source: Arc<Source>, limits: Limits) -> Self {
        Self {
            source,
            view: RwLock::new(View::new(key)),
            ring: RwLock::new(Ring::new(limits)),
            moment: Mutex::new(None),
            woken: watch::Sender::new(()),
            is_lively: AtomicBool::new(false),
        }
    }

    /// Lets `change` change the view, and tells spectators what has changed.
    ///
    /// # Errors
    /// The error of `change`, which has changed nothing then; [`EncodeError`] when the changes cannot be
    /// written: then every spectator gets a fresh snapshot instead.
    pub(crate) fn apply<E: From<EncodeError>>(
        &self,
        change: impl FnOnce(&mut View) -> Result<Effect, E>,
    ) -> Result<(), E> {
        let mut view = self.write_view();
        let Effect { changes, tells } = change(&mut view)?;
        if changes.is_empty() {
            return Ok(());
        }
        let cursor = self.source.life().cursor(view.seen()).to_string();
        let frame = Frame::new(&cursor, changes, tells);
        let written = frame.map(|frame| self.write_ring().push(Arc::new(frame)));
        if written.is_err() {
            self.write_ring().cut(view.seen());
        }
        drop(view);
        self.is_lively.store(true, Ordering::Relaxed);
        self.woken.send_replace(());
        written.map_err(E::from)
    }

    /// Lets `change` change the view before anybody watches.
    pub(crate) fn load<E>(
        &self,
        change: impl FnOnce(&mut View) -> Result<Effect, E>,
    ) -> Result<(), E> {
        let mut view = self.write_view();
        change(&mut view)?;
        self.write_ring().start_at(view.seen());
        Ok(())
    }

    /// Gives every spectator a fresh snapshot, because what they were shown is no longer so.
    pub(crate) fn start_anew(&self) {
        let view = self.write_view();
        self.write_ring().cut(view.seen());
        drop(view);
        self.woken.send_replace(());
    }

    /// Gives its memory back if nothing has happened and nobody has looked since the last call.
    ///
    /// What is left is as much as the players and the moves take. Whoever comes next is shown the same
    /// as before, only a little later.
    pub(crate) fn rest_if_quiet(&self) -> bool {
        let is_watched = self.woken.receiver_count() > 0;
        if self.is_lively.swap(is_watched, Ordering::Relaxed) || is_watched {
            return false;
        }
        self.rest();
        true
    }

    /// Gives back what can be made anew: the frames, the snapshot and the pictures of the games.
    pub(crate) fn rest(&self) {
        let mut moment = self.lock_moment();
        *moment = None;
        let mut view = self.write_view();
        view.rest();
        self.write_ring().cut(view.seen());
    }

    /// The view.
    pub(crate) fn view(&self) -> RwLockReadGuard<'_, View> {
        self.view.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tournament's line in the list, if it was created.
    pub(crate) fn entry(&self) -> Option<Broadcast> {
        self.view().entry()
    }

    /// The frames.
    pub(crate) fn ring(&self) -> RwLockReadGuard<'_, Ring> {
        self.ring.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes every spectator, who may have something to be told beside frames.
    pub(crate) fn wake(&self) {
        self.woken.send_replace(());
    }

    /// Returns the time, and how fresh the view is.
    pub(crate) fn stamp(&self) -> Stamp {
        self.source.stamp()
    }

    /// Changes whenever there are new frames, and when the freshness changes.
    pub(crate) fn woken(&self) -> watch::Receiver<()> {
        self.woken.subscribe()
    }

    /// The number of the frame that a spectator at `cursor` needs next.
    ///
    /// # Errors
    /// [`Behind`] when a snapshot has to come first: the cursor is of another life of the streams, too
    /// old, or ahead of what is known here.
    pub(crate) fn resume(&self, cursor: &Cursor) -> Result<u64, Behind> {
        let since = self.source.life().seen(cursor).ok_or(Behind)?;
        let view = self.view();
        if !view.seen().covers(since) {
            return Err(Behind);
        }
        self.ring().resume(since)
    }

    /// The tournament as it is, if it was created.
    pub(crate) fn now(&self) -> Option<Arc<Moment>> {
        self.moment_for(0)
    }

    /// A moment from which a spectator can go on with the frames that followed, if the tournament
    /// was created. It is shared by those who come at about the same time.
    pub(crate) fn recent(&self) -> Option<Arc<Moment>> {
        self.moment_for(FRAMES_AFTER_MOMENT_MAX)
    }

    fn moment_for(&self, frames_after: u64) -> Option<Arc<Moment>> {
        self.is_lively.store(true, Ordering::Relaxed);
        let mut kept = self.lock_moment();
        let view = self.view();
        let (first, next) = {
            let ring = self.ring();
            (ring.first(), ring.next())
        };
        if let Some(moment) = kept.as_ref()
            && moment.index >= first
            && next - moment.index <= frames_after
        {
            return Some(Arc::clone(moment));
        }
        let cursor = self.source.life().cursor(view.seen()).to_string();
        let moment = Arc::new(Moment::new(next, cursor, view.picture()?));
        *kept = Some(Arc::clone(&moment));
        Some(moment)
    }

    // A panic under a lock ends the feed and with it the service; until then the last state is shown.

    fn write_view(&self) -> RwLockWriteGuard<'_, View> {
        self.view.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_ring(&self) -> RwLockWriteGuard<'_, Ring> {
        self.ring.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_moment(&self) -> MutexGuard<'_, Option<Arc<Moment>>> {
        self.moment.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
