//! The error of a wire message without a meaning in the domain.

use thiserror::Error;

use crate::subject::NameError;

/// A wire message without a meaning in the domain.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConvertError {
    /// A required field is missing.
    #[error("{field} is missing")]
    Missing {
        /// Name of the field.
        field: &'static str,
    },
    /// A field has an invalid value.
    #[error("{field}: {reason}")]
    Invalid {
        /// Name of the field.
        field: &'static str,
        /// The fault, and the valid values.
        reason: String,
    },
    /// An id cannot be parsed.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The record belongs to another stream.
    #[error("the record belongs to another stream")]
    OtherRecord,
}

impl ConvertError {
    /// Returns the error for a field with an invalid value.
    #[expect(clippy::needless_pass_by_value, reason = "errors and format_args! read best by value")]
    pub fn invalid(field: &'static str, reason: impl ToString) -> Self {
        Self::Invalid { field, reason: reason.to_string() }
    }
}

/// Returns the value of a required field.
///
/// # Errors
/// [`ConvertError::Missing`] if there is none.
pub fn required<T>(value: Option<T>, field: &'static str) -> Result<T, ConvertError> {
    value.ok_or(ConvertError::Missing { field })
}
