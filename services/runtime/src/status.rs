//! Errors and their gRPC status: one mapping for every service.
//!
//! An error says what its caller can do about it ([`Categorize`]); [`status`] makes the answer of a
//! call of it. What a rule refuses knows its category in the crate that refuses it, and the
//! service's `error.rs` only says which of these it is.

use proto::convert::ConvertError;
use tonic::{
    Code, Status,
    metadata::{MetadataMap, MetadataValue},
};
use tonic_types::{ErrorDetail, LocalizedMessage, StatusExt as _};

use crate::{
    error::{AppendError, LedgerError, ReadError, ReadFailure},
    error_chain,
};

/// The metadata that marks a status as a fault of the service: one of tonic with the same code says
/// that the request cannot be read. The server takes it out of an answer that is only a status.
pub(crate) const FAULT: &str = "damcast-fault";

/// The remedy that the caller of a failed call has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorCategory {
    /// Ask something else: the request means nothing, in any state.
    Invalid,
    /// Ask about something that exists.
    NotFound,
    /// Change the state first, or wait until it has changed.
    Precondition,
    /// Ask again: somebody else wrote in the same moment.
    Conflict,
    /// Ask again later: the log has no room until somebody makes some.
    Exhausted,
    /// Ask again later: the log does not answer, or the service stops.
    Unavailable,
    /// Nothing: the service or the log is at fault.
    Internal,
}

impl ErrorCategory {
    /// Returns the gRPC code of this category.
    #[must_use]
    pub fn code(self) -> Code {
        match self {
            Self::Invalid => Code::InvalidArgument,
            Self::NotFound => Code::NotFound,
            Self::Precondition => Code::FailedPrecondition,
            Self::Conflict => Code::Aborted,
            Self::Exhausted => Code::ResourceExhausted,
            Self::Unavailable => Code::Unavailable,
            Self::Internal => Code::Internal,
        }
    }

    /// Returns what a failure of this category concerns, if no read of the log is its cause.
    #[must_use]
    pub fn extent(self) -> Extent<'static> {
        if self.is_transient() { Extent::All } else { Extent::Alone }
    }

    /// Returns whether the same request may succeed later although nobody asked for anything else.
    #[must_use]
    pub fn is_transient(self) -> bool {
        match self {
            Self::Conflict | Self::Exhausted | Self::Unavailable => true,
            Self::Invalid | Self::NotFound | Self::Precondition | Self::Internal => false,
        }
    }
}

/// An error that says what its caller can do about it.
pub trait Categorize: std::error::Error {
    /// Returns the category of this error.
    fn category(&self) -> ErrorCategory;

    /// Returns what the failure concerns. An error that has another one inside returns the extent
    /// of that one, because a failed read tells more than its category.
    fn extent(&self) -> Extent<'_> {
        self.category().extent()
    }
}

/// The extent of a failure: the work that was tried alone, or all work that needs the log.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'a> {
    /// Only what was tried: it is too large, unreadable or refused, and time does not change that.
    Alone,
    /// Everything that needs the log: NATS is away, the store is full, or others wrote first.
    All,
    /// NATS answered this read and did not give what was asked for, so that either may be true:
    /// [`EventLog::is_of_subject`](crate::EventLog::is_of_subject) finds out.
    Read(&'a ReadError),
}

