//! The broker as one process sees it, over its connection.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use proto::subject::Stream;
use runtime::{
    Broker, PublishError, ReadError, ReadFailure, Stored, StreamDamage, Tasks,
    broker::{
        Acknowledge, Batch, ConnectionId, Consumer, ConsumerError, ConsumerInfo, Delivered,
        Deliveries, LiveMessages, Message, Published, Query, Signals, StreamState,
    },
};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep, sleep_until},
};

use crate::{
    Sabotage,
    durable::Acknowledged,
    link::Link,
    store::{OwnedQuery, Store},
    stream_store::Live,
    work::Work,
};

/// Timeouts of the client of a real broker.
const REQUEST: Duration = Duration::from_millis(400);
const MANAGE: Duration = Duration::from_secs(5);
/// A pull ends after this time without a heartbeat.
const MISSED: Duration = Duration::from_secs(1);
const BUFFER: usize = 4096;

/// The server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Server {
    store: Arc<Mutex<Store>>,
    /// Requests that are under way after their senders have gone.
    network: Tasks,
}

impl fmt::Debug for Server {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Server")
    }
}

impl Server {
    pub(crate) fn new(store: Store, network: Tasks) -> Self {
        Self { store: Arc::new(Mutex::new(store)), network }
    }

    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection to the server.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedBroker {
    pub(crate) server: Server,
    pub(crate) link: Arc<Link>,
    /// The streams that seem to be without a subject where a sabotage keeps services from
    /// recovering.
    pub(crate) hidden: &'static [Stream],
    /// The work of the process.
    pub(crate) work: Work,
}

impl SimulatedBroker {
    fn sabotage(&self, sabotage: Sabotage) -> bool {
        self.server.store().sabotage == Some(sabotage)
    }

    /// Sends a request to the server; `None` when no answer comes in time, although the server may
    /// have carried it out or may yet do so.
    async fn ask<T: Send + 'static>(
        &self,
        limit: Duration,
        work: impl FnOnce(&mut Store) -> T + Send + 'static,
    ) -> Option<T> {
        let link = &self.link;
        let is_late = link.happens(|rates| rates.late);
        if !link.is_connected() || is_late {
            // A request to a server that is away is sent when it is back, or is lost.
            let (server, link) = (self.server.clone(), Arc::clone(link));
            if is_late || link.happens(|_rates| 500) {
                let after = link.way() + if is_late { limit } else { Duration::ZERO };
                self.server.network.spawn_until_stop(async move {
                    let mut connected = link.connected();
                    if connected.wait_for(|is| *is).await.is_ok() {
                        sleep(after).await;
                        work(&mut server.store());
                    }
                });
            }
            sleep(limit).await;
            return None;
        }
        let (out, back) = (link.way(), link.way());
        if link.happens(|rates| rates.request_lost) {
            sleep(limit).await;
            return None;
        }
        sleep(out.min(limit)).await;
        if !link.is_connected() {
            sleep(limit.saturating_sub(out)).await;
            return None;
        }
        let answer = work(&mut self.server.store());
        if out + back >= limit || link.happens(|rates| rates.answer_lost) {
            sleep(limit.saturating_sub(out)).await;
            return None;
        }
        sleep(back).await;
        if !link.is_connected() {
            sleep(limit.saturating_sub(out + back)).await;
            return None;
        }
        Some(answer)
    }

    /// Checks that the server has a stream that it can read.
    async fn check_stream(&self, stream: Stream) -> Result<(), ReadError> {
        let is_gone = {
            let store = self.server.store();
            store.is_removed(stream) || store.is_unreadable(stream)
        };
        if is_gone {
            sleep(Duration::from_millis(1)).await;
            return Err(ReadError::new(stream.name(), ReadFailure::NoResponders));
        }
        Ok(())
    }
}

fn unanswered(what: &str) -> ReadError {
    ReadError::new(what, ReadFailure::Unanswered)
}

