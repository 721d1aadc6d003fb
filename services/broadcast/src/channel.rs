//! One tournament and its spectators: its view, its newest frames, and the signal that wakes
//! spectators.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use draughts::Timestamp;
use lru::LruCache;
use proto::{subject::TournamentKey, v1::Broadcast};
use runtime::lock;
use tokio::{
    sync::{OnceCell, watch},
    time::Instant,
};
use tokio_util::sync::CancellationToken;

use crate::{
    cursor::{Cursor, Seen},
    frame::{EncodeError, Frame, Part, Snapshot},
    freshness::{Freshness, Stamp},
    gate::Gate,
    gzip::Packing,
    loans::{Lent, Loans},
    log_state::{LogState, Moment},
    pdn::{Export, Selection},
    pending::Pending,
    resource::Resource,
    ring::{Behind, Limits, Ring},
    view::{Effect, View},
    waits::Waits,
};

/// Number of frames that may follow a shared snapshot before a new one is made for the next
/// spectator.
const FRAMES_AFTER_SNAPSHOT_MAX: u64 = 128;

/// Age of a shared snapshot above which a new one is made, so that it has no name which a person
/// has hidden since.
const SNAPSHOT_AGE_MAX: Duration = Duration::from_secs(10);

/// Number of parts, and of PDN files, that are kept encoded: those that were asked for last.
const PARTS_MAX: NonZeroUsize = NonZeroUsize::new(512).unwrap();

/// The version of a part of a tournament, and of a PDN file.
pub(crate) type Version = String;

/// A part of a tournament as it is now.
#[derive(Debug)]
pub(crate) struct PresentPart {
    pub(crate) version: Version,
    /// The cursor of the view, from which a spectator may go on.
    pub(crate) cursor: String,
    pub(crate) part: Arc<Part>,
}

/// The games of a PDN file as they are now, and the place for the compressed file.
#[derive(Debug)]
pub(crate) struct PresentFile {
    pub(crate) version: Version,
    pub(crate) games: Export,
    pub(crate) packing: Arc<Packing>,
}

/// One tournament. Messages are applied one after another; all spectators share the view and the
/// frames.
///
/// Those who may see what an embargo withholds have a channel of their own beside the public one,
/// with everything in it apart, from when the first of them comes.
#[derive(Debug)]
pub(crate) struct Channel {
    key: TournamentKey,
    log_state: Arc<LogState>,
    /// The gate that holds back messages that are not public yet. No other lock of the channel is
    /// taken with it.
    gate: Mutex<Gate>,
    /// Held by whoever shows the tournament, or what the gate has held back.
    turn: tokio::sync::Mutex<()>,
    /// Locks are taken in this order: `snapshot`, `view`, `pending`, then `ring`, `parts` or
    /// `files`.
    view: RwLock<View>,
    /// The changes of the view that are in no frame yet. Whoever takes a cursor of the view has
    /// them written before.
    pending: Mutex<Pending>,
    ring: RwLock<Ring>,
    /// The last snapshot, with the moment at which it was made.
    snapshot: Mutex<Option<(Instant, Arc<Snapshot>)>>,
    /// The snapshots that are being sent over gRPC.
    loans: Loans,
    /// Parts of the tournament, each in one version.
    parts: Mutex<LruCache<Resource, (Version, Arc<Part>)>>,
    /// The places for PDN files, compressed, each in one version.
    files: Mutex<LruCache<Selection, (Version, Arc<Packing>)>>,
    woken: watch::Sender<()>,
    /// The last message of each stream that the view has, also of those that changed nothing in it.
    seen: watch::Sender<Seen>,
    /// The spectators who have seen more.
    waits: Waits,
    /// The moment of the last change or request, in milliseconds since the Unix epoch.
    used_at: AtomicI64,
    /// Cancelled when the tournament is deleted.
    closed: CancellationToken,
    limits: Limits,
    /// The channel beside this one that no embargo delays.
    undelayed: OnceLock<Arc<Self>>,
    /// Set once the log was read into such a channel.
    loaded: OnceCell<()>,
}

impl Channel {
    /// Returns the channel of a tournament without any state yet.
    pub(crate) fn new(key: TournamentKey, log_state: Arc<LogState>, limits: Limits) -> Self {
        Self {
            key: key.clone(),
            log_state,
            gate: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            view: RwLock::new(View::new(key)),
            pending: Mutex::default(),
            ring: RwLock::new(Ring::new(limits)),
            snapshot: Mutex::new(None),
            loans: Loans::default(),
            parts: Mutex::new(LruCache::new(PARTS_MAX)),
            files: Mutex::new(LruCache::new(PARTS_MAX)),
            woken: watch::Sender::new(()),
            seen: watch::Sender::default(),
            waits: Waits::default(),
            used_at: AtomicI64::new(0),
            closed: CancellationToken::new(),
            limits,
            undelayed: OnceLock::new(),
            loaded: OnceCell::new(),
        }
    }

