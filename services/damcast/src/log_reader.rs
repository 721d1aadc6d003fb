//! Reads the event log of a nats-server without a service: whole streams and subjects, also those
//! of which messages are lost or damaged.

use std::{num::NonZeroU32, time::Duration};

use proto::subject::{Stream, Subject};
use runtime::{
    Broker as _, LogEntry, Nats, ReadError, ReadFailure, Retry, Stored, StreamFacts, Unreadable,
    broker::{Beats, ConsumerInfo, Query},
    config::NatsConfig,
    running_services,
};
use thiserror::Error;
use tokio_util::sync::CancellationToken;

use crate::log_store::{LogStore, NatsStore};

/// Longest time until the server answers.
const PATIENCE: Duration = Duration::from_secs(10);
/// Number of messages that are read at once.
const PAGE: u32 = 512;
/// Number of messages with readings that are read at once; each may have 64 KiB.
const READINGS_PAGE: u32 = 64;
/// The attempts at a read that is not answered.
const ATTEMPTS: Retry = Retry::new(Duration::from_millis(200), Duration::from_millis(200))
    .with_tries(NonZeroU32::new(4).unwrap());

/// The looks for a service that may just have stopped.
const LOOKS: Retry = Retry::new(Duration::from_millis(500), Duration::from_millis(500))
    .with_tries(NonZeroU32::new(6).unwrap());

/// A reader of the log in a store, usually that of a nats-server.
#[derive(Clone, Debug)]
pub(crate) struct LogReader<S = NatsStore> {
    store: S,
}

/// The reason why the log cannot be read.
#[derive(Debug, Error)]
pub(crate) enum LogReaderError {
    /// The server does not answer.
    #[error("NATS at {url} does not answer")]
    Unanswered {
        /// Its address.
        url: String,
    },
    /// The server cannot be connected to.
    #[error(transparent)]
    Connect(#[from] runtime::ConnectError),
    /// A read failed.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A message cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Services read the log.
    #[error("{} runs: stop every service, then {then}", services.join(", "))]
    InUse {
        /// Their names.
        services: Vec<&'static str>,
        /// The command or act that may follow.
        then: &'static str,
    },
}

impl LogReader {
    /// Connects as `name`.
    ///
    /// # Errors
    /// [`LogReaderError`] if no server answers in time.
    pub(crate) async fn connect(name: &str, config: &NatsConfig) -> Result<Self, LogReaderError> {
        let never = CancellationToken::new();
        let connect = Nats::connect(name, config, &never);
        let nats = tokio::time::timeout(PATIENCE, connect).await;
        let nats =
            nats.map_err(|_elapsed| LogReaderError::Unanswered { url: config.url.clone() })??;
        Ok(Self::of(NatsStore::new(nats, config.clone())))
    }

    /// Returns the connection.
    pub(crate) fn nats(&self) -> &Nats {
        &self.store.nats
    }

    /// Returns the store of the server.
    pub(crate) fn store(&self) -> &NatsStore {
        &self.store
    }

    /// Returns what the server says of a durable consumer; `None` if it says nothing.
    pub(crate) async fn consumer(
        &self,
        stream: Stream,
        name: &'static str,
    ) -> Option<ConsumerInfo> {
        self.store.broker.consumer(stream, name).await.ok()?.info().await.ok()
    }

    /// Returns the services that read the log now.
    ///
    /// # Errors
    /// [`LogReaderError::Read`].
    pub(crate) async fn running_services(&self) -> Result<Vec<&'static str>, LogReaderError> {
        Ok(running_services(&self.store.nats).await?)
    }

    /// Checks that no service reads the log, as far as its consumers tell; `then` is what is to be
    /// done once none does.
    ///
    /// # Errors
    /// [`LogReaderError::InUse`] if a service runs, [`LogReaderError::Read`] if the server does not
    /// answer.
    pub(crate) async fn ensure_unused(&self, then: &'static str) -> Result<(), LogReaderError> {
        let look = async || match self.running_services().await? {
            none if none.is_empty() => Ok(()),
            services => Err(LogReaderError::InUse { services, then }),
        };
        // A service that has just ended may still be waited for by the server.
        LOOKS.while_passing(look, |error| matches!(error, LogReaderError::InUse { .. })).await
    }

    /// Passes the readings of a subject or wildcard to `take`, in order.
    ///
    /// # Errors
    /// [`LogReaderError::Read`] if the server does not answer.
    pub(crate) async fn read_readings(
        &self,
        filter: &str,
        mut take: impl FnMut(Stored),
    ) -> Result<(), LogReaderError> {
        let mut next = 1;
        loop {
            let read = || self.store.broker.readings(filter, next, READINGS_PAGE);
            let batch = ATTEMPTS.while_passing(read, |_error| true).await?;
            let Some(last) = batch.messages.last() else { return Ok(()) };
            next = last.sequence + 1;
            batch.messages.into_iter().for_each(&mut take);
        }
    }

    /// Listens for the signs of life of venues.
    ///
    /// # Errors
    /// [`LogReaderError::Read`] if the server cannot be asked.
    pub(crate) async fn beats(&self) -> Result<Beats, LogReaderError> {
        Ok(self.store.broker.beats().await?)
    }
}

impl<S: LogStore> LogReader<S> {
    /// Returns a reader of the log in a store.
    pub(crate) fn of(store: S) -> Self {
        Self { store }
    }

    /// Returns the facts about a stream; `None` if the server has no such stream.
    ///
    /// # Errors
    /// [`LogReaderError::Read`].
    pub(crate) async fn facts(
        &self,
        stream: Stream,
    ) -> Result<Option<StreamFacts>, LogReaderError> {
        Ok(self.store.facts(stream).await?)
    }

