//! Transactions: decide on the state of a ledger, append the events, and decide again if another
//! writer was first.

use std::time::Duration;

use proto::{Timestamp, convert::Aggregate, v1::Cause};
use thiserror::Error;

use crate::{
    error::{AppendError, LedgerError},
    event_log::EventLog,
    ledger::Ledger,
    status::{Categorize, ErrorCategory, Extent},
};

/// The limits of a transaction.
#[derive(Clone, Copy, Debug)]
pub struct TransactionLimits {
    /// Number of decisions, the first one included, while others write in between.
    pub tries: u32,
    /// Time limit of one append without a clear answer.
    pub patience: Duration,
}

impl TransactionLimits {
    /// For an actor, which pauses after a transaction that failed and begins another.
    pub const ACTOR: Self = Self { tries: 8, patience: Duration::from_secs(2) };
}

/// The reason why a transaction failed.
#[derive(Debug, Error)]
pub enum TransactionError {
    /// Other writers were first each time.
    #[error("{subject}: others are changing it at the same time; try again")]
    Contended {
        /// The subject.
        subject: String,
    },
    /// The append failed; after [`AppendError::Unavailable`] it may still be stored.
    #[error(transparent)]
    Append(AppendError),
    /// The ledger could not be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

impl Categorize for TransactionError {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Contended { .. } => ErrorCategory::Conflict,
            Self::Append(error) => error.category(),
            Self::Ledger(error) => error.category(),
        }
    }

    fn extent(&self) -> Extent<'_> {
        match self {
            Self::Contended { .. } => self.category().extent(),
            Self::Append(error) => error.extent(),
            Self::Ledger(error) => error.extent(),
        }
    }
}

/// The outcome of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Commit {
    /// The events are stored and applied to the ledger. If there are none, the decision was made on
    /// the newest state.
    Stored,
    /// Another writer was first, and its events are applied to the ledger: decide again.
    DecideAgain,
}

/// A decision on a ledger that is made until it is stored.
///
/// ```no_run
/// # use proto::{Timestamp, convert::Aggregate, v1::Cause};
/// # use runtime::{Commit, EventLog, Ledger, TransactionError, TransactionLimits};
/// # async fn store<A: Aggregate>(
/// #     ledger: &mut Ledger<A>,
/// #     log: &EventLog,
/// #     limits: TransactionLimits,
/// #     cause: Option<Cause>,
/// #     decide: impl Fn(&A) -> Vec<A::Event>,
/// # ) -> Result<(), TransactionError> {
/// let mut transaction = ledger.transaction(log, limits);
/// loop {
///     let events = decide(transaction.ledger().state());
///     if transaction.commit(&events, cause.clone()).await? == Commit::Stored {
///         break;
///     }
/// }
/// # Ok(())
/// # }
/// ```
///
/// The first decision is made on the ledger as it is. Call [`Ledger::catch_up`] first if others may
/// have written and no decision may be made on an older state; also after an error, because an
/// append may have been stored although its answer was lost.
#[derive(Debug)]
pub struct Transaction<'a, A> {
    ledger: &'a mut Ledger<A>,
    log: &'a EventLog,
    not_before: Option<Timestamp>,
    patience: Duration,
    tries_left: u32,
}

impl<A: Aggregate> Ledger<A> {
    /// Begins a transaction.
    pub fn transaction<'a>(
        &'a mut self,
        log: &'a EventLog,
        limits: TransactionLimits,
    ) -> Transaction<'a, A> {
        let TransactionLimits { tries, patience } = limits;
        Transaction { ledger: self, log, not_before: None, patience, tries_left: tries }
    }
}

