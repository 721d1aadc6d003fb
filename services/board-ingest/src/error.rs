//! Errors of calls to board-ingest, and the category that decides their gRPC status.

use live_game::{
    DeviceId, InputId,
    table::{
        CALLS_WAITING_MAX, DISPLAYS_MAX, INPUTS_OF_DEVICE_MAX, INPUTS_OF_GAME_MAX, InputRefusal,
        READING_BYTES_MAX, SeatRefusal,
    },
};
use proto::{
    convert::ConvertError,
    subject::{GameKey, TournamentKey},
};
use runtime::{AppendError, Categorize, ErrorCategory, LedgerError, Stopped, TransactionError};
use thiserror::Error;
use tonic::Status;

/// The reason why a call failed.
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
    #[error("game {0} is not played: a player has withdrawn")]
    GameIsOff(GameKey),
    #[error("no game of round {round} of {tournament} goes on")]
    NoGames { tournament: TournamentKey, round: u32 },
    #[error("unknown device {:?} in {tournament}: assign it to a table first", device.as_str())]
    UnknownDevice { device: DeviceId, tournament: TournamentKey },
    #[error(
        "device {:?} waits: another device has this place at table {table}, and the desk decides which of them goes on",
        device.as_str()
    )]
    Claimed { device: DeviceId, table: u32 },
    #[error(
        "device {:?} waits: another device asks for its place, and the desk decides which of them goes on",
        device.as_str()
    )]
    Contested { device: DeviceId },
    #[error(
        "device {:?} is assigned to table {table}, and {game} is not played there",
        device.as_str()
    )]
    OtherTable { device: DeviceId, table: u32, game: GameKey },
    #[error("device {:?} is assigned to table {table}, and does nothing at others", device.as_str())]
    AtTable { device: DeviceId, table: u32 },
    #[error("device {:?} is assigned to table {table}, which is none of the caller's", device.as_str())]
    OtherSector { device: DeviceId, table: u32 },
    #[error("device {:?} does not speak for {color}", device.as_str())]
    OtherSide { device: DeviceId, color: draughts::Color },
    #[error("only a device at the desk may rule; {:?} is at table {table}", device.as_str())]
    NotTheDesk { device: DeviceId, table: u32 },
    #[error(
        "device {:?} is a player's own: only a board or a shared device at the table, or the desk, \
         tells what a clock shows",
        device.as_str()
    )]
    OwnDevice { device: DeviceId },
    #[error("{0}: its rules do not give a player this claim")]
    NoSuchClaim(TournamentKey),
    #[error("{0}: say to which table the arbiter is called")]
    NoTable(TournamentKey),
    #[error(
        "table {table} has called the arbiter {CALLS_WAITING_MAX} times, and nobody has come yet: somebody has to go"
    )]
    CallsWait { table: u32 },
    #[error("device {:?} used sequence {sequence} for another input; count on", device.as_str())]
    Clash { device: DeviceId, sequence: u64 },
    #[error(
        "device {:?} has handed in {INPUTS_OF_DEVICE_MAX} inputs for {game}, no more are taken: go on with \
         another device at the table, or at the desk",
        device.as_str()
    )]
    DeviceFull { device: DeviceId, game: GameKey },
    #[error(
        "{0} has {INPUTS_OF_GAME_MAX} inputs, no more are taken from the table: the arbiter goes on at the \
         desk, or records the result"
    )]
    GameFull(GameKey),
    #[error(
        "{0} has {DISPLAYS_MAX} displays of a clock, no more are taken: its time goes on as it is computed"
    )]
    DisplaysFull(GameKey),
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("NATS did not answer in time: the input may not be stored, hand it in again")]
    Late,
    #[error(
        "the log has lost inputs for {game} that were answered, such as number {} of device {:?}: claims and \
         rulings wait until they are handed in again, at most a minute; try again",
        input.sequence,
        input.device.as_str()
    )]
    InputsLost { input: InputId, game: GameKey },
    #[error("{0}: NATS did not answer in time, try again")]
    Unread(TournamentKey),
    #[error(
        "the stream of readings does not answer, so they are not kept yet: send them again; if that \
         stays so, `damcast streams` makes the stream"
    )]
    ReadingsAway,
    #[error(
        "the board {:?} has reported more than is kept of one: {} MiB at once, and as much again each day",
        device.as_str(),
        READING_BYTES_MAX >> 20
    )]
    ReadingsFull { device: DeviceId },
    #[error("the service is stopping: the input may not be stored, hand it in again")]
    Stopping,
}

