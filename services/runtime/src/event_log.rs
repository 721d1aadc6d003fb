//! The event log: appends with an expected sequence and a message id, and reads.

use std::{collections::BTreeMap, ops::ControlFlow, sync::Arc, time::Duration};

use bytes::Bytes;
use proto::subject::{Stream, Subject};
use tokio::{sync::watch, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{
    appends::Appends,
    broker::{Broker, ConnectionId, Message, Query, StreamDamage},
    config::NatsConfig,
    error::{AppendError, LedgerError, ReadError},
    error_chain,
    log::append::{Append, Era, Expected, Last, Outcome, Step},
    log_entry::{LogEntry, Unreadable},
    metrics,
    nats::Nats,
    nats_broker::NatsBroker,
    reading_stream,
    retry::Retry,
    seen_ahead::{Readers, SeenAhead},
    stored::{PAGE_SIZE, Stored, digest},
    stream_troubles::StreamNotes,
    streams::{self, StreamError},
    wall_clock::WallClock,
};

/// Some entries of the log, in order.
#[derive(Debug)]
pub struct Page {
    /// Each entry, or the reason why no program can read it.
    pub entries: Vec<Result<LogEntry, Unreadable>>,
    /// True if the log has more after them.
    pub is_more: bool,
}

/// The log. Cheap to clone.
#[derive(Clone, Debug)]
pub struct EventLog {
    broker: Arc<dyn Broker>,
    epochs: Arc<BTreeMap<Stream, String>>,
    clock: WallClock,
    /// The outcomes of this service's appends.
    appends: Appends,
    /// The readers of this service.
    readers: Readers,
    /// The first entry that was read and that only a newer program understands.
    newer: Arc<watch::Sender<Option<Unreadable>>>,
    /// Number of times at which a stream may have lost its end.
    losses: Arc<watch::Sender<u64>>,
    /// The troubles of streams that were noticed.
    stream_notes: StreamNotes,
}

impl EventLog {
    /// Opens every stream on a nats-server, making or waiting for those that are missing.
    ///
    /// # Errors
    /// [`StreamError`] if a stream has other settings, cannot be made, or `stopping` is cancelled
    /// first.
    pub async fn open(
        nats: Nats,
        config: &NatsConfig,
        stopping: &CancellationToken,
    ) -> Result<Self, StreamError> {
        streams::ensure_finished(&nats, stopping).await?;
        let mut epochs = BTreeMap::new();
        for stream in Stream::ALL {
            epochs.insert(stream, streams::open(&nats, config, stream, stopping).await?);
        }
        reading_stream::make(&nats, config).await;
        let broker = Arc::new(NatsBroker::new(nats, config.create_streams));
        Ok(Self::new(broker, epochs, WallClock::system()))
    }

    /// Makes the log on a broker that has every stream. `epochs` names the life of each stream's
    /// store, and `clock` tells the time that is written into envelopes.
    #[must_use]
    pub fn new(
        broker: Arc<dyn Broker>,
        epochs: BTreeMap<Stream, String>,
        clock: WallClock,
    ) -> Self {
        let (epochs, newer) = (Arc::new(epochs), Arc::new(watch::Sender::new(None)));
        let (appends, readers) = (Appends::default(), Readers::default());
        let (losses, stream_notes) = (Arc::default(), StreamNotes::default());
        Self { broker, epochs, clock, appends, readers, newer, losses, stream_notes }
    }

    /// Returns the broker.
    #[must_use]
    pub fn broker(&self) -> &dyn Broker {
        &*self.broker
    }

    /// Returns the outcomes of this service's appends.
    pub(crate) fn appends(&self) -> &Appends {
        &self.appends
    }

    /// Returns the clock that tells the time.
    #[must_use]
    pub fn clock(&self) -> &WallClock {
        &self.clock
    }

    /// Returns the epoch of a stream: the id of its store, by which a new store is recognised.
    #[must_use]
    pub fn epoch(&self, stream: Stream) -> &str {
        self.epochs.get(&stream).map_or("", String::as_str)
    }

    /// Asks what is wrong with a stream; `None` if nothing is. The probes of the service tell from
    /// then on whether it is another stream than was opened.
    ///
    /// # Errors
    /// [`ReadError`] if NATS does not answer.
    pub async fn damage(&self, stream: Stream) -> Result<Option<StreamDamage>, ReadError> {
        let damage = self.broker.damage(stream, self.epoch(stream)).await?;
        self.stream_notes.set_remade(stream, damage == Some(StreamDamage::Remade));
        Ok(damage)
    }

    /// Returns what was noticed of the streams.
    pub(crate) fn stream_notes(&self) -> &StreamNotes {
        &self.stream_notes
    }

    /// Notes that a stream lacks messages at its end that were read: its store was set back.
    pub(crate) fn note_shortened(&self, stream: Stream) {
        metrics::LOG_SET_BACKS.add(metrics::stream_series(stream), 1);
        self.stream_notes.shortened(stream);
    }

    /// Returns true if this process has noticed, in the last hour, that a stream lost messages at
    /// its end which it had read.
    #[must_use]
    pub fn is_shortened(&self, stream: Stream) -> bool {
        self.stream_notes.is_shortened(stream)
    }

    /// Returns the era of the log, in which a sequence of a stream belongs to one message. What was
    /// read in another era may have been lost since.
    #[must_use]
    pub fn era(&self) -> Era {
        Era { connection: self.broker.connection(), losses: *self.losses.borrow() }
    }

    fn is_connected_as_in(&self, era: &Era) -> bool {
        self.broker.connection() == era.connection
    }

    /// Adds a reader of the subjects of a stream that fit `filter`, and returns what is seen of
    /// them from now on without it.
    pub(crate) fn add_reader(&self, stream: Stream, filter: &str) -> SeenAhead {
        self.readers.add(stream, filter)
    }

    /// Notes messages that were read on a connection otherwise than by a reader that follows them.
    pub(crate) fn note_seen<'a>(
        &self,
        stream: Stream,
        connection: &ConnectionId,
        seen: impl IntoIterator<Item = &'a Stored>,
    ) {
        for Stored { subject, sequence, payload, .. } in seen {
            self.readers.note(stream, connection, subject, *sequence, payload);
        }
    }

    /// Appends `payload` if the last message of the subject has sequence `expected` (0: none), and
    /// returns its sequence. It is published again until its outcome is known.
    ///
    /// # Errors
    /// [`AppendError`]; with [`AppendError::Unavailable`] after `patience` without a clear answer.
    pub async fn append(
        &self,
        subject: &Subject,
        id: &str,
        expected: u64,
        payload: Bytes,
        patience: Duration,
    ) -> Result<u64, AppendError> {
        let after = Expected { sequence: expected, digest: Bytes::new(), era: self.era() };
        let appended = self.append_after(after, subject, id, payload, patience).await?;
        Ok(appended.sequence)
    }

    /// As [`EventLog::append`], but names the message before it also by its bytes, and returns how
    /// the next one names this one.
    ///
    /// # Errors
    /// As [`EventLog::append`].
    pub(crate) async fn append_after(
        &self,
        expected: Expected,
        subject: &Subject,
        id: &str,
        payload: Bytes,
        patience: Duration,
    ) -> Result<Expected, AppendError> {
        let (stream, subject, id) = (subject.stream, subject.to_string(), id.to_owned());
        let began = Instant::now();
        let give_up = began + patience;
        let mut era = self.era();
        let connection = era.connection.clone();
        let mut message = Message { subject, id, expected: expected.sequence, connection, payload };
        let mut append = Append::new(expected, message.payload.clone());
        let mut step = append.begin(&era);
        let outcome = loop {
            step = match step {
                Step::Publish => {
                    message.connection = era.connection.clone();
                    let answer = self.broker.publish(stream, message.clone()).await;
                    if let Err(error) = &answer {
                        tracing::debug!(subject = message.subject, %error, "unclear append");
                    }
                    append.answered(answer)
                }
                Step::Look => {
                    era = self.era();
                    let last = match self.broker.last(stream, &message.subject).await {
                        Ok(last) => Some(
                            last.map(|Stored { sequence, payload, .. }| Last { sequence, payload }),
                        ),
                        Err(error) => {
                            tracing::debug!(subject = message.subject, %error, "unclear append");
                            None
                        }
                    };
                    append.looked(last, &era, give_up.saturating_duration_since(Instant::now()))
                }
                Step::Again(pause) => {
                    tokio::time::sleep(pause).await;
                    era = self.era();
                    append.begin(&era)
                }
                // The store may have lost it since.
                Step::End(Outcome::Stored(_sequence)) if !self.is_connected_as_in(&era) => {
                    Step::Look
                }
                Step::End(outcome) => break outcome,
            };
        };
        let subject = message.subject;
        let appended = match outcome {
            Outcome::Stored(sequence) => {
                let seen_on = &era.connection;
                self.readers.note(stream, seen_on, &subject, sequence, &message.payload);
                Ok(Expected { sequence, digest: digest(&message.payload), era })
            }
            Outcome::Conflict => Err(AppendError::Conflict { subject }),
            Outcome::Refused(reason) => Err(AppendError::Refused { subject, reason }),
            Outcome::Unclear => Err(AppendError::Unavailable { subject }),
        };
        match &appended {
            Ok(_stored) => self.appends.stored(),
            // Of these, the log is not the reason.
            Err(AppendError::Conflict { .. }) => {}
            Err(error) if error.is_too_large() => {}
            Err(error) => self.appends.failed(began, error),
        }
        let outcome = match &appended {
            Ok(_stored) => 0,
            Err(AppendError::Conflict { .. }) => 1,
            Err(AppendError::Refused { .. }) => 2,
            Err(AppendError::Unavailable { .. }) => 3,
        };
        let series = metrics::outcome_series(stream, outcome);
        metrics::LOG_APPEND_DURATION.record(series, began.elapsed());
        appended
    }

    /// Reads a stored message. The first one that only a newer program understands is remembered:
    /// from then on no delivery of this log is acknowledged, and the service stops.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub(crate) fn entry(&self, stored: Stored) -> Result<LogEntry, Unreadable> {
        LogEntry::read(stored).inspect_err(|unreadable| {
            if unreadable.is_newer() {
                self.newer.send_if_modified(|newer| {
                    let is_first = newer.is_none();
                    if is_first {
                        let error = error_chain(unreadable);
                        tracing::error!(error, "the service stops, and acknowledges nothing more");
                        *newer = Some(unreadable.clone());
                    }
                    is_first
                });
            }
        })
    }

    /// Returns the first entry that was read and that only a newer program understands.
    pub(crate) fn newer(&self) -> Option<Unreadable> {
        self.newer.borrow().clone()
    }

    /// Waits until an entry is read that only a newer program understands.
    pub(crate) async fn until_newer(&self) {
        // It cannot fail: this log keeps the sender.
        let mut newer = self.newer.subscribe();
        drop(newer.wait_for(Option::is_some).await);
    }

    /// Notes that a stream may have lost its end.
    pub(crate) fn note_loss(&self) {
        self.losses.send_modify(|losses| *losses += 1);
    }

    /// Watches the number of times at which a stream may have lost its end.
    pub(crate) fn losses(&self) -> watch::Receiver<u64> {
        self.losses.subscribe()
    }

    /// Returns the last message of a subject, as its leader has it; `None` when there is none.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub(crate) async fn last(&self, subject: &Subject) -> Result<Option<Stored>, ReadError> {
        let (stream, subject) = (subject.stream, subject.to_string());
        loop {
            let connection = self.broker.connection();
            let last = self.broker.last(stream, &subject).await?;
            // A reader of the stream looks for it on each new connection.
            if self.broker.connection() == connection {
                self.note_seen(stream, &connection, &last);
                return Ok(last);
            }
        }
    }

    /// Returns the last entry of a subject, as its leader has it; `None` when there is none.
    ///
    /// # Errors
    /// [`LedgerError::Read`] when NATS does not answer, and another [`LedgerError`] when it cannot
    /// be understood.
    pub async fn last_entry(&self, subject: &Subject) -> Result<Option<LogEntry>, LedgerError> {
        let last = self.last(subject).await?;
        Ok(last.map(|stored| self.entry(stored)).transpose()?)
    }

    /// Returns the entry at a sequence of a stream, as its leader has it; `None` when there is
    /// none.
    ///
    /// # Errors
    /// As [`EventLog::last_entry`].
    pub async fn entry_at(
        &self,
        stream: Stream,
        sequence: u64,
    ) -> Result<Option<LogEntry>, LedgerError> {
        let stored = self.broker.at(stream, sequence).await?;
        Ok(stored.map(|stored| self.entry(stored)).transpose()?)
    }

    /// Returns the sequence of the last message of a subject, as its leader has it; 0 when there is
    /// none.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn last_sequence_of(&self, subject: &Subject) -> Result<u64, ReadError> {
        Ok(self.last(subject).await?.map_or(0, |last| last.sequence))
    }

    /// Returns every entry of a subject from sequence `from` on, in order, up to the last one that
    /// the leader has now. A copy that is behind is asked again.
    ///
    /// # Errors
    /// As [`EventLog::page`]; [`ReadFailure::Behind`](crate::ReadFailure::Behind) when no copy
    /// comes that far in time.
    pub async fn entries(
        &self,
        subject: &Subject,
        from: u64,
    ) -> Result<Vec<Result<LogEntry, Unreadable>>, LedgerError> {
        let mut found = Vec::new();
        let keep = |entry| {
            found.push(entry);
            ControlFlow::Continue(())
        };
        self.for_each(subject, from, keep).await?;
        Ok(found)
    }

    /// As [`EventLog::entries`], but passes them to `take` one after another until it breaks, and
    /// holds no more than a page of them.
    ///
    /// # Errors
    /// As [`EventLog::entries`].
    pub async fn for_each(
        &self,
        subject: &Subject,
        from: u64,
        mut take: impl FnMut(Result<LogEntry, Unreadable>) -> ControlFlow<()>,
    ) -> Result<(), LedgerError> {
        let newest = self.last_sequence_of(subject).await?;
        let (filter, mut next) = (subject.to_string(), from);
        let mut copy = Retry::copy(&filter, newest);
        loop {
            let mut is_more = next <= newest;
            while is_more {
                let page = self.page(subject.stream, &filter, next, PAGE_SIZE).await?;
                is_more = page.is_more && !page.entries.is_empty();
                for entry in page.entries {
                    next = sequence(&entry) + 1;
                    if take(entry).is_break() {
                        return Ok(());
                    }
                }
            }
            if next > newest {
                return Ok(());
            }
            copy.is_behind().await?;
        }
    }

    /// Returns the first entries of `filter` (a subject or a wildcard) from sequence `from` on, at
    /// most `most` of them, in order.
    ///
    /// # Errors
    /// [`LedgerError::Read`] if NATS does not answer, and [`LedgerError::Unreadable`] if one of the
    /// entries can only be read by a newer program.
    pub async fn page(
        &self,
        stream: Stream,
        filter: &str,
        from: u64,
        most: u32,
    ) -> Result<Page, LedgerError> {
        let (stored, is_more) = self.stored_page(stream, filter, from, most).await?;
        Ok(Page { entries: self.readable(stored)?, is_more })
    }

    /// Reads messages as far as they can be read.
    ///
    /// # Errors
    /// [`Unreadable`] if one of them can only be read by a newer program.
    pub(crate) fn readable(
        &self,
        stored: Vec<Stored>,
    ) -> Result<Vec<Result<LogEntry, Unreadable>>, Unreadable> {
        let entries = stored.into_iter().map(|stored| match self.entry(stored) {
            Err(unreadable) if unreadable.is_newer() => Err(unreadable),
            entry => Ok(entry),
        });
        entries.collect()
    }

    /// As [`EventLog::page`], but returns the messages as they are stored; and whether there are
    /// more.
    ///
    /// # Errors
    /// [`ReadError`] if NATS does not answer.
    pub(crate) async fn stored_page(
        &self,
        stream: Stream,
        filter: &str,
        from: u64,
        most: u32,
    ) -> Result<(Vec<Stored>, bool), ReadError> {
        let query = Query::From { filter, sequence: from.max(1), most };
        let batch = self.broker.batch(stream, query).await?;
        Ok((batch.messages, batch.pending > 0))
    }

    /// Returns the sequence of a stream's last message; 0 if there is none.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn last_sequence(&self, stream: Stream) -> Result<u64, ReadError> {
        Ok(self.broker.state(stream, None).await?.last_sequence)
    }
}

fn sequence(entry: &Result<LogEntry, Unreadable>) -> u64 {
    match entry {
        Ok(entry) => entry.sequence,
        Err(unreadable) => unreadable.sequence,
    }
}

#[cfg(test)]
mod tests;
