//! The state that every envelope of CLOCK carries.

use draughts::{Color, Timestamp};
use game_clock::{Clock, Increment, StageReading};

use crate::{
    convert::{ConvertError, required, types::millis},
    v1,
};

impl TryFrom<&Clock> for v1::ClockState {
    type Error = ConvertError;

    /// The clock as it stood at its last event.
    fn try_from(clock: &Clock) -> Result<Self, ConvertError> {
        let reading = required(clock.reading(), "clock")?;
        let stage = |reading, color| Some(stage(reading, clock.moves(color)));
        let mut state = Self {
            white_ms: millis(reading.white),
            black_ms: millis(reading.black),
            as_of_ms: reading.as_of.millis(),
            delay_ms: reading.running.map_or(0, |_| millis(reading.delay)),
            paused: reading.is_paused,
            white_stage: stage(reading.white_stage, Color::White),
            black_stage: stage(reading.black_stage, Color::Black),
            deadline_ms: clock.deadline().map_or(0, Timestamp::millis),
            disagreement: clock.disagreement().map(Into::into),
            control: clock.control().map(Into::into),
            ..Self::default()
        };
        if let Some(color) = reading.running {
            state.set_running(color.into());
        }
        if let Some(color) = reading.flag {
            state.set_flag(color.into());
        }
        if let Some(color) = reading.forfeit {
            state.set_forfeit(color.into());
        }
        Ok(state)
    }
}

fn stage(reading: StageReading, moves: u32) -> v1::StageState {
    let kind = match reading.increment {
        Increment::None => v1::IncrementKind::Unspecified,
        Increment::Fischer(_) => v1::IncrementKind::Fischer,
        Increment::Bronstein(_) => v1::IncrementKind::Bronstein,
        Increment::Delay(_) => v1::IncrementKind::Delay,
    };
    v1::StageState {
        number: reading.number,
        moves,
        moves_to_go: reading.moves_to_go.unwrap_or(0),
        kind: kind.into(),
        increment_ms: millis(reading.increment.time()),
        absent: reading.is_absent,
    }
}
