//! Sentences about games and tournaments that stand still while others go on, for the arbiter.

use live_game::table::StandstillReason;

use crate::{Language, messages::say};

/// Writes why a game stands still and what to do about it; `None` if it goes on again.
#[must_use]
pub fn game(reason: Option<&StandstillReason>, language: Language) -> String {
    match reason {
        Some(StandstillReason::Unreadable { stream: stream @ "CLOCK", sequence }) => {
            say!(language, "standstill-clock-unreadable", stream = *stream, sequence)
        }
        Some(StandstillReason::Unreadable { stream: stream @ "INPUT", sequence }) => {
            say!(language, "standstill-inputs-unreadable", stream = *stream, sequence)
        }
        Some(StandstillReason::Unreadable { stream, sequence }) => {
            say!(language, "standstill-game-unreadable", stream = *stream, sequence)
        }
        Some(StandstillReason::Unjudged) => say!(language, "standstill-game-unjudged"),
        Some(StandstillReason::NotBegun) => say!(language, "standstill-game-not-begun"),
        Some(StandstillReason::Unrecorded) => say!(language, "standstill-game-unrecorded"),
        Some(StandstillReason::NotEnded) => say!(language, "standstill-game-not-ended"),
        Some(StandstillReason::ClockBehind) => say!(language, "standstill-clock-behind"),
        None => say!(language, "standstill-game-over"),
    }
}

/// Writes why a tournament stands still and what to do about it; `None` if it goes on again.
#[must_use]
pub fn tournament(reason: Option<&StandstillReason>, language: Language) -> String {
    match reason {
        Some(StandstillReason::Unreadable { stream: stream @ "INPUT", sequence }) => {
            say!(language, "standstill-seats-unreadable", stream = *stream, sequence)
        }
        Some(StandstillReason::Unreadable { stream, sequence }) => {
            say!(language, "standstill-tournament-unreadable", stream = *stream, sequence)
        }
        Some(
            StandstillReason::Unjudged
            | StandstillReason::NotBegun
            | StandstillReason::Unrecorded
            | StandstillReason::NotEnded
            | StandstillReason::ClockBehind,
        ) => game(reason, language),
        None => say!(language, "standstill-tournament-over"),
    }
}
