//! Why a call was not answered, and what that is in gRPC.

use proto::{
    convert::ConvertError,
    subject::{GameKey, TournamentKey},
};
use runtime::{AppendError, LedgerError, chain};
use thiserror::Error;
use tonic::Status;

use crate::inputs::{DISPLAYS, OF_DEVICE, OF_GAME};

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
    #[error("no game of round {round} of {tournament} goes on")]
    NoGames { tournament: TournamentKey, round: u32 },
    #[error("unknown device {device:?} in {tournament}: assign it to a table first")]
    UnknownDevice { device: String, tournament: TournamentKey },
    #[error("device {device:?} is assigned to table {table}, and {game} is not played there")]
    OtherTable { device: String, table: u32, game: GameKey },
    #[error("device {device:?} does not speak for {color}")]
    OtherSide { device: String, color: draughts::Color },
    #[error("only a device at the desk may rule; {device:?} is at table {table}")]
    NotTheDesk { device: String, table: u32 },
    #[error(
        "device {device:?} is a player's own: only a board or a shared device at the table, or the desk, \
         tells what a clock shows"
    )]
    NoBoard { device: String },
    #[error("device {device:?} used sequence {sequence} for another input; count on")]
    Clash { device: String, sequence: u64 },
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(
        "device {device:?} has handed in {OF_DEVICE} inputs for {game}, no more are taken: go on with \
         another device at the table, or at the desk"
    )]
    DeviceFull { device: String, game: GameKey },
    #[error(
        "{game} has {OF_GAME} inputs, no more are taken from the table: the arbiter goes on at the \
         desk, or records the result"
    )]
    GameFull { game: GameKey },
    #[error(
        "{0} has {DISPLAYS} displays of a clock, no more are taken: its time goes on as it is computed"
    )]
    DisplaysFull(GameKey),
    #[error("NATS did not answer in time: the input may not be stored, hand it in again")]
    Late,
    #[error("{0}: NATS did not answer in time, try again")]
    Unread(TournamentKey),
    #[error("the service is stopping: the input may not be stored, hand it in again")]
    Stopping,
}

impl Error {
    /// Whether the same call may be answered otherwise later.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Append(_)
            | Self::Ledger(LedgerError::Read(_))
            | Self::Late
            | Self::Unread(_)
            | Self::Stopping => true,
            Self::Convert(_)
            | Self::UnknownTournament(_)
            | Self::UnknownGame(_)
            | Self::NotOpen(_)
            | Self::NoGames { .. }
            | Self::UnknownDevice { .. }
            | Self::OtherTable { .. }
            | Self::OtherSide { .. }
            | Self::NotTheDesk { .. }
            | Self::NoBoard { .. }
            | Self::Clash { .. }
            | Self::DeviceFull { .. }
            | Self::GameFull { .. }
            | Self::DisplaysFull(_)
            | Self::Ledger(
                LedgerError::Decode { .. }
                | LedgerError::Record { .. }
                | LedgerError::Broken { .. },
            ) => false,
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let (text, cause) = (error.to_string(), chain(&error));
        match error {
            Error::Convert(_) => Self::invalid_argument(text),
            Error::UnknownTournament(_) | Error::UnknownGame(_) | Error::UnknownDevice { .. } => {
                Self::not_found(text)
            }
            Error::NotOpen(_)
            | Error::NoGames { .. }
            | Error::OtherTable { .. }
            | Error::OtherSide { .. }
            | Error::NotTheDesk { .. }
            | Error::NoBoard { .. }
            | Error::Clash { .. }
            // Handed in again it would be refused again: it is no matter of waiting.
            | Error::DeviceFull { .. }
            | Error::GameFull { .. }
            | Error::DisplaysFull(_) => Self::failed_precondition(text),
            Error::Append(AppendError::Conflict { .. }) => Self::aborted(text),
            // The device keeps the input and hands it in again when there is room.
            Error::Append(AppendError::Refused { .. }) => {
                tracing::warn!(error = text, "told a device that its input is not stored");
                Self::resource_exhausted(text)
            }
            Error::Append(AppendError::Unavailable { .. })
            | Error::Ledger(LedgerError::Read(_))
            | Error::Late
            | Error::Unread(_)
            | Error::Stopping => Self::unavailable(text),
            Error::Ledger(
                LedgerError::Decode { .. }
                | LedgerError::Record { .. }
                | LedgerError::Broken { .. },
            ) => {
                tracing::error!(error = cause, "answer a call");
                Self::internal(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proto::subject::Subject;
    use tonic::Code;

    use super::*;

    #[track_caller]
    fn check(error: Error, is_passing: bool, code: Code, says: &str) {
        assert_eq!(error.is_passing(), is_passing);
        let status = Status::from(error);
        assert_eq!(status.code(), code);
        assert!(status.message().contains(says), "{status:?}");
    }

    #[test]
    fn whoever_is_turned_away_is_told_what_to_do() {
        let game = || "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap();
        let device = || "tablet".to_owned();
        let unavailable = || AppendError::Unavailable { subject: "input".to_owned() };
        let full = Error::DeviceFull { device: device(), game: game() };
        check(full, false, Code::FailedPrecondition, "go on with another device");
        let full = Error::GameFull { game: game() };
        check(full, false, Code::FailedPrecondition, "records the result");
        let full = Error::DisplaysFull(game());
        check(full, false, Code::FailedPrecondition, "goes on as it is computed");
        let tablet = Error::NoBoard { device: device() };
        check(tablet, false, Code::FailedPrecondition, "a player's own");
        check(Error::Late, true, Code::Unavailable, "hand it in again");
        check(Error::Stopping, true, Code::Unavailable, "hand it in again");
        check(Error::Unread(game().tournament), true, Code::Unavailable, "try again");
        check(unavailable().into(), true, Code::Unavailable, "did not answer");
        let clash = Error::Clash { device: device(), sequence: 7 };
        check(clash, false, Code::FailedPrecondition, "count on");
    }
}
