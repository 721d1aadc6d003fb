//! The reason why a history cannot be read, as the desk is told it.

use live_game::table::StandstillReason;
use proto::subject::Stream;
use runtime::LedgerError;

/// Returns where the history of a subject of `stream` cannot be read on; that it waits if NATS
/// answers and cannot give it.
///
/// # Errors
/// `error` itself if NATS did not answer.
pub(crate) fn reason(stream: Stream, error: LedgerError) -> Result<StandstillReason, LedgerError> {
    let sequence = match &error {
        LedgerError::Read(read) if read.reason.is_of_subject() => {
            return Ok(StandstillReason::Unjudged);
        }
        LedgerError::Read(_) => return Err(error),
        LedgerError::Unreadable(unreadable) => unreadable.sequence,
        LedgerError::Broken { sequence, .. } => *sequence,
    };
    Ok(StandstillReason::Unreadable { stream: stream.name(), sequence })
}
