//! Errors of clock.

use live_game::RecordGap;
use proto::{convert::ConvertError, subject::GameKey};
use runtime::{Categorize, ErrorCategory, Extent, LedgerError, ReadError, TransactionError};
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

    fn extent(&self) -> Extent<'_> {
        if let Self::Transaction(error) = self {
            error.extent()
        } else if let Self::Ledger(error) = self {
            error.extent()
        } else {
            self.category().extent()
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        runtime::status(&error)
    }
}
