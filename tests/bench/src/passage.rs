//! The moments at which something passed, and when the store took the messages of it.

use std::time::Duration;

use anyhow::Context as _;
use async_nats::jetstream::{
    self,
    consumer::{AckPolicy, DeliverPolicy, pull},
};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::time::Instant;

use crate::Sample;

/// The names of the stages between the moments of a [`Passage`].
pub const STAGES: [&str; 3] =
    ["sent to INPUT stored", "INPUT stored to GAME stored", "GAME stored to the spectator"];

/// The moments of one passage: sent, stored first, stored again, arrived.
///
/// Each is a time of day in nanoseconds since 1970, by the clock of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage(pub [i128; 4]);

impl Passage {
    /// Returns the duration of a stage of [`STAGES`].
    fn stage(&self, stage: usize) -> Duration {
        nanos(self.0[stage + 1] - self.0[stage])
    }

    /// Returns the duration from the first moment to the last.
    fn whole(&self) -> Duration {
        nanos(self.0[3] - self.0[0])
    }
}

/// The store rounds nothing, but reads the clock at another moment than it stores.
fn nanos(nanos: i128) -> Duration {
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(0))
}

/// Returns the sample of the whole passages, and of each of their [`STAGES`].
#[must_use]
pub fn samples(passages: &[Passage]) -> (Sample, [Sample; 3]) {
    let whole = Sample::new(passages.iter().map(Passage::whole).collect());
    let stage = |stage| Sample::new(passages.iter().map(|passage| passage.stage(stage)).collect());
    (whole, [0, 1, 2].map(stage))
}

/// Makes moments of [`Instant`]s.
#[derive(Clone, Copy, Debug)]
pub struct Calendar {
    instant: Instant,
    nanos: i128,
}

impl Calendar {
    /// Returns a calendar by the clock of this machine as it goes now.
    ///
    /// # Errors
    /// If the clock stands before 1970.
    pub fn now() -> anyhow::Result<Self> {
        #[expect(
            clippy::disallowed_methods,
            reason = "the store's times have nanoseconds, those of the log milliseconds"
        )]
        let now = std::time::SystemTime::now();
        let since = now.duration_since(std::time::UNIX_EPOCH)?;
        Ok(Self { instant: Instant::now(), nanos: i128::try_from(since.as_nanos())? })
    }

    /// Returns the moment of `instant`.
    #[must_use]
    pub fn moment(&self, instant: Instant) -> i128 {
        let signed = |duration: Duration| i128::try_from(duration.as_nanos()).unwrap_or(i128::MAX);
        self.nanos + signed(instant.saturating_duration_since(self.instant))
            - signed(self.instant.saturating_duration_since(instant))
    }
}

/// A message as the store has it.
#[derive(Clone, Debug)]
pub struct StoredAt {
    /// The moment at which it was stored.
    pub moment: i128,
    /// Its subject.
    pub subject: String,
    /// Its content.
    pub payload: Bytes,
}

/// A reader of what a stream stored.
#[derive(Debug)]
pub struct Store {
    jetstream: jetstream::Context,
    stream: &'static str,
    filter: String,
    next: u64,
}

impl Store {
    /// Returns a reader of the messages of `stream` whose subjects fit `filter`.
    #[must_use]
    pub fn new(jetstream: jetstream::Context, stream: &'static str, filter: String) -> Self {
        Self { jetstream, stream, filter, next: 1 }
    }

    /// Returns what was stored since the last call.
    ///
    /// # Errors
    /// If NATS does not answer.
    pub async fn read(&mut self) -> anyhow::Result<Vec<StoredAt>> {
        let stream = self.jetstream.get_stream(self.stream).await?;
        let config = pull::Config {
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: self.next },
            filter_subject: self.filter.clone(),
            ack_policy: AckPolicy::None,
            inactive_threshold: Duration::from_secs(5),
            ..Default::default()
        };
        let consumer = stream.create_consumer(config).await?;
        let pending = consumer.cached_info().num_pending;
        let mut stored = Vec::new();
        let mut messages = consumer.messages().await?.take(usize::try_from(pending)?);
        while let Some(message) = messages.next().await {
            let message = message?;
            let info = message.info().map_err(anyhow::Error::from_boxed)?;
            let moment = info.published.unix_timestamp_nanos();
            self.next = info.stream_sequence + 1;
            let subject = message.subject.to_string();
            stored.push(StoredAt { moment, subject, payload: message.payload.clone() });
        }
        anyhow::ensure!(stored.len() as u64 == pending, "the store lost messages");
        Ok(stored)
    }
}

/// Waits for the next of what must come.
pub(crate) async fn must<T>(next: impl Future<Output = Option<T>>) -> anyhow::Result<T> {
    next.await.context("the connection ended")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_add_up_to_the_whole() {
        let passages = [Passage([10, 30, 100, 101]), Passage([0, 1, 3, 6])];
        let (whole, stages) = samples(&passages);
        assert_eq!(whole.percentile(100), Duration::from_nanos(91));
        assert_eq!(stages.map(|stage| stage.percentile(100).as_nanos()), [20, 70, 3]);
    }

    #[test]
    fn a_calendar_tells_moments_before_and_after_it_was_made() {
        let calendar = Calendar { instant: Instant::now(), nanos: 1_000_000_000 };
        let second = Duration::from_secs(1);
        assert_eq!(calendar.moment(calendar.instant + second), 2_000_000_000);
        assert_eq!(calendar.moment(calendar.instant - second), 0);
    }
}