    /// Returns the channel of the tournament that no embargo delays, if somebody has asked for it:
    /// every message goes there too.
    pub(crate) fn undelayed(&self) -> Option<&Arc<Self>> {
        self.undelayed.get()
    }

    /// Returns the channel of the tournament that no embargo delays. The first who asks reads the
    /// log into it with `load`; it follows the log from before that on.
    ///
    /// # Errors
    /// The error of `load`.
    pub(crate) async fn open_undelayed<E>(
        &self,
        load: impl AsyncFnOnce(&Arc<Self>) -> Result<(), E>,
    ) -> Result<Arc<Self>, E> {
        let channel = self.undelayed.get_or_init(|| {
            let new = Self::new(self.key.clone(), Arc::clone(&self.log_state), self.limits);
            let (gate, closed) = (Mutex::new(Gate::of_insiders()), self.closed.clone());
            Arc::new(Self { gate, closed, ..new })
        });
        channel.loaded.get_or_try_init(async || load(channel).await).await?;
        Ok(Arc::clone(channel))
    }

    /// Returns true if somebody watches the tournament undelayed.
    pub(crate) fn is_watched_undelayed(&self) -> bool {
        self.undelayed().is_some_and(|channel| Arc::strong_count(channel) > 1)
    }

    /// Returns the name of the tournament.
    pub(crate) fn key(&self) -> &TournamentKey {
        &self.key
    }

