//! Keeps the views of tournaments up to date with TOURNAMENT.
//!
//! Messages are folded as they come. The picture for spectators is computed in a task of its own, one at a
//! time for each tournament and always from the newest state. Changes that come faster than that are shown
//! together.

use std::{convert::Infallible, sync::Arc};

use proto::subject::{Stream, TournamentKey};
use runtime::{Entry, EventLog, Mirror, Newest, Projection, Snapshot, Tasks, Unreadable, chain};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tournament::Tournament;
use tracing::Instrument as _;

use super::{ConsumerError, FORGET_AFTER, log_failure, pass_over, span};
use crate::{channel::Channel, frame::EncodeError, hub::Hub, view::TournamentPicture};

/// All tournaments.
pub(super) struct Tournaments {
    known: Mirror<Tournament>,
    hub: Hub,
    tasks: Tasks,
    swept_at: Instant,
    /// True once everything written before the start is loaded.
    is_loaded: bool,
}

impl Projection for Tournaments {
    async fn apply(&mut self, entry: Entry) {
        if let Err(error) = self.apply_entry(&entry).await {
            log_failure(&entry, &error);
        }
        self.hub.source().mark_applied(Stream::Tournament, entry.sequence);
    }

    fn pass_over(&mut self, unreadable: &Unreadable) {
        pass_over(&self.hub, Stream::Tournament, unreadable);
    }

    /// Shows every tournament once, whatever the length of its log.
    async fn loaded(&mut self) {
        self.is_loaded = true;
        for (subject, snapshot) in self.known.all() {
            let channel = self.hub.channel(&subject.tournament);
            runtime::apart(move || {
                let picture = picture(&subject.tournament, &snapshot);
                let sequence = snapshot.sequence();
                let Ok(()) = channel
                    .load(|view| Ok::<_, Infallible>(view.set_tournament(sequence, picture)));
            })
            .await;
        }
    }
}

impl Tournaments {
    pub(super) fn new(log: EventLog, hub: Hub, tasks: Tasks) -> Self {
        let known = Mirror::new(log);
        Self { known, hub, tasks, swept_at: Instant::now(), is_loaded: false }
    }

    /// Folds a message; its change is shown soon after.
    async fn apply_entry(&mut self, entry: &Entry) -> Result<(), ConsumerError> {
        if entry.subject.stream != Stream::Tournament {
            return Err(ConsumerError::OtherStream);
        }
        self.known.apply(entry).instrument(span(entry)).await?;
        if !self.is_loaded {
            return Ok(());
        }
        if self.swept_at.elapsed() >= FORGET_AFTER {
            self.swept_at = Instant::now();
            self.known.forget_unused();
        }
        if self.known.watchers(&entry.subject) > 0 {
            return Ok(());
        }
        let Some(watching) = self.known.watch(&entry.subject) else { return Ok(()) };
        let key = entry.subject.tournament.clone();
        let (channel, newest) = (self.hub.channel(&key), Newest::of(watching));
        let ending = EndsService(Some(self.tasks.stopping()));
        self.tasks.spawn_until_stop(async move {
            if keep_shown(key, channel, newest).await {
                ending.release();
            }
        });
        Ok(())
    }
}

/// Ends the service when dropped, unless it is released. A task that panics drops it too, and must not leave
/// spectators with a tournament that stands still.
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

/// Shows a tournament whenever it has changed. Returns true if the tournament was forgotten, false if the
/// service stops.
async fn keep_shown(
    key: TournamentKey,
    channel: Arc<Channel>,
    mut newest: Newest<Snapshot<Tournament>>,
) -> bool {
    while let Some(snapshot) = newest.next().await {
        let (key, channel) = (key.clone(), Arc::clone(&channel));
        let shown = runtime::apart(move || {
            let (sequence, picture) = (snapshot.sequence(), picture(&key, &snapshot));
            // The next message is folded in place if nobody else holds the snapshot.
            drop(snapshot);
            let shown =
                channel.apply(|view| Ok::<_, EncodeError>(view.set_tournament(sequence, picture)));
            if let Err(error) = shown {
                tracing::error!(%key, sequence, error = chain(&error), "show a tournament");
            }
        });
        if shown.await.is_none() {
            return false;
        }
    }
    true
}

/// Computes what spectators see of a tournament.
fn picture(key: &TournamentKey, snapshot: &Snapshot<Tournament>) -> TournamentPicture {
    TournamentPicture::of(key, snapshot.state().clone())
}

#[cfg(test)]
mod tests;
