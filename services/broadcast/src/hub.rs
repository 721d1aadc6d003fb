//! The tournaments that are shown.
//!
//! A tournament is in memory while somebody asks for it, a game of it is played or messages about
//! it come. Later it is forgotten: only its entry in the list of broadcasts stays, and the rest is
//! loaded from the log when it is needed again.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
    time::Duration,
};

use draughts::Timestamp;
use proto::{
    subject::{Stream, Subject, TournamentKey},
    v1::{Broadcast, ListBroadcastsResponse},
};
use runtime::{
    BlockingPool, Categorize as _, EventLog, LedgerError, Mirror, ReadError, ReadFailure, Retry,
    error_chain,
};
use tokio::{sync::OnceCell, time::timeout};
use tokio_util::sync::CancellationToken;
use tournament::Tournament;

use crate::{
    channel::Channel,
    config::Config,
    cursor::Life,
    error::ShowError,
    freshness::{Freshness, Silence},
    log_state::LogState,
    release::{self, Way},
    ring::Limits,
    window::Window,
};

/// The time without a request or a change after which everything that can be computed again is
/// freed.
pub(crate) const SHRINK_AFTER: Duration = Duration::from_secs(600);

/// The longest time for which a request waits until a tournament is loaded.
const LOAD_LIMIT: Duration = Duration::from_secs(3);

/// The longest time for an answer about the last message of TOURNAMENT.
const ANSWER_LIMIT: Duration = Duration::from_secs(1);

/// All tournaments. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Hub {
    log_state: Arc<LogState>,
    limits: Limits,
    forget_after: Duration,
    tournaments: Mirror<Tournament>,
    slots: Arc<RwLock<BTreeMap<TournamentKey, Slot>>>,
    pool: BlockingPool,
}

/// One tournament.
#[derive(Clone, Debug)]
enum Slot {
    /// In memory.
    Loaded(Arc<Channel>),
    /// In the log alone.
    Forgotten(Arc<Forgotten>),
}

/// A tournament that is in the log alone.
#[derive(Debug)]
struct Forgotten {
    /// Its entry in the list of broadcasts; `None` while it is not created.
    entry: Option<Broadcast>,
    /// Its channel, once one of those who need it has loaded it.
    loaded: OnceCell<Arc<Channel>>,
}

impl Hub {
    /// Returns a hub without tournaments.
    pub(crate) fn new(
        log_state: LogState,
        limits: Limits,
        forget_after: Duration,
        log: EventLog,
    ) -> Self {
        let tournaments = Mirror::new(log);
        Self {
            log_state: Arc::new(log_state),
            limits,
            forget_after,
            tournaments,
            slots: Arc::default(),
            pool: BlockingPool::new(),
        }
    }

    /// Returns a hub for the streams of `log`.
    pub(crate) fn of(log: &EventLog, config: &Config) -> Self {
        let epochs = [Stream::Game, Stream::Clock, Stream::Tournament].map(|s| log.epoch(s));
        let limit = |number| usize::try_from(number).unwrap_or(usize::MAX);
        let (frames, bytes) = (limit(config.ring_frames), limit(config.ring_bytes));
        let log_state = LogState::new(Life::of(epochs), log.clock().clone());
        let log_state = log_state.with_window(Window::new(config.frame_window()));
        Self::new(log_state, Limits { frames, bytes }, config.forget_after(), log.clone())
    }

    /// Returns the state of the event log, which all channels share.
    pub(crate) fn log_state(&self) -> &LogState {
        &self.log_state
    }

    /// Returns the tournaments as their logs have them, to which messages of TOURNAMENT are
    /// applied.
    pub(crate) fn tournaments(&self) -> &Mirror<Tournament> {
        &self.tournaments
    }

    /// Returns the pool that writes and compresses what spectators ask for.
    pub(crate) fn pool(&self) -> &BlockingPool {
        &self.pool
    }

    /// Returns the time without a request or a message after which a tournament is forgotten.
    pub(crate) fn forget_after(&self) -> Duration {
        self.forget_after
    }

    /// Sets how fresh all views are; notifies every spectator if that has changed.
    pub(crate) fn set_freshness(&self, freshness: Freshness) {
        if self.log_state.set_freshness(freshness) {
            self.loaded().iter().for_each(|channel| channel.wake());
        }
    }

