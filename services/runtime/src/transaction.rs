//! Transactions: read a ledger, decide on its state, append what was decided, and decide again when
//! somebody else wrote first.

use std::time::Duration;

use proto::{convert::Aggregate, v1::Cause};
use thiserror::Error;

use crate::{
    event_log::{AppendError, EventLog},
    ledger::{Ledger, LedgerError, Prepared},
    status::{Categorize, ErrorCategory},
};

/// How long a transaction may take.
#[derive(Clone, Copy, Debug)]
pub struct TransactionLimits {
    /// How often a decision is made, the first one included, while others write in between.
    pub tries: u32,
    /// How long one append may be without a clear answer.
    pub patience: Duration,
}

/// Why nothing was stored, or may not have been.
#[derive(Debug, Error)]
pub enum TransactionError {
    /// Others wrote in between each time.
    #[error("{subject}: others are changing it at the same time; try again")]
    Contended {
        /// Which subject.
        subject: String,
    },
    /// It could not be stored; after [`AppendError::Unavailable`] it may yet have been.
    #[error(transparent)]
    Append(AppendError),
    /// It could not be read.
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
}

/// Whether an append of a transaction was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Commit {
    /// It is stored, and the ledger has it.
    Stored,
    /// Another writer was first, and the ledger has what that one wrote: decide again.
    DecideAgain,
}

/// A decision on a ledger that is made until it is stored.
///
/// ```no_run
/// # use proto::{convert::Aggregate, v1::Cause};
/// # use runtime::{Commit, EventLog, Ledger, TransactionError, TransactionLimits};
/// # async fn store<A: Aggregate>(
/// #     ledger: &mut Ledger<A>,
/// #     log: &EventLog,
/// #     limits: TransactionLimits,
/// #     cause: Option<Cause>,
/// #     decide: impl Fn(&A) -> Vec<A::Event>,
/// # ) -> Result<(), TransactionError> {
/// let mut transaction = ledger.transaction(log, limits, cause);
/// loop {
///     let events = decide(transaction.ledger().state());
///     if transaction.commit(&events).await? == Commit::Stored {
///         break;
///     }
/// }
/// # Ok(())
/// # }
/// ```
///
/// The first decision is made on what the ledger has: call [`Ledger::catch_up`] before, where others may
/// have written and no decision may be made on an older state. After an error, too: an append may have
/// been stored although its answer was lost.
#[derive(Debug)]
pub struct Transaction<'a, A> {
    ledger: &'a mut Ledger<A>,
    log: &'a EventLog,
    cause: Option<Cause>,
    patience: Duration,
    tries_left: u32,
}

impl<A: Aggregate> Ledger<A> {
    /// Begins a transaction, whose envelope names `cause`.
    pub fn transaction<'a>(
        &'a mut self,
        log: &'a EventLog,
        limits: TransactionLimits,
        cause: Option<Cause>,
    ) -> Transaction<'a, A> {
        let TransactionLimits { tries, patience } = limits;
        Transaction { ledger: self, log, cause, patience, tries_left: tries }
    }
}

impl<A: Aggregate> Transaction<'_, A> {
    /// Returns the ledger that is decided on.
    #[must_use]
    pub fn ledger(&self) -> &Ledger<A> {
        self.ledger
    }

    /// Makes the envelope of `events`, to be measured before [`Transaction::append`]; `None` without
    /// events.
    #[must_use]
    pub fn prepare(&self, events: &[A::Event]) -> Option<Prepared<A>> {
        self.ledger.prepare(self.log, events, self.cause.clone())
    }

    /// Stores `events` in one envelope; without events, nothing is to be stored.
    ///
    /// # Errors
    /// [`TransactionError`].
    pub async fn commit(&mut self, events: &[A::Event]) -> Result<Commit, TransactionError> {
        match self.prepare(events) {
            Some(prepared) => self.append(prepared).await,
            None => Ok(Commit::Stored),
        }
    }

    /// Stores what was prepared.
    ///
    /// # Errors
    /// [`TransactionError`].
    pub async fn append(&mut self, prepared: Prepared<A>) -> Result<Commit, TransactionError> {
        match self.ledger.append(self.log, prepared, self.patience).await {
            Ok(()) => Ok(Commit::Stored),
            Err(AppendError::Conflict { subject }) => {
                self.tries_left = self.tries_left.saturating_sub(1);
                tracing::debug!(subject, "another writer was first; reading on");
                self.ledger.catch_up(self.log).await?;
                match self.tries_left {
                    0 => Err(TransactionError::Contended { subject }),
                    _ => Ok(Commit::DecideAgain),
                }
            }
            Err(error) => Err(TransactionError::Append(error)),
        }
    }

    /// Decides with `decide`, which answers the events and what else there is to say, until they are
    /// stored.
    ///
    /// # Errors
    /// The error of `decide`, or that of a [`TransactionError`].
    pub async fn run<T, E: From<TransactionError>>(
        mut self,
        mut decide: impl FnMut(&A) -> Result<(Vec<A::Event>, T), E>,
    ) -> Result<T, E> {
        loop {
            let (events, answer) = decide(self.ledger.state())?;
            match self.commit(&events).await? {
                Commit::Stored => return Ok(answer),
                Commit::DecideAgain => {}
            }
        }
    }
}
