//! Converts numbers that count from 1, and the state of a round.

use tournament::{
    GroupNumber, PlayerId, RoundNumber, RoundState, TableNumber, ranking::Participant,
};

use crate::{convert::ConvertError, v1};

/// Converts a round number, from 1.
///
/// # Errors
/// [`ConvertError::Invalid`] if it is 0.
pub fn round(number: u32) -> Result<RoundNumber, ConvertError> {
    RoundNumber::new(number).map_err(|source| ConvertError::invalid("round", source))
}

/// Converts a table number, from 1.
///
/// # Errors
/// [`ConvertError::Invalid`] if it is 0.
pub fn table(number: u32) -> Result<TableNumber, ConvertError> {
    TableNumber::new(number).map_err(|source| ConvertError::invalid("table", source))
}

/// Converts a group number, from 1.
///
/// # Errors
/// [`ConvertError::Invalid`] if it is 0.
pub fn group(number: u32) -> Result<GroupNumber, ConvertError> {
    GroupNumber::new(number).map_err(|source| ConvertError::invalid("group", source))
}

/// Converts a player's id, from 1.
///
/// # Errors
/// [`ConvertError::Invalid`] if it is 0.
pub fn player_id(number: u32) -> Result<PlayerId, ConvertError> {
    PlayerId::new(number).map_err(|source| ConvertError::invalid("player", source))
}

/// Converts a participant's number, from 1: a player, or a team if teams play.
///
/// # Errors
/// [`ConvertError::Invalid`] if it is 0.
pub fn participant(number: u32) -> Result<Participant, ConvertError> {
    Participant::new(number).map_err(|source| ConvertError::invalid("participant", source))
}

/// Converts the numbers of participants.
///
/// # Errors
/// [`ConvertError::Invalid`] if one is 0.
pub fn participants(numbers: Vec<u32>) -> Result<Vec<Participant>, ConvertError> {
    numbers.into_iter().map(participant).collect()
}

/// Converts participants to their numbers.
#[must_use]
pub fn numbers(participants: &[Participant]) -> Vec<u32> {
    participants.iter().map(|participant| participant.get()).collect()
}

/// Converts the state of a round.
#[must_use]
pub fn round_state(state: RoundState) -> v1::RoundState {
    match state {
        RoundState::Paired => v1::RoundState::Paired,
        RoundState::Open => v1::RoundState::Open,
        RoundState::Closed => v1::RoundState::Closed,
    }
}