    /// Sets the venues of which nothing is heard; notifies every spectator if they have changed.
    pub(crate) fn set_silence(&self, silence: Silence) {
        if self.log_state.set_silence(silence) {
            self.loaded().iter().for_each(|channel| channel.wake());
        }
    }

    /// Returns the channel of a tournament, for a request; `None` while it is not created. A
    /// tournament that was forgotten is loaded.
    ///
    /// # Errors
    /// [`LedgerError`] when it cannot be loaded, and for an unknown one while the log may have it.
    pub(crate) async fn find(
        &self,
        key: &TournamentKey,
    ) -> Result<Option<Arc<Channel>>, LedgerError> {
        let late = |_elapsed| ReadError::new(&key.to_string(), ReadFailure::Unanswered);
        let loaded = timeout(LOAD_LIMIT, self.load(key)).await.map_err(late)??;
        let created = loaded.filter(|channel| {
            channel.mark_used(self.log_state.now());
            channel.view().tournament().is_some()
        });
        if created.is_none() && !self.log_state.knows_all() {
            return Err(ReadError::new(&key.to_string(), ReadFailure::Unanswered).into());
        }
        Ok(created)
    }

    /// Returns the channel for a message about a tournament, however long the event log takes to
    /// answer.
    ///
    /// # Errors
    /// [`LedgerError`] when the tournament was forgotten and its history is not sound.
    pub(crate) async fn open(&self, key: &TournamentKey) -> Result<Arc<Channel>, LedgerError> {
        let load = || async {
            match self.load(key).await {
                Err(error) if error.category().is_transient() => Err(error),
                loaded => Ok(loaded),
            }
        };
        let complain = |error: &LedgerError| {
            tracing::warn!(%key, error = error_chain(error), "a tournament waits for the event log");
            true
        };
        // The task that waits here is dropped when the service stops.
        let loaded = Retry::NATS.until_done(&CancellationToken::new(), load, complain).await;
        match loaded {
            Ok(Ok(Some(channel))) => Ok(channel),
            Ok(Err(error)) => Err(error),
            Ok(Ok(None)) | Err(_) => Ok(self.channel(key)),
        }
    }

    /// Returns the channel of a tournament that was not forgotten. One of which nothing is known
    /// gets a new channel.
    pub(crate) fn channel(&self, key: &TournamentKey) -> Arc<Channel> {
        if let Some(Slot::Loaded(channel)) = self.slot(key) {
            return channel;
        }
        let mut slots = self.write();
        if let Some(Slot::Loaded(channel)) = slots.get(key) {
            return Arc::clone(channel);
        }
        let channel = self.new_channel(key);
        slots.insert(key.clone(), Slot::Loaded(Arc::clone(&channel)));
        channel
    }

    /// Tells the gate of a tournament in memory the newest state, after a message that could be
    /// read. That of one that is being loaded is told when it is.
    pub(crate) fn tell_gate(&self, subject: &Subject) {
        let key = &subject.tournament;
        self.log_state.mark_sound(key);
        if let Some(Slot::Loaded(channel)) = self.slot(key) {
            self.tell_gate_of(&channel, subject);
        }
    }

    fn tell_gate_of(&self, channel: &Channel, subject: &Subject) {
        let mut gate = channel.gate();
        // Under the lock of the gate, so that no older state follows on a newer one.
        if let Some(head) = self.tournaments.get(subject) {
            gate.set_head(&head);
        }
        if gate.asks(self.log_state.now()) {
            self.log_state.wake_releases();
        }
    }

    /// Notes that a message of a tournament cannot be read: it may set an embargo, so nothing is
    /// shown that may be younger than it.
    pub(crate) fn mark_damaged(&self, subject: &Subject) {
        let known = self.tournaments.get(subject);
        let known_to = known.map(|known| known.recorded_at()).unwrap_or_default();
        let key = &subject.tournament;
        if self.log_state.mark_damaged(key, known_to) {
            let known_to_ms = known_to.millis();
            tracing::error!(
                %key,
                known_to_ms,
                "a decision on the tournament cannot be read, so what is younger is not shown; \
                 `damcast rebuild` makes it anew"
            );
            if let Some(Slot::Loaded(channel)) = self.slot(key) {
                channel.wake();
            }
        }
    }

