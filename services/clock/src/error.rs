//! Why a clock was not moved or shown.

use live_game::RecordGap;
use proto::{convert::ConvertError, subject::GameKey};
use runtime::{AppendError, Categorize, ErrorCategory, LedgerError, ReadError, error_chain};
use thiserror::Error;

/// Why a clock was not moved or shown.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// There is no such clock.
    #[error("unknown game {0}: it has no clock")]
    Unknown(GameKey),
    /// It could not be stored.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// It could not be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A message about a moment after the deadline waits for the flag, which waits for inputs under way.
    #[error("what comes after the deadline waits until the flag has fallen")]
    WaitsForFlag,
    /// The clock's task ended before it was done.
    #[error("the clock's task ended before it was done")]
    BrokenOff,
    /// The game's own log is not whole.
    #[error("read the record of {0}")]
    Gap(GameKey, #[source] RecordGap),
    /// The game's own log holds what nobody may write.
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
            Self::Unknown(_) => ErrorCategory::NotFound,
            Self::Append(error) => error.category(),
            Self::Ledger(error) => error.category(),
            Self::WaitsForFlag => ErrorCategory::Conflict,
            Self::BrokenOff => ErrorCategory::Unavailable,
            Self::Gap(..) | Self::Record(..) => ErrorCategory::Internal,
        }
    }
}

/// Logs what a clock waits for; returns false when that is nothing but another try.
pub(crate) fn complain(game: &GameKey, error: &Error) -> bool {
    match error {
        Error::Append(AppendError::Conflict { .. })
        | Error::Unknown(_)
        | Error::WaitsForFlag
        | Error::BrokenOff => {
            tracing::debug!(%game, %error, "trying again");
            return false;
        }
        Error::Append(AppendError::Unavailable { .. }) | Error::Ledger(LedgerError::Read(_)) => {
            tracing::warn!(%game, %error, "the clock waits for NATS");
        }
        Error::Append(AppendError::Refused { .. })
        | Error::Record(..)
        | Error::Gap(..)
        | Error::Ledger(
            LedgerError::Decode { .. } | LedgerError::Record { .. } | LedgerError::Broken { .. },
        ) => {
            tracing::error!(%game, error = error_chain(error), "the clock waits");
        }
    }
    true
}
