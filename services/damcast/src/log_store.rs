//! Stores of event logs, from which tools read messages without a service.

use std::future::Future;

use proto::subject::Stream;
use runtime::{
    Broker as _, Nats, NatsBroker, ReadError, Stored, StreamFacts,
    broker::{Batch, Query},
    config::NatsConfig,
};

/// A store of event logs: a nats-server, or a simulated one.
pub trait LogStore: Sync {
    /// Returns the facts about a stream; `None` if the store has no such stream.
    ///
    /// # Errors
    /// [`ReadError`] if the store does not answer.
    fn facts(
        &self,
        stream: Stream,
    ) -> impl Future<Output = Result<Option<StreamFacts>, ReadError>> + Send;

    /// Reads messages of a stream, as many as come at once. A message that cannot be read may end
    /// them early.
    ///
    /// # Errors
    /// [`ReadError`] if the store does not answer.
    fn batch(
        &self,
        stream: Stream,
        query: Query<'_>,
    ) -> impl Future<Output = Result<Batch, ReadError>> + Send;

    /// Reads one message; `None` when there is none with this sequence.
    ///
    /// # Errors
    /// [`ReadError`] if the store does not answer, or cannot read the message.
    fn at(
        &self,
        stream: Stream,
        sequence: u64,
    ) -> impl Future<Output = Result<Option<Stored>, ReadError>> + Send;

    /// Returns true while there is a connection to the store.
    fn is_connected(&self) -> bool;
}

/// The store of a nats-server.
#[derive(Clone, Debug)]
pub(crate) struct NatsStore {
    pub(crate) nats: Nats,
    pub(crate) broker: NatsBroker,
    config: NatsConfig,
}

impl NatsStore {
    /// Returns the store of a server that is connected to.
    pub(crate) fn new(nats: Nats, config: NatsConfig) -> Self {
        let broker = NatsBroker::new(nats.clone(), false);
        Self { nats, broker, config }
    }
}

impl LogStore for NatsStore {
    async fn facts(&self, stream: Stream) -> Result<Option<StreamFacts>, ReadError> {
        StreamFacts::of(&self.nats, &self.config, stream).await
    }

    async fn batch(&self, stream: Stream, query: Query<'_>) -> Result<Batch, ReadError> {
        self.broker.batch(stream, query).await
    }

    async fn at(&self, stream: Stream, sequence: u64) -> Result<Option<Stored>, ReadError> {
        self.broker.at(stream, sequence).await
    }

    fn is_connected(&self) -> bool {
        self.nats.is_connected()
    }
}
