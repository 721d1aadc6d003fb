//! Errors of clock.

use live_game::RecordGap;
use proto::{convert::ConvertError, subject::GameKey};
use runtime::{
    AppendError, Categorize, ErrorCategory, LedgerError, ReadError, TransactionError, error_chain,
};
use thiserror::Error;
use tonic::Status;

/// The reason why a clock could not be changed or read.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The request names no game.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// The game has no clock.
    #[error("unknown game {0}: it has no clock")]
    Unknown(GameKey),
    /// The decision could not be stored.
    #[error(transparent)]
    Transaction(#[from] TransactionError),
    /// The clock could not be read from the log.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The message is about a moment after the deadline: it waits until the flag has fallen, and
    /// the flag waits for inputs still on their way.
    #[error("what comes after the deadline waits until the flag has fallen")]
    WaitsForFlag,
    /// The actor of the clock ended before it answered.
    #[error("the clock's task ended before it was done")]
    BrokenOff,
    /// Records are missing in the log of the game.
    #[error("read the record of {0}")]
    Gap(GameKey, #[source] RecordGap),
    /// The log of the game holds an invalid record.
    #[error("read the record of {0}")]
    Record(GameKey, #[source] ConvertError),
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::Ledger(LedgerError::Read(error))
    }
}

impl Categorize for Error {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Convert(_) => ErrorCategory::Invalid,
            Self::Unknown(_) => ErrorCategory::NotFound,
            Self::Transaction(error) => error.category(),
            Self::Ledger(error) => error.category(),
            Self::WaitsForFlag => ErrorCategory::Conflict,
            Self::BrokenOff => ErrorCategory::Unavailable,
            Self::Gap(..) | Self::Record(..) => ErrorCategory::Internal,
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        runtime::status(&error)
    }
}

/// Logs a failed attempt; returns false for failures that another attempt is expected to settle.
pub(crate) fn complain(game: &GameKey, error: &Error) -> bool {
    match error {
        Error::Transaction(TransactionError::Contended { .. })
        | Error::Convert(_)
        | Error::Unknown(_)
        | Error::WaitsForFlag
        | Error::BrokenOff => {
            tracing::debug!(%game, %error, "trying again");
            return false;
        }
        Error::Transaction(
            TransactionError::Append(AppendError::Unavailable { .. })
            | TransactionError::Ledger(LedgerError::Read(_)),
        )
        | Error::Ledger(LedgerError::Read(_)) => {
            tracing::warn!(%game, %error, "a clock was not kept up: NATS does not answer; trying again");
        }
        Error::Transaction(_) | Error::Record(..) | Error::Gap(..) | Error::Ledger(_) => {
            tracing::error!(%game, error = error_chain(error), "a clock was not kept up; trying again");
        }
    }
    true
}
