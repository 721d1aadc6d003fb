//! Every tournament there is.

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

/// The tournaments. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Hub {
    source: Arc<Source>,
    limits: Limits,
    channels: Arc<RwLock<BTreeMap<TournamentKey, Arc<Channel>>>>,
}

impl Hub {
    /// A hub without tournaments.
    pub(crate) fn new(source: Source, limits: Limits) -> Self {
        Self { source: Arc::new(source), limits, channels: Arc::default() }
    }

    /// A hub for the streams of `log`.
    pub(crate) fn of(log: &EventLog, config: &Config) -> Self {
        let epochs = [Stream::Game, Stream::Clock, Stream::Tournament].map(|s| log.epoch(s));
        let limit = |number| usize::try_from(number).unwrap_or(usize::MAX);
        let (frames, bytes) = (limit(config.ring_frames), limit(config.ring_bytes));
        Self::new(Source::new(Life::of(epochs), log.clock()), Limits { frames, bytes })
    }

    /// Where the channels have their messages from.
    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// Tells every spectator how fresh what they see is, when that has changed.
    pub(crate) fn set_freshness(&self, freshness: Freshness) {
        if self.source.set_freshness(freshness) {
            self.all().iter().for_each(|channel| channel.wake());
        }
    }

    /// The tournament, if it was created.
    pub(crate) fn find(&self, key: &TournamentKey) -> Option<Arc<Channel>> {
        let channels = self.channels.read().unwrap_or_else(PoisonError::into_inner);
        let channel = channels.get(key)?;
        channel.view().tournament()?;
        Some(Arc::clone(channel))
    }

    /// The place of a tournament of which a message came, created or not.
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

    /// Every tournament of which a message came, by venue and id.
    pub(crate) fn all(&self) -> Vec<Arc<Channel>> {
        let channels = self.channels.read().unwrap_or_else(PoisonError::into_inner);
        channels.values().map(Arc::clone).collect()
    }

    /// What is on, by venue and id.
    pub(crate) fn list(&self) -> ListBroadcastsResponse {
        let tournaments: Vec<Broadcast> =
            self.all().iter().filter_map(|channel| channel.entry()).collect();
        ListBroadcastsResponse { tournaments }
    }
}
