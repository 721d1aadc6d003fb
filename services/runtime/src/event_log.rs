//! The event log: append with an expected sequence and a message id, and read back.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use async_nats::HeaderMap;
use bytes::Bytes;
use proto::subject::{Stream, Subject};
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    broker::{Broker, Message, PublishError, Query},
    config::NatsConfig,
    ledger::LedgerError,
    log::append::{Append, Last, Outcome, Step},
    log_entry::{LogEntry, Unreadable},
    nats::Nats,
    nats_broker::NatsBroker,
    streams::{self, StreamError},
    wall_clock::WallClock,
};

/// Messages asked for in one batch of a read.
const BATCH: u32 = 512;
/// How often a copy of a stream that is behind its leader is asked again, and after which pause.
pub(crate) const COPY_TRIES: u32 = 100;
pub(crate) const COPY_PAUSE: Duration = Duration::from_millis(20);

/// A stored message.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Its subject, as stored (without `live.`).
    pub subject: String,
    /// Its sequence in the stream.
    pub sequence: u64,
    /// Its headers.
    pub headers: HeaderMap,
    /// The encoded envelope.
    pub payload: Bytes,
}

/// Some entries of the log, in order.
#[derive(Debug)]
pub struct Page {
    /// Each as it was read, or why it cannot be.
    pub entries: Vec<Result<LogEntry, Unreadable>>,
    /// Whether the log has more after them.
    pub is_more: bool,
}

/// Why an append did not happen.
#[derive(Debug, Error)]
pub enum AppendError {
    /// Somebody wrote first: read on, decide again.
    #[error("append to {subject}: another writer was first")]
    Conflict {
        /// Which subject.
        subject: String,
    },
    /// The broker refuses to keep it: its storage is full, or the message too large.
    #[error("append to {subject}: not stored, {reason}")]
    Refused {
        /// Which subject.
        subject: String,
        /// What the broker says.
        reason: PublishError,
    },
    /// The broker did not answer in time. The message may still be stored, once.
    #[error("append to {subject}: NATS did not answer in time")]
    Unavailable {
        /// Which subject.
        subject: String,
    },
}

/// Why a read failed.
#[derive(Debug, Error)]
#[error("read {what}: {reason}")]
pub struct ReadError {
    /// The subject, filter or stream.
    pub what: String,
    /// What went wrong.
    pub reason: ReadFailure,
}

impl ReadError {
    /// A failure to read `what`.
    #[must_use]
    pub fn new(what: &str, reason: ReadFailure) -> Self {
        Self { what: what.to_owned(), reason }
    }
}

/// What went wrong with a read.
#[derive(Debug, Error)]
pub enum ReadFailure {
    /// The connection was lost on the way.
    #[error("the connection was lost")]
    Disconnected,
    /// No answer came in time.
    #[error("NATS did not answer in time")]
    Unanswered,
    /// No server has the stream.
    #[error("no stream answers")]
    NoResponders,
    /// The server answered with an error.
    #[error("{status} {text}")]
    Status {
        /// Its number, as in HTTP.
        status: u16,
        /// Its text.
        text: String,
    },
    /// An answer lacks its subject or its sequence.
    #[error("an answer without subject or sequence")]
    Unreadable,
    /// Every copy that answered is behind the leader.
    #[error("no copy of the stream has reached sequence {sequence}")]
    Behind {
        /// How far the leader is.
        sequence: u64,
    },
    /// The client library says no.
    #[error("{0}")]
    Nats(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl ReadFailure {
    pub(crate) fn nats(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Nats(Box::new(source))
    }
}

/// The log. Cheap to clone.
#[derive(Clone, Debug)]
pub struct EventLog {
    broker: Arc<dyn Broker>,
    epochs: Arc<BTreeMap<Stream, String>>,
    clock: WallClock,
}

impl EventLog {
    /// Opens every stream on a nats-server, making or waiting for those that are missing.
    ///
    /// # Errors
    /// [`StreamError`] when a stream is not as it must be, cannot be made, or the wait was ended.
    pub async fn open(
        nats: Nats,
        config: &NatsConfig,
        stopping: &CancellationToken,
    ) -> Result<Self, StreamError> {
        let mut epochs = BTreeMap::new();
        for stream in Stream::ALL {
            epochs.insert(stream, streams::open(&nats, config, stream, stopping).await?);
        }
        let broker = Arc::new(NatsBroker::new(nats, config.create_streams));
        Ok(Self::new(broker, epochs, WallClock::system()))
    }

    /// The log on a broker that has every stream, each with the name of its life, and the time of day
    /// that is written into envelopes.
    #[must_use]
    pub fn new(
        broker: Arc<dyn Broker>,
        epochs: BTreeMap<Stream, String>,
        clock: WallClock,
    ) -> Self {
        Self { broker, epochs: Arc::new(epochs), clock }
    }

    /// The broker beneath.
    #[must_use]
    pub fn broker(&self) -> &dyn Broker {
        &*self.broker
    }

    /// The time of day.
    #[must_use]
    pub fn clock(&self) -> WallClock {
        self.clock
    }

    /// The name of a stream's life: another epoch is another history.
    #[must_use]
    pub fn epoch(&self, stream: Stream) -> &str {
        self.epochs.get(&stream).map_or("", String::as_str)
    }

    /// Appends `payload` if the subject's last message has sequence `expected` (0: none), and answers
    /// its sequence. It is published again until its outcome is known.
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
        let (stream, text) = (subject.stream, subject.to_string());
        let give_up = Instant::now() + patience;
        let message = Message { subject: text, id: id.to_owned(), expected, payload };
        let mut append = Append::new(expected, message.payload.clone());
        let outcome = loop {
            let answer = self.broker.publish(stream, message.clone()).await;
            if let Err(error) = &answer {
                tracing::debug!(subject = message.subject, %error, "unclear append");
            }
            let mut step = append.answered(answer);
            if step == Step::Look {
                let last = match self.broker.last(stream, &message.subject).await {
                    Ok(last) => Some(
                        last.map(|last| Last { sequence: last.sequence, payload: last.payload }),
                    ),
                    Err(error) => {
                        tracing::debug!(subject = message.subject, %error, "unclear append");
                        None
                    }
                };
                step = append.looked(last, give_up.saturating_duration_since(Instant::now()));
            }
            match step {
                Step::Look => {}
                Step::Again(pause) => tokio::time::sleep(pause).await,
                Step::End(outcome) => break outcome,
            }
        };
        let subject = message.subject;
        match outcome {
            Outcome::Stored(sequence) => Ok(sequence),
            Outcome::Conflict => Err(AppendError::Conflict { subject }),
            Outcome::Refused(reason) => Err(AppendError::Refused { subject, reason }),
            Outcome::Unclear => Err(AppendError::Unavailable { subject }),
        }
    }

    /// Returns the last message of a subject, as its leader has it; `None` when there is none.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn last(&self, subject: &Subject) -> Result<Option<Stored>, ReadError> {
        self.broker.last(subject.stream, &subject.to_string()).await
    }

