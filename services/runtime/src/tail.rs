//! Follows a stream from a sequence on: every message once, in order, live.
//!
//! Live messages come by a plain subscription to the republished copies; what a lost connection
//! or a full buffer swallowed is read from the store, for a gap in the sequences shows it.
//!
//! A store may be set back: it lost its end, or was replaced by another. It is asked each time whether
//! it still has the last message that was told; a live message that is older than one before it shows
//! it, too. Whoever follows then reads anew.

use std::{collections::VecDeque, fmt, time::Duration};

use futures_util::StreamExt as _;
use proto::subject::Stream;
use tokio::time::{Interval, MissedTickBehavior};

use crate::{
    broker::LiveMessages,
    event_log::{EventLog, ReadError, Stored},
    log::position::{Live, Position, Read},
};

/// How often the store is asked for what the subscription may have lost at its end.
const POLL: Duration = Duration::from_millis(500);

/// The store has lost what it told, or tells another history: what was made of it is to be made anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetBack;

/// A stream that is followed. INPUT has no live copies: there, only the store is asked.
pub struct Tail {
    log: EventLog,
    stream: Stream,
    filter: String,
    position: Position,
    live: Option<LiveMessages>,
    ready: VecDeque<Stored>,
    poll: Interval,
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
    /// Follows every subject of `stream` from sequence `from` on.
    ///
    /// # Errors
    /// [`ReadError`] when the subscription cannot be made.
    pub async fn start(log: &EventLog, stream: Stream, from: u64) -> Result<Self, ReadError> {
        Self::filtered(log, stream, stream.subjects(), from).await
    }

    /// Follows the subjects of `stream` that fit `filter` from after `last` on, which is asked for again
    /// to see whether the store still has it; from the first message where there is none.
    ///
    /// # Errors
    /// [`ReadError`] when the subscription cannot be made.
    pub(crate) async fn after(
        log: &EventLog,
        stream: Stream,
        filter: &str,
        last: Option<&Stored>,
    ) -> Result<Self, ReadError> {
        let mut tail = Self::filtered(log, stream, filter.to_owned(), 1).await?;
        if let Some(last) = last {
            tail.position.note(last);
        }
        Ok(tail)
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
            tail.position.note(newest);
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
            filter,
            position: Position::new(from),
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
                // A tick first: it is rare, and shows that live messages are missing at the end.
                biased;
                _tick = self.poll.tick() => self.fill().await?,
                message = next_live(&mut self.live) => match message {
                    None => self.live = None,
                    Some(message) => match self.position.live(&message) {
                        Live::PassOn => return Ok(message),
                        Live::Known => {}
                        Live::ReadStore => self.fill().await?,
                    },
                },
            }
        }
    }

    /// Reads what the store has now; the next calls of [`Tail::next`] answer it without waiting.
    async fn fill(&mut self) -> Result<(), SetBack> {
        let from = self.position.read_from();
        let found = match self.log.read(self.stream, &self.filter, from).await {
            Ok(found) => found,
            Err(error) => {
                tracing::debug!(%error, "the store does not answer; asking again");
                return Ok(());
            }
        };
        match self.position.read(found) {
            Read::New(found) => {
                self.ready.extend(found);
                Ok(())
            }
            Read::Missing(sequence) => self.ask_leader(sequence).await,
        }
    }

    /// A copy of the stream does not have the last message: it may only be behind the leader.
    async fn ask_leader(&mut self, sequence: u64) -> Result<(), SetBack> {
        match self.log.broker().at(self.stream, sequence).await {
            Ok(message) if self.position.is_lost(message.as_ref()) => {
                tracing::error!(
                    stream = self.stream.name(),
                    sequence,
                    "the store has lost what it told; reading it anew"
                );
                Err(SetBack)
            }
            Ok(_is_behind) => Ok(()),
            Err(error) => {
                tracing::debug!(%error, "the store does not answer; asking again");
                Ok(())
            }
        }
    }

    /// Everything that the store has now and that was not answered yet.
    async fn drain(&mut self) -> Result<Vec<Stored>, ReadError> {
        let from = self.position.read_from();
        let found = self.log.read(self.stream, &self.filter, from).await?;
        if let Some(last) = found.last() {
            self.position.note(last);
        }
        Ok(found)
    }
}

async fn next_live(live: &mut Option<LiveMessages>) -> Option<Stored> {
    match live {
        Some(live) => live.next().await,
        None => std::future::pending().await,
    }
}
