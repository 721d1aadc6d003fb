//! The times of a clock, for people.

use super::face::{Face, Phase};
use crate::Increment;
use draughts::{Color, Timestamp};
use std::time::Duration;

/// Both players' times as they stood when they were last counted, as spectators are told.
///
/// From `as_of` on only the running side's time changes: the first `delay` counts for nothing, then
/// it counts down to zero.
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
    /// How long the running side's time still waits before it counts down (simple delay).
    pub delay: Duration,
    /// Whether the arbiter has paused the clock.
    pub is_paused: bool,
    /// The side whose flag has fallen.
    pub flag: Option<Color>,
    /// The player who did not come in time.
    pub forfeit: Option<Color>,
    /// The moment of the last event that moved a time; marks and alarms move none.
    pub as_of: Timestamp,
}

/// The stage of the time control that a player has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageReading {
    /// Which stage, from 1.
    pub number: u32,
    /// How many more moves have to be completed in it; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The increment or delay of each of its moves.
    pub increment: Increment,
    /// Whether the player is marked absent.
    pub is_absent: bool,
}

/// A fallen flag, for the game to say what follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlagFall {
    /// The side whose flag it is.
    pub color: Color,
    /// When the time was used up.
    pub at: Timestamp,
    /// In which stage, from 1.
    pub stage: u32,
    /// How many moves of the game the player had completed by pressing the clock.
    pub moves: u32,
    /// How many they had to complete by the end of this stage; `None` in a stage for the rest of the
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
    /// What follows, by how many moves of the game the record shows that the player completed before
    /// the flag fell; `None` when that cannot be established, and then it was exactly as many as
    /// required (2006 art. 4).
    ///
    /// A move is completed when the clock was pressed, the required last one, too.
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
