//! The broker that production uses: NATS JetStream.

mod consumer;

use std::time::Duration;

use async_nats::{
    HeaderMap, RequestErrorKind, StatusCode,
    jetstream::{
        self,
        context::{self, PublishErrorKind},
        message::{PublishMessage, StreamMessage},
        stream::{self, LastRawMessageError, LastRawMessageErrorKind},
    },
};
use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _};
use proto::subject::{
    BEAT, PRESENCE, REFUSED, Stream, TIME, TournamentKey, VenueId, beat, of_presence, presence,
    reading, refused, time,
};
use serde::Serialize;
use tokio::sync::watch;

use self::consumer::NatsConsumer;
use crate::{
    broker::{
        Batch, Beats, Broker, ConnectionId, Consumer, ConsumerError, LiveMessages, Message,
        PresenceSignals, Published, Query, Refusals, Signals, StreamDamage, StreamState, loss,
    },
    config::NatsConfig,
    error::{PublishError, ReadError, ReadFailure},
    nats::{Nats, REQUEST_TIMEOUT},
    stored::Stored,
    stream_facts::StreamFacts,
    trace_context,
};

pub(crate) use self::consumer::{UNACKNOWLEDGED_MAX, create_consumer};

/// Time limit of all messages of a batch together.
const BATCH_TIMEOUT: Duration = Duration::from_secs(5);

/// The question for the next messages of a subject or wildcard (JetStream direct get).
#[derive(Serialize)]
struct NextMessages<'a> {
    batch: u32,
    next_by_subj: &'a str,
    seq: u64,
}

/// The question for the last message of each subject (JetStream direct get).
#[derive(Serialize)]
struct LastMessages<'a> {
    batch: usize,
    multi_last: &'a [&'a str],
    seq: u64,
    up_to_seq: u64,
}

/// A broker over a connection to NATS.
#[derive(Clone, Debug)]
pub struct NatsBroker {
    nats: Nats,
    creates: bool,
}

impl NatsBroker {
    /// Uses this connection. Missing consumers are made if `creates`, and waited for otherwise.
    #[must_use]
    pub fn new(nats: Nats, creates: bool) -> Self {
        Self { nats, creates }
    }

    async fn leader(&self, stream: &str) -> Result<stream::Stream<()>, context::GetStreamError> {
        self.nats.publishing().get_stream_no_info(stream).await
    }

    /// Returns readings of a subject or wildcard from a sequence on, from any copy of their stream.
    ///
    /// # Errors
    /// [`ReadError`] when no copy answers.
    pub async fn readings(
        &self,
        filter: &str,
        sequence: u64,
        most: u32,
    ) -> Result<Batch, ReadError> {
        self.batch_of(reading::STREAM, Query::From { filter, sequence, most }).await
    }

    async fn publish_to(&self, stream: &str, message: Message) -> Result<Published, PublishError> {
        // A client without a connection keeps what is published until it has one.
        if self.connection() != message.connection || !self.nats.is_connected() {
            return Err(PublishError::Unanswered);
        }
        let mut headers = HeaderMap::new();
        trace_context::inject(&mut headers);
        let publish = PublishMessage::build()
            .headers(headers)
            .payload(message.payload)
            .message_id(message.id)
            .expected_last_subject_sequence(message.expected)
            .expected_stream(stream);
        let sent = self.nats.publishing().send_publish(message.subject, publish).await;
        let answer = sent.map_err(|error| answered(&error))?;
        let answer = answer.await.map_err(|error| answered(&error))?;
        Ok(Published { sequence: answer.sequence, duplicate: answer.duplicate })
    }

    async fn last_of(&self, stream: &str, subject: &str) -> Result<Option<Stored>, ReadError> {
        let failed = |reason| ReadError::new(subject, reason);
        let leader = self.leader(stream).await;
        let leader = leader.map_err(|source| failed(ReadFailure::nats(source)))?;
        found(leader.get_last_raw_message_by_subject(subject).await)
            .map_err(|source| failed(ReadFailure::nats(source)))
    }

