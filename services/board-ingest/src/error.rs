//! Why a call was not answered, and what that is in gRPC.

use proto::{
    convert::ConvertError,
    subject::{GameKey, TournamentKey},
};
use runtime::{AppendError, LedgerError};
use thiserror::Error;
use tonic::Status;

/// Why a call was not answered.
#[derive(Debug, Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Convert(#[from] ConvertError),
    #[error("unknown tournament {0}")]
    UnknownTournament(TournamentKey),
    #[error("unknown game {0}: the tournament has no such round and table")]
    UnknownGame(GameKey),
    #[error("game {0} has not begun: its round is not open")]
    NotOpen(GameKey),
    #[error("unknown device {device:?} in {tournament}: assign it to a table first")]
    UnknownDevice { device: String, tournament: TournamentKey },
    #[error("device {device:?} is assigned to table {table}, and {game} is not played there")]
    OtherTable { device: String, table: u32, game: GameKey },
    #[error("device {device:?} does not speak for {color}")]
    OtherSide { device: String, color: draughts::Color },
    #[error("only a device at the desk may rule; {device:?} is at table {table}")]
    NotTheDesk { device: String, table: u32 },
    #[error("device {device:?} used sequence {sequence} for another input; count on")]
    Clash { device: String, sequence: u64 },
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("the service is stopping")]
    Stopping,
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::Convert(_) => Self::invalid_argument(text),
            Error::UnknownTournament(_) | Error::UnknownGame(_) | Error::UnknownDevice { .. } => {
                Self::not_found(text)
            }
            Error::NotOpen(_)
            | Error::OtherTable { .. }
            | Error::OtherSide { .. }
            | Error::NotTheDesk { .. }
            | Error::Clash { .. } => Self::failed_precondition(text),
            Error::Append(AppendError::Conflict { .. }) => Self::aborted(text),
            // The device keeps the input and hands it in again when there is room.
            Error::Append(AppendError::Refused { .. }) => {
                tracing::warn!(error = text, "told a device that its input is not stored");
                Self::resource_exhausted(text)
            }
            Error::Append(AppendError::Unavailable { .. })
            | Error::Ledger(LedgerError::Read(_))
            | Error::Stopping => Self::unavailable(text),
            Error::Ledger(
                LedgerError::Decode { .. }
                | LedgerError::Record { .. }
                | LedgerError::Broken { .. },
            ) => {
                tracing::error!(error = text, "answer a call");
                Self::internal(text)
            }
        }
    }
}
