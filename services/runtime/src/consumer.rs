//! Durable consumers: one active replica reads, the others stand by.
//!
//! The server pins one client per consumer; when it stops pulling, another takes over within about
//! two seconds. A message is acknowledged after its effect is stored, so a crash repeats it;
//! whoever handles it must know a repeat when it sees one.

use std::{future::Future, time::Duration};

use async_nats::jetstream::{
    self,
    consumer::{AckPolicy, DeliverPolicy, PriorityPolicy, PullConsumer, pull},
    stream::ConsumerError,
};
use futures_util::StreamExt as _;
use proto::{subject::Stream, v1::Cause};
use tokio_util::sync::CancellationToken;

use crate::{
    event_log::{EventLog, Stored},
    nats::Nats,
    trace_context,
};

/// After this a message that was not acknowledged is delivered again.
const ACK_WAIT: Duration = Duration::from_secs(2);
/// After this without a pull the pinned replica has lost its place.
const PIN: Duration = Duration::from_secs(2);
const EXPIRES: Duration = Duration::from_secs(1);
const HEARTBEAT: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_millis(100);
const GROUP: &str = "active";

/// Which messages a service reads, and under which name.
#[derive(Clone, Debug)]
pub struct ConsumerSpec {
    /// The stream.
    pub stream: Stream,
    /// The durable name.
    pub name: &'static str,
}

/// A message that waits for its acknowledgement.
#[derive(Debug)]
pub struct Delivery {
    /// The message.
    pub stored: Stored,
    stream: Stream,
    message: jetstream::Message,
}

impl Delivery {
    /// What to write as the cause of what it leads to.
    #[must_use]
    pub fn cause(&self) -> Cause {
        Cause { stream: self.stream.name().to_owned(), sequence: self.stored.sequence }
    }

    /// Says that the effect is stored. When that is lost, the message comes again, as a repeat.
    pub async fn ack(&self) {
        if let Err(error) = self.message.ack().await {
            tracing::debug!(%error, sequence = self.stored.sequence, "acknowledge");
        }
    }

    /// Acknowledges a message that cannot be understood, and says so: only the owner of the stream can
    /// have written it, and it will not get better.
    pub async fn pass_over(&self, error: &str) {
        tracing::error!(
            subject = self.stored.subject,
            sequence = self.stored.sequence,
            error,
            "passed over a message that cannot be understood"
        );
        self.ack().await;
    }

    /// A span for handling it, in the trace of whoever wrote it.
    #[must_use]
    pub fn span(&self) -> tracing::Span {
        let span = tracing::info_span!(
            "handle",
            subject = self.stored.subject,
            sequence = self.stored.sequence
        );
        trace_context::continue_from(&span, trace_context::extract(&self.stored.headers));
        span
    }
}

