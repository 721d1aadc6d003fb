//! Converts a clock to the state in every envelope of CLOCK.

use std::time::Duration;

use draughts::{Color, Timestamp};
use game_clock::{Clock, Increment, MoveTime, RunningTime, StageReading};
use live_game::GameClock;

use crate::{
    convert::{ConvertError, required, types::millis},
    v1,
};

impl TryFrom<&Clock> for v1::ClockState {
    type Error = ConvertError;

    /// Converts the clock as of its last event.
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

/// Converts a clock to the state that a message of CLOCK holds and calls answer; `None` before its
/// start.
#[must_use]
pub fn clock_state(clock: &GameClock) -> Option<v1::ClockState> {
    let mut state = v1::ClockState::try_from(&clock.clock).ok()?;
    if clock.keeps_times {
        state.white_times = move_times(clock.clock.move_times(Color::White));
        state.black_times = move_times(clock.clock.move_times(Color::Black));
    }
    Some(state)
}

/// Converts the times of a side's moves; `None` if it has completed none.
fn move_times(times: &[Option<MoveTime>]) -> Option<v1::MoveTimes> {
    /// The time of a move that was not timed.
    const UNKNOWN: i64 = -1;
    let of = |part: fn(&MoveTime) -> Duration| {
        let millis = |time: &Option<MoveTime>| {
            let known = time.as_ref().map(|time| millis(part(time)));
            known.map_or(UNKNOWN, |known| i64::try_from(known).unwrap_or(i64::MAX))
        };
        times.iter().map(millis).collect()
    };
    let times = v1::MoveTimes { left_ms: of(|time| time.left), spent_ms: of(|time| time.spent) };
    (!times.left_ms.is_empty()).then_some(times)
}

/// Returns the times of a side's moves, left and spent; `None` for moves that were not timed.
#[must_use]
pub fn stored_move_times(times: &v1::MoveTimes) -> Vec<Option<MoveTime>> {
    let known = |millis: &i64| u64::try_from(*millis).ok().map(Duration::from_millis);
    let both = times.left_ms.iter().zip(&times.spent_ms);
    both.map(|(left, spent)| Some(MoveTime { left: known(left)?, spent: known(spent)? })).collect()
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

/// Returns the moment when a flag falls or the wait for an absent player ends.
#[must_use]
pub fn clock_deadline(state: &v1::ClockState) -> Option<Timestamp> {
    if state.deadline_ms != 0 {
        return Some(Timestamp::from_millis(state.deadline_ms));
    }
    // Messages of the first versions do not hold it.
    let left_ms = match state.running() {
        v1::Color::White => state.white_ms,
        v1::Color::Black => state.black_ms,
        v1::Color::Unspecified => return None,
    };
    let running = RunningTime {
        left: Duration::from_millis(left_ms),
        delay: Duration::from_millis(state.delay_ms),
        as_of: Timestamp::from_millis(state.as_of_ms),
    };
    Some(running.ends_at())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deadline_is_that_of_the_side_whose_time_runs() {
        let at = |millis| Some(Timestamp::from_millis(millis));
        let mut state = v1::ClockState {
            white_ms: 5_000,
            black_ms: 7_000,
            as_of_ms: 100,
            ..Default::default()
        };
        assert_eq!(clock_deadline(&state), None);
        state.set_running(v1::Color::Black);
        assert_eq!(clock_deadline(&state), at(7_100));
        state.set_running(v1::Color::White);
        assert_eq!(clock_deadline(&state), at(5_100));
    }
}
