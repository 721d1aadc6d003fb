//! The times of a clock, for display.

use super::face::Face;
use super::phase::Phase;
use crate::Increment;
use draughts::{Color, Timestamp};
use std::time::Duration;

/// Both players' times as of the last event that moved them, as spectators see them.
///
/// After `as_of` only the running side's time changes: the first `delay` does not count, then it
/// counts down to zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The time that White had left at `as_of`.
    pub white: Duration,
    /// The time that Black had left at `as_of`.
    pub black: Duration,
    /// The stage that White has reached.
    pub white_stage: StageReading,
    /// The stage that Black has reached.
    pub black_stage: StageReading,
    /// The side whose time has been running since `as_of`.
    pub running: Option<Color>,
    /// The rest of the running side's simple delay, before its time counts down.
    pub delay: Duration,
    /// True if the arbiter has paused the clock.
    pub is_paused: bool,
    /// The side whose flag has fallen.
    pub flag: Option<Color>,
    /// The player who did not come in time.
    pub forfeit: Option<Color>,
    /// The moment of the last event that changed a time; marks and alarms change none.
    pub as_of: Timestamp,
}

/// The time of the side whose time runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningTime {
    /// The time that it had left at `as_of`.
    pub left: Duration,
    /// The rest of its simple delay, before its time counts down.
    pub delay: Duration,
    /// The moment since which it has been running.
    pub as_of: Timestamp,
}

impl RunningTime {
    /// Returns the moment when the time is used up.
    pub fn ends_at(self) -> Timestamp {
        self.as_of.saturating_add(self.delay.saturating_add(self.left))
    }
}

/// The stage of the time control that a player has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageReading {
    /// The number of the stage, from 1.
    pub number: u32,
    /// The number of moves still to be completed in it; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The increment or delay of each of its moves.
    pub increment: Increment,
    /// True if the player is marked absent.
    pub is_absent: bool,
}

/// A fallen flag, with everything that decides its consequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlagFall {
    /// The side whose flag it is.
    pub color: Color,
    /// The moment when the time was used up.
    pub at: Timestamp,
    /// The number of the stage, from 1.
    pub stage: u32,
    /// The number of moves of the game that the player had completed by pressing the clock.
    pub moves: u32,
    /// The number of moves required by the end of this stage; `None` in a stage for the rest of the
    /// game.
    pub required: Option<u32>,
}

/// The consequence of a fallen flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagVerdict {
    /// The game is lost (rules art. 20.5, C art. 4, 2006 art. 4).
    Lost,
    /// The game goes on in the next stage (2006 art. 4):
    /// [`Command::PlayOn`](crate::Command::PlayOn).
    PlaysOn,
}

impl FlagFall {
    /// Returns the consequence, given the number of moves of the game that the player completed
    /// before the flag fell, by the record; `None` if that cannot be established: then it counts as
    /// the required number (2006 art. 4).
    ///
    /// A move is completed with the press of the clock, the last required one, too.
    pub fn verdict(&self, moves: Option<u32>) -> FlagVerdict {
        match self.required {
            Some(required) if moves.is_none_or(|moves| moves >= required) => FlagVerdict::PlaysOn,
            Some(_) | None => FlagVerdict::Lost,
        }
    }
}

impl Face {
    pub(super) fn flag_fall(&self) -> Option<FlagFall> {
        let Phase::FlagFallen { turn, at, moves } = self.phase else { return None };
        let color = turn.color();
        let reached = self.control.stage_after(moves);
        Some(FlagFall { color, at, stage: reached.number, moves, required: reached.ends_at })
    }

    pub(super) fn reading(&self) -> Reading {
        Reading {
            white: self.white.remaining,
            black: self.black.remaining,
            white_stage: self.stage_reading(Color::White),
            black_stage: self.stage_reading(Color::Black),
            running: self.running(),
            delay: self.turn().map(|turn| self.delay(turn)).unwrap_or_default(),
            is_paused: self.is_paused(),
            flag: self.flag_fall().map(|fall| fall.color),
            forfeit: self.forfeit(),
            as_of: self.as_of,
        }
    }

    fn stage_reading(&self, color: Color) -> StageReading {
        let side = self.side(color);
        let reached = self.control.stage_after(side.moves);
        StageReading {
            number: reached.number,
            moves_to_go: reached.ends_at.map(|ends_at| ends_at.saturating_sub(side.moves)),
            increment: reached.stage.increment,
            is_absent: side.absence.is_some(),
        }
    }
}
