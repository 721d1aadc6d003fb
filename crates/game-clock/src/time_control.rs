//! Time controls: one or more stages, each with its time and the increment of a move.
//!
//! Independent of games and moments. [`pdn`] and [`readable`] hold the two written forms,
//! [`presets`] the time controls of the rulebooks.

mod pdn;
mod presets;
mod readable;
mod span;
mod text;
mod written;

pub use pdn::TimeControlTag;
pub use presets::{Preset, UnknownPreset};
pub use readable::Readable;
pub(crate) use span::Time;
pub use text::ParseTimeControlError;

use std::time::Duration;

/// The increment or delay of each move.
///
/// In whole milliseconds, at most [`TimeControl::INCREMENT_MAX`], and not zero within a
/// [`TimeControl`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Increment {
    /// No increment: sudden death.
    #[default]
    None,
    /// Each press adds this much (2006 art. 14c: the Fischer system).
    Fischer(Duration),
    /// Each press gives back the time of the move, at most this much, so that the time never grows.
    /// It comes with the press: a player needs time on the clock to make the move.
    Bronstein(Duration),
    /// The clock waits this long at each move before it counts down; an unused rest is lost.
    Delay(Duration),
}

/// A constructor of an increment with a length.
type Kind = fn(Duration) -> Increment;

impl Increment {
    /// Returns the length; zero for [`Increment::None`].
    pub fn time(self) -> Duration {
        match self {
            Self::None => Duration::ZERO,
            Self::Fischer(time) | Self::Bronstein(time) | Self::Delay(time) => time,
        }
    }

    /// Returns the increment, with a length of zero as [`Increment::None`].
    fn canonical(self) -> Self {
        if self.time().is_zero() { Self::None } else { self }
    }

    /// Returns the time that the press of a move that took `spent` adds.
    pub(crate) fn gain(self, spent: Duration) -> Duration {
        match self {
            Self::None | Self::Delay(_) => Duration::ZERO,
            Self::Fischer(time) => time,
            Self::Bronstein(time) => time.min(spent),
        }
    }

    /// Returns the time that the clock waits at a move before it counts down.
    pub(crate) fn delay(self) -> Duration {
        match self {
            Self::None | Self::Fischer(_) | Self::Bronstein(_) => Duration::ZERO,
            Self::Delay(time) => time,
        }
    }
}

/// A part of the thinking time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stage {
    /// The number of moves to be made in it, 1 to [`TimeControl::MOVES_MAX`]; `None` for the rest
    /// of the game.
    pub moves: Option<u32>,
    /// The time that each player is given when it begins, in whole milliseconds from
    /// [`TimeControl::BASE_MIN`] to [`TimeControl::BASE_MAX`]. Time left from the stage before is
    /// kept.
    pub time: Duration,
    /// The increment or delay of each of its moves.
    pub increment: Increment,
}

impl Stage {
    /// The value of unused places.
    const NONE: Self = Self { moves: None, time: Duration::ZERO, increment: Increment::None };
}

/// The thinking time of each player for a game: one or more [`Stage`]s.
///
/// Every stage but the last has a number of moves. A last stage with a number of moves repeats for
/// as long as the game lasts (`45/5400:30/1800`: every 30 moves another half hour); without one it
/// is for the rest of the game.
///
/// Small and `Copy`: at most [`Self::STAGES_MAX`] stages. Printed as the value of the PDN tag
/// `TimeControl` (`4800+60`, `50/7200:1800`) and, by [`Self::readable`], in common notation
/// (`80m + 60s`, `50/2h + 30m`); parsed from both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeControl {
    /// The stages, then [`Stage::NONE`].
    stages: [Stage; Self::STAGES_MAX],
    /// The number of stages, at least one.
    count: usize,
}

/// The stage of a time control that a player has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageReached {
    /// The number of the stage, from 1; every repetition of the last one counts.
    pub number: u32,
    /// The stage.
    pub stage: Stage,
    /// The number of moves completed when the stage ends; `None` for the rest of the game.
    pub ends_at: Option<u32>,
}