    /// Removes a tournament that was deleted, and ends its spectators.
    pub(crate) fn remove(&self, key: &TournamentKey) {
        let removed = self.write().remove(key);
        if let Some(Slot::Loaded(channel)) = removed {
            channel.close();
        }
    }

    /// Returns the channel of a tournament, which is loaded if it was forgotten; `None` if nothing
    /// is known of it. Those who need the same tournament at the same time share one read.
    async fn load(&self, key: &TournamentKey) -> Result<Option<Arc<Channel>>, LedgerError> {
        let forgotten = match self.slot(key) {
            None => return Ok(None),
            Some(Slot::Loaded(channel)) => return Ok(Some(channel)),
            Some(Slot::Forgotten(forgotten)) => forgotten,
        };
        let channel = forgotten.loaded.get_or_try_init(|| Box::pin(self.read(key))).await?;
        let mut slots = self.write();
        if let Some(slot) = slots.get_mut(key)
            && matches!(slot, Slot::Forgotten(known) if Arc::ptr_eq(known, &forgotten))
        {
            *slot = Slot::Loaded(Arc::clone(channel));
        }
        drop(slots);
        // Another may have come during the read.
        self.tell_gate_of(channel, &Subject::log(key));
        Ok(Some(Arc::clone(channel)))
    }

    /// Asks which message of TOURNAMENT is the last. Once it is applied, every decision until now
    /// is known.
    pub(crate) async fn hear(&self) {
        let asked_at = self.log_state.now();
        let log = self.tournaments.log();
        let asked = timeout(ANSWER_LIMIT, log.last_sequence(Stream::Tournament)).await;
        let late = |_elapsed| ReadError::new(Stream::Tournament.name(), ReadFailure::Unanswered);
        match asked.map_err(late).flatten() {
            Ok(newest) => self.log_state.mark_newest(asked_at, newest),
            // Other questions tell that the log does not answer.
            Err(error) => tracing::debug!(error = error_chain(&error), "ask for decisions"),
        }
    }

    /// Reads a tournament from the log. What is written during the read comes as messages, too; the
    /// view passes over those that it has.
    async fn read(&self, key: &TournamentKey) -> Result<Arc<Channel>, LedgerError> {
        let channel = self.new_channel(key);
        if !channel.moment().knows(self.log_state.now()) {
            self.hear().await;
        }
        self.read_into(&channel).await?;
        channel.shrink();
        channel.mark_used(self.log_state.now());
        tracing::debug!(%key, "loaded a tournament again");
        Ok(channel)
    }

    /// Returns the channel of a tournament that no embargo delays, beside its public one.
    ///
    /// # Errors
    /// [`LedgerError`] when its log cannot be read.
    pub(crate) async fn undelayed(&self, public: &Channel) -> Result<Arc<Channel>, LedgerError> {
        let key = public.key();
        let late = |_elapsed| ReadError::new(&key.to_string(), ReadFailure::Unanswered);
        let opened = public.open_undelayed(async |channel| {
            channel.gate().show_again();
            self.read_into(channel).await
        });
        timeout(LOAD_LIMIT, opened).await.map_err(late)?
    }

    async fn read_into(&self, channel: &Arc<Channel>) -> Result<(), LedgerError> {
        let (key, log) = (channel.key(), self.tournaments.log());
        match release::show_tournament(&self.tournaments, channel, Way::Loaded).await {
            Err(ShowError::Ledger(error)) => return Err(error),
            Err(error) => tracing::error!(%key, error = error_chain(&error), "load a tournament"),
            Ok(()) => {}
        }
        for stream in [Stream::Game, Stream::Clock] {
            for entry in log.last_of_each_in(stream, key).await? {
                let loaded = match entry {
                    Ok(entry) => release::load_game(log, channel, &entry).await,
                    Err(unreadable) => Err(LedgerError::from(unreadable).into()),
                };
                match loaded {
                    Err(ShowError::Ledger(error)) if error.category().is_transient() => {
                        return Err(error);
                    }
                    Err(error) => {
                        let error = error_chain(&error);
                        tracing::error!(%key, error, "a message cannot be shown");
                    }
                    Ok(()) => {}
                }
            }
        }
        Ok(())
    }