    async fn batch_of(&self, stream: &str, query: Query<'_>) -> Result<Batch, ReadError> {
        let (what, query) = match query {
            Query::From { filter, sequence, most } => {
                let query = NextMessages { batch: most, next_by_subj: filter, seq: sequence };
                (filter, serde_json::to_vec(&query))
            }
            Query::LastOf { subjects, up_to, from } => {
                let (batch, multi_last) = (subjects.len(), subjects);
                let query = LastMessages { batch, multi_last, seq: from, up_to_seq: up_to };
                (stream, serde_json::to_vec(&query))
            }
        };
        let query = query.map_err(|source| ReadError::new(what, ReadFailure::nats(source)))?;
        tokio::select! {
            biased;
            // A server that was restarted does not answer earlier questions.
            () = loss(self.nats.connected()) => {
                Err(ReadError::new(what, ReadFailure::Disconnected))
            }
            // Sending may wait, too, because a client without a connection queues only so many
            // requests.
            () = tokio::time::sleep(BATCH_TIMEOUT) => {
                Err(ReadError::new(what, ReadFailure::Unanswered))
            }
            read = self.batch_now(stream, what, query) => read,
        }
    }

    /// Returns the sequence of the last message that a stream still has; 0 if there is none. A
    /// store that has lost its end goes on counting after what it lost.
    async fn last_stored(&self, stream: Stream, state: &stream::State) -> Result<u64, ReadError> {
        // Nobody may delete messages, so a stream that lacks some is damaged.
        if state.deleted_count.unwrap_or(0) == 0 {
            return Ok(state.last_sequence);
        }
        let last = self.last(stream, &stream.subjects()).await?;
        Ok(last.map_or(0, |last| last.sequence))
    }

    async fn batch_now(
        &self,
        stream: &str,
        what: &str,
        query: Vec<u8>,
    ) -> Result<Batch, ReadError> {
        let failed = |reason| ReadError::new(what, reason);
        let client = self.nats.client();
        let inbox = client.new_inbox();
        let mut answers = client
            .subscribe(inbox.clone())
            .await
            .map_err(|source| failed(ReadFailure::nats(source)))?;
        client
            .publish_with_reply(format!("$JS.API.DIRECT.GET.{stream}"), inbox, query.into())
            .await
            .map_err(|source| failed(ReadFailure::nats(source)))?;
        let mut messages = Vec::new();
        loop {
            let message = answers.next().await.ok_or_else(|| failed(ReadFailure::Disconnected))?;
            let headers = message.headers.unwrap_or_default();
            match message.status {
                None => {}
                // End of the batch.
                Some(status) if status.as_u16() == 204 => {
                    let pending = number(&headers, "Nats-Num-Pending").unwrap_or(0);
                    return Ok(Batch { messages, pending });
                }
                Some(StatusCode::NOT_FOUND) => return Ok(Batch { messages, pending: 0 }),
                Some(StatusCode::NO_RESPONDERS) => return Err(failed(ReadFailure::NoResponders)),
                Some(status) => {
                    let text = message.description.unwrap_or_default();
                    return Err(failed(ReadFailure::Status { status: status.as_u16(), text }));
                }
            }
            let subject = headers.get("Nats-Subject").map(|value| value.as_str().to_owned());
            let (Some(subject), Some(sequence)) = (subject, number(&headers, "Nats-Sequence"))
            else {
                return Err(failed(ReadFailure::Unreadable));
            };
            messages.push(Stored { subject, sequence, headers, payload: message.payload });
        }
    }
}

#[async_trait]
impl Broker for NatsBroker {
    async fn publish(&self, stream: Stream, message: Message) -> Result<Published, PublishError> {
        self.publish_to(stream.name(), message).await
    }

    async fn last(&self, stream: Stream, subject: &str) -> Result<Option<Stored>, ReadError> {
        self.last_of(stream.name(), subject).await
    }

    async fn at(&self, stream: Stream, sequence: u64) -> Result<Option<Stored>, ReadError> {
        let failed = |reason| ReadError::new(stream.name(), reason);
        let leader = self.leader(stream.name()).await;
        let leader = leader.map_err(|source| failed(ReadFailure::nats(source)))?;
        found(leader.get_raw_message(sequence).await)
            .map_err(|source| failed(ReadFailure::nats(source)))
    }

    async fn batch(&self, stream: Stream, query: Query<'_>) -> Result<Batch, ReadError> {
        self.batch_of(stream.name(), query).await
    }

