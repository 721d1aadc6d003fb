//! The interface between the event log and a broker. [`NatsBroker`](crate::NatsBroker) speaks to a
//! real nats-server; a simulation has its own, in memory and in virtual time.
//!
//! Nothing here decides: an answer is handed up as the server gave it, and the state machines of
//! `crate::log` say what it means.

use std::fmt;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream::BoxStream};
use proto::subject::{Stream, TournamentKey, VenueId};
use thiserror::Error;
use tokio::sync::watch;

use crate::{
    error::{PublishError, ReadError, ReadFailure},
    stored::Stored,
};

/// A connection to a server. Each new connection has another id.
///
/// A stream can lose its end only while its server is away. So while a connection lasts, a sequence
/// of a stream belongs to one message; on the next connection it may belong to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectionId {
    /// The id of the server, which is new each time that it starts.
    pub server: String,
    /// The number of the connection at that server.
    pub number: u64,
}

/// A message to be stored.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its subject.
    pub subject: String,
    /// Its `Nats-Msg-Id`: the stream stores an id once within its duplicate window.
    pub id: String,
    /// The sequence that the last message of the subject must have; 0 for none.
    pub expected: u64,
    /// The connection on which `expected` was read. The message is not sent on any other.
    pub connection: ConnectionId,
    /// The encoded envelope.
    pub payload: Bytes,
}

/// The server's answer that a message is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The sequence in the stream.
    pub sequence: u64,
    /// True if a message with the same id was stored before, which may hold something else.
    pub duplicate: bool,
}

/// The messages that a batch read asks for. Any copy of the stream may answer, also one that is
/// behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query<'a> {
    /// The messages of a subject or wildcard from a sequence on.
    From {
        /// The subject or wildcard.
        filter: &'a str,
        /// The first sequence.
        sequence: u64,
        /// The largest number of messages in the answer.
        most: u32,
    },
    /// The last message of each subject.
    LastOf {
        /// The subjects.
        subjects: &'a [&'a str],
        /// The last sequence that counts.
        up_to: u64,
        /// The first sequence that is returned.
        from: u64,
    },
}

/// The answer to a [`Query`].
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The messages, by sequence.
    pub messages: Vec<Stored>,
    /// Number of messages that fit the query and are not in the batch.
    pub pending: u64,
}

/// The state of a stream, as its leader has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamState {
    /// The sequence of the last message; 0 when there is none.
    pub last_sequence: u64,
    /// The subjects that were asked for and have a message.
    pub subjects: Vec<String>,
}

/// The state of a durable consumer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConsumerInfo {
    /// Number of deliveries that are not acknowledged.
    pub ack_pending: usize,
    /// True if a replica is pinned.
    pub pinned: bool,
    /// Number of requests for messages that wait.
    pub waiting: usize,
    /// The delivery up to which all are acknowledged.
    pub ack_floor: u64,
    /// The sequence in the stream of the last message that was delivered.
    pub delivered: u64,
    /// The sequence of the stream up to which all messages are acknowledged.
    pub handled: u64,
}

/// Damage to a stream as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamDamage {
    /// It does not exist.
    Missing,
    /// It is another one than when this process opened it.
    Remade,
    /// It lacks messages that it had.
    Lacks {
        /// Number of the messages.
        messages: u64,
    },
}

/// Signs of life, each of a venue or else of all venues of the event log, as long as the
/// subscription holds.
pub type Beats = BoxStream<'static, Option<VenueId>>;

/// Time signals, each with the name of the service that told it, as long as the subscription holds.
pub type Signals = BoxStream<'static, (String, Bytes)>;

/// Reports of refused calls, each with its venue, as long as the subscription holds.
pub type Refusals = BoxStream<'static, (VenueId, Bytes)>;

/// Devices that replicas have heard, each with its tournament, as long as the subscription holds.
pub type PresenceSignals = BoxStream<'static, (TournamentKey, Bytes)>;

/// Live messages, as long as the subscription holds.
pub type LiveMessages = BoxStream<'static, Stored>;

/// Deliveries of a durable consumer, until an error ends them.
pub type Deliveries = BoxStream<'static, Result<Delivered, ConsumerError>>;