    /// Returns the last entry of a subject, as its leader has it; `None` when there is none.
    ///
    /// # Errors
    /// [`LedgerError::Read`] when NATS does not answer, and another [`LedgerError`] when it cannot be
    /// understood.
    pub async fn last_entry(&self, subject: &Subject) -> Result<Option<LogEntry>, LedgerError> {
        Ok(self.last(subject).await?.map(LogEntry::read).transpose()?)
    }

    /// Returns the sequence of the last message of a subject, as its leader has it; 0 when there is none.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn last_sequence_of(&self, subject: &Subject) -> Result<u64, ReadError> {
        Ok(self.last(subject).await?.map_or(0, |last| last.sequence))
    }

    /// Returns every entry of a subject from sequence `from` on, in order, up to the last one that the
    /// leader has now. A copy that is behind is asked again.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer, or no copy comes that far in time.
    pub async fn entries(
        &self,
        subject: &Subject,
        from: u64,
    ) -> Result<Vec<Result<LogEntry, Unreadable>>, ReadError> {
        let sequence = self.last_sequence_of(subject).await?;
        if sequence < from {
            return Ok(Vec::new());
        }
        let text = subject.to_string();
        for _try in 0..COPY_TRIES {
            let stored = self.read(subject.stream, &text, from).await?;
            if stored.last().is_some_and(|last| last.sequence >= sequence) {
                return Ok(stored.into_iter().map(LogEntry::read).collect());
            }
            tokio::time::sleep(COPY_PAUSE).await;
        }
        Err(ReadError::new(&text, ReadFailure::Behind { sequence }))
    }

    /// Returns the first entries of `filter` (a subject or a wildcard) from sequence `from` on, at most
    /// `most` of them, in order.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn page(
        &self,
        stream: Stream,
        filter: &str,
        from: u64,
        most: u32,
    ) -> Result<Page, ReadError> {
        let (stored, is_more) = self.read_some(stream, filter, from, most).await?;
        Ok(Page { entries: stored.into_iter().map(LogEntry::read).collect(), is_more })
    }

    /// Returns every message of `filter` (a subject or a wildcard) from sequence `from` on, in order, as
    /// the store has them now.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn read(
        &self,
        stream: Stream,
        filter: &str,
        from: u64,
    ) -> Result<Vec<Stored>, ReadError> {
        let mut found: Vec<Stored> = Vec::new();
        let mut next = from;
        loop {
            let (messages, is_more) = self.read_some(stream, filter, next, BATCH).await?;
            found.extend(messages);
            let Some(last) = found.last() else { return Ok(found) };
            next = last.sequence + 1;
            if !is_more {
                return Ok(found);
            }
        }
    }

    /// Returns the first messages of `filter` from sequence `from` on, at most `most` of them, in order;
    /// and whether there are more.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn read_some(
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

    /// The sequence of a stream's last message; 0 when it has none.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn last_sequence(&self, stream: Stream) -> Result<u64, ReadError> {
        Ok(self.broker.state(stream, None).await?.last_sequence)
    }
}

/// SHA-256 of an encoded envelope, which the next one on its subject carries.
#[must_use]
pub fn digest(payload: &[u8]) -> Bytes {
    Bytes::copy_from_slice(&Sha256::digest(payload))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory_broker::MemoryBroker;

    #[tokio::test(start_paused = true)]
    async fn a_copy_that_is_behind_is_asked_again_until_it_has_what_the_leader_has() {
        let broker = MemoryBroker::default();
        let subject: Subject = "game.main.kk-2026.r1-t1".parse().unwrap();
        let log = broker.log();
        for sequence in 0..3 {
            let payload = Bytes::from(format!("{sequence}"));
            log.append(&subject, &sequence.to_string(), sequence, payload, Duration::ZERO)
                .await
                .unwrap();
        }
        broker.set_behind(5);
        // None of these is an envelope; it is their number that counts.
        assert_eq!(log.entries(&subject, 1).await.unwrap().len(), 3);
        broker.set_behind(5);
        assert_eq!(log.entries(&subject, 3).await.unwrap().len(), 1);
        assert!(log.entries(&subject, 4).await.unwrap().is_empty());
        broker.set_behind(usize::MAX);
        let error = log.entries(&subject, 1).await.unwrap_err();
        assert!(matches!(error.reason, ReadFailure::Behind { sequence: 3 }), "{error}");
    }
}
