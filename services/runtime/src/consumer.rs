//! Durable consumers: one replica reads, the others stand by.
//!
//! The server pins one client per consumer; when that client stops pulling, another takes over
//! within about two seconds. A message is acknowledged after its effect is stored, so it is
//! delivered again after a crash; handlers must recognise such a repeat.

use std::{convert::Infallible, error::Error, future::Future, sync::Arc, time::Duration};

use async_trait::async_trait;
use futures_util::StreamExt as _;
use proto::{
    subject::{GameKey, Stream, Subject},
    v1::Cause,
};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::{
    ack_queue::{AckQueue, AckSender},
    broker::{Acknowledge, ConnectionId, Consumer, ConsumerError, Query},
    error_chain,
    event_log::EventLog,
    in_flight::{Handling, InFlight},
    log::take_over::{self, Reset, Step, TakeOver},
    log_entry::{LogEntry, Unreadable},
    metrics,
    retry::Stopped,
    stored::Stored,
    tasks::Tasks,
};

/// Pause before a consumer is read again after an interruption.
const PAUSE: Duration = Duration::from_millis(100);

/// Interval at which the lag of a consumer is measured.
const MEASURE_EVERY: Duration = Duration::from_secs(5);

/// A durable consumer of a service.
#[derive(Clone, Debug)]
pub struct ConsumerSpec {
    /// The stream.
    pub stream: Stream,
    /// The durable name.
    pub name: &'static str,
}

/// A message to be handled and acknowledged. Until it is dropped, it is not handed over again.
#[derive(Debug)]
pub struct Delivery {
    /// The message as it was read, or the reason why no program can read it.
    pub entry: Result<LogEntry, Unreadable>,
    log: EventLog,
    stream: Stream,
    handling: Handling,
    acknowledge: Arc<OnConnection>,
    acks: AckSender,
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

    /// Returns the game that it concerns, also if it cannot be read; `None` if it concerns none.
    #[must_use]
    pub fn game(&self) -> Option<GameKey> {
        match &self.entry {
            Ok(entry) => entry.game(),
            Err(unreadable) => unreadable.subject.parse::<Subject>().ok()?.game_key(),
        }
    }

    /// Returns how entries name it as their cause.
    #[must_use]
    pub fn cause(&self) -> Cause {
        Cause { stream: self.stream.name().to_owned(), sequence: self.sequence() }
    }

    /// Returns true if the connection on which it came is lost. The stream may have lost the
    /// message, and its sequence may belong to another one, so it is not acknowledged any more: if
    /// the stream has it, it is delivered again.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        self.acknowledge.is_stale()
    }

    /// Returns a message as the broker would deliver it now, for tests.
    pub(crate) fn new(
        log: EventLog,
        stream: Stream,
        stored: Stored,
        acknowledge: Box<dyn Acknowledge>,
    ) -> Option<Self> {
        let handling = InFlight::default().begin(&stored)?;
        let (entry, (acks, _queue)) = (log.entry(stored), AckQueue::new());
        let connection = log.broker().connection();
        let acknowledge = Arc::new(OnConnection { log: log.clone(), connection, acknowledge });
        Some(Self { entry, log, stream, handling, acknowledge, acks })
    }

    /// Waits until the previous message of the same subject is handled.
    pub async fn turn(&self) {
        self.handling.turn().await;
    }

    /// Acknowledges the message, because its effect is stored. The acknowledgement is sent soon,
    /// together with others; if it is lost, the message is delivered again.
    ///
    /// Does nothing if the delivery [is stale](Self::is_stale), and once the service has read an
    /// entry that only a newer program understands.
    pub async fn ack(&self) {
        if self.log.newer().is_some() {
            return;
        }
        let acknowledge: Arc<dyn Acknowledge> = self.acknowledge.clone();
        self.acks.ack(&acknowledge).await;
    }

    /// Acknowledges a message that no program can read, and logs the reason.
    pub async fn pass_over(&self, error: &(dyn Error + Send + Sync + 'static)) {
        tracing::error!(
            stream = self.stream.name(),
            sequence = self.sequence(),
            error = error_chain(error),
            "passed over a message that cannot be understood"
        );
        metrics::LOG_PASSED_OVER.add(metrics::stream_series(self.stream), 1);
        self.ack().await;
    }

    /// Starts a task that does `work`, with this message as its cause, after the previous message
    /// of the same subject is handled. The message is acknowledged if `work` succeeds; if the
    /// service stops first, it is delivered again.
    pub fn handle<F>(self, tasks: &Tasks, work: impl FnOnce(Cause) -> F + Send + 'static)
    where
        F: Future<Output = Result<(), Stopped>> + Send,
    {
        let span = self.span();
        tasks.spawn(
            async move {
                self.turn().await;
                if work(self.cause()).await.is_ok() {
                    self.ack().await;
                }
            }
            .instrument(span),
        );
    }

    /// Returns a span for handling it, in the trace of its writer.
    #[must_use]
    pub fn span(&self) -> tracing::Span {
        self.entry.as_ref().map_or_else(|_unreadable| tracing::Span::none(), LogEntry::span)
    }
}

/// The acknowledgement of a delivery, on the connection on which it came.
#[derive(Debug)]
struct OnConnection {
    log: EventLog,
    connection: ConnectionId,
    acknowledge: Box<dyn Acknowledge>,
}

impl OnConnection {
    fn is_stale(&self) -> bool {
        self.log.broker().connection() != self.connection
    }
}

#[async_trait]
impl Acknowledge for OnConnection {
    async fn ack(&self) -> Result<(), ConsumerError> {
        if self.is_stale() { Ok(()) } else { self.acknowledge.ack().await }
    }
}

/// Starts a task that hands every message of the consumer to `handle`, in order, until the service
/// stops. A message that is delivered again while its [`Delivery`] lives is not handed over a
/// second time.
///
/// `handle` should return soon, because it is awaited before the next message is taken. Failures of
/// the connection are logged and retried. At a message that only a newer program can read the task
/// ends: the service stops, and the message is left to a newer program.
pub fn consume<F, Fut>(log: &EventLog, tasks: &Tasks, spec: ConsumerSpec, handle: F)
where
    F: Fn(Delivery) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    if metrics::are_exported() {
        tasks.spawn_until_stop(measure(log.clone(), spec.clone()));
    }
    let (log, stopping) = (log.clone(), tasks.stopping());
    tasks.spawn(async move { read_all(&log, spec, stopping, handle).await });
}

