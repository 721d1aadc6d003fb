//! Follows a stream from a sequence on: every message once, in order, live.
//!
//! Live messages come by a plain subscription to the republished copies; what a lost connection
//! or a full buffer swallowed is read from the store, for a gap in the sequences shows it.

use std::{collections::VecDeque, time::Duration};

use async_nats::Subscriber;
use futures_util::StreamExt as _;
use proto::subject::Stream;
use tokio::time::{Interval, MissedTickBehavior};

use crate::event_log::{EventLog, ReadError, Stored, number};

/// How often the store is asked for what the subscription may have lost at its end.
const POLL: Duration = Duration::from_millis(500);

/// A stream that is followed. INPUT has no live copies: there, only the store is asked.
#[derive(Debug)]
pub struct Tail {
    log: EventLog,
    stream: Stream,
    filter: String,
    next: u64,
    live: Option<Subscriber>,
    ready: VecDeque<Stored>,
    poll: Interval,
}

impl Tail {
    /// Follows every subject of `stream` from sequence `from` on.
    ///
    /// # Errors
    /// [`ReadError`] when the subscription cannot be made.
    pub async fn start(log: &EventLog, stream: Stream, from: u64) -> Result<Self, ReadError> {
        Self::filtered(log, stream, stream.subjects(), from).await
    }

    /// Everything that the subjects of `stream` that fit `filter` have, and what follows on them.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn from_first(
        log: &EventLog,
        stream: Stream,
        filter: String,
    ) -> Result<(Vec<Stored>, Self), ReadError> {
        let mut tail = Self::filtered(log, stream, filter, 1).await?;
        Ok((tail.drain().await?, tail))
    }

    /// The last message of every subject of `stream`, and what follows on them.
    ///
    /// # Errors
    /// [`ReadError`] when NATS does not answer.
    pub async fn from_last_of_each(
        log: &EventLog,
        stream: Stream,
    ) -> Result<(Vec<Stored>, Self), ReadError> {
        let last = log.last_of_each(stream).await?;
        let until = last.last().map_or(0, |message| message.sequence);
        Ok((last, Self::start(log, stream, until + 1).await?))
    }

    /// Follows the subjects of `stream` that fit `filter`, from sequence `from` on.
    ///
    /// # Errors
    /// [`ReadError`] when the subscription cannot be made.
    pub async fn filtered(
        log: &EventLog,
        stream: Stream,
        filter: String,
        from: u64,
    ) -> Result<Self, ReadError> {
        // The live copies of a whole stream have no gaps, which is what shows a loss.
        let live = match stream.live_subjects() {
            Some(_) if filter != stream.subjects() => None,
            Some(subjects) => {
                let subscribed = log.nats().client().subscribe(subjects).await;
                Some(subscribed.map_err(|source| ReadError {
                    what: stream.name().to_owned(),
                    reason: source.to_string(),
                })?)
            }
            None => None,
        };
        let mut poll = tokio::time::interval(POLL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            log: log.clone(),
            stream,
            filter,
            next: from.max(1),
            live,
            ready: VecDeque::new(),
            poll,
        })
    }

    /// The next message. Waits for it as long as it takes; may be dropped and called again.
    pub async fn next(&mut self) -> Stored {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return message;
            }
            tokio::select! {
                message = next_live(&mut self.live) => {
                    let Some(message) = message else {
                        self.live = None;
                        continue;
                    };
                    match message.sequence {
                        sequence if sequence < self.next => {}
                        sequence if sequence == self.next => {
                            self.next += 1;
                            return message;
                        }
                        _gap => self.fill().await,
                    }
                }
                _tick = self.poll.tick() => self.fill().await,
            }
        }
    }

    /// Reads what the store has now; the next calls of [`Tail::next`] answer it without waiting.
    async fn fill(&mut self) {
        match self.log.read(self.stream, &self.filter, self.next).await {
            Ok(found) => {
                if let Some(last) = found.last() {
                    self.next = last.sequence + 1;
                }
                self.ready.extend(found);
            }
            Err(error) => tracing::debug!(%error, "the store does not answer; asking again"),
        }
    }

    /// Everything that the store has now and that was not answered yet.
    async fn drain(&mut self) -> Result<Vec<Stored>, ReadError> {
        let found = self.log.read(self.stream, &self.filter, self.next).await?;
        if let Some(last) = found.last() {
            self.next = last.sequence + 1;
        }
        let mut all: Vec<Stored> = self.ready.drain(..).collect();
        all.extend(found);
        Ok(all)
    }
}

async fn next_live(live: &mut Option<Subscriber>) -> Option<Stored> {
    let Some(subscriber) = live else { return std::future::pending().await };
    loop {
        let message = subscriber.next().await?;
        let headers = message.headers.unwrap_or_default();
        // Whoever may publish on `live.>` beside the server would write no sequence.
        if let Some(sequence) = number(&headers, "Nats-Sequence") {
            let subject = message.subject.strip_prefix("live.").unwrap_or(&message.subject);
            let subject = subject.to_owned();
            return Some(Stored { subject, sequence, headers, payload: message.payload });
        }
    }
}
