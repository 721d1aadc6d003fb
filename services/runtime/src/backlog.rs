//! Moves that are stored and not handled in time, as other services see it: the last message of a
//! stream, and how far the durable consumer of the service that handles them has acknowledged.

use std::time::Duration;

use proto::{Timestamp, subject::consumer};
use thiserror::Error;
use tokio::time::{error::Elapsed, timeout};

use crate::{
    broker::{Consumer, ConsumerError},
    consumer::ConsumerSpec,
    error::ReadError,
    event_log::EventLog,
};

/// Longest time that a message waits before others are told. Another replica takes over in less.
const WAIT_MAX: Duration = Duration::from_secs(5);
/// Longest time for an answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(1);

/// Watches whether moves are judged, and their clocks pressed, in time.
#[derive(Debug)]
pub struct Backlog {
    log: EventLog,
    queues: Vec<Queue>,
}

/// The messages of a stream that a service has to handle.
#[derive(Debug)]
struct Queue {
    spec: ConsumerSpec,
    consumer: Option<Box<dyn Consumer>>,
    waiting: Waiting,
}

/// The reason why it is not known whether moves wait.
#[derive(Debug, Error)]
pub enum BacklogError {
    /// The stream does not answer.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The consumer cannot be asked.
    #[error(transparent)]
    Consumer(#[from] ConsumerError),
    /// No answer came in time.
    #[error("NATS did not answer in time")]
    Late(#[from] Elapsed),
}

impl Backlog {
    /// Watches the moves in a log.
    #[must_use]
    pub fn of_play(log: &EventLog) -> Self {
        let queue = |(stream, name)| Queue {
            spec: ConsumerSpec { stream, name },
            consumer: None,
            waiting: Waiting::default(),
        };
        Self { log: log.clone(), queues: consumer::OF_PLAY.map(queue).into() }
    }

    /// Returns the moment since when a move waits too long; `None` if none does. It has to be
    /// called about every second.
    ///
    /// # Errors
    /// [`BacklogError`].
    pub async fn since(&mut self) -> Result<Option<Timestamp>, BacklogError> {
        let mut oldest: Option<Timestamp> = None;
        for queue in &mut self.queues {
            let since = timeout(ANSWER_LIMIT, queue.since(&self.log)).await??;
            oldest = oldest.into_iter().chain(since).min();
        }
        Ok(oldest)
    }
}

impl Queue {
    async fn since(&mut self, log: &EventLog) -> Result<Option<Timestamp>, BacklogError> {
        let last = log.last_sequence(self.spec.stream).await?;
        let handled = match self.handled(log).await {
            Ok(handled) => handled,
            Err(error) => {
                self.consumer = None;
                return Err(error.into());
            }
        };
        Ok(self.waiting.at(log.clock().now(), last, handled))
    }

    /// Asks for the sequence up to which the service has handled all messages.
    async fn handled(&mut self, log: &EventLog) -> Result<u64, ConsumerError> {
        let consumer = match &mut self.consumer {
            Some(consumer) => consumer,
            none => none.insert(log.broker().consumer(self.spec.stream, self.spec.name).await?),
        };
        Ok(consumer.info().await?.handled)
    }
}

/// The oldest message that waits.
#[derive(Debug, Default)]
struct Waiting {
    /// A message that was not handled when it was the last one, and that moment.
    target: Option<(u64, Timestamp)>,
}

impl Waiting {
    /// Takes the last message of the stream at `now` and the one up to which all are handled;
    /// returns the moment since when one waits too long.
    fn at(&mut self, now: Timestamp, last: u64, handled: u64) -> Option<Timestamp> {
        let waits = |(target, _since): &(u64, Timestamp)| handled < *target && *target <= last;
        if !self.target.as_ref().is_some_and(waits) {
            self.target = (handled < last).then_some((last, now));
        }
        let (_target, since) = self.target?;
        (now.duration_since(since) > WAIT_MAX).then_some(since)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(seconds * 1000)
    }

    #[test]
    fn a_message_that_is_not_handled_waits_from_when_it_was_seen_until_it_is_handled() {
        let mut waiting = Waiting::default();
        assert_eq!(waiting.at(at(0), 7, 7), None);
        for second in 1..=6_i64 {
            assert_eq!(waiting.at(at(second), 7 + second.unsigned_abs(), 7), None, "{second}");
        }
        assert_eq!(waiting.at(at(7), 20, 7), Some(at(1)));
        // The message of the first second is handled; the last one has waited since now.
        assert_eq!(waiting.at(at(8), 20, 8), None);
        assert_eq!(waiting.at(at(14), 20, 19), Some(at(8)));
        assert_eq!(waiting.at(at(15), 20, 20), None);
    }

    #[test]
    fn a_service_that_is_busy_all_the_time_keeps_nobody_waiting() {
        let mut waiting = Waiting::default();
        for second in 1..=100_i64 {
            let last = second.unsigned_abs() * 10;
            assert_eq!(waiting.at(at(second), last, last - 5), None, "{second}");
        }
    }

    #[test]
    fn a_message_that_the_store_has_lost_is_not_waited_for() {
        let mut waiting = Waiting::default();
        assert_eq!(waiting.at(at(1), 9, 5), None);
        assert_eq!(waiting.at(at(7), 6, 5), None);
        assert_eq!(waiting.at(at(13), 6, 5), Some(at(7)));
    }
}
