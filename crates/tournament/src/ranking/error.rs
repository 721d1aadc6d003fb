//! The error of a table.

use super::{OrderError, Participant};
use crate::RoundNumber;

/// The reason for which there is no table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RankingError {
    /// The order is invalid.
    #[error(transparent)]
    Order(#[from] OrderError),
    /// Two players have a match of teams, on boards.
    #[error("{first} and {second} are players and have played a match of teams in round {round}")]
    BoardsOfPlayers {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
    /// Two teams have a single game.
    #[error("{first} and {second} are teams and have played a single game in round {round}")]
    GameOfTeams {
        /// The first-named participant.
        first: Participant,
        /// The second-named participant.
        second: Participant,
        /// The round.
        round: RoundNumber,
    },
}
