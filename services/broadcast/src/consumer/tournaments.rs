//! Keeps what the hub shows of tournaments as their logs say.
//!
//! Messages are folded as they come. What spectators see is made apart, of the newest state and one
//! at a time for each tournament: changes that come faster than that are shown as the last of them.

use std::{convert::Infallible, sync::Arc};

use proto::subject::{Stream, Subject, TournamentKey};
use runtime::{EventLog, Ledger, Newest, Recent, Stored, Tasks, chain};
use tokio::{sync::watch, time::Instant};
use tournament::Tournament;

use super::{ConsumerError, FORGOTTEN, StopsWithIt, span};
use crate::{channel::Channel, frame::EncodeError, hub::Hub, view::TournamentPicture};

/// The logs of every tournament.
pub(super) struct Tournaments {
    log: EventLog,
    hub: Hub,
    tasks: Tasks,
    known: Recent<TournamentKey, watch::Sender<Known>>,
    swept_at: Instant,
}

/// A tournament as its log leaves it.
#[derive(Clone, Debug)]
struct Known {
    ledger: Arc<Ledger<Tournament>>,
    /// The message that was folded last, for its trace.
    last: Option<Stored>,
}

impl Tournaments {
    pub(super) fn new(log: EventLog, hub: Hub, tasks: Tasks) -> Self {
        Self { log, hub, tasks, known: Recent::default(), swept_at: Instant::now() }
    }

    /// Shows every tournament before anybody watches: once, however long its log is.
    pub(super) async fn show_all(&self) {
        for (key, known) in self.known.iter() {
            let (channel, known) = (self.hub.channel(key), known.borrow().clone());
            let (key, sequence) = (key.clone(), known.ledger.sequence());
            runtime::apart(move || {
                let told = TournamentPicture::of(&key, known.ledger.state().clone());
                let Ok(()) =
                    channel.load(|view| Ok::<_, Infallible>(view.set_tournament(sequence, told)));
            })
            .await;
        }
    }

    /// Takes in a message; what it changes is shown soon.
    pub(super) async fn follow(&mut self, stored: &Stored) -> Result<(), ConsumerError> {
        if self.swept_at.elapsed() >= FORGOTTEN {
            self.swept_at = Instant::now();
            self.known.forget_unused();
        }
        let key = self.fold(stored).await?;
        let known = self.known.peek(&key).filter(|known| known.receiver_count() == 0);
        let Some(known) = known else { return Ok(()) };
        let (newest, channel) = (Newest::of(known.subscribe()), self.hub.channel(&key));
        let guard = StopsWithIt::new(&self.tasks);
        self.tasks.spawn_until_stop(async move {
            if keep_shown(key, channel, newest).await {
                guard.release();
            }
        });
        Ok(())
    }

    /// Folds a message and answers of which tournament it is. When it does not follow on what was known,
    /// the whole log of the tournament is read again.
    pub(super) async fn fold(&mut self, stored: &Stored) -> Result<TournamentKey, ConsumerError> {
        let subject: Subject = stored.subject.parse()?;
        if subject.stream != Stream::Tournament {
            return Err(ConsumerError::OtherStream);
        }
        let key = subject.tournament.clone();
        let is_new = self.known.peek(&key).is_none();
        let known = self.known.get_or_insert(key.clone(), || {
            let ledger = Arc::new(Ledger::new(subject.clone()));
            watch::Sender::new(Known { ledger, last: None })
        });
        let mut folded = Ok(());
        known.send_if_modified(|known| {
            let is_known = stored.sequence <= known.ledger.sequence();
            if !is_known {
                folded = Arc::make_mut(&mut known.ledger).fold(stored);
                known.last = Some(stored.clone());
            }
            !is_known && folded.is_ok()
        });
        if let Err(error) = folded {
            if is_new {
                tracing::debug!(%key, "a tournament that was forgotten is read again");
            } else {
                tracing::warn!(error = chain(&error), "reading the tournament's log anew");
            }
            let ledger = Arc::new(Ledger::reload(&self.log, &subject).await?);
            known.send_modify(|known| known.ledger = ledger);
        }
        Ok(key)
    }
}

/// Shows a tournament as its log says; returns true when it is forgotten, and false when showing it failed.
async fn keep_shown(key: TournamentKey, channel: Arc<Channel>, mut newest: Newest<Known>) -> bool {
    while let Some(Known { ledger, last }) = newest.next().await {
        let (key, channel) = (key.clone(), Arc::clone(&channel));
        let shown = runtime::apart(move || {
            let sequence = ledger.sequence();
            let told = TournamentPicture::of(&key, ledger.state().clone());
            drop(ledger);
            let span = last.as_ref().map_or_else(tracing::Span::none, span);
            span.in_scope(|| {
                let shown =
                    channel.apply(|view| Ok::<_, EncodeError>(view.set_tournament(sequence, told)));
                if let Err(error) = shown {
                    tracing::error!(%key, sequence, %error, "show a tournament");
                }
            });
        });
        if shown.await.is_none() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests;
