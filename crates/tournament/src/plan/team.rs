//! Teams and their line-ups.

use crate::number::numbered;
use crate::player::checked_name;
use crate::{EntryError, PlayerId};
use draughts::Timestamp;
use std::time::Duration;

numbered! {
    /// A team of one tournament, numbered in order of entry from 1.
    TeamId, "team"
}

/// The time before the match by which a line-up has to be handed in (B art. 6).
pub const LINE_UP_BEFORE: Duration = Duration::from_secs(15 * 60);

/// The players of a team, in the order of the boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineUp {
    boards: Vec<Option<PlayerId>>,
}

/// A team, with the line-up that it handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// The number, in order of entry.
    pub id: TeamId,
    /// The name, with single spaces and none around it.
    pub name: String,
    /// The number of its boards, 1 to [`LineUp::BOARDS_MAX`]: eight for a club (B art. 2), four in
    /// the mini championship (G art. 2).
    pub boards: usize,
    /// The line-up; `None` before it was handed in.
    pub line_up: Option<LineUp>,
}

/// The reason for which a line-up is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineUpError {
    /// There are no boards, or more than [`LineUp::BOARDS_MAX`].
    #[error("a team plays on 1 to {} boards, not on {boards}", LineUp::BOARDS_MAX)]
    Boards {
        /// The number of boards.
        boards: usize,
    },
    /// A player is named on two boards.
    #[error("player {player} is named on two boards")]
    Twice {
        /// The player.
        player: PlayerId,
    },
    /// No player is named on any board.
    #[error("a line-up names one player at least")]
    Nobody,
}

/// The reason for which a line-up is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineUpRefusal {
    /// The line-up is for another number of boards.
    #[error("the team plays on {expected} boards, the line-up has {boards}")]
    Boards {
        /// The boards of the team.
        expected: usize,
        /// The boards of the line-up.
        boards: usize,
    },
    /// The line-up came less than a quarter of an hour before the match.
    #[error("the line-up is {late_ms} ms too late")]
    Late {
        /// The delay in milliseconds, above 0.
        late_ms: u64,
    },
    /// The first match has begun: the order handed in holds for every round.
    #[error("the order that was handed in holds for every round")]
    Fixed,
}

impl LineUp {
    /// The largest number of boards of a team.
    pub const BOARDS_MAX: usize = 20;

    /// Checks and makes a line-up: a player for each board from the first, `None` for an empty
    /// board, which is lost (B art. 6). One player on all boards gives a simultaneous display (I
    /// art. 3).
    ///
    /// # Errors
    /// [`LineUpError`] if there are too few or too many boards, no player, or a player on two of
    /// them and not on all.
    pub fn new(boards: Vec<Option<PlayerId>>) -> Result<Self, LineUpError> {
        if !(1..=Self::BOARDS_MAX).contains(&boards.len()) {
            return Err(LineUpError::Boards { boards: boards.len() });
        }
        let mut players: Vec<PlayerId> = boards.iter().flatten().copied().collect();
        if players.is_empty() {
            return Err(LineUpError::Nobody);
        }
        let line_up = Self { boards };
        if line_up.giver().is_some() {
            return Ok(line_up);
        }
        players.sort_unstable();
        if let Some((player, _)) = players.iter().zip(players.iter().skip(1)).find(|(a, b)| a == b)
        {
            return Err(LineUpError::Twice { player: *player });
        }
        Ok(line_up)
    }

    /// Returns the player who is on all of several boards, and so gives a simultaneous display (I
    /// art. 3).
    pub fn giver(&self) -> Option<PlayerId> {
        let (first, others) = self.boards.split_first()?;
        let is_alone = !others.is_empty() && others.iter().all(|one| one == first);
        first.filter(|_| is_alone)
    }

    /// Makes the line-up of an absent team: every board is empty.
    pub(crate) fn of_nobody(boards: usize) -> Self {
        Self { boards: vec![None; boards] }
    }

    /// Returns the boards from the first; `None` for an empty one.
    pub fn boards(&self) -> &[Option<PlayerId>] {
        &self.boards
    }
}

impl Team {
    /// Checks the name and makes a team without a line-up.
    ///
    /// # Errors
    /// [`EntryError`] if the name is empty, too long or cannot be displayed.
    pub fn new(id: TeamId, name: &str, boards: usize) -> Result<Self, EntryError> {
        let name = checked_name(name, EntryError::NameTooLong)?;
        if name.is_empty() {
            return Err(EntryError::NameMissing);
        }
        Ok(Self { id, name, boards, line_up: None })
    }

    /// Checks that a line-up is for the boards of the team.
    pub(crate) fn check_boards(&self, line_up: &LineUp) -> Result<(), LineUpRefusal> {
        let boards = line_up.boards().len();
        if boards == self.boards {
            Ok(())
        } else {
            Err(LineUpRefusal::Boards { expected: self.boards, boards })
        }
    }

    /// Checks that a line-up may be handed in at a moment; `begins_at` is the start of the first
    /// match. Until the limit it may be replaced.
    ///
    /// # Errors
    /// [`LineUpRefusal`] if it is for another number of boards, too late, or differs from the one
    /// that holds (B art. 6).
    pub fn may_hand_in(
        &self,
        line_up: &LineUp,
        at: Timestamp,
        begins_at: Timestamp,
    ) -> Result<(), LineUpRefusal> {
        self.check_boards(line_up)?;
        if self.line_up.as_ref() == Some(line_up) {
            return Ok(());
        }
        if at >= begins_at && self.line_up.is_some() {
            return Err(LineUpRefusal::Fixed);
        }
        let before_ms = i64::try_from(LINE_UP_BEFORE.as_millis()).unwrap_or(i64::MAX);
        let late_ms = at.millis().saturating_add(before_ms).saturating_sub(begins_at.millis());
        let late_ms = u64::try_from(late_ms).unwrap_or_default();
        if late_ms > 0 { Err(LineUpRefusal::Late { late_ms }) } else { Ok(()) }
    }
}