/// Measures the lag of a consumer every few seconds, for ever.
async fn measure(log: EventLog, spec: ConsumerSpec) {
    let series = metrics::consumer_series(spec.stream, spec.name);
    let mut consumer: Option<Box<dyn Consumer>> = None;
    loop {
        tokio::time::sleep(MEASURE_EVERY).await;
        match lag(&log, &spec, &mut consumer).await {
            Ok((pending, unacknowledged)) => {
                metrics::CONSUMER_PENDING.set(series, pending);
                metrics::CONSUMER_UNACKNOWLEDGED.set(series, unacknowledged);
            }
            Err(error) => {
                tracing::debug!(%error, "measure a consumer");
                consumer = None;
                metrics::CONSUMER_PENDING.forget(series);
                metrics::CONSUMER_UNACKNOWLEDGED.forget(series);
            }
        }
    }
}

/// Returns how many messages are not handled, and how many of them were delivered.
async fn lag(
    log: &EventLog,
    spec: &ConsumerSpec,
    consumer: &mut Option<Box<dyn Consumer>>,
) -> Result<(i64, i64), ConsumerError> {
    let consumer = match consumer {
        Some(consumer) => consumer,
        none => none.insert(log.broker().consumer(spec.stream, spec.name).await?),
    };
    let info = consumer.info().await?;
    let last = log.last_sequence(spec.stream).await.map_err(ConsumerError::nats)?;
    let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let unacknowledged = i64::try_from(info.ack_pending).unwrap_or(i64::MAX);
    Ok((count(last.saturating_sub(info.handled)), unacknowledged))
}

async fn read_all<F, Fut>(
    log: &EventLog,
    spec: ConsumerSpec,
    stopping: CancellationToken,
    handle: F,
) where
    F: Fn(Delivery) -> Fut + Send,
    Fut: Future<Output = ()> + Send,
{
    let (place, in_flight) = (TakeOver::default(), InFlight::default());
    let (acks, mut queue) = AckQueue::new();
    let (opened_on, has_reconnected, has_complained) = (None, false, false);
    let mut reader =
        Reader { log, spec, place, in_flight, acks, opened_on, has_reconnected, has_complained };
    let reading = async {
        loop {
            let ended = reader.read(&handle).await;
            if matches!(ended, ConsumerError::NewerSchema) {
                return;
            }
            reader.complain(&ended);
            // A failed read waited for NATS by itself; the pause only keeps an error that comes at
            // once from spinning.
            tokio::time::sleep(PAUSE).await;
        }
    };
    tokio::select! {
        biased;
        () = stopping.cancelled() => {}
        never = queue.run() => match never {},
        () = reading => {}
    }
    queue.close().await;
}

/// A reader of a durable consumer.
struct Reader<'a> {
    log: &'a EventLog,
    spec: ConsumerSpec,
    place: TakeOver,
    in_flight: InFlight,
    acks: AckSender,
    /// The connection on which the consumer was opened last.
    opened_on: Option<ConnectionId>,
    /// True if there was another connection since.
    has_reconnected: bool,
    /// True if an interruption was logged and no message has come since.
    has_complained: bool,
}

