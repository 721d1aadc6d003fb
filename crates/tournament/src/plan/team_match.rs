//! A match of two teams: the players and colours of each board.

use super::{LineUp, TeamId};
use crate::PlayerId;
use draughts::Score;

/// A meeting of two teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamMatch {
    /// The first-named team: White on the odd boards, Black on the even ones (B art. 4, G art. 4).
    pub first: TeamId,
    /// The other team.
    pub second: TeamId,
}

/// A board of a match of teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardPairing {
    /// The board, from 1.
    pub board: u32,
    /// The player with White; `None` if that team's board is empty.
    pub white: Option<PlayerId>,
    /// The player with Black; `None` if that team's board is empty.
    pub black: Option<PlayerId>,
    /// True if White plays for the first-named team.
    pub first_has_white: bool,
}

/// The reason for which two line-ups cannot meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TeamMatchError {
    /// A team is to meet itself.
    #[error("team {team} cannot meet itself")]
    Oneself {
        /// The team.
        team: TeamId,
    },
    /// The teams play on different numbers of boards.
    #[error("the first team has {first} boards, the second {second}")]
    Boards {
        /// The boards of the first-named team.
        first: usize,
        /// The boards of the other.
        second: usize,
    },
    /// A player plays for both teams.
    #[error("player {player} plays for both teams")]
    Shared {
        /// The player.
        player: PlayerId,
    },
}

impl BoardPairing {
    /// Returns the score of a board with an empty side, which loses (B art. 6); `None` if both
    /// players are there.
    pub fn forfeit(&self) -> Option<Score> {
        match (self.white, self.black) {
            (Some(_), Some(_)) => None,
            (Some(_), None) => Some(Score::WhiteWins),
            (None, Some(_)) => Some(Score::BlackWins),
            (None, None) => Some(Score::BothLose),
        }
    }
}

impl TeamMatch {
    /// Checks and makes a match.
    ///
    /// # Errors
    /// [`TeamMatchError::Oneself`] if both teams are the same.
    pub fn new(first: TeamId, second: TeamId) -> Result<Self, TeamMatchError> {
        if first == second {
            return Err(TeamMatchError::Oneself { team: first });
        }
        Ok(Self { first, second })
    }

    /// Returns the match with the colours reversed on every board: the play-off after this match,
    /// by the same players in the same order (B art. 7, G art. 6). It is repeated, reversed each
    /// time, until it is won; [`Match`](super::Match) counts it.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { first: self.second, second: self.first }
    }

    /// Returns the boards, from the first.
    ///
    /// # Errors
    /// [`TeamMatchError`] if the teams have different numbers of boards or share a player.
    pub fn boards(
        &self,
        first: &LineUp,
        second: &LineUp,
    ) -> Result<Vec<BoardPairing>, TeamMatchError> {
        let (ours, theirs) = (first.boards(), second.boards());
        if ours.len() != theirs.len() {
            return Err(TeamMatchError::Boards { first: ours.len(), second: theirs.len() });
        }
        if let Some(player) = ours.iter().flatten().find(|player| theirs.contains(&Some(**player)))
        {
            return Err(TeamMatchError::Shared { player: *player });
        }
        let board = |(board, (&ours, &theirs)): (u32, _)| {
            let first_has_white = !board.is_multiple_of(2);
            let (white, black) = if first_has_white { (ours, theirs) } else { (theirs, ours) };
            BoardPairing { board, white, black, first_has_white }
        };
        Ok((1_u32..).zip(ours.iter().zip(theirs)).map(board).collect())
    }
}