#[async_trait]
impl Broker for SimulatedBroker {
    async fn publish(&self, stream: Stream, message: Message) -> Result<Published, PublishError> {
        self.work.on_message().await;
        if self.link.happens(|rates| rates.unavailable) {
            let description = "simulated 503".to_owned();
            return Err(PublishError::Answered { code: 10_008, status: 503, description });
        }
        if !self.link.is_on(&message.connection) {
            return Err(PublishError::Unanswered);
        }
        let link = Arc::clone(&self.link);
        let publish = move |store: &mut Store| {
            // Messages on their way are lost with their connection.
            link.is_on(&message.connection).then(|| store.publish(stream, message))
        };
        self.ask(REQUEST, publish).await.flatten().unwrap_or(Err(PublishError::Unanswered))
    }

    async fn last(&self, stream: Stream, subject: &str) -> Result<Option<Stored>, ReadError> {
        self.check_stream(stream).await?;
        let what = subject.to_owned();
        let last = self.ask(REQUEST, move |store| store.stream(stream).last_of(&what).cloned());
        last.await.ok_or_else(|| unanswered(subject))
    }

    async fn at(&self, stream: Stream, sequence: u64) -> Result<Option<Stored>, ReadError> {
        self.check_stream(stream).await?;
        let at = self.ask(REQUEST, move |store| store.stream(stream).get(sequence).cloned());
        at.await.ok_or_else(|| unanswered(stream.name()))
    }

    async fn batch(&self, stream: Stream, query: Query<'_>) -> Result<Batch, ReadError> {
        self.check_stream(stream).await?;
        let query = OwnedQuery::from(query);
        let mut connected = self.link.connected();
        tokio::select! {
            biased;
            changed = connected.wait_for(|is| !*is), if self.link.is_connected() => {
                drop(changed);
                Err(ReadError::new(stream.name(), ReadFailure::Disconnected))
            }
            batch = self.ask(MANAGE, move |store| store.batch(stream, &query)) => {
                batch.ok_or_else(|| unanswered(stream.name()))
            }
        }
    }

    async fn state(&self, stream: Stream, filter: Option<&str>) -> Result<StreamState, ReadError> {
        self.check_stream(stream).await?;
        let is_hidden = self.hidden.contains(&stream)
            && (self.sabotage(Sabotage::NoRecovery) || self.sabotage(Sabotage::AcknowledgeFirst));
        let filter = filter.filter(|_subjects| !is_hidden).map(str::to_owned);
        let state = self.ask(MANAGE, move |store| store.stream(stream).state(filter.as_deref()));
        state.await.ok_or_else(|| unanswered(stream.name()))
    }

    async fn damage(&self, stream: Stream, epoch: &str) -> Result<Option<StreamDamage>, ReadError> {
        if !self.server.store().may_be_damaged || self.sabotage(Sabotage::HideDamage) {
            return Ok(None);
        }
        let epoch = epoch.to_owned();
        let damage = self.ask(MANAGE, move |store| store.damage(stream, &epoch));
        damage.await.ok_or_else(|| unanswered(stream.name()))
    }

    async fn subscribe(
        &self,
        stream: Stream,
        _live_subjects: String,
    ) -> Result<LiveMessages, ReadError> {
        let (sender, receiver) = mpsc::channel(BUFFER);
        let live = Live { link: Arc::clone(&self.link), sender, last: Instant::now() };
        self.server.store().stream(stream).live.push(live);
        let messages = stream::unfold(receiver, |mut receiver| async move {
            let (at, stored): (Instant, Stored) = receiver.recv().await?;
            sleep_until(at).await;
            Some((stored, receiver))
        });
        Ok(messages.boxed())
    }

    async fn consumer(
        &self,
        stream: Stream,
        name: &'static str,
    ) -> Result<Box<dyn Consumer>, ConsumerError> {
        let reached = self.ask(MANAGE, |_store| ()).await;
        reached.ok_or(ConsumerError::MissingHeartbeat)?;
        let found = self.check_stream(stream).await;
        found.map_err(|error| ConsumerError::Nats(Box::new(error)))?;
        Ok(Box::new(SimulatedConsumer { broker: self.clone(), key: (stream, name) }))
    }

