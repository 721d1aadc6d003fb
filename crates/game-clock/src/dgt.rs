//! The message 0x8d of a DGT clock. Only the bytes of one message are known here, neither the
//! serial line nor the other messages of a board.

use crate::ClockDisplay;
use draughts::Color;
use std::time::Duration;

/// A message of a DGT clock.
///
/// ```
/// use game_clock::{DgtMessage, DgtSide};
/// use std::time::Duration;
///
/// // 1:19:58 on the right and 1:20:00 on the left; the lever is high on the right.
/// let bytes = [0x8d, 0, 10, 0x01, 0x19, 0x58, 0x01, 0x20, 0x00, 0b0000_0011];
/// let DgtMessage::Times(times) = DgtMessage::read(&bytes)? else { unreachable!() };
/// let display = times.display(DgtSide::Right);
/// assert_eq!(display.white, Duration::from_secs(4798));
/// assert_eq!(display.running, Some(draughts::Color::White));
/// # Ok::<(), game_clock::DgtError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DgtMessage {
    /// The display of the clock.
    Times(DgtTimes),
    /// An answer to a command, or the report of a button.
    Ack(DgtAck),
    /// Only zeros, as sent after a command; carries no information.
    Blank,
    /// No clock is connected to the board.
    NoClock,
}

/// A side of the clock, as seen from the front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DgtSide {
    /// The left side.
    Left,
    /// The right side.
    Right,
}

impl DgtSide {
    /// Both sides, the left one first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];
}

/// The display of a DGT clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DgtTimes {
    /// The left side.
    pub left: DgtFace,
    /// The right side.
    pub right: DgtFace,
    /// True if a time runs.
    pub is_running: bool,
    /// The side on which the lever is high: if a time runs, it is this side's, as its player has
    /// still to press. The bits for the side to move are not read: firmware of before 2015 has them
    /// the other way round.
    pub lever: DgtSide,
    /// True if the battery is low.
    pub is_battery_low: bool,
}

/// One side of the display of a DGT clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DgtFace {
    /// The time that is left: whole seconds, below ten hours.
    pub remaining: Duration,
    /// True if a flag shows, with the clock stopped at zero or running on.
    pub has_flag: bool,
}

/// An answer of a DGT clock to a command, or a report without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DgtAck {
    /// The result of the command.
    pub status: DgtStatus,
    /// The command; 0x08, a button, in an unasked report.
    pub command: u8,
    /// True if no command asked for it.
    pub is_unasked: bool,
    /// The content of the answer.
    pub data: [u8; 2],
}

/// The result of a command to a DGT clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DgtStatus {
    /// The command is carried out.
    Done,
    /// The command is not carried out.
    Failed,
    /// Any other status.
    Other(u8),
}

/// The reason for which bytes are not a message of a DGT clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DgtError {
    /// The number of bytes, or the length in the message, is not ten.
    #[error("a message of a clock has 10 bytes")]
    Length,
    /// The message comes from the board, or from another device.
    #[error("message {id:#04x} is none of a clock")]
    OtherMessage {
        /// The first byte.
        id: u8,
    },
    /// A byte other than the first has its highest bit set.
    #[error("byte {value:#04x} begins another message")]
    HighBit {
        /// The byte.
        value: u8,
    },
    /// A side does not show a time below ten hours: hours above 9, or minutes or seconds above 59
    /// or with a digit above 9.
    #[error("{hours:02x}:{minutes:02x}:{seconds:02x} is no time of a clock")]
    NoTime {
        /// The hours, without the bits of the flag.
        hours: u8,
        /// The byte of the minutes.
        minutes: u8,
        /// The byte of the seconds.
        seconds: u8,
    },
}

impl DgtMessage {
    /// The first byte of a message.
    pub const ID: u8 = 0x8d;
    /// The number of bytes in a message, which its third byte repeats.
    pub const BYTES: u8 = 10;
    const LOW: u8 = 0x0f;
    const HOURS_OF_ACK: u8 = 10;
    const RUNNING: u8 = 0x01;
    const LEVER_RIGHT: u8 = 0x02;
    const BATTERY_LOW: u8 = 0x04;
    const NO_CLOCK: u8 = 0x20;

