//! The event log: append with an expected sequence and a message id, and read back.
//!
//! An append is repeated until its outcome is known. Every unclear answer (a lost acknowledgement, a
//! conflict that may be our own message) is settled by reading the subject's last message from
//! the leader: it is ours, or the one we built on, or a newer writer's.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use async_nats::{
    HeaderMap, StatusCode,
    jetstream::{
        ErrorCode,
        context::{PublishError, PublishErrorKind},
        message::PublishMessage,
        message::StreamMessage,
        publish::PublishAck,
        stream::{LastRawMessageError, LastRawMessageErrorKind},
    },
};
use bytes::Bytes;
use futures_util::StreamExt as _;
use proto::subject::{Stream, Subject};
use sha2::{Digest as _, Sha256};
use thiserror::Error;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    config::NatsConfig,
    nats::Nats,
    streams::{self, StreamError},
    trace_context,
};

/// First pause before an unclear append is tried again; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(25);
const LONGEST_PAUSE: Duration = Duration::from_millis(400);

/// Messages asked for in one batch of a read, and how long they may take together.
const BATCH: u64 = 512;
const BATCH_TIMEOUT: Duration = Duration::from_secs(5);

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
        reason: String,
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
    /// Subject or filter.
    pub what: String,
    /// What went wrong.
    pub reason: String,
}

/// The log. Cheap to clone.
#[derive(Clone, Debug)]
pub struct EventLog {
    nats: Nats,
    epochs: Arc<BTreeMap<Stream, String>>,
    creates: bool,
}

impl EventLog {
    /// Opens every stream, making or waiting for those that are missing.
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
        Ok(Self { nats, epochs: Arc::new(epochs), creates: config.create_streams })
    }

    /// Whether what is missing in the broker is made, or waited for.
    pub(crate) fn creates(&self) -> bool {
        self.creates
    }

    /// The connection beneath.
    #[must_use]
    pub fn nats(&self) -> &Nats {
        &self.nats
    }

    /// The name of a stream's life: another epoch is another history.
    #[must_use]
    pub fn epoch(&self, stream: Stream) -> &str {
        self.epochs.get(&stream).map_or("", String::as_str)
    }

    /// Appends `payload` if the subject's last message has sequence `expected` (0: none), and answers
    /// its sequence.
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
        let text = subject.to_string();
        let give_up = Instant::now() + patience;
        let mut pause = FIRST_PAUSE;
        loop {
            let error = match self.publish(subject, &text, id, expected, payload.clone()).await {
                Ok(answer) if !answer.duplicate => return Ok(answer.sequence),
                // A cluster looks at the id first: the message that it has may be another writer's.
                Ok(_duplicate) => None,
                Err(error) => Some(error),
            };
            match self.last_from_leader(subject.stream, &text).await {
                Ok(last) => {
                    let sequence = last.as_ref().map_or(0, |last| last.sequence);
                    if last.is_some_and(|last| last.payload == payload) {
                        return Ok(sequence);
                    }
                    if sequence != expected {
                        return Err(AppendError::Conflict { subject: text });
                    }
                    if let Some(reason) = error.as_ref().and_then(refusal) {
                        return Err(AppendError::Refused { subject: text, reason });
                    }
                }
                Err(read) => tracing::debug!(subject = text, ?error, %read, "unclear append"),
            }
            if Instant::now() + pause >= give_up {
                return Err(AppendError::Unavailable { subject: text });
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn publish(
        &self,
        subject: &Subject,
        text: &str,
        id: &str,
        expected: u64,
        payload: Bytes,
    ) -> Result<PublishAck, PublishError> {
        let mut headers = HeaderMap::new();
        trace_context::inject(&mut headers);
        let message = PublishMessage::build()
            .headers(headers)
            .payload(payload)
            .message_id(id)
            .expected_last_subject_sequence(expected)
            .expected_stream(subject.stream.name());
        let answer = self.nats.publishing().send_publish(text.to_owned(), message).await?;
        answer.await
    }

    /// The last message of a subject, read from the stream's leader.
    async fn last_from_leader(
        &self,
        stream: Stream,
        subject: &str,
    ) -> Result<Option<Stored>, ReadError> {
        let handle = self.nats.publishing().get_stream_no_info(stream.name()).await;
        let error = |reason: String| ReadError { what: subject.to_owned(), reason };
        let handle = handle.map_err(|source| error(source.to_string()))?;
        found(handle.get_last_raw_message_by_subject(subject).await)
            .map_err(|source| error(source.to_string()))
    }

    /// The last message of a subject, as its leader has it; `None` when there is none.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn last(&self, subject: &Subject) -> Result<Option<Stored>, ReadError> {
        self.last_from_leader(subject.stream, &subject.to_string()).await
    }

    /// The message with this sequence, as the stream's leader has it; `None` when there is none.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub(crate) async fn at(
        &self,
        stream: Stream,
        sequence: u64,
    ) -> Result<Option<Stored>, ReadError> {
        let error = |reason: String| ReadError { what: stream.name().to_owned(), reason };
        let handle = self.nats.publishing().get_stream_no_info(stream.name()).await;
        let handle = handle.map_err(|source| error(source.to_string()))?;
        found(handle.get_raw_message(sequence).await).map_err(|source| error(source.to_string()))
    }

    /// Every message of `filter` (a subject or a wildcard) from sequence `from` on, in order, as the
    /// store has them now.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn read(
        &self,
        stream: Stream,
        filter: &str,
        from: u64,
    ) -> Result<Vec<Stored>, ReadError> {
        let mut found = Vec::new();
        let mut next = from.max(1);
        loop {
            let query = serde_json::json!({ "batch": BATCH, "seq": next, "next_by_subj": filter });
            let pending = self.read_batch(stream, filter, &query, &mut found).await?;
            let Some(last) = found.last() else { return Ok(found) };
            next = last.sequence + 1;
            if pending == 0 {
                return Ok(found);
            }
        }
    }

    /// The first messages of `filter` from sequence `from` on, at most `most` of them, in order; and
    /// whether there are more.
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
        let mut found = Vec::new();
        let query =
            serde_json::json!({ "batch": most, "seq": from.max(1), "next_by_subj": filter });
        let pending = self.read_batch(stream, filter, &query, &mut found).await?;
        Ok((found, pending > 0))
    }

    /// The sequence of a stream's last message; 0 when it has none.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn last_sequence(&self, stream: Stream) -> Result<u64, ReadError> {
        let error = |reason: String| ReadError { what: stream.name().to_owned(), reason };
        let found = self.nats.managing().get_stream(stream.name()).await;
        found
            .map(|found| found.cached_info().state.last_sequence)
            .map_err(|source| error(source.to_string()))
    }

    /// One batch of a direct get (ADR-31): pushes what comes onto `found`, answers how many wait.
    pub(crate) async fn read_batch(
        &self,
        stream: Stream,
        filter: &str,
        query: &serde_json::Value,
        found: &mut Vec<Stored>,
    ) -> Result<u64, ReadError> {
        let error =
            |reason: &str| Err(ReadError { what: filter.to_owned(), reason: reason.to_owned() });
        tokio::select! {
            biased;
            // A server that died with the question does not answer it when it is back.
            () = self.nats.loss() => error("the connection was lost"),
            // Also the asking may wait: a client that is cut off takes only so many requests.
            () = tokio::time::sleep(BATCH_TIMEOUT) => error("NATS did not answer in time"),
            read = self.read_batch_now(stream, filter, query, found) => read,
        }
    }

    async fn read_batch_now(
        &self,
        stream: Stream,
        filter: &str,
        query: &serde_json::Value,
        found: &mut Vec<Stored>,
    ) -> Result<u64, ReadError> {
        let error = |reason: String| ReadError { what: filter.to_owned(), reason };
        let client = self.nats.client();
        let inbox = client.new_inbox();
        let mut answers =
            client.subscribe(inbox.clone()).await.map_err(|source| error(source.to_string()))?;
        client
            .publish_with_reply(
                format!("$JS.API.DIRECT.GET.{}", stream.name()),
                inbox,
                query.to_string().into(),
            )
            .await
            .map_err(|source| error(source.to_string()))?;
        loop {
            let message =
                answers.next().await.ok_or_else(|| error("the connection closed".to_owned()))?;
            let headers = message.headers.unwrap_or_default();
            match message.status {
                None => {}
                // End of the batch.
                Some(status) if status.as_u16() == 204 => {
                    return Ok(number(&headers, "Nats-Num-Pending").unwrap_or(0));
                }
                Some(StatusCode::NOT_FOUND) => return Ok(0),
                Some(StatusCode::NO_RESPONDERS) => {
                    return Err(error("no stream answers".to_owned()));
                }
                Some(status) => {
                    let text = message.description.unwrap_or_default();
                    return Err(error(format!("{status} {text}")));
                }
            }
            let subject = headers.get("Nats-Subject").map(|value| value.as_str().to_owned());
            let (Some(subject), Some(sequence)) = (subject, number(&headers, "Nats-Sequence"))
            else {
                return Err(error("an answer without subject or sequence".to_owned()));
            };
            found.push(Stored { subject, sequence, headers, payload: message.payload });
        }
    }
}

