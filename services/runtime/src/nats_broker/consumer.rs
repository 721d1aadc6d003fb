//! Durable consumers of NATS JetStream, of which one replica at a time gets the messages.

use std::time::Duration;

use async_nats::jetstream::{
    self,
    consumer::{AckPolicy, DeliverPolicy, PriorityPolicy, PullConsumer, pull},
    stream,
};
use async_trait::async_trait;
use futures_util::StreamExt as _;
use proto::subject::Stream;

use crate::{
    broker::{Acknowledge, Consumer, ConsumerError, ConsumerInfo, Delivered, Deliveries},
    nats::Nats,
    stored::Stored,
};

/// After this a message that was not acknowledged is delivered again.
const ACK_WAIT: Duration = Duration::from_secs(2);
/// Number of deliveries that may be unacknowledged; the server delivers no more meanwhile.
pub(crate) const UNACKNOWLEDGED_MAX: u16 = 2000;
/// A pinned replica that does not pull for this long is no longer pinned.
const PIN: Duration = Duration::from_secs(2);
const EXPIRES: Duration = Duration::from_secs(1);
const HEARTBEAT: Duration = Duration::from_millis(500);
/// The one group of every consumer.
const GROUP: &str = "active";

/// Makes a durable consumer, or updates its settings.
pub(crate) async fn create_consumer(
    nats: &Nats,
    stream: Stream,
    name: &'static str,
) -> Result<PullConsumer, stream::ConsumerError> {
    let wanted = pull::Config {
        durable_name: Some(name.to_owned()),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: UNACKNOWLEDGED_MAX.into(),
        filter_subject: stream.subjects(),
        priority_policy: PriorityPolicy::PinnedClient,
        priority_groups: vec![GROUP.to_owned()],
        priority_timeout: PIN,
        ..Default::default()
    };
    nats.managing().create_consumer_on_stream(wanted, stream.name()).await
}

/// A durable consumer of a stream.
#[derive(Debug)]
pub(super) struct NatsConsumer {
    stream: stream::Stream<()>,
    consumer: PullConsumer,
    name: &'static str,
    /// True until the state that came with the opening is used.
    is_fresh: bool,
}

impl NatsConsumer {
    /// Uses a consumer that was just opened.
    pub(super) fn new(
        stream: stream::Stream<()>,
        consumer: PullConsumer,
        name: &'static str,
    ) -> Self {
        Self { stream, consumer, name, is_fresh: true }
    }
}

#[async_trait]
impl Consumer for NatsConsumer {
    async fn info(&mut self) -> Result<ConsumerInfo, ConsumerError> {
        if !std::mem::take(&mut self.is_fresh) {
            self.consumer.info().await.map_err(ConsumerError::nats)?;
        }
        let info = self.consumer.cached_info();
        Ok(ConsumerInfo {
            ack_pending: info.num_ack_pending,
            pinned: info.priority_groups.iter().any(|group| group.pinned_client_id.is_some()),
            waiting: info.num_waiting,
            ack_floor: info.ack_floor.consumer_sequence,
            delivered: info.delivered.stream_sequence,
            handled: info.ack_floor.stream_sequence,
        })
    }

    async fn unpin(&mut self) -> Result<(), ConsumerError> {
        let unpinned = self.stream.unpin_consumer(self.name, GROUP).await;
        unpinned.map_err(ConsumerError::nats)
    }

    async fn reset(&mut self, first: Option<u64>) -> Result<(), ConsumerError> {
        self.consumer.reset(first).await.map(|_reset| ()).map_err(ConsumerError::nats)
    }

    async fn deliveries(&mut self) -> Result<Deliveries, ConsumerError> {
        let messages = self
            .consumer
            .stream()
            .group(GROUP)
            .max_messages_per_batch(500)
            .expires(EXPIRES)
            .heartbeat(HEARTBEAT)
            .messages()
            .await
            .map_err(ConsumerError::nats)?;
        Ok(messages.map(delivered).boxed())
    }
}

fn delivered(
    message: Result<jetstream::Message, pull::MessagesError>,
) -> Result<Delivered, ConsumerError> {
    let message = message.map_err(|error| match error.kind() {
        pull::MessagesErrorKind::MissingHeartbeat => ConsumerError::MissingHeartbeat,
        pull::MessagesErrorKind::ConsumerDeleted
        | pull::MessagesErrorKind::Pull
        | pull::MessagesErrorKind::PushBasedConsumer
        | pull::MessagesErrorKind::NoResponders
        | pull::MessagesErrorKind::RequestLimitExceeded
        | pull::MessagesErrorKind::Other => ConsumerError::nats(error),
    })?;
    let info = message.info();
    let (sequence, delivery) = info
        .map(|info| (info.stream_sequence, info.consumer_sequence))
        .map_err(ConsumerError::Nats)?;
    let stored = Stored {
        subject: message.subject.to_string(),
        sequence,
        headers: message.headers.clone().unwrap_or_default(),
        payload: message.payload.clone(),
    };
    Ok(Delivered { stored, delivery, acknowledge: Box::new(NatsDelivery(message)) })
}

#[derive(Debug)]
struct NatsDelivery(jetstream::Message);

#[async_trait]
impl Acknowledge for NatsDelivery {
    async fn ack(&self) -> Result<(), ConsumerError> {
        self.0.ack().await.map_err(ConsumerError::Nats)
    }
}
