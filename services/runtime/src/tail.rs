//! Follows a stream from a sequence on: every message once, in order, live.
//!
//! Live messages come by a plain subscription to the republished copies; what a lost connection
//! or a full buffer swallowed is read from the store, for a gap in the sequences shows it.
//!
//! A store may be set back: it lost its end, or was replaced by another. It is asked each time whether
//! it still has the last message that was told; a live message that is older than one before it shows
//! it, too. Whoever follows then reads anew.

use std::{collections::VecDeque, time::Duration};

use async_nats::Subscriber;
use bytes::Bytes;
use futures_util::StreamExt as _;
use proto::subject::Stream;
use tokio::time::{Interval, MissedTickBehavior};

use crate::event_log::{EventLog, ReadError, Stored, digest, number};

/// How often the store is asked for what the subscription may have lost at its end.
const POLL: Duration = Duration::from_millis(500);

/// The store has lost what it told, or tells another history: what was made of it is to be made anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetBack;

/// A stream that is followed. INPUT has no live copies: there, only the store is asked.
#[derive(Debug)]
pub struct Tail {
    log: EventLog,
    stream: Stream,
    filter: String,
    next: u64,
    /// The last message that was read from the store or heard, and the digest of its bytes.
    last: Option<(u64, Bytes)>,
    /// The sequence of the last live message.
    last_live: u64,
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
        let mut tail = Self::start(log, stream, 1).await?;
        if let Some(newest) = last.last() {
            tail.note(newest);
        }
        Ok((last, tail))
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
            last: None,
            last_live: 0,
            live,
            ready: VecDeque::new(),
            poll,
        })
    }

    /// The next message. Waits for it as long as it takes; may be dropped and called again.
    ///
    /// # Errors
    /// [`SetBack`]: nothing follows on what was told. A new tail is to be started.
    pub async fn next(&mut self) -> Result<Stored, SetBack> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(message);
            }
            tokio::select! {
                message = next_live(&mut self.live) => {
                    let Some(message) = message else {
                        self.live = None;
                        continue;
                    };
                    let is_older = message.sequence <= self.last_live;
                    self.last_live = message.sequence;
                    match message.sequence {
                        sequence if is_older || sequence > self.next => self.fill().await?,
                        sequence if sequence < self.next => {}
                        _next => {
                            self.note(&message);
                            return Ok(message);
                        }
                    }
                }
                _tick = self.poll.tick() => self.fill().await?,
            }
        }
    }

    /// Reads what the store has now; the next calls of [`Tail::next`] answer it without waiting.
    async fn fill(&mut self) -> Result<(), SetBack> {
        // The last message is read again: a store that still has it has lost nothing.
        let from = self.last.as_ref().map_or(self.next, |(sequence, _digest)| *sequence);
        let found = match self.log.read(self.stream, &self.filter, from).await {
            Ok(found) => found,
            Err(error) => {
                tracing::debug!(%error, "the store does not answer; asking again");
                return Ok(());
            }
        };
        let mut found = found.into_iter().peekable();
        if let Some(last) = &self.last {
            let is_last = |message: &Stored| (message.sequence, digest(&message.payload)) == *last;
            if found.next_if(is_last).is_none() {
                return self.judge_loss().await;
            }
        }
        for message in found {
            self.note(&message);
            self.ready.push_back(message);
        }
        Ok(())
    }

    /// A copy of the stream does not have the last message: it may only be behind the leader.
    async fn judge_loss(&self) -> Result<(), SetBack> {
        let Some((sequence, known)) = &self.last else { return Ok(()) };
        match self.log.at(self.stream, *sequence).await {
            Ok(Some(message)) if digest(&message.payload) == *known => Ok(()),
            Ok(_) => {
                tracing::error!(
                    stream = self.stream.name(),
                    sequence,
                    "the store has lost what it told; reading it anew"
                );
                Err(SetBack)
            }
            Err(error) => {
                tracing::debug!(%error, "the store does not answer; asking again");
                Ok(())
            }
        }
    }

    /// Takes note of a message that is told now or soon.
    fn note(&mut self, message: &Stored) {
        self.next = message.sequence + 1;
        self.last = Some((message.sequence, digest(&message.payload)));
    }

    /// Everything that the store has now and that was not answered yet.
    async fn drain(&mut self) -> Result<Vec<Stored>, ReadError> {
        let found = self.log.read(self.stream, &self.filter, self.next).await?;
        if let Some(last) = found.last() {
            self.note(last);
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
