//! The reason why a history cannot be read, as the desk is told it.

use live_game::table::StandstillReason;
use proto::subject::Stream;
use runtime::{EventLog, LedgerError};

/// Returns where the history of a subject of `stream` cannot be read on; that it waits if NATS
/// gives others and not this one.
///
/// # Errors
/// `error` itself if NATS gives none.
pub(crate) async fn reason(
    log: &EventLog,
    stream: Stream,
    error: LedgerError,
) -> Result<StandstillReason, LedgerError> {
    let sequence = match &error {
        LedgerError::Read(read) if log.is_of_subject(read).await => {
            return Ok(StandstillReason::Unjudged);
        }
        LedgerError::Read(_) => return Err(error),
        LedgerError::Unreadable(unreadable) => unreadable.sequence,
        LedgerError::Broken { sequence, .. } => *sequence,
    };
    Ok(StandstillReason::Unreadable { stream: stream.name(), sequence })
}
