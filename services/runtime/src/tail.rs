//! Follows a stream from a sequence on: every message once, in order, live.
//!
//! Live messages come by a plain subscription to the republished copies. If a lost connection or a
//! full buffer loses some, the gap in the sequences shows it, and they are read from the store.
//!
//! A live message that does not follow on the last one of its subject is not returned until the
//! store has it. One that does is believed: only nats-server may publish live messages, by the
//! rights of NATS (`deploy/nats`).
//!
//! A store may be set back: it lost its end, or was replaced by another. Each read begins with the
//! last message that was returned, to see whether the store still has it; a live message that is
//! older than the one before it may show one, too, and live messages are then held back until the
//! store was read. After a set-back the stream has to be read again. A read takes as long as a copy
//! of the stream is slow; otherwise live messages are returned meanwhile.

use std::{collections::VecDeque, fmt, time::Duration};

use futures_util::{FutureExt as _, StreamExt as _, future::BoxFuture};
use proto::subject::Stream;
use tokio::{
    sync::watch,
    time::{Interval, MissedTickBehavior},
};

use crate::{
    broker::LiveMessages,
    error::ReadError,
    event_log::EventLog,
    log::position::{Live, Read, ReaderPosition, Reading},
    seen_ahead::SeenAhead,
    stored::{PAGE_SIZE, Stored},
};

/// Interval between reads of the store, which find messages that the subscription lost at its end.
const POLL: Duration = Duration::from_millis(500);

/// The store has lost the last message that was returned, or holds another history: the stream has
/// to be read again from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SetBack;

/// A reader that follows a stream. INPUT has no live copies, so its store alone is asked.
pub(crate) struct Tail {
    log: EventLog,
    stream: Stream,
    filter: String,
    position: ReaderPosition,
    /// The last messages that this process has seen otherwise, and may show already.
    ahead: SeenAhead,
    live: Option<LiveMessages>,
    ready: VecDeque<Stored>,
    poll: Interval,
    /// The read of the store that is under way.
    reading: Option<BoxFuture<'static, StoreRead>>,
    /// True if the store has to be read, and so again after the read that is under way.
    has_to_read: bool,
    /// Changes when the connection is lost or made.
    connected: watch::Receiver<bool>,
}

/// The end of a read of the store.
enum StoreRead {
    /// Messages after the last one that was passed on when this read began; and whether there are
    /// more.
    Page(Reading, Vec<Stored>, bool),
    /// Nothing: the store did not answer, or the copy is behind.
    Nothing,
    /// The store has lost the last message that was passed on.
    SetBack,
}

impl fmt::Debug for Tail {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Tail")
            .field("filter", &self.filter)
            .field("position", &self.position)
            .field("is_live", &self.live.is_some())
            .field("ready", &self.ready.len())
            .finish_non_exhaustive()
    }
}

impl Tail {
    /// Follows the subjects of `stream` that fit `filter`, after `position`. The last message of
    /// `position` is read again, because a store that was set back does not have it; so are those
    /// `ahead`, which this process has seen otherwise. `connected` watches the connection since
    /// before `position` was read.
    ///
    /// # Errors
    /// [`ReadError`] if the subscription cannot be made.
    pub(crate) async fn after(
        log: &EventLog,
        stream: Stream,
        filter: &str,
        position: &ReaderPosition,
        ahead: &SeenAhead,
        connected: watch::Receiver<bool>,
    ) -> Result<Self, ReadError> {
        // The live copies of a whole stream have no gaps, which is what shows a loss.
        let live = match stream.live_subjects() {
            Some(subjects) if filter == stream.subjects() => {
                Some(log.broker().subscribe(stream, subjects).await?)
            }
            _ => None,
        };
        let mut poll = tokio::time::interval(POLL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            log: log.clone(),
            stream,
            filter: filter.to_owned(),
            position: position.clone(),
            ahead: ahead.clone(),
            live,
            ready: VecDeque::new(),
            poll,
            reading: None,
            has_to_read: false,
            connected,
        })
    }

    /// Waits for the next message and returns it. Nothing is lost if the future is dropped.
    ///
    /// # Errors
    /// [`SetBack`] if nothing can follow on what was returned before; this reader is then of no
    /// use.
    pub(crate) async fn next(&mut self) -> Result<Stored, SetBack> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(message);
            }
            if self.has_to_read && self.reading.is_none() {
                self.has_to_read = false;
                let (log, filter, ahead) =
                    (self.log.clone(), self.filter.clone(), self.ahead.clone());
                self.reading =
                    Some(read(log, self.stream, filter, ahead, self.position.reading()).boxed());
            }
            tokio::select! {
                // Reads and ticks are rare, and find live messages that were lost.
                biased;
                Ok(()) = self.connected.changed() => {
                    if *self.connected.borrow_and_update() {
                        self.position.doubt();
                        self.has_to_read = true;
                    }
                }
                found = end_of(&mut self.reading) => {
                    self.reading = None;
                    match found {
                        StoreRead::SetBack => {
                            self.log.note_shortened(self.stream);
                            return Err(SetBack);
                        }
                        StoreRead::Nothing => {}
                        StoreRead::Page(reading, found, is_more) => {
                            self.ready.extend(self.position.take(&reading, found));
                            self.has_to_read |= is_more;
                        }
                    }
                }
                _tick = self.poll.tick(), if self.reading.is_none() => self.has_to_read = true,
                message = next_live(&mut self.live) => match message {
                    None => self.live = None,
                    Some(message) => match self.position.live(&message) {
                        Live::PassOn => return Ok(message),
                        Live::Known => {}
                        Live::ReadStore => self.has_to_read = true,
                    },
                },
            }
        }
    }
}