    /// Forgets the tournaments that were not used for long, and frees what can be computed again of
    /// the others that are idle.
    ///
    /// A tournament with a game in play, a spectator or a request stays. So do all while the event
    /// log does not answer, because nothing could be loaded again.
    pub(crate) fn forget_idle(&self) {
        if self.log_state.freshness() != Freshness::Live {
            return;
        }
        let now = self.log_state.now();
        let (mut forgotten, mut idle) = (Vec::new(), Vec::new());
        for slot in self.write().values_mut() {
            let Slot::Loaded(channel) = slot else { continue };
            // Channels are handed out under the lock that is held here.
            if Arc::strong_count(channel) > 1 || channel.is_watched_undelayed() {
                channel.mark_used(now);
                continue;
            }
            let unused = now.duration_since(channel.used_at());
            let is_needed = channel.view().is_in_play() || channel.gate().holds_any();
            if unused >= self.forget_after && !is_needed {
                let (entry, loaded) = (channel.entry(), OnceCell::new());
                let in_the_log = Slot::Forgotten(Arc::new(Forgotten { entry, loaded }));
                forgotten.push(std::mem::replace(slot, in_the_log));
            } else if unused >= SHRINK_AFTER {
                idle.push(Arc::clone(channel));
            }
        }
        // The lock is released by now: freeing memory may take long.
        idle.iter().for_each(|channel| channel.shrink());
        if !forgotten.is_empty() {
            tracing::info!(count = forgotten.len(), "forgot idle tournaments");
        }
    }

    /// Returns the channel of every tournament in memory, ordered by venue and id.
    pub(crate) fn loaded(&self) -> Vec<Arc<Channel>> {
        let slots = self.read_slots();
        let loaded = slots.values().filter_map(|slot| match slot {
            Slot::Loaded(channel) => Some(Arc::clone(channel)),
            Slot::Forgotten(_) => None,
        });
        loaded.collect()
    }

    /// Returns the channels in memory of which something may have become public by now. The others
    /// are not held meanwhile, which would count as a use.
    pub(crate) fn asking(&self) -> Vec<Arc<Channel>> {
        let (now, slots) = (self.log_state.now(), self.read_slots());
        let asking = slots.values().filter_map(|slot| match slot {
            Slot::Loaded(channel) if channel.gate().asks(now) => Some(Arc::clone(channel)),
            Slot::Loaded(_) | Slot::Forgotten(_) => None,
        });
        asking.collect()
    }

    /// Returns the number of messages that gates hold back, and the moment of the oldest of those
    /// that wait only because TOURNAMENT was not read to its end for too long. A tournament whose
    /// decisions cannot be read says so itself.
    pub(crate) fn withheld(&self) -> (usize, Option<Timestamp>) {
        let (mut count, mut since) = (0, None);
        for slot in self.read_slots().values() {
            let Slot::Loaded(channel) = slot else { continue };
            let gate = channel.gate();
            count += gate.waiting();
            if !self.log_state.is_damaged(channel.key()) {
                since = gate.unheard_since().into_iter().chain(since).min();
            }
        }
        (count, since)
    }

    /// Returns the list of broadcasts, ordered by venue and id.
    pub(crate) fn list(&self) -> ListBroadcastsResponse {
        let slots: Vec<Slot> = self.read_slots().values().cloned().collect();
        let tournaments = slots.iter().filter_map(|slot| match slot {
            Slot::Loaded(channel) => channel.entry(),
            Slot::Forgotten(forgotten) => forgotten.entry.clone(),
        });
        ListBroadcastsResponse { tournaments: tournaments.collect() }
    }

    fn new_channel(&self, key: &TournamentKey) -> Arc<Channel> {
        Arc::new(Channel::new(key.clone(), Arc::clone(&self.log_state), self.limits))
    }

    fn slot(&self, key: &TournamentKey) -> Option<Slot> {
        self.read_slots().get(key).cloned()
    }

    fn read_slots(&self) -> RwLockReadGuard<'_, BTreeMap<TournamentKey, Slot>> {
        self.slots.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<TournamentKey, Slot>> {
        self.slots.write().unwrap_or_else(PoisonError::into_inner)
    }
}
