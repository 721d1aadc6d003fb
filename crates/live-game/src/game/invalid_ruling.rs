//! Rulings that no game could accept, and that are therefore not stored.

use game_clock::Command;
use thiserror::Error;

use super::PAPER_MAX;

/// The reason for which no game could accept a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidRuling {
    /// The ply is 0.
    #[error("plies count from 1")]
    PlyZero,
    /// A record from paper has no moves, or too many.
    #[error("{count} moves, 1 to {PAPER_MAX} can be")]
    MoveCount {
        /// The number of moves.
        count: usize,
    },
    /// The ruling is on the clock of one player, and not for a hall.
    #[error("a hall can be paused and resumed; rule on a player's clock by its game")]
    NotForHall,
}

impl InvalidRuling {
    /// Checks the ply that a ruling begins with or concerns.
    ///
    /// # Errors
    /// [`Self::PlyZero`].
    pub fn check_ply(ply: u32) -> Result<u32, Self> {
        if ply == 0 { Err(Self::PlyZero) } else { Ok(ply) }
    }

    /// Checks the number of moves of a record from paper.
    ///
    /// # Errors
    /// [`Self::MoveCount`].
    pub fn check_move_count(count: usize) -> Result<(), Self> {
        if (1..=PAPER_MAX).contains(&count) { Ok(()) } else { Err(Self::MoveCount { count }) }
    }

    /// Checks a command to all clocks of a hall: only a pause and its end do not depend on the
    /// game.
    ///
    /// # Errors
    /// [`Self::NotForHall`].
    pub fn check_for_hall(command: &Command) -> Result<(), Self> {
        let is_for_hall = matches!(command, Command::Pause { .. } | Command::Resume { .. });
        if is_for_hall { Ok(()) } else { Err(Self::NotForHall) }
    }
}

#[cfg(test)]
mod tests {
    use draughts::{Color, Timestamp};

    use super::*;

    #[test]
    fn plies_count_from_1_and_paper_has_a_limit() {
        assert_eq!(InvalidRuling::check_ply(0), Err(InvalidRuling::PlyZero));
        assert_eq!(InvalidRuling::check_ply(1), Ok(1));
        for (count, is_valid) in [(0, false), (1, true), (PAPER_MAX, true), (PAPER_MAX + 1, false)]
        {
            assert_eq!(InvalidRuling::check_move_count(count).is_ok(), is_valid, "{count}");
        }
    }

    #[test]
    fn a_hall_can_only_be_paused_and_resumed() {
        let at = Timestamp::from_millis(1);
        assert_eq!(InvalidRuling::check_for_hall(&Command::Pause { reason: None, at }), Ok(()));
        let present = Command::MarkPresent { color: Color::White, at };
        let refused = InvalidRuling::check_for_hall(&present);
        assert_eq!(refused, Err(InvalidRuling::NotForHall));
    }
}
