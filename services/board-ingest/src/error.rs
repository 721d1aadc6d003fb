//! Errors of calls to board-ingest, and the category that decides their gRPC status.

use live_game::{
    DeviceId, InputId,
    table::{InputRefusal, SeatRefusal},
};
use phrases::{
    Language,
    refusal::{call, table as phrase},
};
use proto::{
    convert::ConvertError,
    subject::{GameKey, TournamentKey},
};
use runtime::{
    AppendError, Categorize, ErrorCategory, Extent, LedgerError, Stopped, TransactionError,
};
use thiserror::Error;
use tonic::Status;
use tournament::GameRefusal;

/// The reason why a call failed. The texts here are for logs: callers read those of [`text`].
#[derive(Debug, Error)]
pub(crate) enum Error {
    #[error(transparent)]
    Convert(#[from] ConvertError),
    #[error("unknown tournament {0}")]
    UnknownTournament(TournamentKey),
    #[error("unknown game {0}")]
    UnknownGame(GameKey),
    #[error("game {0} has not begun")]
    NotOpen(GameKey),
    #[error("game {0} is not played")]
    GameIsOff(GameKey),
    #[error("no game of round {round} of {tournament} goes on")]
    NoGames { tournament: TournamentKey, round: u32 },
    #[error("device {:?} in {tournament}: {refusal}", device.as_str())]
    Seat { refusal: SeatRefusal, device: DeviceId, tournament: TournamentKey },
    #[error("device {:?} is at table {table}, and not at that of {game}", device.as_str())]
    OtherTable { device: DeviceId, table: u32, game: GameKey },
    #[error("device {:?} is at table {table}, which is none of the caller's", device.as_str())]
    OtherSector { device: DeviceId, table: u32 },
    #[error("{0}: its rules do not give a player this claim")]
    NoSuchClaim(TournamentKey),
    #[error("input {} of device {:?} for {game}: {refusal}", input.sequence, input.device.as_str())]
    Input { refusal: InputRefusal, input: InputId, game: GameKey },
    #[error(transparent)]
    Append(#[from] AppendError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error("NATS did not answer in time: the input may not be stored")]
    Late,
    #[error(
        "the log has lost inputs for {game} that were answered, such as number {} of device {:?}",
        input.sequence,
        input.device.as_str()
    )]
    InputsLost { input: InputId, game: GameKey },
    #[error("{0}: NATS did not answer in time")]
    Unread(TournamentKey),
    #[error("the stream of readings does not answer")]
    ReadingsAway,
    #[error("device {:?} has reported more than is kept of a board", device.as_str())]
    ReadingsFull { device: DeviceId },
    #[error("the service is stopping: the input may not be stored")]
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
            | SeatRefusal::Contested
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
        Self::Seat { refusal, device: device.clone(), tournament: tournament.clone() }
    }

    /// Converts the reason for which a game takes no input.
    pub(crate) fn of_game(refusal: GameRefusal, game: &GameKey) -> Self {
        let game = game.clone();
        match refusal {
            GameRefusal::Unknown => Self::UnknownGame(game),
            GameRefusal::Off => Self::GameIsOff(game),
            GameRefusal::NotOpen => Self::NotOpen(game),
        }
    }

    /// Converts the refusal of an input by its game.
    pub(crate) fn of_input(refusal: InputRefusal, input: &InputId, game: &GameKey) -> Self {
        Self::Input { refusal, input: input.clone(), game: game.clone() }
    }
}

impl Categorize for Error {
    fn category(&self) -> ErrorCategory {
        match self {
            Self::Convert(error) => error.category(),
            Self::UnknownTournament(_)
            | Self::UnknownGame(_)
            | Self::Seat { refusal: SeatRefusal::UnknownDevice, .. } => ErrorCategory::NotFound,
            Self::Seat {
                refusal: SeatRefusal::Claimed { .. } | SeatRefusal::Contested, ..
            } => ErrorCategory::Conflict,
            Self::NotOpen(_)
            | Self::GameIsOff(_)
            | Self::NoGames { .. }
            | Self::Seat { .. }
            | Self::OtherTable { .. }
            | Self::OtherSector { .. }
            | Self::NoSuchClaim(_)
            // A repeat would be refused again.
            | Self::Input { .. }
            | Self::ReadingsFull { .. } => ErrorCategory::Precondition,
            Self::Append(error) => error.category(),
            Self::Ledger(error) => error.category(),
            Self::Late
            | Self::InputsLost { .. }
            | Self::Unread(_)
            | Self::ReadingsAway
            | Self::Stopping => ErrorCategory::Unavailable,
        }
    }