/// Hands every message of the consumer to `handle`, in order, until `stopping`.
///
/// `handle` should hand over and return soon; it is awaited before the next message is taken. Whatever
/// goes wrong with the connection is logged and begun anew.
pub async fn consume<F, Fut>(
    log: &EventLog,
    spec: ConsumerSpec,
    stopping: CancellationToken,
    handle: F,
) where
    F: Fn(Delivery) -> Fut + Send,
    Fut: Future<Output = ()> + Send,
{
    let mut reader = Reader { log, spec, was_reset: false, has_complained: false };
    while !stopping.is_cancelled() {
        tokio::select! {
            () = stopping.cancelled() => return,
            ended = reader.read(&handle) => {
                let (Ok(why) | Err(why)) = ended;
                reader.complain(&why);
            }
        }
        tokio::select! {
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

/// Makes the consumer, or sees to it that it is as it must be.
pub(crate) async fn create(
    nats: &Nats,
    spec: &ConsumerSpec,
) -> Result<PullConsumer, ConsumerError> {
    let wanted = pull::Config {
        durable_name: Some(spec.name.to_owned()),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: 2000,
        filter_subject: spec.stream.subjects(),
        priority_policy: PriorityPolicy::PinnedClient,
        priority_groups: vec![GROUP.to_owned()],
        priority_timeout: PIN,
        ..Default::default()
    };
    nats.managing().create_consumer_on_stream(wanted, spec.stream.name()).await
}

/// Reads a consumer, again and again.
struct Reader<'a> {
    log: &'a EventLog,
    spec: ConsumerSpec,
    /// Whether what another left behind comes first already.
    was_reset: bool,
    /// Whether it was said that reading is interrupted; until a message comes again.
    has_complained: bool,
}

impl Reader<'_> {
    /// Reads until something ends it, and answers what.
    async fn read<F, Fut>(&mut self, handle: &F) -> Result<String, String>
    where
        F: Fn(Delivery) -> Fut + Send,
        Fut: Future<Output = ()> + Send,
    {
        let (log, spec) = (self.log, self.spec.clone());
        let stream = log
            .nats()
            .managing()
            .get_stream_no_info(spec.stream.name())
            .await
            .map_err(|error| error.to_string())?;
        let mut consumer = if log.creates() {
            create(log.nats(), &spec).await.map_err(|error| error.to_string())?
        } else {
            stream.get_consumer(spec.name).await.map_err(|error| error.to_string())?
        };
        let info = consumer.cached_info();
        let pinned = info.priority_groups.iter().any(|group| group.pinned_client_id.is_some());
        let (left, abandoned) = (info.num_ack_pending, pinned && info.num_waiting == 0);
        if abandoned {
            // Whoever held the place pulls no more, most often ourselves before a crash: nobody
            // needs to wait until the place is given up.
            stream.unpin_consumer(spec.name, GROUP).await.map_err(|error| error.to_string())?;
        }
        // What a replica left behind when it died comes again at once, and in order.
        if left > 0 && (abandoned || !pinned) {
            consumer.reset(None).await.map_err(|error| error.to_string())?;
            self.was_reset = true;
        }
        let mut messages = consumer
            .stream()
            .group(GROUP)
            .max_messages_per_batch(500)
            .expires(EXPIRES)
            .heartbeat(HEARTBEAT)
            .messages()
            .await
            .map_err(|error| error.to_string())?;
        // The number of the delivery before, of those to us.
        let mut before = None;
        while let Some(message) = messages.next().await {
            // Any error ends this pull: the library would wait long for a lost request.
            let message = message.map_err(|error| error.to_string())?;
            let (sequence, delivery) = message
                .info()
                .map(|info| (info.stream_sequence, info.consumer_sequence))
                .map_err(|error| error.to_string())?;
            if before.is_none_or(|before| before + 1 != delivery) && !self.was_reset {
                // The place was another's until now. What that one left behind comes first, or a game
                // would hear of a move before it hears of its start.
                let floor = consumer.get_info().await.map_err(|error| error.to_string())?.ack_floor;
                if floor.consumer_sequence + 1 < delivery {
                    let unpinned = stream.unpin_consumer(spec.name, GROUP).await;
                    unpinned.map_err(|error| error.to_string())?;
                    consumer.reset(None).await.map_err(|error| error.to_string())?;
                    self.was_reset = true;
                    return Ok("took over from another replica".to_owned());
                }
            }
            before = Some(delivery);
            (self.was_reset, self.has_complained) = (false, false);
            let stored = Stored {
                subject: message.subject.to_string(),
                sequence,
                headers: message.headers.clone().unwrap_or_default(),
                payload: message.payload.clone(),
            };
            handle(Delivery { stored, stream: spec.stream, message }).await;
        }
        Err("the message stream ended".to_owned())
    }

    fn complain(&mut self, why: &str) {
        let (stream, consumer) = (self.spec.stream.name(), self.spec.name);
        if self.has_complained {
            tracing::debug!(stream, consumer, why, "reading is interrupted");
        } else {
            tracing::warn!(stream, consumer, why, "reading is interrupted; it goes on by itself");
        }
        self.has_complained = true;
    }
}