/// The message that a stream's leader answers; `None` when there is none.
fn found(
    answered: Result<StreamMessage, LastRawMessageError>,
) -> Result<Option<Stored>, LastRawMessageError> {
    match answered {
        Ok(message) => Ok(Some(Stored {
            subject: message.subject.to_string(),
            sequence: message.sequence,
            headers: message.headers,
            payload: message.payload,
        })),
        Err(source) if source.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
        Err(source) => Err(source),
    }
}

/// A number in a header.
pub(crate) fn number(headers: &HeaderMap, name: &str) -> Option<u64> {
    headers.get(name)?.as_str().parse().ok()
}

/// SHA-256 of an encoded envelope, which the next one on its subject carries.
#[must_use]
pub fn digest(payload: &[u8]) -> Bytes {
    Bytes::copy_from_slice(&Sha256::digest(payload))
}

/// Whether the broker said that it will not keep the message, and why.
fn refusal(error: &PublishError) -> Option<String> {
    match error.kind() {
        PublishErrorKind::MaxPayloadExceeded => Some("the message is too large".to_owned()),
        PublishErrorKind::Other => {
            let source = std::error::Error::source(error)?;
            let answer = source.downcast_ref::<async_nats::jetstream::Error>()?;
            let code = answer.error_code();
            // Somebody wrote in between (10164), or the same id is on its way (10158).
            let unclear =
                code == ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT || code.0 == 10_158;
            // A server that is starting or electing says 503 without being full.
            let full = matches!(
                code,
                ErrorCode::STORAGE_RESOURCES_EXCEEDED
                    | ErrorCode::INSUFFICIENT_RESOURCES
                    | ErrorCode::STREAM_STORE_FAILED
            );
            (!unclear && (full || answer.code() < 500)).then(|| answer.to_string())
        }
        PublishErrorKind::StreamNotFound
        | PublishErrorKind::WrongLastMessageId
        | PublishErrorKind::WrongLastSequence
        | PublishErrorKind::TimedOut
        | PublishErrorKind::BrokenPipe
        | PublishErrorKind::MaxAckPending => None,
    }
}
