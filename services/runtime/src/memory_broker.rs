//! A broker in memory, for tests of what stands on the log: it keeps one store, answers at once, and
//! publishes nothing live.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use async_nats::HeaderMap;
use async_trait::async_trait;
use futures_util::{StreamExt as _, stream};
use proto::{
    convert::{Aggregate, ConvertError, Record},
    subject::{Stream, Subject},
    v1::{InputRecord, envelope},
};
use tokio::sync::watch;

use crate::{
    broker::{
        Batch, Broker, Consumer, ConsumerError, LiveMessages, Message, PublishError, Published,
        Query, StreamState,
    },
    event_log::{EventLog, ReadError, ReadFailure, Stored},
    ledger::Ledger,
    log_entry::LogEntry,
    wall_clock::WallClock,
};

/// JetStream's error for a message whose subject has another last sequence than expected.
const WRONG_LAST_SEQUENCE: u64 = 10_071;

/// A store whose answers a test may change. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemoryBroker {
    store: Arc<Mutex<Store>>,
}

#[derive(Debug, Default)]
struct Store {
    streams: BTreeMap<Stream, Vec<Stored>>,
    /// How many of the next reads fail.
    failing_reads: usize,
    /// How many reads of the last message of a subject were answered.
    reads: usize,
    /// Whether every publish is refused.
    is_full: bool,
}

impl MemoryBroker {
    /// A log on this broker.
    pub(crate) fn log(&self) -> EventLog {
        EventLog::new(Arc::new(self.clone()), BTreeMap::new(), WallClock::system())
    }

    /// Lets the next reads fail.
    pub(crate) fn fail_reads(&self, reads: usize) {
        self.store().failing_reads = reads;
    }

    /// Refuses, or takes, what is published from now on.
    pub(crate) fn set_full(&self, is_full: bool) {
        self.store().is_full = is_full;
    }

    /// Returns how often a subject's last message was asked for.
    pub(crate) fn reads(&self) -> usize {
        self.store().reads
    }

    /// Returns everything that a stream holds.
    pub(crate) fn stored(&self, stream: Stream) -> Vec<Stored> {
        self.store().streams.get(&stream).cloned().unwrap_or_default()
    }

    /// Keeps only the first messages of a stream: the store was set back.
    pub(crate) fn set_back(&self, stream: Stream, to: usize) {
        self.store().streams.entry(stream).or_default().truncate(to);
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap()
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

/// Whether a subject fits a filter, of which a token may be `*`.
fn fits(filter: &str, subject: &str) -> bool {
    filter
        .split('.')
        .zip(subject.split('.'))
        .all(|(filter, token)| filter == "*" || filter == token)
}

#[async_trait]
impl Broker for MemoryBroker {
    async fn publish(&self, stream: Stream, message: Message) -> Result<Published, PublishError> {
        let mut store = self.store();
        if store.is_full {
            let description = "no space".to_owned();
            return Err(PublishError::Answered { code: 10_047, status: 503, description });
        }
        let messages = store.streams.entry(stream).or_default();
        let of_subject = messages.iter().filter(|stored| stored.subject == message.subject);
        if of_subject.last().map_or(0, |last| last.sequence) != message.expected {
            let (code, description) = (WRONG_LAST_SEQUENCE, "wrong last sequence".to_owned());
            return Err(PublishError::Answered { code, status: 400, description });
        }
        let sequence = messages.last().map_or(0, |last| last.sequence) + 1;
        let (subject, payload) = (message.subject, message.payload);
        messages.push(Stored { subject, sequence, headers: HeaderMap::new(), payload });
        Ok(Published { sequence, duplicate: false })
    }

    async fn last(&self, stream: Stream, subject: &str) -> Result<Option<Stored>, ReadError> {
        let messages = self.read(stream)?;
        self.store().reads += 1;
        Ok(messages.into_iter().rfind(|stored| stored.subject == subject))
    }

    async fn at(&self, stream: Stream, sequence: u64) -> Result<Option<Stored>, ReadError> {
        Ok(self.read(stream)?.into_iter().find(|stored| stored.sequence == sequence))
    }

    async fn batch(&self, stream: Stream, query: Query<'_>) -> Result<Batch, ReadError> {
        let messages = self.read(stream)?;
        let Query::From { filter, sequence, most } = query else {
            let mut last = BTreeMap::new();
            for stored in messages {
                last.insert(stored.subject.clone(), stored);
            }
            let mut messages: Vec<Stored> = last.into_values().collect();
            messages.sort_by_key(|stored| stored.sequence);
            return Ok(Batch { messages, pending: 0 });
        };
        let fitting = messages
            .into_iter()
            .filter(|stored| stored.sequence >= sequence && fits(filter, &stored.subject));
        let mut messages: Vec<Stored> = fitting.collect();
        let pending = messages.split_off(messages.len().min(usize::try_from(most).unwrap())).len();
        Ok(Batch { messages, pending: u64::try_from(pending).unwrap() })
    }

    async fn state(&self, stream: Stream, _with_subjects: bool) -> Result<StreamState, ReadError> {
        let messages = self.read(stream)?;
        let last_sequence = messages.last().map_or(0, |last| last.sequence);
        let mut subjects: Vec<String> = messages.into_iter().map(|stored| stored.subject).collect();
        subjects.sort();
        subjects.dedup();
        Ok(StreamState { last_sequence, subjects })
    }

    async fn subscribe(
        &self,
        _stream: Stream,
        _live_subjects: String,
    ) -> Result<LiveMessages, ReadError> {
        Ok(stream::pending().boxed())
    }

    async fn consumer(
        &self,
        _stream: Stream,
        _name: &'static str,
    ) -> Result<Box<dyn Consumer>, ConsumerError> {
        Err(ConsumerError::Ended)
    }

    fn connected(&self) -> watch::Receiver<bool> {
        watch::Sender::new(true).subscribe()
    }

    async fn flush(&self) {}
}

/// The numbers of the inputs of a game: an aggregate for tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) Vec<u64>);

impl Aggregate for Numbers {
    type Event = InputRecord;

    fn apply(&mut self, event: &InputRecord) {
        self.0.push(event.sequence);
    }

    fn to_record(&self, events: &[InputRecord]) -> envelope::Record {
        envelope::Record::Input(events.last().cloned().unwrap())
    }

    fn events(record: &Record) -> Result<Cow<'_, [InputRecord]>, ConvertError> {
        match record {
            Record::Input(input) => Ok(Cow::Borrowed(std::slice::from_ref(input))),
            Record::Tables(_) | Record::Game(_) | Record::Clock(_) | Record::Tournament(_) => {
                Err(ConvertError::OtherRecord)
            }
        }
    }
}

/// The subject of the inputs at a table.
pub(crate) fn subject(table: u32) -> Subject {
    format!("input.main.kk-2026.r1-t{table}").parse().unwrap()
}

/// An input with a number.
pub(crate) fn number(sequence: u64) -> InputRecord {
    InputRecord { sequence, ..InputRecord::default() }
}

impl MemoryBroker {
    /// Appends a number as another writer would, and returns its entry.
    pub(crate) async fn write(&self, subject: &Subject, sequence: u64) -> LogEntry {
        let log = self.log();
        let mut ledger = Ledger::<Numbers>::load(&log, subject.clone()).await.unwrap();
        let patience = Duration::from_secs(1);
        ledger.commit(&log, &[number(sequence)], None, patience).await.unwrap();
        log.last_entry(subject).await.unwrap().unwrap()
    }
}
