//! The reasons for which a device at a table, or the desk, may not do something.
//!
//! Devices, tournaments and games are called by their ids, as the tablets and the desk show them.

use live_game::{
    InputId,
    table::{
        CALLS_WAITING_MAX, DISPLAYS_MAX, INPUTS_OF_DEVICE_MAX, INPUTS_OF_GAME_MAX, InputRefusal,
        READING_BYTES_MAX, SeatRefusal,
    },
};

use crate::{Language, game, messages::say};

/// Writes the reason for which a device may not do something in the tournament `id`.
#[must_use]
pub fn seat(refusal: SeatRefusal, device: &str, id: &str, language: Language) -> String {
    match refusal {
        SeatRefusal::UnknownDevice => say!(language, "seat-unknown-device", device, id),
        SeatRefusal::OtherTable { table } => say!(language, "seat-at-table", device, table),
        SeatRefusal::OtherSide { color } => {
            say!(language, "seat-other-side", device, color = game::color(color, language))
        }
        SeatRefusal::NotTheDesk { table } => say!(language, "seat-not-the-desk", device, table),
        SeatRefusal::OwnDevice => say!(language, "seat-own-device", device),
        SeatRefusal::NoTable => say!(language, "seat-no-table", id),
        SeatRefusal::Claimed { table } => say!(language, "seat-claimed", device, table),
        SeatRefusal::Contested => say!(language, "seat-contested", device),
        SeatRefusal::CallsWait { table } => {
            say!(language, "seat-calls-wait", table, max = CALLS_WAITING_MAX)
        }
    }
}

/// Writes that a game is not played at the table of the device.
#[must_use]
pub fn other_table(device: &str, table: u32, game: &str, language: Language) -> String {
    say!(language, "seat-other-table", device, table, game)
}

/// Writes that the table of the device is none of those of the caller.
#[must_use]
pub fn other_sector(device: &str, table: u32, language: Language) -> String {
    say!(language, "seat-other-sector", device, table)
}

/// Writes the reason for which an input for a game is refused.
#[must_use]
pub fn input(refusal: InputRefusal, input: &InputId, game: &str, language: Language) -> String {
    let (device, sequence) = (input.device.as_str(), input.sequence);
    match refusal {
        InputRefusal::Clash => say!(language, "input-clash", device, sequence),
        InputRefusal::DeviceFull => {
            say!(language, "input-device-full", device, max = INPUTS_OF_DEVICE_MAX, game)
        }
        InputRefusal::GameFull => {
            say!(language, "input-game-full", game, max = INPUTS_OF_GAME_MAX)
        }
        InputRefusal::DisplaysFull => {
            say!(language, "input-displays-full", game, max = DISPLAYS_MAX)
        }
    }
}

/// Writes that the log did not answer in time, so that the input may not be stored.
#[must_use]
pub fn late(language: Language) -> String {
    say!(language, "input-late")
}

/// Writes that the service stops, so that the input may not be stored.
#[must_use]
pub fn stopping(language: Language) -> String {
    say!(language, "input-stopping")
}

/// Writes that the log has lost inputs for a game, such as `input`.
#[must_use]
pub fn inputs_lost(input: &InputId, game: &str, language: Language) -> String {
    let (device, sequence) = (input.device.as_str(), input.sequence);
    say!(language, "input-lost", game, sequence, device)
}

/// Writes that the stream of readings does not answer.
#[must_use]
pub fn readings_away(language: Language) -> String {
    say!(language, "input-readings-away")
}

/// Writes that a board has reported more than is kept of one.
#[must_use]
pub fn readings_full(device: &str, language: Language) -> String {
    say!(language, "input-readings-full", device, max = READING_BYTES_MAX >> 20)
}

/// Writes that the tournament has no such game.
#[must_use]
pub fn unknown_game(game: &str, language: Language) -> String {
    say!(language, "game-unknown", game)
}

/// Writes that the round of a game is not open.
#[must_use]
pub fn not_open(game: &str, language: Language) -> String {
    say!(language, "game-not-open", game)
}

/// Writes that a game is not played, because a player has withdrawn.
#[must_use]
pub fn game_is_off(game: &str, language: Language) -> String {
    say!(language, "game-is-off", game)
}

/// Writes that no game of a round of the tournament `id` goes on.
#[must_use]
pub fn no_games(id: &str, round: u32, language: Language) -> String {
    say!(language, "game-none-of-round", round, id)
}

/// Writes that the rules of the tournament `id` do not give a player a claim.
#[must_use]
pub fn no_such_claim(id: &str, language: Language) -> String {
    say!(language, "game-no-such-claim", id)
}