    fn extent(&self) -> Extent<'_> {
        if let Self::Ledger(error) = self { error.extent() } else { self.category().extent() }
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
    /// Answers in English what a person can mend, and in every language in the details of the
    /// status (`google.rpc.LocalizedMessage`).
    fn from(error: Error) -> Self {
        // The device keeps the input and sends it again later, when the broker may have room.
        if let Error::Append(AppendError::Refused { .. }) = &error {
            tracing::warn!(%error, "answered a device that its input is not stored");
        }
        let words = |language: Language| Some((language.tag(), text(&error, language)?));
        runtime::status_in_words(&error, Language::ALL.into_iter().filter_map(words))
    }
}

/// Writes the words for a person; `None` for an error of the program that calls, or of the log.
fn text(error: &Error, language: Language) -> Option<String> {
    Some(match error {
        Error::UnknownTournament(key) => call::unknown_tournament(&key.to_string(), language),
        Error::UnknownGame(game) => phrase::unknown_game(&game.to_string(), language),
        Error::NotOpen(game) => phrase::not_open(&game.to_string(), language),
        Error::GameIsOff(game) => phrase::game_is_off(&game.to_string(), language),
        Error::NoGames { tournament, round } => {
            phrase::no_games(&tournament.to_string(), *round, language)
        }
        Error::Seat { refusal, device, tournament } => {
            phrase::seat(*refusal, device.as_str(), &tournament.to_string(), language)
        }
        Error::OtherTable { device, table, game } => {
            phrase::other_table(device.as_str(), *table, &game.to_string(), language)
        }
        Error::OtherSector { device, table } => {
            phrase::other_sector(device.as_str(), *table, language)
        }
        Error::NoSuchClaim(key) => phrase::no_such_claim(&key.to_string(), language),
        Error::Input { refusal, input, game } => {
            phrase::input(*refusal, input, &game.to_string(), language)
        }
        Error::Late => phrase::late(language),
        Error::InputsLost { input, game } => {
            phrase::inputs_lost(input, &game.to_string(), language)
        }
        Error::Unread(key) => call::late(&key.to_string(), language),
        Error::ReadingsAway => phrase::readings_away(language),
        Error::ReadingsFull { device } => phrase::readings_full(device.as_str(), language),
        Error::Stopping => phrase::stopping(language),
        Error::Convert(_) | Error::Append(_) | Error::Ledger(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use proto::subject::Subject;
    use tonic::Code;
    use tonic_types::{ErrorDetail, StatusExt as _};

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
    fn a_tablet_reads_its_refusal_in_its_own_language() {
        let refusal = SeatRefusal::OtherTable { table: 3 };
        let status = Status::from(Error::of_seat_at(refusal, &device(), &game()));
        let details = status.get_error_details_vec();
        let localized: Vec<_> = details
            .iter()
            .filter_map(|detail| {
                let ErrorDetail::LocalizedMessage(one) = detail else { return None };
                Some((one.locale.as_str(), one.message.as_str()))
            })
            .collect();
        assert_eq!(
            localized,
            [
                ("en", status.message()),
                (
                    "nl",
                    "apparaat “tablet” staat aan tafel 3, en kk.2026.r1-t1 wordt daar niet gespeeld"
                ),
                ("fy", "apparaat “tablet” stiet oan tafel 3, en kk.2026.r1-t1 wurdt dêr net spile"),
            ]
        );
    }

    #[test]
    fn two_devices_for_one_seat_are_told_that_the_desk_decides() {
        let claimed = Error::of_seat_at(SeatRefusal::Claimed { table: 3 }, &device(), &game());
        check(claimed, true, Code::Aborted, "another device has this place at table 3");
        let contested = Error::of_seat_at(SeatRefusal::Contested, &device(), &game());
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
