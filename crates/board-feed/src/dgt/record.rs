//! Recordings of the line of DGT boards: the bytes of both directions with their moments, as text.
//!
//! The first line of a recording says whether it is of one board or of a bus
//! ([`DgtLine::HEADER`](super::DgtLine::HEADER)), and has the name of the port. Every other
//! line is a record: the seconds since the recording began with three digits after the point, the
//! time of day in milliseconds since the Unix epoch, and the event.
//!
//! ```text
//! damcast-board 1 /dev/ttyACM0
//! 0.000 1764246000000 opened
//! 0.502 1764246000502 > 4d5545
//! 0.530 1764246000530 < 930005010c
//! 93.001 1764246093001 closed
//! ```

use core::{fmt, str::FromStr};

use draughts::Timestamp;

/// The largest number of bytes of a record.
const BYTES_MAX: usize = 4_096;
/// The latest moment of a record in milliseconds, some three hundred years.
const MOMENT_MAX: i64 = 10_000_000_000_000;
/// The largest number of digits of a serial number.
const SERIAL_MAX: usize = 16;

/// An event of the line of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DgtLineEvent {
    /// The line was opened.
    Opened,
    /// The line was open before the recording began, with the board of this serial number.
    Continued(Option<String>),
    /// The line was lost.
    Closed,
    /// Bytes came from the board, at most 4,096.
    Received(Vec<u8>),
    /// The commands of the board were sent to it, at most 4,096 bytes.
    Sent(Vec<u8>),
}

/// An event with its moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DgtRecord {
    /// The time since the recording began, by a clock that never goes back; not negative.
    pub at: Timestamp,
    /// The time of day.
    pub wall: Timestamp,
    /// The event.
    pub event: DgtLineEvent,
}

impl fmt::Display for DgtRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.at.millis();
        write!(f, "{}.{:03} {} ", at / 1_000, at % 1_000, self.wall.millis())?;
        let (sign, bytes) = match &self.event {
            DgtLineEvent::Opened => return f.write_str("opened"),
            DgtLineEvent::Continued(None) => return f.write_str("continued"),
            DgtLineEvent::Continued(Some(serial)) => return write!(f, "continued {serial}"),
            DgtLineEvent::Closed => return f.write_str("closed"),
            DgtLineEvent::Received(bytes) => ('<', bytes),
            DgtLineEvent::Sent(bytes) => ('>', bytes),
        };
        write!(f, "{sign} ")?;
        bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The error for a line that is none of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DgtRecordError {
    /// The first line is another one.
    #[error("a recording begins with `{expected}` and the name of the port")]
    NoHeader {
        /// The beginning of the first line of such a recording.
        expected: &'static str,
    },
    /// It does not begin with a moment.
    #[error("a line begins with its seconds, with three digits after the point, as in 12.345")]
    Moment,
    /// The moment is before that of the line before.
    #[error("the line before it came {millis} ms later")]
    Order {
        /// The difference in milliseconds.
        millis: i64,
    },
    /// There is no time of day after the moment.
    #[error("the time of day in milliseconds follows the moment")]
    Wall,
    /// The event is not known.
    #[error("an event is `opened`, `continued`, `closed`, `<` or `>`")]
    Event,
    /// The bytes are missing, or are no bytes.
    #[error("`<` and `>` take 1 to {BYTES_MAX} bytes of two hexadecimal digits each")]
    Bytes,
    /// The serial number is none.
    #[error("a serial number has 1 to {SERIAL_MAX} digits")]
    Serial,
}

impl FromStr for DgtRecord {
    type Err = DgtRecordError;

    fn from_str(line: &str) -> Result<Self, DgtRecordError> {
        let (at, rest) = line.split_once(' ').ok_or(DgtRecordError::Moment)?;
        let at = moment(at).ok_or(DgtRecordError::Moment)?;
        let (wall, event) = rest.split_once(' ').ok_or(DgtRecordError::Wall)?;
        let is_number = !wall.is_empty() && wall.bytes().all(|byte| byte.is_ascii_digit());
        let wall: Option<i64> = wall.parse().ok().filter(|_| is_number);
        let wall = Timestamp::from_millis(wall.ok_or(DgtRecordError::Wall)?);
        let event = match event.split_once(' ') {
            None if event == "opened" => DgtLineEvent::Opened,
            None if event == "continued" => DgtLineEvent::Continued(None),
            None if event == "closed" => DgtLineEvent::Closed,
            Some(("continued", serial)) => {
                let is_number = serial.bytes().all(|byte| byte.is_ascii_digit());
                if !is_number || !(1..=SERIAL_MAX).contains(&serial.len()) {
                    return Err(DgtRecordError::Serial);
                }
                DgtLineEvent::Continued(Some(serial.to_owned()))
            }
            Some(("<", bytes)) => DgtLineEvent::Received(hexadecimal(bytes)?),
            Some((">", bytes)) => DgtLineEvent::Sent(hexadecimal(bytes)?),
            _ => return Err(DgtRecordError::Event),
        };
        Ok(Self { at, wall, event })
    }
}

fn moment(text: &str) -> Option<Timestamp> {
    let (seconds, millis) = text.split_once('.')?;
    let digits = [seconds, millis].concat();
    let is_number = millis.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let at: i64 = digits.parse().ok().filter(|_| is_number && !seconds.is_empty())?;
    (at <= MOMENT_MAX).then(|| Timestamp::from_millis(at))
}

fn hexadecimal(text: &str) -> Result<Vec<u8>, DgtRecordError> {
    if text.is_empty() || text.len() % 2 == 1 || text.len() > 2 * BYTES_MAX {
        return Err(DgtRecordError::Bytes);
    }
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|it| u8::try_from(it).ok());
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    text.as_bytes().chunks(2).map(byte).collect::<Option<_>>().ok_or(DgtRecordError::Bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is_refused(line: &str, error: DgtRecordError) {
        assert_eq!(line.parse::<DgtRecord>(), Err(error), "{line}");
    }

    #[test]
    fn a_record_is_its_text_again() {
        for line in [
            "0.000 1764246000000 opened",
            "0.007 0 < 00ff",
            "12.345 1764246000123 > 4d",
            "3600.010 1764246000123 continued",
            "3600.010 1764246000123 continued 01025",
            "10000000000.000 1764246000123 closed",
        ] {
            assert_eq!(line.parse::<DgtRecord>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn a_line_that_is_no_record_says_why() {
        for line in ["", "opened", "1.5 1 opened", "-1.000 1 opened", "10000000000.001 1 opened"] {
            is_refused(line, DgtRecordError::Moment);
        }
        for line in ["1.000 opened", "1.000 x opened", "1.000 +1 opened", "1.000  opened"] {
            is_refused(line, DgtRecordError::Wall);
        }
        for line in ["1.000 1 ", "1.000 1 opened 5", "1.000 1 <", "1.000 1 = 00"] {
            is_refused(line, DgtRecordError::Event);
        }
        let long = format!("1.000 1 < {}", "00".repeat(BYTES_MAX + 1));
        for line in ["1.000 1 < ", "1.000 1 < 0", "1.000 1 > 0g", "1.000 1 > +1é", &long] {
            is_refused(line, DgtRecordError::Bytes);
        }
        for line in ["1.000 1 continued ", "1.000 1 continued x", "1.000 1 continued 1 2"] {
            is_refused(line, DgtRecordError::Serial);
        }
    }
}