    async fn state(&self, stream: Stream, filter: Option<&str>) -> Result<StreamState, ReadError> {
        let failed = |reason| ReadError::new(stream.name(), reason);
        let Some(filter) = filter else {
            let found = self.nats.managing().get_stream(stream.name()).await;
            let found = found.map_err(|source| failed(ReadFailure::nats(source)))?;
            let last_sequence = self.last_stored(stream, &found.cached_info().state).await?;
            return Ok(StreamState { last_sequence, subjects: Vec::new() });
        };
        let handle = self.nats.managing().get_stream_no_info(stream.name()).await;
        let handle = handle.map_err(|source| failed(ReadFailure::nats(source)))?;
        let listing = handle.info_with_subjects(filter.to_owned()).await;
        let listing = listing.map_err(|source| failed(ReadFailure::nats(source)))?;
        let last_sequence = self.last_stored(stream, &listing.info.state).await?;
        if last_sequence == 0 {
            return Ok(StreamState::default());
        }
        let subjects = listing.map_ok(|(subject, _count)| subject).try_collect().await;
        let subjects = subjects.map_err(|source| failed(ReadFailure::nats(source)))?;
        Ok(StreamState { last_sequence, subjects })
    }

    async fn damage(&self, stream: Stream, epoch: &str) -> Result<Option<StreamDamage>, ReadError> {
        let facts = StreamFacts::of(&self.nats, &NatsConfig::at(""), stream).await?;
        Ok(match facts {
            None => Some(StreamDamage::Missing),
            Some(facts) if facts.epoch != epoch => Some(StreamDamage::Remade),
            Some(facts) => {
                let messages = facts.lacking();
                (messages > 0).then_some(StreamDamage::Lacks { messages })
            }
        })
    }

    async fn subscribe(
        &self,
        stream: Stream,
        live_subjects: String,
    ) -> Result<LiveMessages, ReadError> {
        let subscribed = self.nats.client().subscribe(live_subjects).await;
        let subscribed = subscribed
            .map_err(|source| ReadError::new(stream.name(), ReadFailure::nats(source)))?;
        let live = subscribed.filter_map(|message| {
            let headers = message.headers.unwrap_or_default();
            // A client that may publish on `live.>` would write no sequence.
            let live = number(&headers, "Nats-Sequence").map(|sequence| {
                let subject = message.subject.strip_prefix("live.").unwrap_or(&message.subject);
                let subject = subject.to_owned();
                Stored { subject, sequence, headers, payload: message.payload }
            });
            std::future::ready(live)
        });
        Ok(live.boxed())
    }

    async fn beat(&self, venue: Option<&VenueId>) {
        // A beat that is lost is followed by the next one.
        if let Err(error) = self.nats.client().publish(beat(venue), Bytes::new()).await {
            tracing::debug!(%error, "a sign of life was not sent");
        }
    }

    async fn beats(&self) -> Result<Beats, ReadError> {
        let failed = |source| ReadError::new(BEAT, ReadFailure::nats(source));
        let subscribe = |subject: String| self.nats.client().subscribe(subject);
        let of_all = subscribe(beat(None)).await.map_err(failed)?;
        let of_venues = subscribe(format!("{BEAT}.*")).await.map_err(failed)?;
        let of_venues = of_venues.filter_map(|message| {
            let venue = message.subject.rsplit('.').next().and_then(|name| name.parse().ok());
            std::future::ready(venue.map(Some))
        });
        Ok(futures_util::stream::select(of_all.map(|_message| None), of_venues).boxed())
    }

    async fn signal_time(&self, service: &str, signal: Bytes) {
        // A client without a connection would send it later, when it is no longer true.
        if !self.nats.is_connected() {
            return;
        }
        if let Err(error) = self.nats.client().publish(time(service), signal).await {
            tracing::debug!(%error, "a time signal was not sent");
        }
    }

    async fn time_signals(&self) -> Result<Signals, ReadError> {
        let failed = |source| ReadError::new(TIME, ReadFailure::nats(source));
        let signals = self.nats.client().subscribe(time("*")).await.map_err(failed)?;
        let signals = signals.filter_map(|message| {
            let service = message.subject.rsplit('.').next().map(ToOwned::to_owned);
            std::future::ready(service.map(|service| (service, message.payload)))
        });
        Ok(signals.boxed())
    }

