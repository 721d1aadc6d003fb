//! Errors of calls to rules-validation.

use draughts::fen;
use proto::{convert::ConvertError, subject::GameKey};
use runtime::{Categorize, ErrorCategory, Extent, LedgerError, PoolError};
use thiserror::Error;
use tonic::Status;

/// The reason why a call failed.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The request is invalid.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// The position is invalid.
    #[error("fen: {0}")]
    Fen(fen::FenError),
    /// The PDN text holds no game.
    #[error("no game in the text")]
    NoGame,
    /// Nothing is recorded of the game.
    #[error("unknown game {0}: nothing was recorded of it")]
    UnknownGame(GameKey),
    /// The log does not answer, or it is damaged.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Too many texts are being checked or histories read, or the service stops.
    #[error(transparent)]
    Pool(#[from] PoolError),
}

impl Categorize for Error {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Convert(_) | Self::Fen(_) | Self::NoGame => ErrorCategory::Invalid,
            Self::UnknownGame(_) => ErrorCategory::NotFound,
            Self::Ledger(error) => error.category(),
            Self::Pool(error) => error.category(),
        }
    }

    fn extent(&self) -> Extent<'_> {
        match self {
            Self::Ledger(error) => error.extent(),
            Self::Pool(error) => error.extent(),
            Self::Convert(_) | Self::Fen(_) | Self::NoGame | Self::UnknownGame(_) => {
                self.category().extent()
            }
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        runtime::status(&error)
    }
}
