//! A time control in common notation.

use super::span::write_seconds;
use super::text::{ParseTimeControlError, parse_seconds, shown, split_moves};
use super::{Increment, Kind, Stage, TimeControl};
use std::fmt;
use std::time::Duration;

/// Prints a time control in common notation; [`TimeControl::from_str`](std::str::FromStr) reads it.
///
/// | text | meaning |
/// |---|---|
/// | `10m` | ten minutes for the game |
/// | `80m + 60s` | eighty minutes, and a minute for each move |
/// | `50/2h + 30m` | 50 moves in two hours, then half an hour for the rest |
/// | `40/2h + 30s/move + 1h + 30s` | 40 moves in two hours, then an hour; 30 seconds for each move |
/// | `90m d5s` | ninety minutes, and the clock waits five seconds at each move (simple delay) |
/// | `90m b5s` | ninety minutes, and each move gives back up to five seconds (Bronstein delay) |
///
/// After a stage for the rest of the game comes its increment; after a stage with a number of moves
/// comes the next stage, unless `/move` marks an increment. Times have the units `h`, `m` or `min`,
/// and `s`, largest first, as in `1h20m` and `0.5s`; blanks between parts are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Readable(TimeControl);

impl TimeControl {
    /// Returns the control in common notation: `80m + 60s`, `50/2h + 30m`, `90m d5s`.
    pub fn readable(self) -> Readable {
        Readable(self)
    }
}

impl fmt::Display for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, stage) in self.0.stages().iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            if let Some(moves) = stage.moves {
                write!(f, "{moves}/")?;
            }
            write_time(f, stage.time)?;
            match stage.increment {
                Increment::None => {}
                Increment::Fischer(time) => {
                    f.write_str(" + ")?;
                    write_seconds(f, time)?;
                    f.write_str(if stage.moves.is_some() { "s/move" } else { "s" })?;
                }
                Increment::Bronstein(time) => {
                    f.write_str(" b")?;
                    write_seconds(f, time)?;
                    f.write_str("s")?;
                }
                Increment::Delay(time) => {
                    f.write_str(" d")?;
                    write_seconds(f, time)?;
                    f.write_str("s")?;
                }
            }
        }
        Ok(())
    }
}

/// Writes whole hours from two up as hours, whole minutes from one up as minutes, all else as
/// seconds.
fn write_time(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let (seconds, is_whole) = (time.as_secs(), time.subsec_nanos() == 0);
    if is_whole && seconds >= 7200 && seconds.is_multiple_of(3600) {
        return write!(f, "{}h", seconds.div_euclid(3600));
    }
    if is_whole && seconds >= 60 && seconds.is_multiple_of(60) {
        return write!(f, "{}m", seconds.div_euclid(60));
    }
    write_seconds(f, time)?;
    f.write_str("s")
}

pub(super) fn parse(text: &str) -> Result<TimeControl, ParseTimeControlError> {
    let mut stages: Vec<Stage> = Vec::new();
    // More parts than the largest number of stages and increments cannot be a control.
    let parts_max = TimeControl::STAGES_MAX.saturating_mul(2).saturating_add(1);
    for part in text.split('+').take(parts_max) {
        let part = part.trim();
        let per_move = part.strip_suffix("/move").map(str::trim_end);
        match (stages.last_mut(), per_move) {
            (Some(stage), Some(increment)) if stage.increment == Increment::None => {
                stage.increment = Increment::Fischer(parse_time(increment)?);
            }
            (Some(stage), None)
                if stage.moves.is_none()
                    && stage.increment == Increment::None
                    && !part.contains('/') =>
            {
                stage.increment = Increment::Fischer(parse_time(part)?);
            }
            (_, None) => stages.push(parse_stage(part)?),
            (_, Some(_)) => return Err(ParseTimeControlError::NotTime { text: shown(part) }),
        }
    }
    Ok(TimeControl::staged(&stages)?)
}

/// Reads `time`, `moves/time` and either with a delay after it.
fn parse_stage(text: &str) -> Result<Stage, ParseTimeControlError> {
    let (moves, rest) = split_moves(text)?;
    let kinds: [(char, Kind); 2] = [('d', Increment::Delay), ('b', Increment::Bronstein)];
    for (sign, kind) in kinds {
        if let Some((time, delay)) = rest.split_once(sign) {
            let (time, increment) = (parse_time(time)?, kind(parse_time(delay)?));
            return Ok(Stage { moves, time, increment });
        }
    }
    Ok(Stage { moves, time: parse_time(rest)?, increment: Increment::None })
}

/// Reads a time such as `1h20m`, `90 min` or `0.5s`: each unit at most once, largest first.
fn parse_time(text: &str) -> Result<Duration, ParseTimeControlError> {
    let not_time = || ParseTimeControlError::NotTime { text: shown(text.trim()) };
    let mut rest = text.trim();
    let mut time = None;
    for (units, seconds) in [(["h", "h"], 3600_u32), (["min", "m"], 60), (["s", "s"], 1)] {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let Some((number, behind)) = rest.split_at_checked(digits) else { return Err(not_time()) };
        let behind = behind.trim_start();
        let Some(behind) = units.iter().find_map(|unit| behind.strip_prefix(unit)) else {
            continue;
        };
        let part = match parse_seconds(number) {
            Ok(part) => part.saturating_mul(seconds),
            Err(error @ ParseTimeControlError::TooManyDecimals { .. }) => return Err(error),
            Err(_) => return Err(not_time()),
        };
        time = Some(time.unwrap_or(Duration::ZERO).saturating_add(part));
        rest = behind.trim_start();
    }
    time.filter(|_| rest.is_empty()).ok_or_else(not_time)
}
