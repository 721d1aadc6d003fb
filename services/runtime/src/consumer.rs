//! Durable consumers: one active replica reads, the others stand by.
//!
//! The server pins one client per consumer; when it stops pulling, another takes over within about
//! two seconds. A message is acknowledged after its effect is stored, so a crash repeats it;
//! whoever handles it must know a repeat when it sees one.

use std::{convert::Infallible, future::Future, time::Duration};

use futures_util::StreamExt as _;
use proto::{subject::Stream, v1::Cause};
use tokio_util::sync::CancellationToken;

use crate::{
    broker::{Acknowledge, Consumer, ConsumerError},
    error_chain,
    event_log::{EventLog, Stored},
    in_flight::{Handling, InFlight},
    log::take_over::{self, Step, TakeOver},
    log_entry::{LogEntry, Unreadable},
};

/// Before a consumer is read again after something ended the reading.
const PAUSE: Duration = Duration::from_millis(100);

/// Which messages a service reads, and under which name.
#[derive(Clone, Debug)]
pub struct ConsumerSpec {
    /// The stream.
    pub stream: Stream,
    /// The durable name.
    pub name: &'static str,
}

/// A message that waits for its acknowledgement. While it lives, it is not handed over again.
#[derive(Debug)]
pub struct Delivery {
    /// The message as it was read, or why it cannot be.
    pub entry: Result<LogEntry, Unreadable>,
    /// The message as it is stored.
    pub stored: Stored,
    stream: Stream,
    handling: Handling,
    acknowledge: Box<dyn Acknowledge>,
}

impl Delivery {
    /// Returns its sequence in the stream.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        match &self.entry {
            Ok(entry) => entry.sequence,
            Err(unreadable) => unreadable.sequence,
        }
    }

    /// Returns the stream that it came from.
    #[must_use]
    pub fn stream(&self) -> Stream {
        self.stream
    }

    /// Returns what to write as the cause of what it leads to.
    #[must_use]
    pub fn cause(&self) -> Cause {
        Cause { stream: self.stream.name().to_owned(), sequence: self.sequence() }
    }

    /// Waits until the message of the same subject that was handed over before is handled.
    pub async fn turn(&self) {
        self.handling.turn().await;
    }

    /// Says that the effect is stored. When that is lost, the message comes again, as a repeat.
    pub async fn ack(&self) {
        if let Err(error) = self.acknowledge.ack().await {
            tracing::debug!(%error, sequence = self.sequence(), "acknowledge");
        }
    }

    /// Acknowledges a message that cannot be understood, and logs why: only the owner of the stream can
    /// have written it, and it will not get better.
    pub async fn pass_over(&self, error: &str) {
        tracing::error!(
            stream = self.stream.name(),
            sequence = self.sequence(),
            error,
            "passed over a message that cannot be understood"
        );
        self.ack().await;
    }

    /// Returns a span for handling it, in the trace of whoever wrote it.
    #[must_use]
    pub fn span(&self) -> tracing::Span {
        self.entry.as_ref().map_or_else(|_unreadable| tracing::Span::none(), LogEntry::span)
    }
}

/// Hands every message of the consumer to `handle`, in order, until `stopping`. A message that is
/// delivered again while its [`Delivery`] lives is not handed over a second time.
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
    let (place, in_flight) = (TakeOver::default(), InFlight::default());
    let mut reader = Reader { log, spec, place, in_flight, has_complained: false };
    while !stopping.is_cancelled() {
        tokio::select! {
            biased;
            () = stopping.cancelled() => return,
            ended = reader.read(&handle) => reader.complain(&ended),
        }
        tokio::select! {
            biased;
            () = stopping.cancelled() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

/// Reads a consumer, again and again.
struct Reader<'a> {
    log: &'a EventLog,
    spec: ConsumerSpec,
    place: TakeOver,
    in_flight: InFlight,
    /// Whether it was said that reading is interrupted; until a message comes again.
    has_complained: bool,
}

impl Reader<'_> {
    /// Reads until something ends it, and answers what.
    async fn read<F, Fut>(&mut self, handle: &F) -> ConsumerError
    where
        F: Fn(Delivery) -> Fut + Send,
        Fut: Future<Output = ()> + Send,
    {
        match self.log.broker().consumer(self.spec.stream, self.spec.name).await {
            Ok(mut consumer) => {
                let Err(ended) = self.pull(&mut *consumer, handle).await;
                ended
            }
            Err(error) => error,
        }
    }

    async fn pull<F, Fut>(
        &mut self,
        consumer: &mut dyn Consumer,
        handle: &F,
    ) -> Result<Infallible, ConsumerError>
    where
        F: Fn(Delivery) -> Fut + Send,
        Fut: Future<Output = ()> + Send,
    {
        let opening = self.place.open(&consumer.info().await?);
        if opening.unpin {
            consumer.unpin().await?;
        }
        if opening.reset {
            consumer.reset().await?;
        }
        let mut deliveries = consumer.deliveries().await?;
        while let Some(delivered) = deliveries.next().await {
            // Any error ends this pull: the library would wait long for a lost request.
            let delivered = delivered?;
            let sequence = delivered.stored.sequence;
            let delivery = take_over::Delivery { number: delivered.delivery, sequence };
            let mut step = self.place.delivered(delivery);
            if step == Step::AskFloor {
                step = self.place.floor(consumer.info().await?.ack_floor, delivery);
            }
            if step == Step::Reset {
                consumer.unpin().await?;
                consumer.reset().await?;
                return Err(ConsumerError::TookOver);
            }
            self.has_complained = false;
            // Also a message that takes long is delivered again, and again.
            let Some(handling) = self.in_flight.begin(&delivered.stored) else { continue };
            let (stream, acknowledge) = (self.spec.stream, delivered.acknowledge);
            let entry = LogEntry::read(delivered.stored.clone());
            let stored = delivered.stored;
            handle(Delivery { entry, stored, stream, handling, acknowledge }).await;
        }
        Err(ConsumerError::Ended)
    }

    fn complain(&mut self, ended: &ConsumerError) {
        let (stream, consumer, why) = (self.spec.stream.name(), self.spec.name, error_chain(ended));
        if self.has_complained {
            tracing::debug!(stream, consumer, why, "reading is interrupted");
        } else {
            tracing::warn!(stream, consumer, why, "reading is interrupted; it goes on by itself");
        }
        self.has_complained = true;
    }
}
