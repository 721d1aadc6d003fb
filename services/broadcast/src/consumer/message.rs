//! A message of the log: the span in which it is shown, and the reports of messages that are not.

use proto::subject::Stream;
use runtime::{LogEntry, Unreadable, error_chain, metrics};

use crate::{error::ShowError, hub::Hub};

/// Logs that a message could not be shown, and counts it.
pub(super) fn log_failure(entry: &LogEntry, error: &ShowError) {
    let (subject, sequence) = (&entry.subject, entry.sequence);
    tracing::error!(%subject, sequence, error = error_chain(error), "a message cannot be shown");
    metrics::given_up(env!("CARGO_PKG_NAME"));
}

/// Logs that a message could not be read, counts it, and notes it as applied, so that nothing waits
/// for it.
pub(super) fn pass_over(hub: &Hub, stream: Stream, unreadable: &Unreadable) {
    tracing::error!(error = error_chain(unreadable), "a message cannot be shown");
    metrics::given_up(env!("CARGO_PKG_NAME"));
    hub.log_state().mark_applied(stream, unreadable.sequence);
}

/// Returns the span in which a message is shown, as part of the trace of its writer.
pub(super) fn span(entry: &LogEntry) -> tracing::Span {
    let (subject, sequence) = (tracing::field::display(&entry.subject), entry.sequence);
    let span = tracing::info_span!("broadcast", subject, sequence);
    entry.continue_trace(&span);
    span
}
