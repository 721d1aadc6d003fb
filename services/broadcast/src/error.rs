//! Errors of requests to broadcast, and the category that decides their status.

use std::io;

use proto::{convert::ConvertError, subject::NameError};
use runtime::{Categorize, ErrorCategory, LedgerError, PoolError};
use thiserror::Error;
use tonic::Status;

use crate::{
    frame::EncodeError, gzip::GzipError, loans::TakenBack, missing::Missing, pdn::PdnError,
    view::EntryError,
};

/// The reason why a request failed.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// A field is missing or cannot be read.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// The requested resource does not exist.
    #[error(transparent)]
    NotFound(#[from] Missing),
    /// Games cannot be written as PDN.
    #[error("this could not be written")]
    Pdn(#[source] PdnError),
    /// The tournament was forgotten, and the log does not say how it is.
    #[error("it cannot be loaded now, try again")]
    Load(#[from] LedgerError),
    /// The answer cannot be written as JSON, which is a bug.
    #[error("this could not be written")]
    Encode(#[from] EncodeError),
    /// The answer cannot be compressed.
    #[error("this could not be compressed")]
    Gzip(#[source] io::Error),
    /// Too many such requests are being answered, or the service stops.
    #[error(transparent)]
    Busy(#[from] PoolError),
    /// The snapshot was read too slowly.
    #[error(transparent)]
    TakenBack(#[from] TakenBack),
}

/// The reason why a message of the log cannot be shown.
#[derive(Debug, Error)]
pub(crate) enum ShowError {
    /// It cannot be applied to the view.
    #[error(transparent)]
    Entry(#[from] EntryError),
    /// The history of its subject is not sound.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The changes cannot be written as JSON, which is a bug.
    #[error(transparent)]
    Encode(#[from] EncodeError),
}

impl From<PdnError> for Error {
    fn from(error: PdnError) -> Self {
        match error {
            PdnError::Pool(error) => Self::Busy(error),
            error @ PdnError::Move { .. } => Self::Pdn(error),
        }
    }
}

impl From<GzipError> for Error {
    fn from(error: GzipError) -> Self {
        match error {
            GzipError::Pool(error) => Self::Busy(error),
            GzipError::Compress(error) => Self::Gzip(error),
        }
    }
}

impl From<NameError> for Error {
    fn from(error: NameError) -> Self {
        Self::Convert(error.into())
    }
}

impl Categorize for Error {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Convert(error) => error.category(),
            Self::NotFound(_) => ErrorCategory::NotFound,
            Self::Load(error) => error.category(),
            Self::TakenBack(_) => ErrorCategory::Conflict,
            Self::Busy(error) => error.category(),
            Self::Pdn(_) | Self::Encode(_) | Self::Gzip(_) => ErrorCategory::Internal,
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        runtime::status(&error)
    }
}