    async fn signal_time(&self, service: &str, signal: Bytes) {
        let is_lost = self.link.happens(|rates| rates.request_lost);
        if self.link.is_connected() && !is_lost {
            self.server.store().signals.send(&(service.to_owned(), signal));
        }
    }

    async fn time_signals(&self) -> Result<Signals, ReadError> {
        if self.sabotage(Sabotage::ForgetBoot) {
            return Ok(stream::pending().boxed());
        }
        let receiver = self.server.store().signals.subscribe(Arc::clone(&self.link));
        let signals = stream::unfold(receiver, |mut receiver| async move {
            let (at, signal) = receiver.recv().await?;
            sleep_until(at).await;
            Some((signal, receiver))
        });
        Ok(signals.boxed())
    }

    fn connection(&self) -> ConnectionId {
        self.link.connection()
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.link.connected()
    }

    async fn flush(&self) {}
}

#[derive(Debug)]
struct SimulatedConsumer {
    broker: SimulatedBroker,
    key: (Stream, &'static str),
}

impl SimulatedConsumer {
    async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut crate::durable::Durable) -> T + Send + 'static,
    ) -> Result<T, ConsumerError> {
        let key = self.key;
        let answer = self.broker.ask(MANAGE, move |store| {
            let answer = work(store.durable(key));
            store.pump(key.0);
            answer
        });
        answer.await.ok_or(ConsumerError::MissingHeartbeat)
    }
}

#[async_trait]
impl Consumer for SimulatedConsumer {
    async fn info(&mut self) -> Result<ConsumerInfo, ConsumerError> {
        let mut info = self.ask(|durable| durable.info()).await?;
        if self.broker.sabotage(Sabotage::KeepPlace) {
            info.delivered = 0;
        }
        Ok(info)
    }

    async fn unpin(&mut self) -> Result<(), ConsumerError> {
        self.ask(crate::durable::Durable::unpin).await
    }

    async fn reset(&mut self, first: Option<u64>) -> Result<(), ConsumerError> {
        self.ask(move |durable| durable.reset(first)).await
    }

    async fn deliveries(&mut self) -> Result<Deliveries, ConsumerError> {
        let (sender, receiver) = mpsc::channel(BUFFER);
        let link = Arc::clone(&self.broker.link);
        self.ask(move |durable| durable.open(&link, sender)).await?;
        let (broker, key) = (self.broker.clone(), self.key);
        let deliveries = stream::unfold(Some((receiver, broker)), move |state| async move {
            let (mut receiver, broker) = state?;
            tokio::select! {
                biased;
                () = silence(&broker.link) => Some((Err(ConsumerError::MissingHeartbeat), None)),
                received = receiver.recv() => {
                    let (at, stored, delivery): (Instant, Stored, u64) = received?;
                    sleep_until(at).await;
                    let sequence = stored.sequence;
                    let acknowledge = Ack { broker: broker.clone(), key, sequence };
                    let acknowledge = Box::new(acknowledge);
                    Some((Ok(Delivered { stored, delivery, acknowledge }), Some((receiver, broker))))
                }
            }
        });
        Ok(deliveries.boxed())
    }
}

/// Waits until no heartbeat has come for [`MISSED`].
async fn silence(link: &Link) {
    let mut connected = link.connected();
    loop {
        if connected.wait_for(|is| !*is).await.is_err() {
            std::future::pending::<()>().await;
        }
        sleep(MISSED).await;
        if !link.is_connected() {
            return;
        }
    }
}

#[derive(Debug)]
struct Ack {
    broker: SimulatedBroker,
    key: (Stream, &'static str),
    sequence: u64,
}

#[async_trait]
impl Acknowledge for Ack {
    async fn ack(&self) -> Result<(), ConsumerError> {
        let link = &self.broker.link;
        if link.is_connected() && !link.happens(|rates| rates.ack_lost) {
            let at = Instant::now() + link.way();
            let ack = Acknowledged {
                at,
                link: Arc::clone(link),
                connection: link.connection(),
                sequence: self.sequence,
            };
            self.broker.server.store().durable(self.key).ack(ack);
        }
        Ok(())
    }
}
