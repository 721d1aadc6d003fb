//! One actor for each clock in use; it ends after [`IDLE`] without a message. The actor brings its
//! clock up to date with the record of the game, and lets the flag fall when its time is up.
//!
//! Several replicas may decide about the same clock at once: the one that reads the game's message,
//! and each one that finds the deadline passed. The log accepts one of the decisions; the others
//! read on and decide again.

mod actor;
mod flag;
mod held_flag;
mod trace;
mod update;

use std::{sync::Arc, time::Duration};

use proto::subject::GameKey;
use runtime::{Actor, AtStop, Registry, RegistryConfig, Tasks};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tracing::Instrument as _;

use crate::{deadlines::Deadlines, error::Error, graces::Graces};

use self::actor::ClockActor;
pub(crate) use self::{actor::Shared, update::GameMessage};
#[cfg(test)]
pub(crate) use self::{flag::pending_inputs, held_flag::HeldFlag};

/// The actor of a clock ends after this long without a message, which frees its memory.
const IDLE: Duration = Duration::from_secs(600);
/// Number of messages that may wait for one clock: one of the game, and now and then a check of the
/// flag.
const INBOX: usize = 16;

/// Number of flags that may be checked at the same time; after a long outage many are due at once.
const AT_ONCE: usize = 32;

/// The actors of all clocks in use. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    actors: Registry<GameKey, ClockActor>,
}

/// A message for a clock.
#[derive(Debug)]
pub(crate) enum ClockMessage {
    /// Brings the clock up to date with a message of its game.
    Update {
        message: Arc<GameMessage>,
        /// The span in which the message is handled.
        span: tracing::Span,
        answer: oneshot::Sender<Result<(), Error>>,
    },
    /// Lets the flag fall if the time is up. The permit limits how many clocks check at once.
    Look(OwnedSemaphorePermit),
}

impl Clocks {
    pub(crate) fn new(shared: Shared, tasks: &Tasks) -> Self {
        let config = RegistryConfig { idle: IDLE, inbox: INBOX, at_stop: AtStop::Drop };
        let stopping = tasks.stopping();
        let actors = Registry::new(tasks.clone(), config, move |key: &GameKey| {
            ClockActor::new(key.clone(), shared.clone(), stopping.clone())
        });
        Self { actors }
    }

    /// Brings a clock up to date with a message of its game.
    ///
    /// # Errors
    /// [`enum@Error`] if it could not be read or stored; the caller tries again with the same
    /// message.
    pub(crate) async fn update(
        &self,
        key: &GameKey,
        message: &Arc<GameMessage>,
    ) -> Result<(), Error> {
        let (answer, answered) = oneshot::channel();
        let (message, span) = (Arc::clone(message), tracing::Span::current());
        let message = ClockMessage::Update { message, span, answer };
        self.actors.send(key, message).await.map_err(|_stopped| Error::BrokenOff)?;
        answered.await.map_err(|_dropped| Error::BrokenOff)?
    }

    /// Checks each clock when its deadline has come, until the service stops.
    pub(crate) fn watch_flags(&self, deadlines: &Deadlines, graces: &Graces, tasks: &Tasks) {
        let (clocks, deadlines, graces) = (self.clone(), deadlines.clone(), graces.clone());
        let at_once = Arc::new(Semaphore::new(AT_ONCE));
        tasks.spawn_until_stop(async move {
            graces.heard().await;
            loop {
                let key = deadlines.next().await;
                let Ok(permit) = Arc::clone(&at_once).acquire_owned().await else { return };
                clocks.look(&key, permit).await;
            }
        });
    }

    /// Asks the actor of a clock to check whether the flag has fallen.
    pub(crate) async fn look(&self, key: &GameKey, permit: OwnedSemaphorePermit) {
        // While the service stops, no flag is checked any more.
        let _stopped = self.actors.send(key, ClockMessage::Look(permit)).await;
    }
}

impl Actor for ClockActor {
    type Message = ClockMessage;

    async fn handle(&mut self, message: ClockMessage) {
        let stopping = self.stopping.clone();
        match message {
            ClockMessage::Update { message, span, answer } => {
                let update = self.update(&message).instrument(span);
                if let Some(updated) = stopping.run_until_cancelled(update).await {
                    // The receiver may be gone if the service stops.
                    let _unheard = answer.send(updated);
                }
            }
            ClockMessage::Look(permit) => {
                if let Some(Err(error)) = stopping.run_until_cancelled(Box::pin(self.look())).await
                {
                    self.look_later(&error);
                }
                drop(permit);
            }
        }
    }
}
