//! Converts a clock's refusals.

use std::time::Duration;

use game_clock::Refusal;

use super::{side, somebody};
use crate::{
    convert::{ConvertError, required, types::millis},
    v1,
};

impl From<&Refusal> for v1::ClockRefusal {
    fn from(refusal: &Refusal) -> Self {
        let mut wire = Self { reason: refusal.as_str().to_owned(), ..Self::default() };
        match refusal {
            Refusal::NotStarted
            | Refusal::Paused
            | Refusal::NotPaused
            | Refusal::Stopped
            | Refusal::NoFlag => {}
            Refusal::NotRunning { by: color }
            | Refusal::FlagFallen { color }
            | Refusal::AbsenceExceeded { color }
            | Refusal::HasPlayed { color }
            | Refusal::LastStage { color } => wire.color = side(*color),
            Refusal::AlreadyStarted { control } => wire.control = Some((**control).into()),
            Refusal::TooMuchTime { remaining } => wire.remaining_ms = millis(*remaining),
            Refusal::TooFewMoves { color, made, required } => {
                (wire.color, wire.made, wire.required) = (side(*color), *made, *required);
            }
        }
        wire
    }
}

impl TryFrom<v1::ClockRefusal> for Refusal {
    type Error = ConvertError;

    fn try_from(wire: v1::ClockRefusal) -> Result<Self, ConvertError> {
        let color = || required(somebody(wire.color())?, "color");
        Ok(match wire.reason.as_str() {
            "not-started" => Self::NotStarted,
            "already-started" => {
                let control = required(wire.control, "control")?.try_into()?;
                Self::AlreadyStarted { control: Box::new(control) }
            }
            "paused" => Self::Paused,
            "not-paused" => Self::NotPaused,
            "stopped" => Self::Stopped,
            "no-flag" => Self::NoFlag,
            "not-running" => Self::NotRunning { by: color()? },
            "flag-fallen" => Self::FlagFallen { color: color()? },
            "absence-exceeded" => Self::AbsenceExceeded { color: color()? },
            "has-played" => Self::HasPlayed { color: color()? },
            "last-stage" => Self::LastStage { color: color()? },
            "too-much-time" => {
                Self::TooMuchTime { remaining: Duration::from_millis(wire.remaining_ms) }
            }
            "too-few-moves" => {
                let (made, required) = (wire.made, wire.required);
                Self::TooFewMoves { color: color()?, made, required }
            }
            other => {
                return Err(ConvertError::invalid("reason", format_args!("{other:?} is unknown")));
            }
        })
    }
}
