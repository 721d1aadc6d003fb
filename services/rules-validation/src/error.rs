//! Why a call has no answer.

use draughts::fen;
use proto::{convert::ConvertError, subject::GameKey};
use runtime::{Categorize, ErrorCategory, LedgerError};
use thiserror::Error;
use tonic::Status;

/// Why a call has no answer.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The request means nothing.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// The position is none.
    #[error("fen: {0}")]
    Fen(fen::FenError),
    /// A PDN text without a game.
    #[error("no game in the text")]
    NoGame,
    /// A game of which nothing was recorded.
    #[error("unknown game {0}: nothing was recorded of it")]
    UnknownGame(GameKey),
    /// The log does not answer, or is not sound.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The task that checked a text ended before it was done.
    #[error("the check was broken off")]
    BrokenOff(#[from] tokio::task::JoinError),
}

impl Categorize for Error {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Convert(_) | Self::Fen(_) | Self::NoGame => ErrorCategory::Invalid,
            Self::UnknownGame(_) => ErrorCategory::NotFound,
            Self::Ledger(error) => error.category(),
            Self::BrokenOff(_) => ErrorCategory::Internal,
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        runtime::status(&error)
    }
}
