//! Actors: one task a key, made on first use and ended after a time without messages.
//!
//! A [`Registry`] keeps the running ones and hides their inboxes. Messages of one key are handled
//! one after another, in the order in which they were sent; keys do not wait for each other.

use std::{
    collections::BTreeMap,
    fmt,
    future::Future,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use proto::Timestamp;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    lock::lock,
    metrics::{ACTOR_MESSAGES, ACTORS, Counted},
    retry::Stopped,
    tasks::{ActorLimits, Tasks},
    wall_clock::WallClock,
};

/// The state of one key, and its behaviour.
///
/// Its task calls [`Actor::start`] once, and then the others, never two at a time. A panic ends the
/// task; the next message makes a new one. The actor that follows another of the same key is made
/// when the task of the one before has ended.
pub trait Actor: Send + 'static {
    /// Its messages.
    type Message: Send + 'static;

    /// Prepares it before the first message, for example by reading the log.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops first; messages that wait are dropped then.
    fn start(&mut self) -> impl Future<Output = Result<(), Stopped>> + Send {
        std::future::ready(Ok(()))
    }

    /// Handles one message.
    fn handle(&mut self, message: Self::Message) -> impl Future<Output = ()> + Send;

    /// Returns the moment at which [`Actor::on_deadline`] is called unless a message comes before.
    /// It is asked again after each message and each deadline; `None` waits for messages alone. An
    /// actor that has a deadline does not end for being idle.
    fn deadline(&self) -> Option<Timestamp> {
        None
    }

    /// Called at [`Actor::deadline`], after the messages that have arrived by then.
    fn on_deadline(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
}

/// The treatment of messages that wait in an inbox when the service stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtStop {
    /// They are dropped, and their sender, such as a broker, sends them again.
    Drop,
    /// They are handled, and no more are taken.
    Drain,
}

/// The settings of the actors of a registry.
#[derive(Clone, Copy, Debug)]
pub struct RegistryConfig {
    /// Time without messages after which an actor ends that has no deadline; it is made again for
    /// the next message.
    pub idle: Duration,
    /// Number of messages that may wait for one actor.
    pub inbox: usize,
    /// Their treatment at a stop.
    pub at_stop: AtStop,
}

/// The running actors, by key. Cheap to clone.
pub struct Registry<K, A: Actor> {
    shared: Arc<Shared<K, A>>,
}

struct Shared<K, A: Actor> {
    tasks: Tasks,
    config: RegistryConfig,
    make: Box<dyn Fn(&K) -> A + Send + Sync>,
    running: Mutex<BTreeMap<K, Running<A::Message>>>,
}

/// A message that waits to be handled, and is counted until then.
struct Waiting<M>(M, Counted);

/// The newest actor of a key.
struct Running<M> {
    /// `None` once it has missed a message; it ends when it has handled those that wait.
    inbox: Option<mpsc::Sender<Waiting<M>>>,
    /// Cancelled when its task has ended.
    ended: CancellationToken,
}

impl<K, A: Actor> Clone for Registry<K, A> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<K, A: Actor> fmt::Debug for Registry<K, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").field("config", &self.shared.config).finish_non_exhaustive()
    }
}

impl<K, A> Registry<K, A>
where
    K: Ord + Clone + Send + Sync + 'static,
    A: Actor,
{
    /// An empty registry. `make` makes the actor of a key; it has to return at once, and
    /// [`Actor::start`] is for what takes time.
    #[must_use]
    pub fn new(
        tasks: Tasks,
        config: RegistryConfig,
        make: impl Fn(&K) -> A + Send + Sync + 'static,
    ) -> Self {
        let config = match tasks.actor_limits() {
            Some(ActorLimits { idle, inbox }) => RegistryConfig { idle, inbox, ..config },
            None => config,
        };
        let running = Mutex::default();
        Self { shared: Arc::new(Shared { tasks, config, make: Box::new(make), running }) }
    }

    /// Hands a message to the actor of `key`, which is made if there is none. Waits while its inbox
    /// is full.
    ///
    /// # Errors
    /// [`Stopped`] when the service stops; the message is dropped.
    pub async fn send(&self, key: &K, message: A::Message) -> Result<(), Stopped> {
        let mut message = Waiting(message, ACTOR_MESSAGES.count(0));
        loop {
            if self.shared.tasks.stopping().is_cancelled() {
                return Err(Stopped);
            }
            // An actor that ended in this moment gives the message back, and another one is made.
            match self.shared.inbox(key).send(message).await {
                Ok(()) => return Ok(()),
                Err(refused) => message = refused.0,
            }
        }
    }

    /// Hands a message to the actor of `key` if it is running, without waiting.
    ///
    /// An actor whose inbox is full ends once it has handled what waits: it has missed a message,
    /// and the one that is made next reads it from the log.
    pub fn notify(&self, key: &K, message: impl FnOnce() -> A::Message) {
        let mut running = self.shared.running();
        if let Some(actor) = running.get_mut(key)
            && let Some(inbox) = &actor.inbox
            && inbox.try_send(Waiting(message(), ACTOR_MESSAGES.count(0))).is_err()
        {
            actor.inbox = None;
        }
    }

    /// Returns how many actors are running.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shared.running().len()
    }

    /// Returns whether no actor is running.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<K, A> Shared<K, A>