impl TimeControl {
    /// The shortest time of a stage: one second.
    pub const BASE_MIN: Duration = Duration::from_secs(1);
    /// The longest time of a stage: one day.
    pub const BASE_MAX: Duration = Duration::from_secs(24 * 60 * 60);
    /// The longest increment: one hour.
    pub const INCREMENT_MAX: Duration = Duration::from_secs(60 * 60);
    /// The largest number of stages.
    pub const STAGES_MAX: usize = 4;
    /// The largest number of moves of a stage.
    pub const MOVES_MAX: u32 = 1000;

    /// Checks and makes a time control of one stage for the whole game, with a Fischer increment.
    ///
    /// # Errors
    /// As [`Self::staged`].
    pub fn new(base: Duration, increment: Duration) -> Result<Self, TimeControlError> {
        let increment = Increment::Fischer(increment);
        Self::staged(&[Stage { moves: None, time: base, increment }])
    }

    /// Checks and makes a time control.
    ///
    /// # Errors
    /// [`TimeControlError`] if there are no stages or more than [`Self::STAGES_MAX`], if any but
    /// the last has no number of moves, if a number of moves, a time or an increment lies outside
    /// its limits, or if a time is finer than a millisecond.
    pub fn staged(stages: &[Stage]) -> Result<Self, TimeControlError> {
        if stages.is_empty() {
            return Err(TimeControlError::NoStage);
        }
        if stages.len() > Self::STAGES_MAX {
            return Err(TimeControlError::TooManyStages { count: stages.len() });
        }
        for (number, stage) in (1..).zip(stages) {
            check(stage)?;
            if stage.moves.is_none() && number < stages.len() {
                return Err(TimeControlError::EndlessStage { number });
            }
        }
        Ok(Self::within_limits(stages))
    }

    /// Makes a time control of stages that are known to lie within the limits.
    fn within_limits(stages: &[Stage]) -> Self {
        let count = stages.len().min(Self::STAGES_MAX);
        let mut control = Self { stages: [Stage::NONE; Self::STAGES_MAX], count };
        for (place, stage) in control.stages.iter_mut().zip(stages) {
            *place = Stage { increment: stage.increment.canonical(), ..*stage };
        }
        control
    }

    /// Returns the stages in their order, at least one.
    pub fn stages(&self) -> &[Stage] {
        self.stages.get(..self.count).unwrap_or(&self.stages)
    }

    /// Returns the time of each player before the first move.
    pub fn base(self) -> Duration {
        self.first().time
    }

    /// Returns the increment or delay of the first stage.
    pub fn increment(self) -> Increment {
        self.first().increment
    }

    /// Returns true if no stage has an increment or a delay.
    pub fn is_sudden_death(self) -> bool {
        self.stages().iter().all(|stage| stage.increment == Increment::None)
    }

    /// Returns the stage of a player who has completed so many moves.
    pub fn stage_after(&self, moves: u32) -> StageReached {
        let (mut number, mut begins_at) = (1_u32, 0_u32);
        for &stage in self.stages() {
            let is_last = usize::try_from(number).is_ok_and(|number| number == self.count);
            let Some(length) = stage.moves else {
                return StageReached { number, stage, ends_at: None };
            };
            let made = moves.saturating_sub(begins_at);
            let repeated = made.checked_div(length).unwrap_or(0);
            if repeated == 0 || is_last {
                let ends_at =
                    begins_at.saturating_add(length.saturating_mul(repeated.saturating_add(1)));
                let number = number.saturating_add(repeated);
                return StageReached { number, stage, ends_at: Some(ends_at) };
            }
            begins_at = begins_at.saturating_add(length);
            number = number.saturating_add(1);
        }
        // Not reached: the last stage has returned.
        StageReached { number: 1, stage: self.first(), ends_at: None }
    }

    /// Returns the time that a player has been given after a number of moves: the times of the
    /// stages begun, and all Fischer increments. Time given by delays is not included, as it
    /// depends on the time that each move took.
    ///
    /// Saturates at the longest duration.
    pub fn given(self, moves: u32) -> Duration {
        let mut given = Duration::ZERO;
        let mut left = moves;
        for (index, stage) in (1..).zip(self.stages()) {
            given = given.saturating_add(stage.time);
            let made = match stage.moves {
                Some(length) if index < self.count => left.min(length),
                _ => left,
            };
            given = given.saturating_add(stage.increment.gain(Duration::ZERO).saturating_mul(made));
            left = left.saturating_sub(made);
            match stage.moves {
                Some(length) if index == self.count => {
                    let repeated = made.checked_div(length).unwrap_or(0);
                    given = given.saturating_add(stage.time.saturating_mul(repeated));
                }
                Some(length) if made == length => {}
                _ => break,
            }
        }
        given
    }