    async fn tell_heard(&self, tournament: &TournamentKey, heard: Bytes) {
        // A client without a connection would send it later, when it is no longer true.
        if !self.nats.is_connected() {
            return;
        }
        if let Err(error) = self.nats.client().publish(presence(tournament), heard).await {
            tracing::debug!(%error, "the devices that were heard were not told");
        }
    }

    async fn heard(&self) -> Result<PresenceSignals, ReadError> {
        let failed = |source| ReadError::new(PRESENCE, ReadFailure::nats(source));
        let heard =
            self.nats.client().subscribe(format!("{PRESENCE}.*.*")).await.map_err(failed)?;
        let heard = heard.filter_map(|message| {
            let tournament = of_presence(&message.subject);
            std::future::ready(tournament.map(|tournament| (tournament, message.payload)))
        });
        Ok(heard.boxed())
    }

    async fn tell_refused(&self, service: &str, venue: &VenueId, told: Bytes) -> bool {
        // A client without a connection would keep it, and many others.
        if !self.nats.is_connected() {
            return false;
        }
        // A subscriber that hears it does not answer; the server does if there is nobody.
        let request = async_nats::Request::new().payload(told).timeout(Some(REQUEST_TIMEOUT));
        match self.nats.client().send_request(refused(service, venue), request).await {
            Err(error) if error.kind() != RequestErrorKind::TimedOut => {
                tracing::debug!(%error, "a refused call was not told");
                false
            }
            _heard => true,
        }
    }

    async fn refusals(&self) -> Result<Refusals, ReadError> {
        let failed = |source| ReadError::new(REFUSED, ReadFailure::nats(source));
        let (subject, group) = (format!("{REFUSED}.*.*"), REFUSED.to_owned());
        let told = self.nats.client().queue_subscribe(subject, group).await.map_err(failed)?;
        let told = told.filter_map(|message| {
            let venue = message.subject.rsplit('.').next().and_then(|name| name.parse().ok());
            std::future::ready(venue.map(|venue| (venue, message.payload)))
        });
        Ok(told.boxed())
    }

    async fn consumer(
        &self,
        stream: Stream,
        name: &'static str,
    ) -> Result<Box<dyn Consumer>, ConsumerError> {
        let handle = self.nats.managing().get_stream_no_info(stream.name()).await;
        let handle = handle.map_err(ConsumerError::nats)?;
        let consumer = if self.creates {
            create_consumer(&self.nats, stream, name).await.map_err(ConsumerError::nats)?
        } else {
            let found = handle.get_consumer(name).await;
            found.map_err(ConsumerError::Nats)?
        };
        Ok(Box::new(NatsConsumer::new(handle, consumer, name)))
    }

    async fn keep_reading(&self, message: Message) -> Result<Published, PublishError> {
        self.publish_to(reading::STREAM, message).await
    }

    async fn last_reading(&self, subject: &str) -> Result<Option<Stored>, ReadError> {
        self.last_of(reading::STREAM, subject).await
    }

    fn connection(&self) -> ConnectionId {
        let info = self.nats.client().server_info();
        ConnectionId { server: info.server_id, number: info.client_id }
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.nats.connected()
    }

    async fn flush(&self) {
        if let Err(error) = self.nats.client().flush().await {
            tracing::debug!(%error, "NATS is away; nothing to flush");
        }
    }
}

/// Returns the message in a leader's answer; `None` if there is none.
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

/// Returns the number in a header.
fn number(headers: &HeaderMap, name: &str) -> Option<u64> {
    headers.get(name)?.as_str().parse().ok()
}

/// Returns the server's answer in an error of the library.
fn answered(error: &context::PublishError) -> PublishError {
    let answer = std::error::Error::source(error)
        .and_then(|source| source.downcast_ref::<jetstream::Error>());
    match (error.kind(), answer) {
        (PublishErrorKind::MaxPayloadExceeded, _) => PublishError::TooLarge,
        (_, Some(answer)) => PublishError::Answered {
            code: answer.error_code().0,
            status: answer.code(),
            description: answer.to_string(),
        },
        (
            PublishErrorKind::StreamNotFound
            | PublishErrorKind::WrongLastMessageId
            | PublishErrorKind::WrongLastSequence
            | PublishErrorKind::TimedOut
            | PublishErrorKind::BrokenPipe
            | PublishErrorKind::MaxAckPending
            | PublishErrorKind::Other,
            None,
        ) => PublishError::Unanswered,
    }
}