/// Returns the answer to a call that failed with `error`: the code of its category and its text,
/// without what caused it. [`ErrorCategory::Internal`] is logged here, with its causes.
#[must_use]
pub fn status(error: &(impl Categorize + 'static)) -> Status {
    let category = error.category();
    if category == ErrorCategory::Internal {
        tracing::error!(error = error_chain(error), "a call failed");
        let mut fault = MetadataMap::new();
        fault.insert(FAULT, MetadataValue::from_static("1"));
        return Status::with_metadata(category.code(), error.to_string(), fault);
    }
    Status::new(category.code(), error.to_string())
}

/// Returns the answer to a call that failed with `error`, with its words for people: the first as
/// the message of the status, and all of them, each with the tag of its language, among its details
/// (`google.rpc.LocalizedMessage`). Without words it is as [`status`] makes it.
#[must_use]
pub fn status_in_words(
    error: &(impl Categorize + 'static),
    words: impl IntoIterator<Item = (&'static str, String)>,
) -> Status {
    let status = status(error);
    let words: Vec<_> = words.into_iter().collect();
    let Some((_tag, first)) = words.first().cloned() else { return status };
    Status::with_error_details_vec(status.code(), first, localized(words))
}

/// Returns words for people, each with the tag of its language, as details of a status.
pub(crate) fn localized(
    words: impl IntoIterator<Item = (&'static str, String)>,
) -> Vec<ErrorDetail> {
    words.into_iter().map(|(tag, text)| LocalizedMessage::new(tag, text).into()).collect()
}

impl Categorize for ConvertError {
    /// Always [`ErrorCategory::Invalid`]: where a record of the log cannot be converted, it is a
    /// [`LedgerError`].
    fn category(&self) -> ErrorCategory {
        ErrorCategory::Invalid
    }
}

impl Categorize for ReadError {
    fn category(&self) -> ErrorCategory {
        ErrorCategory::Unavailable
    }

    fn extent(&self) -> Extent<'_> {
        match self.reason {
            ReadFailure::Disconnected
            | ReadFailure::Unanswered
            | ReadFailure::NoResponders
            | ReadFailure::Nats(_) => Extent::All,
            ReadFailure::Status { .. } | ReadFailure::Unreadable | ReadFailure::Behind { .. } => {
                Extent::Read(self)
            }
        }
    }
}

impl Categorize for AppendError {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Conflict { .. } => ErrorCategory::Conflict,
            // No room will be made for it.
            Self::Refused { .. } if self.is_too_large() => ErrorCategory::Precondition,
            Self::Refused { .. } => ErrorCategory::Exhausted,
            Self::Unavailable { .. } => ErrorCategory::Unavailable,
        }
    }
}

impl Categorize for LedgerError {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Read(error) => error.category(),
            Self::Unreadable(_) | Self::Broken { .. } => ErrorCategory::Internal,
        }
    }

    fn extent(&self) -> Extent<'_> {
        match self {
            Self::Read(error) => error.extent(),
            // The service stops, and a newer program reads it.
            Self::Unreadable(unreadable) if unreadable.is_newer() => Extent::All,
            Self::Unreadable(_) | Self::Broken { .. } => Extent::Alone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::PublishError;

    #[track_caller]
    fn check(error: &(impl Categorize + 'static), code: Code, is_transient: bool) {
        let status = status(error);
        assert_eq!((status.code(), status.message()), (code, error.to_string().as_str()));
        assert_eq!(error.category().is_transient(), is_transient);
    }

    #[test]
    fn a_status_has_the_words_for_people_in_each_language_and_else_those_of_the_error() {
        let error = ConvertError::Missing { field: "move" };
        let words = [("en", "say the move"), ("nl", "noem de zet")];
        let status = status_in_words(&error, words.map(|(tag, text)| (tag, text.to_owned())));
        assert_eq!((status.code(), status.message()), (Code::InvalidArgument, "say the move"));
        let details = status.get_error_details_vec().into_iter().map(|detail| {
            let ErrorDetail::LocalizedMessage(one) = detail else { panic!("{detail:?}") };
            (one.locale, one.message)
        });
        let expected = words.map(|(tag, text)| (tag.to_owned(), text.to_owned()));
        assert_eq!(details.collect::<Vec<_>>(), expected);
        assert_eq!(status_in_words(&error, []).message(), error.to_string());
    }

    #[test]
    fn a_call_that_failed_is_answered_with_the_code_of_its_category() {
        let subject = || "game.main.kk.r1-t1".to_owned();
        check(&ConvertError::Missing { field: "move" }, Code::InvalidArgument, false);
        check(&AppendError::Conflict { subject: subject() }, Code::Aborted, true);
        check(&AppendError::Unavailable { subject: subject() }, Code::Unavailable, true);
        let refused = |reason| AppendError::Refused { subject: subject(), reason };
        let description = "maximum bytes exceeded".to_owned();
        let full = PublishError::Answered { code: 10_077, status: 503, description };
        check(&refused(full), Code::ResourceExhausted, true);
        // Waiting makes nothing smaller.
        check(&refused(PublishError::TooLarge), Code::FailedPrecondition, false);
        let read = || ReadError::new(&subject(), ReadFailure::Unanswered);
        check(&read(), Code::Unavailable, true);
        check(&LedgerError::Read(read()), Code::Unavailable, true);
        let broken = LedgerError::Broken { subject: subject(), sequence: 7, version: 3 };
        check(&broken, Code::Internal, false);
    }
}