    /// Returns the gate through which messages come, locked.
    pub(crate) fn gate(&self) -> MutexGuard<'_, Gate> {
        lock(&self.gate)
    }

    /// Waits for the turn to show the tournament. Moves that nothing withholds do not wait for it.
    pub(crate) async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Ends the connections of its spectators, because the tournament was deleted.
    pub(crate) fn close(&self) {
        self.closed.cancel();
    }

    /// Returns a token that is cancelled when the tournament is deleted.
    pub(crate) fn closed(&self) -> &CancellationToken {
        &self.closed
    }

    /// Applies `change` to the view, and sends spectators a frame with the resulting changes; to a
    /// crowd one frame with all changes of a window.
    ///
    /// # Errors
    /// The error of `change`, which must have left the view as it was; [`EncodeError`] if the
    /// changes cannot be encoded, in which case every spectator gets a fresh snapshot.
    pub(crate) fn apply<E: From<EncodeError>>(
        &self,
        change: impl FnOnce(&mut View) -> Result<Effect, E>,
    ) -> Result<(), E> {
        let mut view = self.write_view();
        let effect = change(&mut view)?;
        let seen = view.seen();
        if effect.changes.is_empty() {
            drop(view);
            self.advance(seen);
            return Ok(());
        }
        lock(&self.pending).add(effect);
        let window = self.log_state.window();
        let waits = window.holds(self.woken.receiver_count());
        let written = if waits { Ok(()) } else { self.write_frame(&view) };
        drop(view);
        self.advance(seen);
        self.mark_used(self.log_state.now());
        if waits {
            window.open();
        } else {
            self.tell();
        }
        written.map_err(E::from)
    }

    /// Sends spectators what has changed in a window.
    pub(crate) fn close_window(&self) {
        self.settle(&self.view());
        self.tell();
        if let Some(channel) = self.undelayed() {
            channel.close_window();
        }
    }

    /// Wakes every spectator, unless all were woken since the last change.
    fn tell(&self) {
        if lock(&self.pending).take_untold() {
            self.woken.send_replace(());
        }
    }

    /// Makes a frame of the changes that are in none yet.
    fn write_frame(&self, view: &View) -> Result<(), EncodeError> {
        let mut pending = lock(&self.pending);
        let Some((changes, sources)) = pending.take() else { return Ok(()) };
        let frame = Frame::new(&self.version_of(view, view.seen()), changes, sources);
        let written = frame.map(|frame| self.write_ring().push(Arc::new(frame)));
        if written.is_err() {
            self.write_ring().clear(view.seen());
        }
        written
    }

    /// As [`Channel::write_frame`], for whoever takes a cursor of the view.
    fn settle(&self, view: &View) {
        if let Err(error) = self.write_frame(view) {
            let key = &self.key;
            tracing::error!(%key, %error, "spectators get a snapshot in place of changes");
        }
    }

    /// Applies `change` to the view without making a frame, before there are spectators.
    pub(crate) fn load<E>(
        &self,
        change: impl FnOnce(&mut View) -> Result<Effect, E>,
    ) -> Result<(), E> {
        let mut view = self.write_view();
        change(&mut view)?;
        let seen = view.seen();
        self.write_ring().start_at(seen);
        drop(view);
        self.advance(seen);
        Ok(())
    }

    /// Sends every spectator a fresh snapshot, because the log now has another history than the one
    /// shown.
    pub(crate) fn reset_spectators(&self) {
        let view = self.write_view();
        *lock(&self.pending) = Pending::default();
        self.write_ring().clear(view.seen());
        drop(view);
        self.woken.send_replace(());
    }

    /// Records a use at this snapshot.
    pub(crate) fn mark_used(&self, at: Timestamp) {
        self.used_at.fetch_max(at.millis(), Ordering::Relaxed);
    }

    /// Returns the moment of the last use.
    pub(crate) fn used_at(&self) -> Timestamp {
        Timestamp::from_millis(self.used_at.load(Ordering::Relaxed))
    }

    /// Frees everything that can be computed again: the frames, the snapshot, compressed files and
    /// the views of the games.
    pub(crate) fn shrink(&self) {
        if let Some(channel) = self.undelayed() {
            channel.shrink();
        }
        let mut snapshot = lock(&self.snapshot);
        *snapshot = None;
        let mut view = self.write_view();
        view.shrink();
        self.lock_parts().clear();
        self.lock_files().clear();
        *lock(&self.pending) = Pending::default();
        self.write_ring().clear(view.seen());
    }

    /// Returns the view, locked for reading.
    pub(crate) fn view(&self) -> RwLockReadGuard<'_, View> {
        self.view.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the tournament's entry in the list of broadcasts; `None` while it is not created.
    pub(crate) fn entry(&self) -> Option<Broadcast> {
        self.view().entry()
    }

    /// Returns the newest frames, locked for reading.
    pub(crate) fn ring(&self) -> RwLockReadGuard<'_, Ring> {
        self.ring.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes every spectator to send something other than frames.
    pub(crate) fn wake(&self) {
        self.woken.send_replace(());
        if let Some(channel) = self.undelayed() {
            channel.wake();
        }
    }

    /// Returns the present moment, at which the tournament is shown.
    pub(crate) fn moment(&self) -> Moment {
        self.log_state.moment(&self.key)
    }

    /// Returns the time, and the freshness of the view.
    pub(crate) fn stamp(&self) -> Stamp {
        self.log_state.stamp(&self.key)
    }

    /// Returns a receiver that is notified of new frames and of changes of the freshness.
    pub(crate) fn woken(&self) -> watch::Receiver<()> {
        self.woken.subscribe()
    }

    /// Returns the number of the frame that a spectator at `cursor` needs next.
    ///
    /// # Errors
    /// [`Behind`] when the spectator needs a snapshot first: the cursor is of another life of the
    /// streams or of a history that they have lost, too old, or ahead of this replica.
    pub(crate) fn resume(&self, cursor: &Cursor) -> Result<u64, Behind> {
        let since = self.log_state.life().seen(cursor).ok_or(Behind)?;
        let view = self.view();
        if !view.seen().covers(since) || !cursor.has(view.mark(since).as_ref()) {
            return Err(Behind);
        }
        self.settle(&view);
        self.ring().resume(since)
    }

    /// Lends the bytes of a snapshot to a reader, who may be slow.
    pub(crate) fn lend(&self, snapshot: &Bytes) -> Lent {
        self.loans.lend(snapshot)
    }

    /// Returns the moment since which spectators at `cursor` wait, on this or an earlier
    /// connection, because they have seen messages that the view does not have: it is that of a
    /// slower replica, or the log has lost them, or the cursor is made up. `None` if it has them.
    /// While the view is not up to date, the wait begins anew.
    pub(crate) fn behind_since(&self, cursor: &Cursor) -> Option<Instant> {
        let since = self.log_state.life().seen(cursor)?;
        if self.view().seen().covers(since) {
            self.waits.end(since);
            return None;
        }
        if self.stamp().freshness != Freshness::Live {
            self.waits.begin_anew(since);
        }
        Some(self.waits.since(since))
    }

    /// Waits until the view has everything that a spectator at `cursor` has seen. Cancel safe.
    pub(crate) async fn catch_up(&self, cursor: &Cursor) {
        if let Some(since) = self.log_state.life().seen(cursor) {
            // It cannot fail: this channel keeps the sender.
            drop(self.seen.subscribe().wait_for(|seen| seen.covers(since)).await);
        }
    }

    /// Notes that the view has the messages up to `seen`.
    fn advance(&self, seen: Seen) {
        self.seen.send_modify(|known| known.join(seen));
    }

    /// Returns a snapshot of the current state; `None` while the tournament is not created.
    pub(crate) fn now(&self) -> Option<Arc<Snapshot>> {
        self.snapshot_for(0)
    }

    /// Returns a recent snapshot, to be followed by the frames after it; `None` while the
    /// tournament is not created. Spectators who come at about the same time share it.
    pub(crate) fn recent(&self) -> Option<Arc<Snapshot>> {
        self.snapshot_for(FRAMES_AFTER_SNAPSHOT_MAX)
    }

    /// Returns the cursor of the view as it is now.
    pub(crate) fn cursor(&self) -> String {
        let view = self.view();
        self.settle(&view);
        self.version_of(&view, view.seen())
    }

    /// Returns a part of the tournament as it is now; `None` if there is none.
    ///
    /// # Errors
    /// [`EncodeError`] if it cannot be written as JSON.
    pub(crate) fn part(&self, resource: Resource) -> Result<Option<PresentPart>, EncodeError> {
        let view = self.view();
        let Some(seen) = view.version(resource) else { return Ok(None) };
        self.settle(&view);
        let (version, cursor) = (self.version_of(&view, seen), self.version_of(&view, view.seen()));
        let kept = self.lock_parts().get(&resource).cloned();
        if let Some((_version, part)) = kept.filter(|(kept, _part)| *kept == version) {
            return Ok(Some(PresentPart { version, cursor, part }));
        }
        let Some(content) = view.content(resource) else { return Ok(None) };
        drop(view);
        let part = Arc::new(Part::new(&content)?);
        self.lock_parts().put(resource, (version.clone(), Arc::clone(&part)));
        Ok(Some(PresentPart { version, cursor, part }))
    }

    /// Returns a PDN file as it is now; `None` if the tournament does not have its games. Those who
    /// ask for the same file share what was compressed until one of its games changes.
    pub(crate) fn file(&self, selection: Selection) -> Option<PresentFile> {
        let view = self.view();
        let games = Export::take(&view, selection)?;
        let version = self.version_of(&view, selection.version(&view)?);
        let mut files = self.lock_files();
        let kept = files.get(&selection).filter(|(kept, _packing)| *kept == version);
        let packing = kept.map(|(_version, packing)| Arc::clone(packing)).unwrap_or_default();
        files.put(selection, (version.clone(), Arc::clone(&packing)));
        Some(PresentFile { version, games, packing })
    }

    /// Returns the name of a position in the log.
    fn version_of(&self, view: &View, seen: Seen) -> Version {
        self.log_state.life().cursor(seen, view.mark(seen)).to_string()
    }

    fn snapshot_for(&self, frames_after: u64) -> Option<Arc<Snapshot>> {
        self.mark_used(self.log_state.now());
        let mut kept = lock(&self.snapshot);
        let view = self.view();
        self.settle(&view);
        let (first, next) = {
            let ring = self.ring();
            (ring.first(), ring.next())
        };
        if let Some((made, snapshot)) = kept.as_ref()
            && (snapshot.index == next || made.elapsed() < SNAPSHOT_AGE_MAX)
            && snapshot.index >= first
            && next - snapshot.index <= frames_after
        {
            return Some(Arc::clone(snapshot));
        }
        let cursor = self.version_of(&view, view.seen());
        let snapshot = Arc::new(Snapshot::new(next, cursor, view.picture()?));
        *kept = Some((Instant::now(), Arc::clone(&snapshot)));
        Some(snapshot)
    }

    // A panic under a lock ends the consumer and with it the service; until then the last state is
    // shown.

    fn write_view(&self) -> RwLockWriteGuard<'_, View> {
        self.view.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_ring(&self) -> RwLockWriteGuard<'_, Ring> {
        self.ring.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_parts(&self) -> MutexGuard<'_, LruCache<Resource, (Version, Arc<Part>)>> {
        lock(&self.parts)
    }

    fn lock_files(&self) -> MutexGuard<'_, LruCache<Selection, (Version, Arc<Packing>)>> {
        lock(&self.files)
    }
}
