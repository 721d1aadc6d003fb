//! The channels of all tournaments.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

use proto::{
    subject::{Stream, TournamentKey},
    v1::{Broadcast, ListBroadcastsResponse},
};
use runtime::EventLog;

use crate::{
    channel::Channel, config::Config, cursor::Life, freshness::Freshness, ring::Limits,
    source::Source,
};

/// The channels of all tournaments. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Hub {
    source: Arc<Source>,
    limits: Limits,
    channels: Arc<RwLock<BTreeMap<TournamentKey, Arc<Channel>>>>,
}

impl Hub {
    /// Returns a hub without tournaments.
    pub(crate) fn new(source: Source, limits: Limits) -> Self {
        Self { source: Arc::new(source), limits, channels: Arc::default() }
    }

    /// Returns a hub for the streams of `log`.
    pub(crate) fn of(log: &EventLog, config: &Config) -> Self {
        let epochs = [Stream::Game, Stream::Clock, Stream::Tournament].map(|s| log.epoch(s));
        let limit = |number| usize::try_from(number).unwrap_or(usize::MAX);
        let (frames, bytes) = (limit(config.ring_frames), limit(config.ring_bytes));
        Self::new(Source::new(Life::of(epochs), log.clock()), Limits { frames, bytes })
    }

    /// Returns the state of the event log, which all channels share.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// Sets the freshness of the views; notifies every spectator if it has changed.
    pub(crate) fn set_freshness(&self, freshness: Freshness) {
        if self.source.set_freshness(freshness) {
            self.all().iter().for_each(|channel| channel.wake());
        }
    }

    /// Returns the channel of a tournament; `None` while it is not created.
    pub(crate) fn find(&self, key: &TournamentKey) -> Option<Arc<Channel>> {
        let channels = self.channels.read().unwrap_or_else(PoisonError::into_inner);
        let channel = channels.get(key)?;
        channel.view().tournament()?;
        Some(Arc::clone(channel))
    }

    /// Returns the channel of a tournament, which need not be created yet, for messages about it.
    pub(crate) fn channel(&self, key: &TournamentKey) -> Arc<Channel> {
        let known = {
            let channels = self.channels.read().unwrap_or_else(PoisonError::into_inner);
            channels.get(key).map(Arc::clone)
        };
        known.unwrap_or_else(|| {
            let mut channels = self.channels.write().unwrap_or_else(PoisonError::into_inner);
            let made =
                || Arc::new(Channel::new(key.clone(), Arc::clone(&self.source), self.limits));
            Arc::clone(channels.entry(key.clone()).or_insert_with(made))
        })
    }

    /// Returns the channel of every tournament with messages, ordered by venue and id.
    pub(crate) fn all(&self) -> Vec<Arc<Channel>> {
        let channels = self.channels.read().unwrap_or_else(PoisonError::into_inner);
        channels.values().map(Arc::clone).collect()
    }

    /// Returns the list of broadcasts, ordered by venue and id.
    pub(crate) fn list(&self) -> ListBroadcastsResponse {
        let tournaments: Vec<Broadcast> =
            self.all().iter().filter_map(|channel| channel.entry()).collect();
        ListBroadcastsResponse { tournaments }
    }
}
