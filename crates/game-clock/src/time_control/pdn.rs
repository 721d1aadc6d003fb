//! The value of the PDN tag `TimeControl`.

use super::span::write_seconds;
use super::text::{ParseTimeControlError, parse_seconds, shown, split_moves};
use super::{Increment, Kind, Stage, TimeControl};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The values that the PDN tag `TimeControl` can have.
///
/// | form | meaning |
/// |---|---|
/// | `?` | unknown |
/// | `-` | no time control |
/// | `600` | 600 seconds for the game |
/// | `4800+60` | 4800 seconds, and 60 for each move |
/// | `50/7200` | 50 moves in 7200 seconds, and so on |
/// | `50/7200:1800` | 50 moves in 7200 seconds, then 1800 for the rest |
/// | `*180` | a sandclock of 180 seconds |
///
/// Seconds may have up to three decimals. PDN has no notation for delays; here a `d` for the simple
/// and a `b` for the Bronstein delay replaces the `+`: `5400d5`, `40/7200b10:1800b10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TimeControlTag {
    /// `?`: unknown.
    Unknown,
    /// `-`: no time control.
    Untimed,
    /// `*seconds`: one player gains the time that the other uses.
    Sandclock(Duration),
    /// A time control that [`TimeControl`] can hold.
    Timed(TimeControl),
}

impl FromStr for TimeControlTag {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        match text {
            "?" => return Ok(Self::Unknown),
            "-" => return Ok(Self::Untimed),
            _ => {}
        }
        if let Some(seconds) = text.strip_prefix('*') {
            let time = parse_seconds(seconds)?;
            // The same limits as for any time of a stage.
            TimeControl::new(time, Duration::ZERO)?;
            return Ok(Self::Sandclock(time));
        }
        // One more than allowed, so that [`TimeControl::staged`] refuses it.
        let stages = text.split(':').take(TimeControl::STAGES_MAX.saturating_add(1)).map(stage);
        let stages = stages.collect::<Result<Vec<_>, _>>()?;
        Ok(Self::Timed(TimeControl::staged(&stages)?))
    }
}

impl fmt::Display for TimeControlTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::Untimed => f.write_str("-"),
            Self::Sandclock(time) => {
                f.write_str("*")?;
                write_seconds(f, *time)
            }
            Self::Timed(control) => write_control(f, control),
        }
    }
}

/// Reads `seconds`, `base+inc`, `moves/seconds` or `moves/base+inc`.
fn stage(text: &str) -> Result<Stage, ParseTimeControlError> {
    if text.is_empty() {
        return Err(ParseTimeControlError::NotSeconds { text: shown(text) });
    }
    let (moves, rest) = split_moves(text)?;
    let kinds: [(char, Kind); 3] =
        [('+', Increment::Fischer), ('d', Increment::Delay), ('b', Increment::Bronstein)];
    for (sign, kind) in kinds {
        if let Some((base, increment)) = rest.split_once(sign) {
            let (time, increment) = (parse_seconds(base)?, kind(parse_seconds(increment)?));
            return Ok(Stage { moves, time, increment });
        }
    }
    Ok(Stage { moves, time: parse_seconds(rest)?, increment: Increment::None })
}

pub(super) fn write_control(f: &mut fmt::Formatter<'_>, control: &TimeControl) -> fmt::Result {
    for (index, stage) in control.stages().iter().enumerate() {
        if index > 0 {
            f.write_str(":")?;
        }
        if let Some(moves) = stage.moves {
            write!(f, "{moves}/")?;
        }
        write_seconds(f, stage.time)?;
        f.write_str(match stage.increment {
            Increment::None => continue,
            Increment::Fischer(_) => "+",
            Increment::Bronstein(_) => "b",
            Increment::Delay(_) => "d",
        })?;
        write_seconds(f, stage.increment.time())?;
    }
    Ok(())
}
