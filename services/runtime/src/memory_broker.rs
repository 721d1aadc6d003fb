//! A broker in memory for tests: it keeps one store, and answers at once.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use async_nats::HeaderMap;
use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use proto::{
    convert::Aggregate,
    subject::{Stream, Subject, TournamentKey},
    v1::Cause,
};
use tokio::sync::{mpsc, watch};

use crate::{
    broker::{
        Acknowledge, Batch, Broker, ConnectionId, Consumer, ConsumerError, ConsumerInfo, Delivered,
        Deliveries, LiveMessages, Message, PresenceSignals, Published, Query, Signals, StreamState,
    },
    consumer::Delivery,
    error::{PublishError, ReadError, ReadFailure},
    event_log::EventLog,
    ledger::Ledger,
    lock::lock,
    log_entry::LogEntry,
    nats_broker::UNACKNOWLEDGED_MAX,
    stored::Stored,
    wall_clock::WallClock,
};

/// JetStream's error for a message whose subject has another last sequence than expected.
const WRONG_LAST_SEQUENCE: u64 = 10_071;

/// Number of messages that a subscription holds; one that is full is ended.
const BUFFER: usize = 1024;

/// A store in memory whose answers a test may change. Cheap to clone.
///
/// Its durable consumers deliver each message once, and as many before one is acknowledged as those
/// of a server do. For tests.
#[derive(Clone, Debug, Default)]
pub struct MemoryBroker {
    store: Arc<Mutex<Store>>,
}

#[derive(Debug, Default)]
struct Store {
    streams: BTreeMap<Stream, Vec<Stored>>,
    /// Number of the next reads that fail.
    failing_reads: usize,
    /// Number of reads of a subject's last message that were answered.
    reads: usize,
    /// True if every publish is refused.
    is_full: bool,
    /// The sequences of acknowledged deliveries.
    acknowledged: Vec<u64>,
    /// Number of the next batch reads that lack the last message.
    behind: usize,
    /// The subjects whose messages batch reads lack.
    withheld: BTreeSet<String>,
    /// Time that a batch read takes.
    batch_time: Duration,
    message_bytes_max: Option<usize>,
    delivers_nothing: bool,
    /// The subjects to which nothing can be published for now.
    held: BTreeSet<String>,
    /// The subscriptions to live messages, with their streams.
    live: Vec<(Stream, mpsc::Sender<Stored>)>,
    /// The subscriptions to the devices that were heard.
    heard: Vec<mpsc::Sender<(TournamentKey, Bytes)>>,
    /// The subscriptions to time signals.
    signals: Vec<mpsc::Sender<(String, Bytes)>>,
    /// True while there is a connection, which nothing but [`MemoryBroker::reconnect`] changes.
    connected: Connection,
    /// Number of connections before this one.
    connections: u64,
}

/// A connection, which there is at first.
#[derive(Debug)]
struct Connection(watch::Sender<bool>);

impl Default for Connection {
    fn default() -> Self {
        Self(watch::Sender::new(true))
    }
}

impl Store {
    /// Sends a live message to all who subscribed to its stream.
    fn send_live(&mut self, stream: Stream, message: &Stored) {
        self.live.retain(|(of, live)| *of != stream || live.try_send(message.clone()).is_ok());
    }
}

impl MemoryBroker {
    /// Returns a log on this broker.
    #[must_use]
    pub fn log(&self) -> EventLog {
        EventLog::new(Arc::new(self.clone()), BTreeMap::new(), WallClock::system())
    }

    /// Lets the next reads fail.
    pub fn fail_reads(&self, reads: usize) {
        self.store().failing_reads = reads;
    }

    /// Lets the next batch reads lack the last message of their stream, as those of a copy that is
    /// behind.
    pub fn set_behind(&self, reads: usize) {
        self.store().behind = reads;
    }

    /// Lets batch reads lack the messages of a subject, or have them again, as those of a copy in
    /// which they are damaged.
    pub fn withhold(&self, subject: &Subject, is_withheld: bool) {
        let (mut store, subject) = (self.store(), subject.to_string());
        if is_withheld {
            store.withheld.insert(subject);
        } else {
            store.withheld.remove(&subject);
        }
    }