where
    K: Ord + Clone + Send + Sync + 'static,
    A: Actor,
{
    fn running(&self) -> MutexGuard<'_, BTreeMap<K, Running<A::Message>>> {
        lock(&self.running)
    }

    /// Returns the inbox of the newest actor of `key`; starts the task of another if it takes no
    /// message.
    fn inbox(self: &Arc<Self>, key: &K) -> mpsc::Sender<Waiting<A::Message>> {
        let mut running = self.running();
        let newest = running.get(key);
        let open = newest.and_then(|actor| actor.inbox.as_ref()).filter(|inbox| !inbox.is_closed());
        if let Some(inbox) = open {
            return inbox.clone();
        }
        let before = newest.map(|actor| actor.ended.clone());
        let (inbox, messages) = mpsc::channel(self.config.inbox);
        let ended = CancellationToken::new();
        let actor = Running { inbox: Some(inbox.clone()), ended: ended.clone() };
        running.insert(key.clone(), actor);
        let entry = Entry { shared: Arc::clone(self), key: key.clone(), ended };
        self.tasks.spawn(async move {
            if let Some(before) = before {
                before.cancelled().await;
            }
            entry.shared.keep((entry.shared.make)(&entry.key), messages).await;
        });
        inbox
    }

    /// Runs one actor until it was idle for long or the service stops.
    async fn keep(&self, mut actor: A, mut messages: mpsc::Receiver<Waiting<A::Message>>) {
        let _counted = ACTORS.count(0);
        let stopping = self.tasks.stopping();
        if actor.start().await.is_err() {
            return;
        }
        loop {
            if stopping.is_cancelled() && self.config.at_stop == AtStop::Drop {
                return;
            }
            tokio::select! {
                // A stop comes first, then messages, so that they are handled before a deadline.
                biased;
                () = stopping.cancelled(), if !messages.is_closed() => messages.close(),
                message = messages.recv() => match message {
                    Some(Waiting(message, _counted)) => actor.handle(message).await,
                    None => return,
                },
                () = sleep_until(actor.deadline(), self.tasks.clock()) => actor.on_deadline().await,
                // Closed first, so that no message arrives that nobody handles.
                () = tokio::time::sleep(self.config.idle), if actor.deadline().is_none() => messages.close(),
            }
        }
    }
}

/// An entry of a registry, which is removed when the task of its actor ends.
struct Entry<K, A>
where
    K: Ord + Clone + Send + Sync + 'static,
    A: Actor,
{
    shared: Arc<Shared<K, A>>,
    key: K,
    ended: CancellationToken,
}

impl<K, A> Drop for Entry<K, A>
where
    K: Ord + Clone + Send + Sync + 'static,
    A: Actor,
{
    fn drop(&mut self) {
        let mut running = self.shared.running();
        self.ended.cancel();
        // The entry may be that of a successor already.
        if running.get(&self.key).is_some_and(|actor| actor.ended.is_cancelled()) {
            running.remove(&self.key);
        }
    }
}

/// Waits for a moment; without one, for ever.
async fn sleep_until(moment: Option<Timestamp>, clock: &WallClock) {
    match moment {
        Some(moment) => tokio::time::sleep(moment.duration_since(clock.now())).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests;
