//! Why a call, or a result, is not taken, and what can be done about it.

use proto::subject::TournamentKey;
use runtime::{AppendError, Categorize, ErrorCategory, LedgerError, TransactionError};
use thiserror::Error;
use tournament::{Refusal, RefusalCategory};

/// Why a tournament was not changed or shown.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The tournament refuses the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The log has nothing of the tournament.
    #[error("unknown tournament {0}")]
    Unknown(TournamentKey),
    /// Others wrote at each try.
    #[error("{0}: others are changing it at the same time; try again")]
    Contended(TournamentKey),
    /// The decision could not be stored.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// The log could not be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The broker took too long.
    #[error("{0}: NATS did not answer in time")]
    Late(TournamentKey),
    /// The service stops before the decision was made.
    #[error("the service is stopping")]
    Stopping,
}

impl Error {
    /// Returns why a decision on a tournament was not stored.
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