    /// Lets each batch read take this long.
    pub fn slow_batches(&self, time: Duration) {
        self.store().batch_time = time;
    }

    /// Lets what is published to a subject wait, until it is no longer held.
    pub fn hold(&self, subject: &Subject, is_held: bool) {
        let (mut store, subject) = (self.store(), subject.to_string());
        if is_held {
            store.held.insert(subject);
        } else {
            store.held.remove(&subject);
        }
    }

    /// Refuses, or takes, what is published from now on.
    pub fn set_full(&self, is_full: bool) {
        self.store().is_full = is_full;
    }

    /// Refuses messages that are larger than this.
    pub fn set_message_bytes_max(&self, bytes: usize) {
        self.store().message_bytes_max = Some(bytes);
    }

    /// Lets consumers that are opened from now on deliver nothing, as if everything were
    /// acknowledged.
    pub fn deliver_nothing(&self) {
        self.store().delivers_nothing = true;
    }

    /// Returns the sequences of the deliveries that were acknowledged.
    #[must_use]
    pub fn acknowledged(&self) -> Vec<u64> {
        self.store().acknowledged.clone()
    }

    /// Returns a message of a stream as a consumer of `log` would hand it over; `None` if there is
    /// none with this sequence.
    #[must_use]
    pub fn deliver(&self, log: &EventLog, stream: Stream, sequence: u64) -> Option<Delivery> {
        let stored = self.stored(stream).into_iter().find(|stored| stored.sequence == sequence)?;
        let acknowledge = Box::new(MemoryAcknowledge { broker: self.clone(), sequence });
        Delivery::new(log.clone(), stream, stored, acknowledge)
    }

    /// Removes a message of a stream.
    pub fn remove(&self, stream: Stream, sequence: u64) {
        let mut store = self.store();
        store.streams.entry(stream).or_default().retain(|stored| stored.sequence != sequence);
    }

    /// Returns how often a subject's last message was asked for.
    #[must_use]
    pub fn reads(&self) -> usize {
        self.store().reads
    }

    /// Appends the events of one decision about `subject`, as the writer of its stream would, and
    /// returns their entry; `None` when there are no events or they are refused.
    pub async fn append<A: Aggregate>(
        &self,
        subject: &Subject,
        events: &[A::Event],
        cause: Option<Cause>,
    ) -> Option<LogEntry> {
        let log = self.log();
        let mut ledger = Ledger::<A>::load(&log, subject.clone()).await.ok()?;
        ledger.commit(&log, events, cause, None, Duration::ZERO).await.ok()?;
        log.last_entry(subject).await.ok()?
    }

    /// Returns everything that a stream holds.
    #[must_use]
    pub fn stored(&self, stream: Stream) -> Vec<Stored> {
        self.store().streams.get(&stream).cloned().unwrap_or_default()
    }

    /// Keeps only the first messages of a stream: the store was set back.
    pub fn set_back(&self, stream: Stream, to: usize) {
        self.store().streams.entry(stream).or_default().truncate(to);
    }

    /// Loses the connection and makes another.
    pub fn reconnect(&self) {
        let mut store = self.store();
        store.connections += 1;
        store.connected.0.send_replace(false);
        store.connected.0.send_replace(true);
    }

    /// Sends a live message that need not be stored, as somebody who may publish under `live.`
    /// could.
    pub fn send_live(&self, stream: Stream, message: &Stored) {
        self.store().send_live(stream, message);
    }

    /// Stores a message without a look at it.
    #[cfg(test)]
    pub(crate) fn store_as_is(&self, subject: &Subject, payload: Bytes) {
        let mut store = self.store();
        let messages = store.streams.entry(subject.stream).or_default();
        let sequence = messages.last().map_or(0, |last| last.sequence) + 1;
        let (subject, headers) = (subject.to_string(), HeaderMap::new());
        messages.push(Stored { subject, sequence, headers, payload });
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        lock(&self.store)
    }

    fn read(&self, stream: Stream) -> Result<Vec<Stored>, ReadError> {
        let mut store = self.store();
        if store.failing_reads > 0 {
            store.failing_reads -= 1;
            return Err(ReadError::new(stream.name(), ReadFailure::Unanswered));
        }
        Ok(store.streams.get(&stream).cloned().unwrap_or_default())
    }
}

