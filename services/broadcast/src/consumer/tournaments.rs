//! Keeps the views of tournaments up to date with TOURNAMENT.
//!
//! Messages are folded as they come. The picture for spectators is computed in a task of its own,
//! one at a time for each tournament and always from the newest state. Changes that come faster
//! than that are shown together.

use std::sync::Arc;

use proto::subject::{Stream, TournamentKey};
use runtime::{
    Categorize as _, LedgerError, LogEntry, Projection, Retry, Snapshot, Tasks, Throttled,
    Unreadable, error_chain, metrics,
};
use tokio_util::sync::CancellationToken;
use tournament::Tournament;
use tracing::Instrument as _;

use super::message::{log_failure, pass_over, span};
use crate::{
    channel::Channel,
    error::ShowError,
    hub::Hub,
    release::{self, Way},
    view::EntryError,
};

/// All tournaments.
pub(super) struct Tournaments {
    hub: Hub,
    tasks: Tasks,
    /// True once everything written before the start is loaded.
    is_loaded: bool,
}

impl Projection for Tournaments {
    async fn apply(&mut self, entry: LogEntry) {
        if let Err(error) = self.apply_entry(&entry).await {
            log_failure(&entry, &error);
        }
        self.hub.log_state().mark_applied(Stream::Tournament, entry.sequence);
    }

    fn pass_over(&mut self, unreadable: &Unreadable) {
        if let Ok(subject) = unreadable.subject.parse() {
            self.hub.mark_damaged(&subject);
        }
        pass_over(&self.hub, Stream::Tournament, unreadable);
    }

    /// Shows every tournament once, whatever the length of its log.
    async fn loaded(&mut self) {
        self.is_loaded = true;
        for (subject, snapshot) in self.hub.tournaments().all() {
            if snapshot.state().is_deleted() {
                self.hub.remove(&subject.tournament);
                continue;
            }
            self.load(&self.hub.channel(&subject.tournament)).await;
        }
    }
}

impl Tournaments {
    pub(super) fn new(hub: Hub, tasks: Tasks) -> Self {
        Self { hub, tasks, is_loaded: false }
    }

    /// Loads a tournament, however long the log takes to answer.
    async fn load(&self, channel: &Arc<Channel>) {
        show(&self.hub, channel, Way::Loaded, &self.tasks.stopping()).await;
    }

    /// Folds a message; its change is shown soon after.
    async fn apply_entry(&mut self, entry: &LogEntry) -> Result<(), ShowError> {
        if entry.subject.stream != Stream::Tournament {
            return Err(EntryError::OtherStream.into());
        }
        let (known, key) = (self.hub.tournaments(), entry.subject.tournament.clone());
        if let Err(error) = known.apply(entry).instrument(span(entry)).await {
            self.hub.mark_damaged(&entry.subject);
            return Err(error.into());
        }
        if !self.is_loaded {
            self.hub.channel(&key).mark_used(entry.recorded_at);
        }
        // At once, so that no message about a game passes that it withholds.
        self.hub.tell_gate(&entry.subject);
        if !self.is_loaded {
            return Ok(());
        }
        if known.watchers(&entry.subject) > 0 {
            return Ok(());
        }
        let Some(watching) = known.watch(&entry.subject) else { return Ok(()) };
        let (hub, newest) = (self.hub.clone(), Throttled::of(watching));
        let stopping = self.tasks.stopping();
        let ending = EndsService(Some(stopping.clone()));
        self.tasks.spawn_until_stop(async move {
            keep_shown(key, hub, newest, stopping).await;
            ending.release();
        });
        Ok(())
    }
}

/// Ends the service when dropped, unless it is released. A task that panics drops it too, and must
/// not leave spectators with a tournament that stands still.
struct EndsService(Option<CancellationToken>);

impl EndsService {
    /// Lets the service go on.
    fn release(mut self) {
        self.0 = None;
    }
}

impl Drop for EndsService {
    fn drop(&mut self) {
        if let Some(stopping) = &self.0 {
            stopping.cancel();
        }
    }
}

/// Shows a tournament whenever it has changed, until it is forgotten.
async fn keep_shown(
    key: TournamentKey,
    hub: Hub,
    mut newest: Throttled<Snapshot<Tournament>>,
    stopping: CancellationToken,
) {
    while let Some(snapshot) = newest.next().await {
        if snapshot.state().is_deleted() {
            hub.remove(&key);
            continue;
        }
        let channel = match hub.open(&key).await {
            Ok(channel) => channel,
            Err(error) => {
                tracing::error!(%key, error = error_chain(&error), "show a tournament");
                metrics::given_up(env!("CARGO_PKG_NAME"));
                continue;
            }
        };
        channel.mark_used(hub.log_state().now());
        if let Some(undelayed) = channel.undelayed() {
            show(&hub, undelayed, Way::Shown, &stopping).await;
        }
        show(&hub, &channel, Way::Shown, &stopping).await;
    }
}

/// Shows a tournament, however long the log takes to tell what is public.
async fn show(hub: &Hub, channel: &Arc<Channel>, way: Way, stopping: &CancellationToken) {
    let key = channel.key();
    let show = || async {
        match release::show_tournament(hub.tournaments(), channel, way).await {
            Err(ShowError::Ledger(error)) if error.category().is_transient() => Err(error),
            shown => Ok(shown),
        }
    };
    let complain = |error: &LedgerError| {
        tracing::warn!(%key, error = error_chain(error), "a tournament waits for the event log");
        true
    };
    let shown = Retry::NATS.until_done(stopping, show, complain).await;
    if let Ok(Err(error)) = shown {
        tracing::error!(%key, error = error_chain(&error), "show a tournament");
        metrics::given_up(env!("CARGO_PKG_NAME"));
    }
}

#[cfg(test)]
mod tests;
