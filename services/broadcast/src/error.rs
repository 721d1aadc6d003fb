//! Why a request is not answered, and what its caller can do about it.

use proto::{convert::ConvertError, subject::NameError};
use runtime::{Categorize, ErrorCategory};
use thiserror::Error;
use tonic::Status;

use crate::{frame::EncodeError, pdn::PdnError};

/// Why a request is not answered.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// It names or holds what means nothing.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// It asks for something that is not there; says what.
    #[error("{0}")]
    NotFound(String),
    /// Games cannot be written as PDN, which is a bug.
    #[error("this could not be written")]
    Pdn(#[from] PdnError),
    /// The answer cannot be written as JSON, which is a bug.
    #[error("this could not be written")]
    Encode(#[from] EncodeError),
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
            Self::Pdn(_) | Self::Encode(_) => ErrorCategory::Internal,
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        runtime::status(&error)
    }
}