/// Returns true if a subject fits a filter, in which tokens may be `*`.
fn fits(filter: &str, subject: &str) -> bool {
    filter
        .split('.')
        .zip(subject.split('.'))
        .all(|(filter, token)| filter == "*" || filter == token)
}

#[async_trait]
impl Broker for MemoryBroker {
    async fn publish(&self, stream: Stream, message: Message) -> Result<Published, PublishError> {
        if message.connection != self.connection() {
            return Err(PublishError::Unanswered);
        }
        while self.store().held.contains(&message.subject) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let mut store = self.store();
        if store.is_full {
            let description = "no space".to_owned();
            return Err(PublishError::Answered { code: 10_047, status: 503, description });
        }
        if store.message_bytes_max.is_some_and(|most| message.payload.len() > most) {
            return Err(PublishError::TooLarge);
        }
        let messages = store.streams.entry(stream).or_default();
        let of_subject = messages.iter().filter(|stored| stored.subject == message.subject);
        if of_subject.last().map_or(0, |last| last.sequence) != message.expected {
            let (code, description) = (WRONG_LAST_SEQUENCE, "wrong last sequence".to_owned());
            return Err(PublishError::Answered { code, status: 400, description });
        }
        let sequence = messages.last().map_or(0, |last| last.sequence) + 1;
        let (subject, payload) = (message.subject, message.payload);
        let stored = Stored { subject, sequence, headers: HeaderMap::new(), payload };
        messages.push(stored.clone());
        store.send_live(stream, &stored);
        Ok(Published { sequence, duplicate: false })
    }

    async fn last(&self, stream: Stream, subject: &str) -> Result<Option<Stored>, ReadError> {
        let messages = self.read(stream)?;
        self.store().reads += 1;
        Ok(messages.into_iter().rfind(|stored| fits(subject, &stored.subject)))
    }

    async fn at(&self, stream: Stream, sequence: u64) -> Result<Option<Stored>, ReadError> {
        Ok(self.read(stream)?.into_iter().find(|stored| stored.sequence == sequence))
    }

    async fn batch(&self, stream: Stream, query: Query<'_>) -> Result<Batch, ReadError> {
        let (mut messages, time) = (self.read(stream)?, self.store().batch_time);
        if !time.is_zero() {
            tokio::time::sleep(time).await;
        }
        let behind = self.store().behind;
        if behind > 0 {
            self.store().behind = behind - 1;
            messages.pop();
        }
        messages.retain(|stored| !self.store().withheld.contains(&stored.subject));
        Ok(match query {
            Query::From { filter, sequence, most } => {
                let fitting = messages
                    .into_iter()
                    .filter(|stored| stored.sequence >= sequence && fits(filter, &stored.subject));
                let mut messages: Vec<Stored> = fitting.collect();
                let most = usize::try_from(most).unwrap_or(usize::MAX);
                let pending = messages.split_off(messages.len().min(most)).len();
                Batch { messages, pending: pending as u64 }
            }
            Query::LastOf { subjects, up_to, from } => {
                let is_asked = |stored: &Stored| {
                    stored.sequence <= up_to && subjects.contains(&stored.subject.as_str())
                };
                let mut last = BTreeMap::new();
                for stored in messages.into_iter().filter(is_asked) {
                    last.insert(stored.subject.clone(), stored);
                }
                let mut messages: Vec<Stored> = last.into_values().collect();
                messages.retain(|stored| stored.sequence >= from);
                messages.sort_by_key(|stored| stored.sequence);
                Batch { messages, pending: 0 }
            }
        })
    }

    async fn state(&self, stream: Stream, filter: Option<&str>) -> Result<StreamState, ReadError> {
        let messages = self.read(stream)?;
        let last_sequence = messages.last().map_or(0, |last| last.sequence);
        let subjects = messages.into_iter().map(|stored| stored.subject);
        let is_asked = |subject: &String| filter.is_some_and(|filter| fits(filter, subject));
        let subjects: BTreeSet<String> = subjects.filter(is_asked).collect();
        Ok(StreamState { last_sequence, subjects: subjects.into_iter().collect() })
    }

