//! Failures of calls that say nothing about the call.

use tonic::{Code, Status};

/// Returns true if the call may be made again: nothing was answered, or the store has no room just
/// now.
pub(crate) fn is_transient(status: &Status) -> bool {
    // A status made of a broken connection has a source; one that the other side sent has none.
    std::error::Error::source(status).is_some()
        || [
            Code::Unavailable,
            Code::Aborted,
            Code::Cancelled,
            Code::DeadlineExceeded,
            Code::ResourceExhausted,
        ]
        .contains(&status.code())
}