/// Reads a page of what the store has.
async fn read(
    log: EventLog,
    stream: Stream,
    filter: String,
    ahead: SeenAhead,
    reading: Reading,
) -> StoreRead {
    match try_read(&log, stream, &filter, &ahead, reading).await {
        Ok(StoreRead::SetBack) => {
            let stream = stream.name();
            tracing::error!(
                stream,
                "the store has lost the last message that was read; reading it anew"
            );
            log.note_loss();
            StoreRead::SetBack
        }
        Ok(found) => found,
        Err(error) => {
            tracing::debug!(%error, "the store does not answer; asking again");
            StoreRead::Nothing
        }
    }
}

/// As [`read`]. The leader is asked for the last messages in doubt, and if a copy of the stream
/// lacks the last one, because that copy may only be behind.
async fn try_read(
    log: &EventLog,
    stream: Stream,
    filter: &str,
    ahead: &SeenAhead,
    reading: Reading,
) -> Result<StoreRead, ReadError> {
    let is_lost = |at_leader: Option<Stored>| reading.is_lost(at_leader.as_ref());
    if reading.is_in_doubt() {
        let messages = ahead.messages();
        for message in &messages {
            let (sequence, known) = message;
            let stored = log.broker().at(stream, *sequence).await?;
            if stored.is_none_or(|stored| stored.payload != *known) {
                ahead.forget(message);
                return Ok(StoreRead::SetBack);
            }
        }
        ahead.found(&messages);
    }
    if let Some(sequence) = reading.at_leader()
        && is_lost(log.broker().at(stream, sequence).await?)
    {
        return Ok(StoreRead::SetBack);
    }
    let (found, is_more) = log.stored_page(stream, filter, reading.from(), PAGE_SIZE).await?;
    match reading.check(found) {
        Read::New(found) => Ok(StoreRead::Page(reading, found, is_more)),
        Read::Missing(sequence) => {
            let is_set_back = is_lost(log.broker().at(stream, sequence).await?);
            Ok(if is_set_back { StoreRead::SetBack } else { StoreRead::Nothing })
        }
    }
}

async fn end_of(reading: &mut Option<BoxFuture<'static, StoreRead>>) -> StoreRead {
    match reading {
        Some(reading) => reading.await,
        None => std::future::pending().await,
    }
}