    async fn subscribe(
        &self,
        stream: Stream,
        _live_subjects: String,
    ) -> Result<LiveMessages, ReadError> {
        let (sender, receiver) = mpsc::channel(BUFFER);
        self.store().live.push((stream, sender));
        let next = |mut live: mpsc::Receiver<_>| async { Some((live.recv().await?, live)) };
        Ok(stream::unfold(receiver, next).boxed())
    }

    async fn consumer(
        &self,
        stream: Stream,
        _name: &'static str,
    ) -> Result<Box<dyn Consumer>, ConsumerError> {
        Ok(Box::new(MemoryConsumer { broker: self.clone(), stream }))
    }

    async fn signal_time(&self, service: &str, signal: Bytes) {
        let send = |to: &mpsc::Sender<_>| to.try_send((service.to_owned(), signal.clone())).is_ok();
        self.store().signals.retain(send);
    }

    async fn time_signals(&self) -> Result<Signals, ReadError> {
        let (sender, receiver) = mpsc::channel(BUFFER);
        self.store().signals.push(sender);
        let signals = stream::unfold(receiver, |mut receiver| async move {
            Some((receiver.recv().await?, receiver))
        });
        Ok(signals.boxed())
    }

    async fn tell_heard(&self, tournament: &TournamentKey, heard: Bytes) {
        let send = |to: &mpsc::Sender<_>| to.try_send((tournament.clone(), heard.clone())).is_ok();
        self.store().heard.retain(send);
    }

    async fn heard(&self) -> Result<PresenceSignals, ReadError> {
        let (sender, receiver) = mpsc::channel(BUFFER);
        self.store().heard.push(sender);
        let heard = stream::unfold(receiver, |mut receiver| async move {
            Some((receiver.recv().await?, receiver))
        });
        Ok(heard.boxed())
    }

    fn connection(&self) -> ConnectionId {
        ConnectionId { server: String::new(), number: self.store().connections }
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.store().connected.0.subscribe()
    }

    async fn flush(&self) {}
}

/// A consumer that delivers each message of a stream once.
#[derive(Debug)]
struct MemoryConsumer {
    broker: MemoryBroker,
    stream: Stream,
}

#[async_trait]
impl Consumer for MemoryConsumer {
    async fn info(&mut self) -> Result<ConsumerInfo, ConsumerError> {
        let handled = self.broker.stored(self.stream).last().map_or(0, |last| last.sequence);
        Ok(ConsumerInfo { handled, ..ConsumerInfo::default() })
    }

    async fn unpin(&mut self) -> Result<(), ConsumerError> {
        Ok(())
    }

    async fn reset(&mut self, _first: Option<u64>) -> Result<(), ConsumerError> {
        Ok(())
    }

    async fn deliveries(&mut self) -> Result<Deliveries, ConsumerError> {
        let broker = self.broker.clone();
        let delivers_nothing = broker.store().delivers_nothing;
        let stored = if delivers_nothing { Vec::new() } else { broker.stored(self.stream) };
        let delivered = (1..).zip(stored).map(move |(delivery, stored)| {
            let (broker, sequence) = (broker.clone(), stored.sequence);
            let acknowledge = Box::new(MemoryAcknowledge { broker, sequence });
            Ok(Delivered { stored, delivery, acknowledge })
        });
        let (broker, before) = (self.broker.clone(), self.broker.acknowledged().len());
        let in_time = stream::iter(delivered).enumerate().then(move |(index, delivered)| {
            let broker = broker.clone();
            async move {
                while index >= broker.acknowledged().len() - before + UNACKNOWLEDGED_MAX as usize {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                delivered
            }
        });
        Ok(in_time.chain(stream::pending()).boxed())
    }
}

#[derive(Debug)]
struct MemoryAcknowledge {
    broker: MemoryBroker,
    sequence: u64,
}

#[async_trait]
impl Acknowledge for MemoryAcknowledge {
    async fn ack(&self) -> Result<(), ConsumerError> {
        self.broker.store().acknowledged.push(self.sequence);
        Ok(())
    }
}