/// A message that a durable consumer delivered.
#[derive(Debug)]
pub struct Delivered {
    /// The message.
    pub stored: Stored,
    /// The number of the delivery; a message that is delivered again has another one.
    pub delivery: u64,
    /// Acknowledges it.
    pub acknowledge: Box<dyn Acknowledge>,
}

/// The reason why reading a durable consumer is interrupted.
#[derive(Debug, Error)]
pub enum ConsumerError {
    /// No message and no heartbeat came.
    #[error("no heartbeat from NATS")]
    MissingHeartbeat,
    /// The deliveries ended without an error.
    #[error("the message stream ended")]
    Ended,
    /// Another replica was pinned, and some of its deliveries are not acknowledged.
    #[error("took over from another replica")]
    TookOver,
    /// A message can only be read by a newer program.
    #[error("a newer program is needed")]
    NewerSchema,
    /// The client library or the server failed.
    #[error("{0}")]
    Nats(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl ConsumerError {
    pub(crate) fn nats(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Nats(Box::new(source))
    }
}

/// The connection to the streams of the event log.
#[async_trait]
pub trait Broker: fmt::Debug + Send + Sync {
    /// Publishes once, on the connection of the message, and waits for the answer a short time.
    ///
    /// # Errors
    /// [`PublishError`]; [`PublishError::Unanswered`] also if there is another connection, or none.
    async fn publish(&self, stream: Stream, message: Message) -> Result<Published, PublishError>;

    /// Reads the last message of a subject or wildcard from the stream's leader; `None` when there
    /// is none.
    ///
    /// # Errors
    /// [`ReadError`] when the leader does not answer.
    async fn last(&self, stream: Stream, subject: &str) -> Result<Option<Stored>, ReadError>;

    /// Reads one message from the stream's leader; `None` when there is none with this sequence.
    ///
    /// # Errors
    /// [`ReadError`] when the leader does not answer.
    async fn at(&self, stream: Stream, sequence: u64) -> Result<Option<Stored>, ReadError>;

    /// Reads messages from any copy of the stream.
    ///
    /// # Errors
    /// [`ReadError`] when no copy answers.
    async fn batch(&self, stream: Stream, query: Query<'_>) -> Result<Batch, ReadError>;

    /// Asks how far the stream is, and which subjects it has that fit `filter`; none without a
    /// filter.
    ///
    /// # Errors
    /// [`ReadError`] when the leader does not answer.
    async fn state(&self, stream: Stream, filter: Option<&str>) -> Result<StreamState, ReadError>;

    /// Asks what is wrong with the stream, of which `epoch` names the store; `None` if nothing is.
    /// A broker in memory need not look.
    ///
    /// # Errors
    /// [`ReadError`] when the leader does not answer.
    async fn damage(
        &self,
        _stream: Stream,
        _epoch: &str,
    ) -> Result<Option<StreamDamage>, ReadError> {
        Ok(None)
    }

    /// Subscribes to `live_subjects`, the republished copies of `stream`, under the subjects of the
    /// stream itself.
    ///
    /// # Errors
    /// [`ReadError`] when the subscription cannot be made.
    async fn subscribe(
        &self,
        stream: Stream,
        live_subjects: String,
    ) -> Result<LiveMessages, ReadError>;

    /// Opens the durable consumer `name` of a stream. It is made if it is missing and the broker
    /// may.
    ///
    /// # Errors
    /// [`ConsumerError`].
    async fn consumer(
        &self,
        stream: Stream,
        name: &'static str,
    ) -> Result<Box<dyn Consumer>, ConsumerError>;

    /// Publishes a message to the stream of readings once, as [`Broker::publish`] does to a stream
    /// of the log. A broker in memory keeps none.
    ///
    /// # Errors
    /// [`PublishError`].
    async fn keep_reading(&self, _message: Message) -> Result<Published, PublishError> {
        Err(PublishError::Unanswered)
    }

    /// Reads the last message of a board from the leader of the stream of readings; `None` when
    /// there is none, or it went.
    ///
    /// # Errors
    /// [`ReadError`] when the leader does not answer.
    async fn last_reading(&self, subject: &str) -> Result<Option<Stored>, ReadError> {
        Err(ReadError::new(subject, ReadFailure::NoResponders))
    }

    /// Returns the connection; while there is none, the last one.
    fn connection(&self) -> ConnectionId;

    /// Watches the connection: true while there is one.
    fn connected(&self) -> watch::Receiver<bool>;

    /// Waits until every published message has left this process.
    async fn flush(&self);

    /// Gives a sign of life of a venue, or of all venues of the event log. It may be lost; a broker
    /// in memory need not carry it.
    async fn beat(&self, _venue: Option<&VenueId>) {}

    /// Receives the signs of life of all venues.
    ///
    /// # Errors
    /// [`ReadError`] when the subscription cannot be made.
    async fn beats(&self) -> Result<Beats, ReadError> {
        Ok(futures_util::stream::pending().boxed())
    }

    /// Sends a time signal of this service. It may be lost; a broker in memory need not carry it.
    async fn signal_time(&self, _service: &str, _signal: Bytes) {}

    /// Receives the time signals of all services.
    ///
    /// # Errors
    /// [`ReadError`] when the subscription cannot be made.
    async fn time_signals(&self) -> Result<Signals, ReadError> {
        Ok(futures_util::stream::pending().boxed())
    }

    /// Tells the other replicas which devices of a tournament were heard. It may be lost; a broker
    /// in memory need not carry it.
    async fn tell_heard(&self, _tournament: &TournamentKey, _heard: Bytes) {}

    /// Receives which devices were heard, by this replica and by others.
    ///
    /// # Errors
    /// [`ReadError`] when the subscription cannot be made.
    async fn heard(&self) -> Result<PresenceSignals, ReadError> {
        Ok(futures_util::stream::pending().boxed())
    }

    /// Tells that this service refused calls at a venue; returns false if nobody heard it. A broker
    /// in memory need not carry it.
    async fn tell_refused(&self, _service: &str, _venue: &VenueId, _refused: Bytes) -> bool {
        true
    }

    /// Receives what all services tell of refused calls; of several who listen, one.
    ///
    /// # Errors
    /// [`ReadError`] when the subscription cannot be made.
    async fn refusals(&self) -> Result<Refusals, ReadError> {
        Ok(futures_util::stream::pending().boxed())
    }
}

/// A durable consumer, which one replica reads at a time: the one that is pinned.
#[async_trait]
pub trait Consumer: fmt::Debug + Send + Sync {
    /// Returns its state.
    ///
    /// # Errors
    /// [`ConsumerError`].
    async fn info(&mut self) -> Result<ConsumerInfo, ConsumerError>;

    /// Takes the place from the replica that is pinned.
    ///
    /// # Errors
    /// [`ConsumerError`].
    async fn unpin(&mut self) -> Result<(), ConsumerError>;

    /// Goes back to the acknowledgement floor, or to the sequence `first`, so that all later
    /// messages are delivered again, in order.
    ///
    /// # Errors
    /// [`ConsumerError`].
    async fn reset(&mut self, first: Option<u64>) -> Result<(), ConsumerError>;

    /// Pulls messages, once this replica is the one that is pinned.
    ///
    /// # Errors
    /// [`ConsumerError`].
    async fn deliveries(&mut self) -> Result<Deliveries, ConsumerError>;
}

/// Acknowledges one delivery.
#[async_trait]
pub trait Acknowledge: fmt::Debug + Send + Sync {
    /// Sends the acknowledgement. It may be lost, and then the message is delivered again.
    ///
    /// # Errors
    /// [`ConsumerError`] when it cannot be sent.
    async fn ack(&self) -> Result<(), ConsumerError>;
}

/// Waits until the connection is lost, after which requests sent until then are not answered.
pub(crate) async fn loss(mut connected: watch::Receiver<bool>) {
    // A request that is made while the server is away is sent when it comes back.
    if !*connected.borrow_and_update() && connected.wait_for(|is| *is).await.is_err() {
        return std::future::pending().await;
    }
    if connected.changed().await.is_err() {
        std::future::pending::<()>().await;
    }
}