impl Reader<'_> {
    /// Reads until an interruption, and returns its reason.
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
        let mut connected = self.log.broker().connected();
        // The connection that is there now is none of the next ones.
        connected.mark_unchanged();
        let connection = self.log.broker().connection();
        self.open(consumer, &connection).await?;
        let mut deliveries = consumer.deliveries().await?;
        loop {
            let delivered = tokio::select! {
                biased;
                // The library goes on with a pull on the next connection, and may have nothing to
                // deliver there. It says that it is connected before it says to whom.
                Ok(()) = connected.changed() => {
                    if *connected.borrow() {
                        self.has_reconnected = true;
                        return Err(ConsumerError::Ended);
                    }
                    None
                }
                delivered = deliveries.next() => match delivered {
                    None => return Err(ConsumerError::Ended),
                    // Every error ends this pull, because the library would wait long for a lost
                    // request.
                    Some(delivered) => Some(delivered?),
                },
            };
            if self.log.broker().connection() != connection {
                // The stream may have lost its end, so the consumer has to be opened anew.
                return Err(ConsumerError::Ended);
            }
            let Some(delivered) = delivered else { continue };
            let sequence = delivered.stored.sequence;
            let delivery = take_over::Delivery { number: delivered.delivery, sequence };
            let mut step = self.place.delivered(delivery);
            if let Step::LookAfter(sequence) = step {
                step = self.place.gap(self.first_after(sequence).await?, delivery);
            }
            if step == Step::AskFloor {
                step = self.place.floor(consumer.info().await?.ack_floor, delivery);
            }
            if step == Step::Reset {
                consumer.unpin().await?;
                consumer.reset(None).await?;
                metrics::CONSUMER_TAKEOVERS.add(self.series(), 1);
                return Err(ConsumerError::TookOver);
            }
            self.has_complained = false;
            // A message whose handling takes long is delivered again meanwhile.
            let Some(handling) = self.in_flight.begin(&delivered.stored) else { continue };
            let stream = self.spec.stream;
            let (log, connection, acknowledge) =
                (self.log.clone(), connection.clone(), delivered.acknowledge);
            let acknowledge = Arc::new(OnConnection { log, connection, acknowledge });
            let entry = self.log.entry(delivered.stored);
            if entry.as_ref().is_err_and(Unreadable::is_newer) {
                return Err(ConsumerError::NewerSchema);
            }
            let (log, acks) = (self.log.clone(), self.acks.clone());
            handle(Delivery { entry, log, stream, handling, acknowledge, acks }).await;
        }
    }

    /// Returns the sequence of the first message of the stream after a sequence; `None` if there is
    /// none.
    async fn first_after(&self, sequence: u64) -> Result<Option<u64>, ConsumerError> {
        let filter = self.spec.stream.subjects();
        let query = Query::From { filter: &filter, sequence: sequence + 1, most: 1 };
        let found = self.log.broker().batch(self.spec.stream, query).await;
        let found = found.map_err(ConsumerError::nats)?.messages;
        Ok(found.first().map(|message| message.sequence))
    }

    /// Takes the place of a replica that has gone, and goes back to where deliveries have to begin.
    async fn open(
        &mut self,
        consumer: &mut dyn Consumer,
        connection: &ConnectionId,
    ) -> Result<(), ConsumerError> {
        let is_new = self.has_reconnected || self.opened_on.as_ref() != Some(connection);
        let info = consumer.info().await?;
        let last = self.log.last_sequence(self.spec.stream).await.map_err(ConsumerError::nats)?;
        let opening = self.place.open(&info, last);
        if opening.unpin {
            consumer.unpin().await?;
            metrics::CONSUMER_TAKEOVERS.add(self.series(), 1);
        }
        match opening.reset {
            Reset::No => {}
            Reset::Floor => consumer.reset(None).await?,
            Reset::To(first) => {
                let (stream, consumer_name) = (self.spec.stream.name(), self.spec.name);
                tracing::error!(
                    stream,
                    consumer = consumer_name,
                    delivered = info.delivered,
                    last,
                    "the stream has lost its end; what comes next is read"
                );
                consumer.reset(Some(first)).await?;
                self.log.note_shortened(self.spec.stream);
            }
        }
        // Only now: what the stream got after this moment is delivered.
        if is_new || matches!(opening.reset, Reset::To(_)) {
            self.log.note_loss();
        }
        self.opened_on = Some(connection.clone());
        self.has_reconnected = false;
        Ok(())
    }

    fn series(&self) -> usize {
        metrics::consumer_series(self.spec.stream, self.spec.name)
    }

    fn complain(&mut self, ended: &ConsumerError) {
        if !matches!(ended, ConsumerError::TookOver) {
            metrics::CONSUMER_INTERRUPTIONS.add(self.series(), 1);
        }
        let (stream, consumer, why) = (self.spec.stream.name(), self.spec.name, error_chain(ended));
        if self.has_complained {
            tracing::debug!(stream, consumer, why, "reading is interrupted");
        } else {
            tracing::warn!(stream, consumer, why, "reading is interrupted; it goes on by itself");
        }
        self.has_complained = true;
    }
}

#[cfg(test)]
mod tests;
