//! Bounded attempts at work about one subject of the log, which others do not wait for.
//!
//! An attempt counts if it failed for a reason that concerns this subject alone. While NATS is
//! away, every copy is behind or the store is full, nobody else gets on either, and so nothing is
//! given up.

use std::{fmt, future::Future};

use tokio_util::sync::CancellationToken;

use crate::{
    error::ReadFailure,
    error_chain,
    event_log::EventLog,
    retry::{Attempts, HOPELESS_MAX, Retry, Stopped},
    status::{Categorize, ErrorCategory, Extent},
};

/// The reason why no further attempt is made.
#[derive(Debug)]
pub enum GiveUp<E> {
    /// The service stops.
    Stopped,
    /// [`HOPELESS_MAX`] attempts failed for a reason that concerns this work alone; this is the last
    /// one.
    Hopeless(E),
}

impl<E> From<Stopped> for GiveUp<E> {
    fn from(_stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Attempts at work about one subject. See [`EventLog::until_settled`] for work that keeps nothing
/// from one attempt to the next.
#[derive(Debug)]
pub struct BoundedAttempts {
    usual: Attempts,
    /// A store that has no room is asked less often.
    full: Attempts,
    tries_left: u32,
}

impl BoundedAttempts {
    /// Begins attempts that end when `stopping` is cancelled.
    #[must_use]
    pub fn new(stopping: &CancellationToken) -> Self {
        let (usual, full) = (Retry::NATS.attempts(stopping), Retry::USUAL.attempts(stopping));
        Self { usual, full, tries_left: HOPELESS_MAX }
    }

    /// Takes note of a failed attempt at work about `what`, and waits until it is time for the next
    /// one. The failure is logged, and again each minute.
    ///
    /// # Errors
    /// [`GiveUp`].
    pub async fn failed<E: Categorize + 'static>(
        &mut self,
        error: E,
        log: &EventLog,
        what: &(impl fmt::Display + Sync + ?Sized),
    ) -> Result<(), GiveUp<E>> {
        if log.is_of_subject(&error).await {
            self.tries_left = self.tries_left.saturating_sub(1);
            if self.tries_left == 0 {
                return Err(GiveUp::Hopeless(error));
            }
        }
        let is_full = error.category() == ErrorCategory::Exhausted;
        let attempts = if is_full { &mut self.full } else { &mut self.usual };
        Ok(attempts.failed(&error, |error| complain(what, error)).await?)
    }
}

impl EventLog {
    /// Retries `work` about `what` until it succeeds or the service stops; returns its error after
    /// [`HOPELESS_MAX`] attempts that failed for a reason that concerns this work alone.
    ///
    /// # Errors
    /// [`Stopped`].
    pub async fn until_settled<T, E, F>(
        &self,
        stopping: &CancellationToken,
        what: &(impl fmt::Display + Sync + ?Sized),
        mut work: impl FnMut() -> F,
    ) -> Result<Result<T, E>, Stopped>
    where
        E: Categorize + 'static,
        F: Future<Output = Result<T, E>>,
    {
        let mut attempts = BoundedAttempts::new(stopping);
        loop {
            let error = match stopping.run_until_cancelled(work()).await.ok_or(Stopped)? {
                Ok(done) => return Ok(Ok(done)),
                Err(error) => error,
            };
            match attempts.failed(error, self, what).await {
                Ok(()) => {}
                Err(GiveUp::Hopeless(error)) => return Ok(Err(error)),
                Err(GiveUp::Stopped) => return Err(Stopped),
            }
        }
    }

