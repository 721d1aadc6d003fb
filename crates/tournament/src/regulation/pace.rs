//! How long players may think.

use crate::PlayingTime;
use std::fmt;
use std::time::Duration;

/// A part of the thinking time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stage {
    /// How many moves have to be made in it; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// The time, whole seconds above zero.
    pub time: Duration,
    /// What each move adds, in whole seconds; zero is nothing.
    pub increment: Duration,
}

/// The thinking time of each player for a game: one or more stages, the last for the rest of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pace {
    stages: Vec<Stage>,
}

/// Why a pace is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PaceError {
    /// There are no stages.
    #[error("a pace needs a stage")]
    NoStage,
    /// A stage has no time.
    #[error("stage {stage} has no time")]
    NoTime {
        /// Which, from 1.
        stage: usize,
    },
    /// A time is no number of whole seconds.
    #[error("stage {stage} is not of whole seconds")]
    Fraction {
        /// Which, from 1.
        stage: usize,
    },
    /// A stage before the last has no number of moves, or has 0.
    #[error("stage {stage} needs a number of moves: another one follows")]
    Endless {
        /// Which, from 1.
        stage: usize,
    },
    /// The last stage has a number of moves.
    #[error("the last stage is for the rest of the game and has no number of moves")]
    Unfinished,
}

impl Pace {
    /// Checks and makes a pace.
    ///
    /// # Errors
    /// [`PaceError`] when there is no stage, a stage has no time or a fraction of a second, or
    /// others than the last are endless.
    pub fn new(stages: Vec<Stage>) -> Result<Self, PaceError> {
        let Some(last) = stages.last() else { return Err(PaceError::NoStage) };
        if last.moves.is_some() {
            return Err(PaceError::Unfinished);
        }
        for (stage, one) in (1..).zip(&stages) {
            if one.time.is_zero() {
                return Err(PaceError::NoTime { stage });
            }
            if one.time.subsec_nanos() > 0 || one.increment.subsec_nanos() > 0 {
                return Err(PaceError::Fraction { stage });
            }
            if stage < stages.len() && one.moves.is_none_or(|moves| moves == 0) {
                return Err(PaceError::Endless { stage });
            }
        }
        Ok(Self { stages })
    }

    /// A time for the whole game and an increment.
    ///
    /// # Errors
    /// [`PaceError`] when there is no time, or a fraction of a second.
    pub fn of(time: PlayingTime) -> Result<Self, PaceError> {
        let PlayingTime { base, increment } = time;
        Self::new(vec![Stage { moves: None, time: base, increment }])
    }

    /// Some minutes for the game.
    pub(crate) fn minutes(minutes: u32) -> Self {
        Self::fischer(u64::from(minutes).saturating_mul(60), 0)
    }

    /// Some seconds for the game, and some more for each move.
    pub(crate) fn fischer(seconds: u64, increment: u64) -> Self {
        let (time, increment) = (Duration::from_secs(seconds), Duration::from_secs(increment));
        Self { stages: vec![Stage { moves: None, time, increment }] }
    }

    /// Some moves in some seconds, then other seconds for the rest.
    pub(crate) fn in_two_stages(moves: u32, seconds: u64, then: u64) -> Self {
        let stage = |moves, seconds| {
            let time = Duration::from_secs(seconds);
            Stage { moves, time, increment: Duration::ZERO }
        };
        Self { stages: vec![stage(Some(moves), seconds), stage(None, then)] }
    }

    /// The stages, in their order.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The pace as a time for the whole game and an increment; `None` when it has several stages.
    pub fn playing_time(&self) -> Option<PlayingTime> {
        match self.stages.as_slice() {
            &[Stage { time, increment, .. }] => Some(PlayingTime { base: time, increment }),
            _ => None,
        }
    }

    /// The pace as the `TimeControl` of PDN has it: `4800+60`, `50/7200:1800`.
    pub fn pdn(&self) -> String {
        let stage = |stage: &Stage| {
            let moves = stage.moves.map_or(String::new(), |moves| format!("{moves}/"));
            let increment = match stage.increment.as_secs() {
                0 => String::new(),
                seconds => format!("+{seconds}"),
            };
            format!("{moves}{}{increment}", stage.time.as_secs())
        };
        self.stages.iter().map(stage).collect::<Vec<_>>().join(":")
    }
}

/// The pace as people write it: `80m + 60s`, `50/2h + 30m`, `10m`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, stage) in self.stages.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            if let Some(moves) = stage.moves {
                write!(f, "{moves}/")?;
            }
            f.write_str(&readable(stage.time))?;
            if !stage.increment.is_zero() {
                write!(f, " + {}s", stage.increment.as_secs())?;
            }
        }
        Ok(())
    }
}

/// Two hours and more as hours, a minute and more as minutes, where they are whole.
fn readable(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 7200.. if seconds.is_multiple_of(3600) => {
            format!("{}h", seconds.div_euclid(3600))
        }
        seconds @ 60.. if seconds.is_multiple_of(60) => format!("{}m", seconds.div_euclid(60)),
        seconds => format!("{seconds}s"),
    }
}
