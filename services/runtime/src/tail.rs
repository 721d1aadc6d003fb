//! Follows a stream from a sequence on: every message once, in order, live.
//!
//! Live messages come by a plain subscription to the republished copies. If a lost connection or a full
//! buffer loses some, the gap in the sequences shows it, and they are read from the store.
//!
//! A store may be set back: it lost its end, or was replaced by another. Each read begins with the last
//! message that was returned, to see whether the store still has it; a live message that is older than the
//! one before it also shows a set-back. The stream then has to be read again.

use std::{collections::VecDeque, fmt, time::Duration};

use futures_util::StreamExt as _;
use proto::subject::Stream;
use tokio::time::{Interval, MissedTickBehavior};

use crate::{
    broker::LiveMessages,
    event_log::{EventLog, PAGE_SIZE, ReadError, Stored},
    log::position::{Live, Position, Read},
};

/// Interval between reads of the store, which find messages that the subscription lost at its end.
const POLL: Duration = Duration::from_millis(500);

/// The store has lost the last message that was returned, or holds another history: the stream has to be
/// read again from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SetBack;

/// A reader that follows a stream. INPUT has no live copies, so its store alone is asked.
pub(crate) struct Tail {
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
    /// Follows the subjects of `stream` that fit `filter`, from sequence `from` on.
    ///
    /// # Errors
    /// [`ReadError`] if the subscription cannot be made.
    pub(crate) async fn from(
        log: &EventLog,
        stream: Stream,
        filter: &str,
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
            filter: filter.to_owned(),
            position: Position::new(from),
            live,
            ready: VecDeque::new(),
            poll,
        })
    }

    /// Follows the subjects of `stream` that fit `filter`, after `last`; from the first message on if there
    /// is none. `last` is read again, because a store that was set back does not have it.
    ///
    /// # Errors
    /// As [`Tail::from`].
    pub(crate) async fn after(
        log: &EventLog,
        stream: Stream,
        filter: &str,
        last: Option<&Stored>,
    ) -> Result<Self, ReadError> {
        let mut tail = Self::from(log, stream, filter, 1).await?;
        if let Some(last) = last {
            tail.position.note(last);
        }
        Ok(tail)
    }

    /// Waits for the next message and returns it. Nothing is lost if the future is dropped.
    ///
    /// # Errors
    /// [`SetBack`] if nothing can follow on what was returned before; this reader is then of no use.
    pub(crate) async fn next(&mut self) -> Result<Stored, SetBack> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(message);
            }
            tokio::select! {
                // Ticks are rare, and find live messages that were lost at the end.
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

    /// Reads a page of what the store has; the next calls of [`Tail::next`] return it without waiting.
    async fn fill(&mut self) -> Result<(), SetBack> {
        let from = self.position.read_from();
        let read = self.log.stored_page(self.stream, &self.filter, from, PAGE_SIZE).await;
        let (found, is_more) = match read {
            Ok(found) => found,
            Err(error) => {
                tracing::debug!(%error, "the store does not answer; asking again");
                return Ok(());
            }
        };
        match self.position.read(found) {
            Read::New(found) => {
                self.ready.extend(found);
                if is_more {
                    self.poll.reset_immediately();
                }
                Ok(())
            }
            Read::Missing(sequence) => self.ask_leader(sequence).await,
        }
    }

    /// Asks the leader for the last message, which a copy of the stream did not have: the copy may be behind.
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
}

async fn next_live(live: &mut Option<LiveMessages>) -> Option<Stored> {
    match live {
        Some(live) => live.next().await,
        None => std::future::pending().await,
    }
}