    /// Reads one message.
    ///
    /// # Errors
    /// [`DgtError`] if the bytes are no such message, or hold an impossible time.
    pub fn read(bytes: &[u8]) -> Result<Self, DgtError> {
        let Ok([id, high, low, data @ ..]) = <[u8; 10]>::try_from(bytes) else {
            return Err(DgtError::Length);
        };
        if id != Self::ID {
            return Err(DgtError::OtherMessage { id });
        }
        if let Some(&value) = bytes.iter().skip(1).find(|byte| **byte >= 0x80) {
            return Err(DgtError::HighBit { value });
        }
        if (high, low) != (0, Self::BYTES) {
            return Err(DgtError::Length);
        }
        let [right_hours, right_minutes, right_seconds, hours, minutes, seconds, status] = data;
        let is_ack = |hours: u8| hours & Self::LOW == Self::HOURS_OF_ACK;
        if is_ack(right_hours) || is_ack(hours) {
            return Ok(Self::Ack(DgtAck::read(data)));
        }
        if status & Self::NO_CLOCK != 0 {
            return Ok(Self::NoClock);
        }
        if data == [0; 7] {
            return Ok(Self::Blank);
        }
        let is_set = |bit: u8| status & bit != 0;
        Ok(Self::Times(DgtTimes {
            left: DgtFace::read(hours, minutes, seconds)?,
            right: DgtFace::read(right_hours, right_minutes, right_seconds)?,
            is_running: is_set(Self::RUNNING),
            lever: if is_set(Self::LEVER_RIGHT) { DgtSide::Right } else { DgtSide::Left },
            is_battery_low: is_set(Self::BATTERY_LOW),
        }))
    }
}

impl DgtTimes {
    /// Returns one side.
    pub fn of(&self, side: DgtSide) -> DgtFace {
        match side {
            DgtSide::Left => self.left,
            DgtSide::Right => self.right,
        }
    }

    /// Returns the players' times, with White's on the given side. If both flags show, it is
    /// unknown which fell first, and none is returned.
    pub fn display(&self, white: DgtSide) -> ClockDisplay {
        let black = if white == DgtSide::Left { DgtSide::Right } else { DgtSide::Left };
        let color = |side| if side == white { Color::White } else { Color::Black };
        let flag = match DgtSide::BOTH.map(|side| self.of(side).has_flag) {
            [true, false] => Some(DgtSide::Left),
            [false, true] => Some(DgtSide::Right),
            [false, false] | [true, true] => None,
        };
        ClockDisplay {
            white: self.of(white).remaining,
            black: self.of(black).remaining,
            running: self.is_running.then(|| color(self.lever)),
            flag: flag.map(color),
        }
    }
}

impl DgtFace {
    /// Set if the flag has fallen, and the clock has stopped at zero.
    const FALLEN: u8 = 0x10;
    /// Set if the flag shows, and the clock may run on.
    const FLAG: u8 = 0x40;

    fn read(hours: u8, minutes: u8, seconds: u8) -> Result<Self, DgtError> {
        let has_flag = hours & (Self::FALLEN | Self::FLAG) != 0;
        let hours = hours & DgtMessage::LOW;
        let no_time = DgtError::NoTime { hours, minutes, seconds };
        let read = (decimal(hours), decimal(minutes), decimal(seconds));
        let (Some(h), Some(m @ 0..=59), Some(s @ 0..=59)) = read else { return Err(no_time) };
        let remaining = [(h, 3600), (m, 60), (s, 1)]
            .map(|(number, unit)| Duration::from_secs(unit).saturating_mul(number));
        let remaining = remaining.into_iter().fold(Duration::ZERO, Duration::saturating_add);
        Ok(Self { remaining, has_flag })
    }
}

/// Reads two decimal digits in a byte.
fn decimal(byte: u8) -> Option<u32> {
    let (tens, ones) = (u32::from(byte >> 4), u32::from(byte & DgtMessage::LOW));
    (tens <= 9 && ones <= 9).then(|| tens.saturating_mul(10).saturating_add(ones))
}

impl DgtAck {
    const HIGH: u8 = 0x80;

    /// Reads the four bytes of an answer, whose highest bits are in the bytes of the hours.
    fn read([right_hours, first, second, hours, third, fourth, _status]: [u8; 7]) -> Self {
        let whole = |hours: u8, first: u8, second: u8| {
            [first | ((hours << 3) & Self::HIGH), second | ((hours << 2) & Self::HIGH)]
        };
        let [status, command] = whole(hours, first, second);
        let data = whole(right_hours, third, fourth);
        Self {
            status: match status {
                0x10 => DgtStatus::Done,
                0x40 => DgtStatus::Failed,
                other => DgtStatus::Other(other),
            },
            command: command & !Self::HIGH,
            is_unasked: command & Self::HIGH != 0,
            data,
        }
    }
}