    /// Passes the messages of a stream from sequence `first` to `last` to `take`, in order. One
    /// that the server cannot give is passed over.
    ///
    /// # Errors
    /// [`LogReaderError::Read`] if the server does not answer.
    pub(crate) async fn read_from(
        &self,
        stream: Stream,
        first: u64,
        last: u64,
        mut take: impl FnMut(Stored),
    ) -> Result<(), LogReaderError> {
        let (filter, mut next) = (stream.subjects(), first.max(1));
        while next <= last {
            let query = Query::From { filter: &filter, sequence: next, most: PAGE };
            let before = next;
            // A read ends early at a damaged message.
            match self.store.batch(stream, query).await {
                Ok(batch) => {
                    for message in batch.messages {
                        next = message.sequence + 1;
                        // More may have come meanwhile.
                        if message.sequence <= last {
                            take(message);
                        }
                    }
                }
                Err(error) => tracing::debug!(%error, "reading message by message"),
            }
            if next == before {
                if let Some(message) = self.at(stream, next).await? {
                    take(message);
                }
                next += 1;
            }
        }
        Ok(())
    }

    /// Passes the messages of a subject to `take`, in order, up to one that the server cannot give.
    ///
    /// # Errors
    /// [`LogReaderError::Read`] if the server does not answer.
    pub(crate) async fn read_subject(
        &self,
        subject: &Subject,
        mut take: impl FnMut(Stored),
    ) -> Result<(), LogReaderError> {
        let (filter, mut next) = (subject.to_string(), 1);
        loop {
            let query = Query::From { filter: &filter, sequence: next, most: PAGE };
            let messages = self.batch(subject.stream, query).await?;
            let Some(last) = messages.last() else { return Ok(()) };
            next = last.sequence + 1;
            messages.into_iter().for_each(&mut take);
        }
    }

    /// Returns the messages of a stream that a query asks for, as many as come at once.
    ///
    /// # Errors
    /// [`LogReaderError::Read`] if the server does not answer.
    pub(crate) async fn batch(
        &self,
        stream: Stream,
        query: Query<'_>,
    ) -> Result<Vec<Stored>, LogReaderError> {
        Ok(self.store.batch(stream, query).await?.messages)
    }

    /// Returns the first message of a stream from a sequence on; `None` if there is none.
    ///
    /// # Errors
    /// [`LogReaderError::Read`] if the server does not answer.
    pub(crate) async fn first_from(
        &self,
        stream: Stream,
        sequence: u64,
    ) -> Result<Option<Stored>, LogReaderError> {
        let query = Query::From { filter: &stream.subjects(), sequence, most: 1 };
        Ok(self.batch(stream, query).await?.pop())
    }

    /// Returns the messages of a subject, which have these sequences.
    ///
    /// # Errors
    /// [`LogReaderError::Read`] if the server does not answer.
    pub(crate) async fn subject(
        &self,
        subject: &Subject,
        sequences: &[u64],
    ) -> Result<Vec<Result<LogEntry, Unreadable>>, LogReaderError> {
        let filter = subject.to_string();
        let mut read = Vec::new();
        let mut left = sequences;
        while let Some((&next, rest)) = left.split_first() {
            let query = Query::From { filter: &filter, sequence: next, most: PAGE };
            let batch = self.store.batch(subject.stream, query).await;
            let messages = batch.map(|batch| batch.messages).unwrap_or_default();
            match messages.last().map(|message| message.sequence) {
                Some(last) => {
                    left = left.get(left.partition_point(|it| *it <= last)..).unwrap_or_default();
                    read.extend(messages.into_iter().map(LogEntry::read));
                }
                None => {
                    let message = self.at(subject.stream, next).await?;
                    read.extend(message.map(LogEntry::read));
                    left = rest;
                }
            }
        }
        Ok(read)
    }

    /// Passes the messages of a filter, a subject or a wildcard, to `take`, in order, up to the
    /// first that cannot be read.
    ///
    /// # Errors
    /// [`LogReaderError::Read`] if the server does not answer, [`LogReaderError::Unreadable`].
    pub(crate) async fn for_each(
        &self,
        stream: Stream,
        filter: &str,
        mut take: impl FnMut(LogEntry),
    ) -> Result<(), LogReaderError> {
        let mut next = 1;
        loop {
            let query = || Query::From { filter, sequence: next, most: PAGE };
            let messages = ATTEMPTS
                .while_passing(
                    || self.store.batch(stream, query()),
                    |error: &ReadError| !self.store.is_connected() || is_unanswered(error),
                )
                .await?
                .messages;
            let Some(last) = messages.last() else { return Ok(()) };
            next = last.sequence.saturating_add(1);
            for message in messages {
                take(LogEntry::read(message)?);
            }
        }
    }

    /// Reads one message; `None` if the server cannot give it.
    async fn at(&self, stream: Stream, sequence: u64) -> Result<Option<Stored>, LogReaderError> {
        let may_pass = |error: &ReadError| !self.store.is_connected() || is_unanswered(error);
        match ATTEMPTS.while_passing(|| self.store.at(stream, sequence), may_pass).await {
            Err(error) if !may_pass(&error) => {
                tracing::debug!(%error, sequence, "the server cannot give a message");
                Ok(None)
            }
            found => Ok(found?),
        }
    }
}

fn is_unanswered(error: &ReadError) -> bool {
    matches!(
        error.reason,
        ReadFailure::Disconnected | ReadFailure::Unanswered | ReadFailure::NoResponders
    )
}
