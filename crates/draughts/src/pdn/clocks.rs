//! Times of clocks in comments: `{[%clk 0:09:58] [%emt 0:00:12]}`, `{[%clock w0:10:00 B0:09:58]}`.

use crate::Color;

/// The times on both clocks after a move, and the time that the move took.
///
/// The commands `%clk` and `%clock` are read, with one time or two, in the form `h:mm:ss` or
/// `mm:ss`, with optional fractions of a second. A letter names the side of the time, a capital its
/// running clock. Without letters one time belongs to the side that moved, two to White and Black.
/// `%emt` is the time of the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// The time that White has left, milliseconds.
    pub white_ms: Option<u64>,
    /// The time that Black has left, milliseconds.
    pub black_ms: Option<u64>,
    /// The side whose clock runs.
    pub running: Option<Color>,
    /// The time that the move took, milliseconds.
    pub spent_ms: Option<u64>,
}

impl Clocks {
    /// Returns true if no time is known.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.white_ms.is_none() && self.black_ms.is_none() && self.spent_ms.is_none()
    }

    /// Returns the time that a side has left, in milliseconds.
    #[must_use]
    pub const fn left_ms(&self, color: Color) -> Option<u64> {
        match color {
            Color::White => self.white_ms,
            Color::Black => self.black_ms,
        }
    }

    /// Returns the times of a side that has moved: `left_ms` on its clock, and `spent_ms` for the
    /// move.
    #[must_use]
    pub fn of_move(mover: Color, left_ms: u64, spent_ms: u64) -> Self {
        let mut clocks = Self { spent_ms: Some(spent_ms), ..Self::default() };
        clocks.set(mover, left_ms);
        clocks
    }

    /// Returns the commands that are written after a move of `mover`, with the known times in whole
    /// seconds: `%clk` and `%emt` for the move alone, `%clock` for the clocks of both.
    pub(super) fn commands(&self, mover: Color) -> String {
        let mut commands = Vec::new();
        let is_of_move = self.spent_ms.is_some() && self.running.is_none();
        match (self.left_ms(mover), self.left_ms(mover.other())) {
            (None, None) => {}
            (Some(left_ms), None) if is_of_move => {
                commands.push(format!("[%clk {}]", time(left_ms)));
            }
            _ => commands.push(self.both()),
        }
        commands.extend(self.spent_ms.map(|spent_ms| format!("[%emt {}]", time(spent_ms))));
        commands.join(" ")
    }

    /// Writes `[%clock w0:10:00 B0:09:58]`.
    fn both(&self) -> String {
        let mut command = "[%clock".to_owned();
        for color in Color::BOTH {
            let Some(left_ms) = self.left_ms(color) else { continue };
            let is_running = self.running == Some(color);
            let letter =
                if is_running { color.letter() } else { color.letter().to_ascii_lowercase() };
            command.extend([' ', letter]);
            command.push_str(&time(left_ms));
        }
        command.push(']');
        command
    }

    const fn set(&mut self, color: Color, left_ms: u64) {
        match color {
            Color::White => self.white_ms = Some(left_ms),
            Color::Black => self.black_ms = Some(left_ms),
        }
    }

    /// Reads one time or two; `mover` is the side that has moved.
    fn parse(text: &str, mover: Color) -> Option<Self> {
        let mut clocks = Self::default();
        let mut words = text.split_whitespace();
        let (first, second) = (words.next()?, words.next());
        if words.next().is_some() {
            return None;
        }
        let usual = if second.is_some() { Color::White } else { mover };
        let first = clocks.read(first, usual)?;
        if let Some(second) = second {
            clocks.read(second, first.other())?;
        }
        Some(clocks)
    }

    /// Reads a time and returns its side: `usual` unless a letter names it.
    fn read(&mut self, word: &str, usual: Color) -> Option<Color> {
        let letter = word.chars().next()?;
        let (color, time) = match Color::from_letter(letter) {
            Some(color) => (color, &word[1..]),
            None => (usual, word),
        };
        self.set(color, parse_time(time)?);
        if matches!(letter, 'W' | 'B') {
            self.running = Some(color);
        }
        Some(color)
    }
}

/// Writes whole seconds as `h:mm:ss`.
fn time(millis: u64) -> String {
    let seconds = millis / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Removes the times from a comment after a move of `mover`; returns true if it had any.
pub(super) fn take(comment: &mut String, mover: Color, known: &mut Clocks) -> bool {
    let mut kept = String::new();
    let (mut begin, mut searched) = (0, 0);
    while let Some(offset) = comment[searched..].find("[%") {
        let at = searched + offset;
        let Some((clocks, length)) = command(&comment[at..], mover) else {
            searched = at + 1;
            continue;
        };
        known.white_ms = clocks.white_ms.or(known.white_ms);
        known.black_ms = clocks.black_ms.or(known.black_ms);
        known.running = clocks.running.or(known.running);
        known.spent_ms = clocks.spent_ms.or(known.spent_ms);
        kept.push_str(&comment[begin..at]);
        begin = at + length;
        searched = begin;
    }
    let has_times = begin > 0;
    if has_times {
        kept.push_str(&comment[begin..]);
        *comment = kept.trim().to_owned();
    }
    has_times
}

/// Reads a command at the start of a text; returns its length in bytes as well.
fn command(text: &str, mover: Color) -> Option<(Clocks, usize)> {
    /// More than any command has, so that a text of open brackets is not searched again and again.
    const BYTES_MAX: usize = 64;
    let words = ["[%clock", "[%clk", "[%emt"];
    let (inner, word) =
        words.into_iter().find_map(|word| Some((text.strip_prefix(word)?, word)))?;
    let end = inner.bytes().take(BYTES_MAX).position(|byte| byte == b']')?;
    let times = Some(&inner[..end]).filter(|times| times.starts_with([' ', '\t']))?;
    let clocks = if word == "[%emt" {
        let spent_ms = Some(parse_time(times.trim())?);
        Clocks { spent_ms, ..Clocks::default() }
    } else {
        Clocks::parse(times, mover)?
    };
    Some((clocks, text.len() - inner.len() + end + 1))
}

/// Reads `h:mm:ss` or `mm:ss`, with optional fractions of a second.
fn parse_time(text: &str) -> Option<u64> {
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse::<u32>().ok()).flatten().map(u64::from)
    };
    let (whole, parts) = text.split_once('.').unwrap_or((text, "0"));
    let fields: Option<Vec<u64>> = whole.split(':').take(4).map(number).collect();
    let (hours, minutes, seconds) = match *fields?.as_slice() {
        [hours, minutes, seconds] if minutes < 60 && seconds < 60 => (hours, minutes, seconds),
        [minutes, seconds] if seconds < 60 => (0, minutes, seconds),
        _ => return None,
    };
    number(parts)?;
    let millis: String = parts.chars().chain("00".chars()).take(3).collect();
    Some(((hours * 60 + minutes) * 60 + seconds) * 1000 + number(&millis)?)
}