async fn next_live(live: &mut Option<LiveMessages>) -> Option<Stored> {
    match live {
        Some(live) => live.next().await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use proto::subject::Subject;
    use tokio::{join, time::Instant};

    use super::*;
    use crate::{
        ledger::Ledger,
        memory_broker::MemoryBroker,
        numbers::{Numbers, number},
    };

    const STREAM: Stream = Stream::Game;

    /// The writer of a game, whose messages hold numbers.
    struct Writer {
        log: EventLog,
        ledger: Ledger<Numbers>,
    }

    impl Writer {
        fn new(broker: &MemoryBroker) -> Self {
            let subject: Subject = "game.main.kk-2026.r1-t1".parse().unwrap();
            Self { log: broker.log(), ledger: Ledger::new(subject) }
        }

        /// Stores a number, and returns its sequence.
        async fn store(&mut self, content: u64) -> u64 {
            let event = [number(content)];
            self.ledger.commit(&self.log, &event, None, None, Duration::ZERO).await.unwrap();
            self.ledger.sequence()
        }

        async fn follow(&self, position: &ReaderPosition) -> Tail {
            let connected = self.log.broker().connected();
            let (subjects, ahead) =
                (STREAM.subjects(), self.log.add_reader(STREAM, &STREAM.subjects()));
            Tail::after(&self.log, STREAM, &subjects, position, &ahead, connected).await.unwrap()
        }
    }

    fn stored(broker: &MemoryBroker) -> ReaderPosition {
        let mut position = ReaderPosition::default();
        position.note(&broker.stored(STREAM));
        position
    }

    #[tokio::test(start_paused = true)]
    async fn a_copy_that_is_slow_holds_no_live_message_back() {
        let (broker, began) = (MemoryBroker::default(), Instant::now());
        let mut writer = Writer::new(&broker);
        writer.store(1).await;
        let mut tail = writer.follow(&stored(&broker)).await;
        broker.slow_batches(Duration::from_secs(5));
        for expected in 2..5 {
            let (message, sequence) = join!(tail.next(), writer.store(expected));
            assert_eq!((message.unwrap().sequence, sequence), (expected, expected));
        }
        assert_eq!(began.elapsed(), Duration::ZERO);
        // The read that ends now has the same messages, and returns none of them again.
        tokio::time::sleep(Duration::from_secs(6)).await;
        let (message, sequence) = join!(tail.next(), writer.store(5));
        assert_eq!((message.unwrap().sequence, sequence), (5, 5));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_stored_after_a_set_back_is_never_returned_as_what_follows() {
        let broker = MemoryBroker::default();
        let mut writer = Writer::new(&broker);
        let mut tail = writer.follow(&ReaderPosition::default()).await;
        let mut other = None;
        for expected in 1..4 {
            let (message, _sequence) = join!(tail.next(), writer.store(expected));
            assert_eq!(message.unwrap().sequence, expected);
            other.get_or_insert_with(|| writer.ledger.clone());
        }
        broker.slow_batches(Duration::from_secs(5));
        broker.set_back(STREAM, 1);
        writer.ledger = other.unwrap();
        for content in 12..16 {
            writer.store(content).await;
        }
        assert_eq!(tail.next().await.unwrap_err(), SetBack);
    }

    #[tokio::test(start_paused = true)]
    async fn a_live_message_that_is_not_stored_is_never_returned() {
        let broker = MemoryBroker::default();
        let mut writer = Writer::new(&broker);
        writer.store(1).await;
        let mut tail = writer.follow(&stored(&broker)).await;
        let known = broker.stored(STREAM).remove(0);
        for expected in 2..6 {
            // One that repeats an envelope, and one that is none.
            for payload in [known.payload.clone(), Bytes::from_static(b"\xff")] {
                let told = Stored { sequence: expected, payload, ..known.clone() };
                broker.send_live(STREAM, &told);
            }
            let (message, _sequence) = join!(tail.next(), writer.store(expected));
            let message = message.unwrap();
            let last = broker.stored(STREAM).pop().unwrap();
            assert_eq!((message.sequence, message.payload), (expected, last.payload));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_loss_of_what_this_process_has_appended_or_read_is_noticed_before_it_comes() {
        for is_own in [true, false] {
            let broker = MemoryBroker::default();
            let mut writer = Writer::new(&broker);
            writer.store(1).await;
            let mut tail = writer.follow(&stored(&broker)).await;
            if is_own {
                writer.store(2).await;
            } else {
                let ledger = writer.ledger.clone();
                Writer { log: broker.log(), ledger }.store(2).await;
                writer.log.last(writer.ledger.subject()).await.unwrap();
            }
            // It has not come by now.
            broker.set_back(STREAM, 1);
            broker.reconnect();
            assert_eq!(tail.next().await.unwrap_err(), SetBack, "{is_own}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_loss_of_what_this_process_has_appended_is_noticed_although_it_appends_more_before() {
        let broker = MemoryBroker::default();
        let mut writer = Writer::new(&broker);
        writer.store(1).await;
        let mut tail = writer.follow(&stored(&broker)).await;
        let mut other = Writer { log: broker.log(), ledger: writer.ledger.clone() };
        writer.store(2).await;
        // It is lost, and two others follow on the first, of which the second is this process's
        // own.
        broker.set_back(STREAM, 1);
        broker.reconnect();
        other.store(3).await;
        writer.ledger = other.ledger;
        writer.store(4).await;
        assert_eq!(tail.next().await.unwrap_err(), SetBack);
    }
}