    /// Returns the time of the stages after one number and up to another, repetitions included.
    pub(crate) fn given_between(&self, after: u32, until: u32) -> Duration {
        let mut given = Duration::ZERO;
        let mut number = 0_u32;
        for stage in self.stages() {
            number = number.saturating_add(1);
            if after < number && number <= until {
                given = given.saturating_add(stage.time);
            }
        }
        let repeated = until.saturating_sub(after.max(number));
        let last = self.stages().last().map_or(Duration::ZERO, |stage| stage.time);
        given.saturating_add(last.saturating_mul(repeated))
    }

    fn first(&self) -> Stage {
        let [first, ..] = self.stages;
        first
    }
}

fn check(stage: &Stage) -> Result<(), TimeControlError> {
    let (base, increment) = (stage.time, stage.increment.time());
    if base < TimeControl::BASE_MIN {
        return Err(TimeControlError::BaseTooShort { base });
    }
    if base > TimeControl::BASE_MAX {
        return Err(TimeControlError::BaseTooLong { base });
    }
    if increment > TimeControl::INCREMENT_MAX {
        return Err(TimeControlError::IncrementTooLong { increment });
    }
    for duration in [base, increment] {
        if !is_whole_millis(duration) {
            return Err(TimeControlError::FinerThanMillisecond { duration });
        }
    }
    match stage.moves {
        Some(0) => Err(TimeControlError::NoMoves),
        Some(moves) if moves > TimeControl::MOVES_MAX => {
            Err(TimeControlError::TooManyMoves { moves })
        }
        Some(_) | None => Ok(()),
    }
}

/// The reason for which stages are not a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// There are no stages.
    #[error("a time control needs a stage")]
    NoStage,
    /// There are more than [`TimeControl::STAGES_MAX`] stages.
    #[error("{count} stages are too many: at most {}", TimeControl::STAGES_MAX)]
    TooManyStages {
        /// The number of stages.
        count: usize,
    },
    /// A stage that another one follows has no number of moves.
    #[error("stage {number} needs a number of moves, because another one follows")]
    EndlessStage {
        /// The number of the stage, from 1.
        number: usize,
    },
    /// A stage has 0 moves.
    #[error("a stage of 0 moves never begins")]
    NoMoves,
    /// A stage has more than [`TimeControl::MOVES_MAX`] moves.
    #[error("{moves} moves in a stage are too many: at most {}", TimeControl::MOVES_MAX)]
    TooManyMoves {
        /// The number of moves.
        moves: u32,
    },
    /// The time of a stage is below [`TimeControl::BASE_MIN`].
    #[error("a base of {} is too short: at least {}", Time(*base), Time(TimeControl::BASE_MIN))]
    BaseTooShort {
        /// The time.
        base: Duration,
    },
    /// The time of a stage is above [`TimeControl::BASE_MAX`].
    #[error("a base of {} is too long: at most {}", Time(*base), Time(TimeControl::BASE_MAX))]
    BaseTooLong {
        /// The time.
        base: Duration,
    },
    /// The increment is above [`TimeControl::INCREMENT_MAX`].
    #[error(
        "an increment of {} is too long: at most {}",
        Time(*increment),
        Time(TimeControl::INCREMENT_MAX)
    )]
    IncrementTooLong {
        /// The increment.
        increment: Duration,
    },
    /// Moments are milliseconds, so a finer duration could never be used up exactly.
    #[error("{} ns is no whole number of milliseconds", duration.as_nanos())]
    FinerThanMillisecond {
        /// The time or increment.
        duration: Duration,
    },
}

fn is_whole_millis(duration: Duration) -> bool {
    duration.subsec_nanos().is_multiple_of(1_000_000)
}