impl<A: Aggregate> Transaction<'_, A> {
    /// Records what is stored as of no earlier moment than `at`, which is that of its cause: a reader
    /// that goes by moments, as an embargo does, then never has the effect before the cause.
    #[must_use]
    pub fn not_before(self, at: Option<Timestamp>) -> Self {
        Self { not_before: at, ..self }
    }

    /// Returns the ledger that is decided on.
    #[must_use]
    pub fn ledger(&self) -> &Ledger<A> {
        self.ledger
    }

    /// Stores `events` in one envelope, which names `cause`. Without events nothing is stored, but
    /// the log is asked whether another writer was first: a decision to do nothing also counts only
    /// on the newest state.
    ///
    /// # Errors
    /// [`TransactionError`].
    pub async fn commit(
        &mut self,
        events: &[A::Event],
        cause: Option<Cause>,
    ) -> Result<Commit, TransactionError> {
        if !events.is_empty() {
            match self.ledger.commit(self.log, events, cause, self.not_before, self.patience).await
            {
                Ok(()) => return Ok(Commit::Stored),
                Err(AppendError::Conflict { subject }) => {
                    tracing::debug!(subject, "another writer was first; reading on");
                }
                Err(error) => return Err(TransactionError::Append(error)),
            }
        }
        let has_changed = self.ledger.catch_up(self.log).await?;
        if events.is_empty() && !has_changed {
            return Ok(Commit::Stored);
        }
        self.tries_left = self.tries_left.saturating_sub(1);
        match self.tries_left {
            0 => Err(TransactionError::Contended { subject: self.ledger.subject().to_string() }),
            _ => Ok(Commit::DecideAgain),
        }
    }

    /// Calls `decide`, which returns the events and an answer, until the events are stored in one
    /// envelope, which names `cause`.
    ///
    /// # Errors
    /// The error of `decide`, or that of a [`TransactionError`].
    pub async fn run<T, E: From<TransactionError>>(
        mut self,
        cause: Option<Cause>,
        mut decide: impl FnMut(&A) -> Result<(Vec<A::Event>, T), E>,
    ) -> Result<T, E> {
        loop {
            let (events, answer) = decide(self.ledger.state())?;
            match self.commit(&events, cause.clone()).await? {
                Commit::Stored => return Ok(answer),
                Commit::DecideAgain => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proto::subject::Stream;

    use super::*;
    use crate::{
        memory_broker::MemoryBroker,
        numbers::{Numbers, number, subject},
    };

    const LIMITS: TransactionLimits =
        TransactionLimits { tries: 3, patience: Duration::from_secs(1) };

    #[tokio::test(start_paused = true)]
    async fn who_wrote_first_is_read_and_the_decision_made_anew() {
        let broker = MemoryBroker::default();
        let log = broker.log();
        let mut ledger = Ledger::<Numbers>::new(subject(1));
        let mut transaction = ledger.transaction(&log, LIMITS);
        let mut seen = Vec::new();
        loop {
            seen.push(transaction.ledger().state().0.clone());
            if seen.len() < 3 {
                broker.write(&subject(1), u64::try_from(seen.len()).unwrap()).await;
            }
            match transaction.commit(&[number(9)], None).await.unwrap() {
                Commit::Stored => break,
                Commit::DecideAgain => {}
            }
        }
        assert_eq!(seen, [vec![], vec![1], vec![1, 2]]);
        assert_eq!(ledger.state(), &Numbers(vec![1, 2, 9]));
        assert_eq!(broker.stored(Stream::Input).len(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn others_who_write_each_time_end_it_and_the_ledger_has_what_they_wrote() {
        let broker = MemoryBroker::default();
        let log = broker.log();
        let mut ledger = Ledger::<Numbers>::new(subject(1));
        let mut transaction = ledger.transaction(&log, LIMITS);
        let mut tries = 0;
        let error = loop {
            tries += 1;
            broker.write(&subject(1), tries).await;
            match transaction.commit(&[number(9)], None).await {
                Ok(Commit::DecideAgain) => {}
                Ok(Commit::Stored) => panic!("stored"),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, TransactionError::Contended { .. }), "{error}");
        assert_eq!((tries, error.category()), (3, ErrorCategory::Conflict));
        assert_eq!(ledger.state(), &Numbers(vec![1, 2, 3]));
    }

    #[tokio::test(start_paused = true)]
    async fn a_refusal_stores_nothing_and_so_does_a_decision_without_events() {
        let broker = MemoryBroker::default();
        let log = broker.log();
        let mut ledger = Ledger::<Numbers>::new(subject(1));
        let refused = ledger.transaction(&log, LIMITS).run(None, |_state| {
            let full = TransactionError::Contended { subject: "no".to_owned() };
            Err::<(Vec<_>, ()), _>(full)
        });
        assert_eq!(refused.await.unwrap_err().category(), ErrorCategory::Conflict);
        let nothing = ledger
            .transaction(&log, LIMITS)
            .run(None, |state| Ok::<_, TransactionError>((Vec::new(), state.0.len())));
        assert_eq!(nothing.await.unwrap(), 0);
        assert!(broker.stored(Stream::Input).is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_decision_without_events_counts_only_on_the_newest_state() {
        let broker = MemoryBroker::default();
        let log = broker.log();
        let mut ledger = Ledger::<Numbers>::new(subject(1));
        broker.write(&subject(1), 5).await;
        let mut seen = Vec::new();
        let decided = ledger.transaction(&log, LIMITS).run(None, |state| {
            seen.push(state.0.clone());
            Ok::<_, TransactionError>((Vec::new(), ()))
        });
        decided.await.unwrap();
        assert_eq!(seen, [vec![], vec![5]]);
    }

    #[tokio::test(start_paused = true)]
    async fn an_effect_is_recorded_no_earlier_than_its_cause_and_a_later_one_at_its_own_moment() {
        let broker = MemoryBroker::default();
        let log = broker.log();
        let mut ledger = Ledger::<Numbers>::new(subject(1));
        let now = log.clock().now();
        let later = now.saturating_add(Duration::from_millis(242));
        for (cause_at, recorded_at) in [
            (Some(later), later),
            (Some(now.saturating_sub(Duration::from_millis(242))), now),
            (None, now),
        ] {
            let transaction = ledger.transaction(&log, LIMITS).not_before(cause_at);
            let decide = |_: &Numbers| Ok::<_, TransactionError>((vec![number(1)], ()));
            transaction.run(None, decide).await.unwrap();
            assert_eq!(ledger.recorded_at(), recorded_at);
            // Readers get the same moment.
            let read = Ledger::<Numbers>::load(&log, subject(1)).await.unwrap();
            assert_eq!(read.recorded_at(), recorded_at);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_is_full_leaves_the_ledger_as_it_was() {
        let broker = MemoryBroker::default();
        let log = broker.log();
        let mut ledger = Ledger::<Numbers>::new(subject(1));
        broker.set_full(true);
        let full = ledger.transaction(&log, LIMITS).commit(&[number(1)], None).await.unwrap_err();
        assert_eq!(full.category(), ErrorCategory::Exhausted);
        broker.set_full(false);
        let stored = ledger.transaction(&log, LIMITS).commit(&[number(2)], None).await.unwrap();
        assert_eq!((stored, ledger.state()), (Commit::Stored, &Numbers(vec![2])));
    }
}
