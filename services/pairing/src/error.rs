//! Errors of pairing, for calls and for results of games.

use proto::subject::TournamentKey;
use runtime::{AppendError, Categorize, ErrorCategory, LedgerError, TransactionError};
use thiserror::Error;
use tournament::{Refusal, RefusalCategory};

/// The reason why a tournament was not changed or shown.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The tournament refuses the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The log holds no such tournament.
    #[error("unknown tournament {0}")]
    Unknown(TournamentKey),
    /// Others wrote to the tournament during every attempt.
    #[error("{0}: others are changing it at the same time; try again")]
    Contended(TournamentKey),
    /// The decision could not be stored.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The log could not be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// NATS took too long to answer.
    #[error("{0}: NATS did not answer in time")]
    Late(TournamentKey),
    /// The service stopped before the decision was made.
    #[error("the service is stopping")]
    Stopping,
}

impl Error {
    /// Converts the failure of a transaction on a tournament.
    pub(crate) fn of_transaction(key: &TournamentKey, error: TransactionError) -> Self {
        match error {
            TransactionError::Contended { .. } => Self::Contended(key.clone()),
            TransactionError::Append(error) => Self::Append(error),
            TransactionError::Ledger(error) => Self::Ledger(error),
        }
    }
}

impl Categorize for Error {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Refused(refusal) => match refusal.category() {
                RefusalCategory::Invalid => ErrorCategory::Invalid,
                RefusalCategory::NotFound => ErrorCategory::NotFound,
                RefusalCategory::Precondition => ErrorCategory::Precondition,
                RefusalCategory::Exhausted => ErrorCategory::Exhausted,
            },
            Self::Unknown(_) => ErrorCategory::NotFound,
            Self::Contended(_) => ErrorCategory::Conflict,
            Self::Append(error) => error.category(),
            Self::Ledger(error) => error.category(),
            Self::Stopping | Self::Late(_) => ErrorCategory::Unavailable,
        }
    }
}