impl Error {
    /// Converts the refusal of a device that may not write to a game.
    pub(crate) fn of_seat_at(refusal: SeatRefusal, device: &DeviceId, game: &GameKey) -> Self {
        match refusal {
            SeatRefusal::OtherTable { table } => {
                Self::OtherTable { device: device.clone(), table, game: game.clone() }
            }
            SeatRefusal::UnknownDevice
            | SeatRefusal::Claimed { .. }
            | SeatRefusal::OtherSide { .. }
            | SeatRefusal::NotTheDesk { .. }
            | SeatRefusal::OwnDevice
            | SeatRefusal::NoTable
            | SeatRefusal::CallsWait { .. } => Self::of_seat(refusal, device, &game.tournament),
        }
    }

    /// Converts the refusal of a device that may not do something in a tournament.
    pub(crate) fn of_seat(
        refusal: SeatRefusal,
        device: &DeviceId,
        tournament: &TournamentKey,
    ) -> Self {
        let device = device.clone();
        match refusal {
            SeatRefusal::UnknownDevice => {
                Self::UnknownDevice { device, tournament: tournament.clone() }
            }
            SeatRefusal::Claimed { table } => Self::Claimed { device, table },
            SeatRefusal::OtherSide { color } => Self::OtherSide { device, color },
            SeatRefusal::NotTheDesk { table } => Self::NotTheDesk { device, table },
            SeatRefusal::OtherTable { table } => Self::AtTable { device, table },
            SeatRefusal::OwnDevice => Self::OwnDevice { device },
            SeatRefusal::NoTable => Self::NoTable(tournament.clone()),
            SeatRefusal::CallsWait { table } => Self::CallsWait { table },
        }
    }

    /// Converts the refusal of an input by its game.
    pub(crate) fn of_input(refusal: InputRefusal, input: &InputId, game: &GameKey) -> Self {
        let (device, game) = (input.device.clone(), game.clone());
        match refusal {
            InputRefusal::Clash => Self::Clash { device, sequence: input.sequence },
            InputRefusal::DeviceFull => Self::DeviceFull { device, game },
            InputRefusal::GameFull => Self::GameFull(game),
            InputRefusal::DisplaysFull => Self::DisplaysFull(game),
        }
    }
}

impl Categorize for Error {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Convert(error) => error.category(),
            Self::UnknownTournament(_) | Self::UnknownGame(_) | Self::UnknownDevice { .. } => {
                ErrorCategory::NotFound
            }
            Self::Claimed { .. } | Self::Contested { .. } => ErrorCategory::Conflict,
            Self::NotOpen(_)
            | Self::GameIsOff(_)
            | Self::NoGames { .. }
            | Self::OtherTable { .. }
            | Self::AtTable { .. }
            | Self::OtherSector { .. }
            | Self::OtherSide { .. }
            | Self::NotTheDesk { .. }
            | Self::OwnDevice { .. }
            | Self::NoTable(_)
            | Self::NoSuchClaim(_)
            | Self::CallsWait { .. }
            | Self::Clash { .. }
            // A repeat would be refused again.
            | Self::DeviceFull { .. }
            | Self::GameFull(_)
            | Self::DisplaysFull(_)
            | Self::ReadingsFull { .. } => ErrorCategory::Precondition,
            Self::Append(error) => error.category(),
            Self::Ledger(error) => error.category(),
            Self::Late | Self::InputsLost { .. } | Self::Unread(_) | Self::ReadingsAway | Self::Stopping => {
                ErrorCategory::Unavailable
            }
        }
    }
}

impl From<Stopped> for Error {
    fn from(_stopped: Stopped) -> Self {
        Self::Stopping
    }
}

