//! The reasons for which results cannot be paired by or ranked: they contradict each other.

use tournament::{
    PLAYERS_MAX,
    ranking::RankingError,
    swiss::{Field, InputError},
};

use super::regulation;
use crate::{Language, messages::say};

/// Writes the reason for which the Swiss system cannot go by the results.
pub(super) fn field(error: InputError, language: Language) -> String {
    match error {
        InputError::TooManyPlayers => {
            say!(language, "field-too-many-players", max = PLAYERS_MAX)
        }
        InputError::TooManyRounds => {
            say!(language, "field-too-many-rounds", max = Field::ROUNDS_MAX)
        }
        InputError::NoSuchRound { round, rounds_total } => {
            say!(language, "field-no-such-round", round, rounds = rounds_total)
        }
        InputError::DuplicatePlayer { player } => say!(language, "field-player-twice", player),
        InputError::DuplicateLot { lot } => say!(language, "field-lot-twice", lot),
        InputError::HistoryLength { player, found, expected } => {
            say!(language, "field-history", player, found, expected)
        }
        InputError::UnknownOpponent { player, round, opponent } => {
            say!(language, "field-unknown-opponent", player, round, opponent)
        }
        InputError::Disagreement { player, round, opponent } => {
            say!(language, "field-disagreement", player, round, opponent)
        }
    }
}

/// Writes the reason for which there is no table.
pub(super) fn ranking(error: RankingError, language: Language) -> String {
    match error {
        RankingError::Order(error) => regulation::order(error, language),
        RankingError::BoardsOfPlayers { first, second, round } => {
            say!(language, "table-boards-of-players", first, second, round)
        }
        RankingError::GameOfTeams { first, second, round } => {
            say!(language, "table-game-of-teams", first, second, round)
        }
    }
}