    /// Returns true if work failed for a reason that concerns its subject alone: others can be read
    /// and written in spite of it. Time does not mend that.
    ///
    /// If NATS answered a read and did not give what was asked for, it is asked for any later
    /// message of the stream. A copy that is behind as a whole lacks that one, too.
    pub async fn is_of_subject(&self, error: &impl Categorize) -> bool {
        let read = match error.extent() {
            Extent::Alone => return true,
            Extent::All => return false,
            Extent::Read(read) => read,
        };
        let Some(stream) = read.stream() else { return false };
        let after = if let ReadFailure::Behind { sequence } = read.reason { sequence } else { 0 };
        let later = self.stored_page(stream, &stream.subjects(), after + 1, 1).await;
        later.is_ok_and(|(messages, _is_more)| !messages.is_empty())
    }
}

/// Logs why work about `what` failed and is tried again; returns false for a failure that another
/// attempt is expected to settle.
pub fn complain(what: &(impl fmt::Display + ?Sized), error: &(impl Categorize + 'static)) -> bool {
    let (category, error) = (error.category(), error_chain(error));
    match category {
        ErrorCategory::Conflict => {
            tracing::debug!(%what, error, "trying again");
            return false;
        }
        ErrorCategory::Exhausted => tracing::error!(%what, error, "no room; trying again"),
        ErrorCategory::Unavailable
        | ErrorCategory::Invalid
        | ErrorCategory::NotFound
        | ErrorCategory::Precondition
        | ErrorCategory::Internal => tracing::warn!(%what, error, "trying again"),
    }
    true
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proto::subject::{Stream, Subject};
    use tokio::time::Instant;

    use super::*;
    use crate::{
        error::{AppendError, LedgerError, PublishError, ReadError},
        ledger::Ledger,
        memory_broker::MemoryBroker,
        numbers::{Numbers, number, subject},
        transaction::TransactionError,
    };

    fn read(reason: ReadFailure) -> LedgerError {
        ReadError::new(&subject(1).to_string(), reason).into()
    }

    fn refused(reason: PublishError) -> TransactionError {
        TransactionError::Append(AppendError::Refused { subject: subject(1).to_string(), reason })
    }

    fn answered(code: u64) -> PublishError {
        PublishError::Answered { code, status: 503, description: String::new() }
    }

    #[tokio::test(start_paused = true)]
    async fn a_failure_concerns_a_subject_alone_if_others_can_be_read_and_written() {
        let broker = MemoryBroker::default();
        let log = broker.log();
        for table in [1, 2] {
            broker.write(&subject(table), 5).await;
        }
        let behind = |sequence| read(ReadFailure::Behind { sequence });
        let status = || read(ReadFailure::Status { status: 500, text: String::new() });
        let broken =
            || LedgerError::Broken { subject: subject(1).to_string(), sequence: 7, version: 3 };
        for (error, expected) in [
            // The copies have a later message, and so this one is damaged there.
            (behind(1), true),
            // They have no later one: they may be behind as a whole.
            (behind(2), false),
            (status(), true),
            (read(ReadFailure::Unreadable), true),
            (read(ReadFailure::Unanswered), false),
            (read(ReadFailure::Disconnected), false),
            (read(ReadFailure::NoResponders), false),
            (broken(), true),
        ] {
            assert_eq!(log.is_of_subject(&error).await, expected, "{error}");
        }
        for (error, expected) in [
            (refused(PublishError::TooLarge), true),
            (refused(answered(10_054)), true),
            (refused(answered(10_077)), false),
            (TransactionError::Contended { subject: subject(1).to_string() }, false),
            (TransactionError::Ledger(broken()), true),
            (TransactionError::Ledger(behind(1)), true),
            (TransactionError::Ledger(behind(2)), false),
        ] {
            assert_eq!(log.is_of_subject(&error).await, expected, "{error}");
        }
        for error in [behind(1), status()] {
            broker.fail_reads(1);
            assert!(!log.is_of_subject(&error).await, "NATS is away, {error}");
        }
        broker.set_behind(usize::MAX);
        assert!(!log.is_of_subject(&behind(1)).await, "every copy is behind");
    }

    #[tokio::test(start_paused = true)]
    async fn what_only_a_newer_program_reads_is_no_damage_of_its_subject() {
        let broker = MemoryBroker::default();
        broker.write_newer(&subject(1));
        let newer = Ledger::<Numbers>::load(&broker.log(), subject(1)).await.unwrap_err();
        assert!(!broker.log().is_of_subject(&newer).await, "{newer}");
    }

    /// Tries to append a number to a subject, and returns the number of attempts.
    async fn append(log: &EventLog, subject: &Subject) -> (u32, Result<(), AppendError>) {
        let mut tries = 0;
        let work = || {
            tries += 1;
            let (log, mut ledger) = (log.clone(), Ledger::<Numbers>::new(subject.clone()));
            async move { ledger.commit(&log, &[number(1)], None, None, Duration::ZERO).await }
        };
        let settled = log.until_settled(&CancellationToken::new(), subject, work).await.unwrap();
        (tries, settled)
    }

    #[tokio::test(start_paused = true)]
    async fn work_is_given_up_after_five_attempts_that_time_does_not_mend() {
        let broker = MemoryBroker::default();
        broker.set_message_bytes_max(10);
        let (tries, settled) = append(&broker.log(), &subject(1)).await;
        assert!(settled.is_err_and(|error| error.is_too_large()));
        assert_eq!(tries, HOPELESS_MAX);
    }

    #[tokio::test(start_paused = true)]
    async fn work_for_which_the_store_has_no_room_is_tried_until_there_is_room() {
        let broker = MemoryBroker::default();
        broker.set_full(true);
        let (log, began) = (broker.log(), Instant::now());
        let make_room = async {
            tokio::time::sleep(Duration::from_secs(300)).await;
            broker.set_full(false);
        };
        let subject = subject(1);
        let ((tries, settled), ()) = tokio::join!(append(&log, &subject), make_room);
        settled.unwrap();
        assert!(tries > HOPELESS_MAX, "{tries}");
        assert!(began.elapsed() < Duration::from_secs(330), "{:?}", began.elapsed());
        assert_eq!(broker.stored(Stream::Input).len(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_that_stops_gives_nothing_up_and_waits_for_nothing() {
        let (log, stopping) = (MemoryBroker::default().log(), CancellationToken::new());
        let work = || async {
            stopping.cancel();
            Err::<(), _>(refused(PublishError::TooLarge))
        };
        assert!(matches!(log.until_settled(&stopping, &subject(1), work).await, Err(Stopped)));
    }
}