impl From<TransactionError> for Error {
    fn from(error: TransactionError) -> Self {
        match error {
            TransactionError::Contended { subject } => AppendError::Conflict { subject }.into(),
            TransactionError::Append(error) => error.into(),
            TransactionError::Ledger(error) => error.into(),
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        // The device keeps the input and sends it again later, when the broker may have room.
        if let Error::Append(AppendError::Refused { .. }) = &error {
            tracing::warn!(%error, "answered a device that its input is not stored");
        }
        runtime::status(&error)
    }
}

#[cfg(test)]
mod tests {
    use proto::subject::Subject;
    use tonic::Code;

    use super::*;

    #[track_caller]
    fn check(error: Error, is_transient: bool, code: Code, text: &str) {
        assert_eq!(error.category().is_transient(), is_transient);
        let status = Status::from(error);
        assert_eq!(status.code(), code);
        assert!(status.message().contains(text), "{status:?}");
    }

    fn game() -> GameKey {
        "game.kk.2026.r1-t1".parse::<Subject>().unwrap().game_key().unwrap()
    }

    fn device() -> DeviceId {
        DeviceId::new("tablet").unwrap()
    }

    #[test]
    fn the_refusal_of_an_input_says_how_to_go_on() {
        let input = InputId::new(device(), 7);
        for (refusal, text) in [
            (InputRefusal::Clash, "\"tablet\" used sequence 7 for another input; count on"),
            (InputRefusal::DeviceFull, "\"tablet\" has handed in 1000 inputs for kk.2026.r1-t1"),
            (InputRefusal::DeviceFull, "go on with another device"),
            (InputRefusal::GameFull, "records the result"),
            (InputRefusal::DisplaysFull, "goes on as it is computed"),
        ] {
            let error = Error::of_input(refusal, &input, &game());
            check(error, false, Code::FailedPrecondition, text);
        }
    }

    #[test]
    fn a_device_without_the_right_seat_gets_the_reason() {
        use draughts::Color::Black;
        for (refusal, code, text) in [
            (SeatRefusal::UnknownDevice, Code::NotFound, "unknown device \"tablet\" in kk.2026"),
            (SeatRefusal::OtherTable { table: 3 }, Code::FailedPrecondition, "assigned to table 3"),
            (SeatRefusal::OtherSide { color: Black }, Code::FailedPrecondition, "speak for Black"),
            (
                SeatRefusal::NotTheDesk { table: 3 },
                Code::FailedPrecondition,
                "\"tablet\" is at table 3",
            ),
            (SeatRefusal::OwnDevice, Code::FailedPrecondition, "a player's own"),
        ] {
            check(Error::of_seat_at(refusal, &device(), &game()), false, code, text);
        }
    }

    #[test]
    fn two_devices_for_one_seat_are_told_that_the_desk_decides() {
        let claimed = Error::of_seat_at(SeatRefusal::Claimed { table: 3 }, &device(), &game());
        check(claimed, true, Code::Aborted, "another device has this place at table 3");
        let contested = Error::Contested { device: device() };
        check(contested, true, Code::Aborted, "another device asks for its place");
    }

    #[test]
    fn a_call_that_cannot_be_made_says_what_to_do() {
        for (refusal, text) in [
            (SeatRefusal::OtherTable { table: 3 }, "\"tablet\" is assigned to table 3"),
            (SeatRefusal::NoTable, "say to which table"),
            (SeatRefusal::CallsWait { table: 3 }, "table 3 has called the arbiter 5 times"),
        ] {
            let error = Error::of_seat(refusal, &device(), &game().tournament);
            check(error, false, Code::FailedPrecondition, text);
        }
    }

    #[test]
    fn transient_errors_ask_to_try_again() {
        let unavailable = || AppendError::Unavailable { subject: "input".to_owned() };
        check(Error::Late, true, Code::Unavailable, "hand it in again");
        check(Error::Stopping, true, Code::Unavailable, "hand it in again");
        check(Error::Unread(game().tournament), true, Code::Unavailable, "try again");
        check(unavailable().into(), true, Code::Unavailable, "did not answer");
    }
}
