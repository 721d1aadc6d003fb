//! JSON of a board and its reports.

use std::time::Duration;

use board_feed::{BoardSetting, Capability, Code, Field, FieldError, GameRecord, Reading};
use draughts::{
    Color, Position, Score, Timestamp, Variant,
    fen::{self, FenError},
};
use game_clock::ClockDisplay;
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;
use thiserror::Error;

use super::seconds::Seconds;
use crate::{
    json::{self, FormError},
    question::JsonLineError,
};

/// The longest time between two questions to a board on a bus.
const POLL_MAX: Duration = Duration::from_secs(60);
/// The longest time that a clock shows.
const SHOWN_MAX: Duration = Duration::from_secs(7 * 24 * 3_600);

/// The reason why a line cannot be read, in one sentence.
#[derive(Debug, Error)]
pub(super) enum LineError {
    #[error(transparent)]
    Json(#[from] JsonLineError),
    #[error(transparent)]
    Form(#[from] FormError),
    #[error("no board yet: its first line is of the kind meta")]
    NoBoard,
    #[error("t: the report before it came {later_ms} ms later")]
    Earlier { later_ms: i64 },
    #[error("poll: {seconds} s is more than {}", POLL_MAX.as_secs())]
    Poll { seconds: u64 },
    #[error("running: only false is reported, when the clock was stopped for good")]
    Running,
    #[error("field: {0}")]
    Field(FieldError),
    #[error("{member}: {seconds} s is more than {}", SHOWN_MAX.as_secs())]
    Shown { member: &'static str, seconds: u64 },
    #[error("{member}: {fault}")]
    Position { member: &'static str, fault: FenError },
}

/// A line of input.
pub(super) struct ReportLine(pub(super) Kind);

impl<'de> Deserialize<'de> for ReportLine {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json::tagged(deserializer, "kind").map(Self)
    }
}

/// A line of input, named by the member `kind`.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Kind {
    Meta {
        id: Value,
        #[serde(deserialize_with = "json::parsed")]
        variant: Variant,
        #[serde(deserialize_with = "capability")]
        capability: Capability,
        #[serde(default)]
        start: Option<String>,
        #[serde(default)]
        rotated: Option<bool>,
        #[serde(default)]
        poll: Option<Seconds>,
        /// Per cent. Only shown.
        #[serde(default, rename = "battery")]
        _battery: Option<u8>,
    },
    Field {
        t: Seconds,
        field: u32,
        #[serde(deserialize_with = "code")]
        code: Code,
    },
    Dump {
        t: Seconds,
        #[serde(deserialize_with = "codes")]
        codes: Box<[Code; Field::COUNT]>,
    },
    ClockPress {
        t: Seconds,
        by: Side,
    },
    Clock {
        t: Seconds,
        running: bool,
    },
    Display {
        t: Seconds,
        white: u64,
        black: u64,
        #[serde(default)]
        running: Option<Side>,
        #[serde(default)]
        flag: Option<Side>,
    },
    Link {
        t: Seconds,
        up: bool,
    },
    Setup {
        t: Seconds,
        fen: String,
        ply: u32,
    },
    Result {
        t: Seconds,
        #[serde(deserialize_with = "score")]
        result: Score,
    },
    Order {
        t: Seconds,
        rotated: Option<bool>,
        muted: bool,
        restarts: u32,
    },
    Wait {
        t: Seconds,
    },
    Game {
        t: Seconds,
        fen: String,
        ply: u32,
        line: u32,
        at_ms: i64,
        last: u64,
    },
}

/// A side, by the letter of FEN.
#[derive(Clone, Copy, Deserialize)]
pub(super) enum Side {
    W,
    B,
}

impl Side {
    const fn color(self) -> Color {
        match self {
            Self::W => Color::White,
            Self::B => Color::Black,
        }
    }
}

/// A board, or a report of the board before it.
pub(super) enum Input {
    Board {
        id: Value,
        setting: BoardSetting,
    },
    Report {
        at: Timestamp,
        reading: Reading,
    },
    Game {
        at: Timestamp,
        known: KnownGame,
    },
    Order {
        at: Timestamp,
        orders: Orders,
    },
    /// The board has to show the position of its game before anything follows from it.
    Wait {
        at: Timestamp,
    },
}

impl Input {
    /// Returns the moment at which it came; a description of a board has none.
    pub(super) const fn at(&self) -> Option<Timestamp> {
        match self {
            Self::Board { .. } => None,
            Self::Report { at, .. }
            | Self::Game { at, .. }
            | Self::Order { at, .. }
            | Self::Wait { at } => Some(*at),
        }
    }
}

/// The orders of the desk to the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orders {
    /// True if Black sits where the fields count White; `None` to find it out.
    pub(super) is_rotated: Option<bool>,
    /// True while nothing becomes a move or a call.
    pub(super) is_muted: bool,
    /// The number of times at which it was told to begin anew.
    pub(super) restarts: u32,
}

/// The game as the agent knew it at a moment.
#[derive(Clone, Debug)]
pub(super) struct KnownGame {
    pub(super) record: GameRecord,
    /// The time of day then.
    pub(super) wall: Timestamp,
    /// The number of the last input that the log had of the device.
    pub(super) last: u64,
}

/// Reads a line that follows the reports of a board.
///
/// # Errors
/// [`LineError`] with what is wrong with it.
pub(super) fn read(
    line: &[u8],
    of: Option<(Variant, Option<Timestamp>)>,
) -> Result<Input, LineError> {
    read_value(value(line)?, of)
}

/// Reads the JSON of a line.
///
/// # Errors
/// If it is no JSON object.
pub(super) fn value(line: &[u8]) -> Result<Value, LineError> {
    let value = json::parse(line).map_err(JsonLineError::Json)?;
    if value.is_object() { Ok(value) } else { Err(JsonLineError::NoObject.into()) }
}

/// As [`read`], of JSON.
///
/// # Errors
/// [`LineError`] with what is wrong with it.
pub(super) fn read_value(
    value: Value,
    of: Option<(Variant, Option<Timestamp>)>,
) -> Result<Input, LineError> {
    let ReportLine(kind) = json::read(value)?;
    let input = kind.input(of.map(|(variant, _)| variant))?;
    if let Some(at) = input.at() {
        let Some((_, last)) = of else {
            return Err(LineError::NoBoard);
        };
        if let Some(last) = last.filter(|last| *last > at) {
            return Err(LineError::Earlier { later_ms: last.millis() - at.millis() });
        }
    }
    Ok(input)
}

/// Returns a line with the moment at which it came, instead of the one that it has; that of a board
/// has none.
pub(super) fn stamped(mut line: Value, at: Timestamp) -> Value {
    if let Some(members) = line.as_object_mut()
        && members.get("kind").is_none_or(|kind| kind != "meta")
        && let Ok(at) = serde_json::to_value(Seconds::from(at))
    {
        members.insert("t".to_owned(), at);
    }
    line
}

impl Kind {
    /// Converts a line; positions are those of the variant of the board, if there is one.
    ///
    /// # Errors
    /// With the member that makes no sense.
    pub(super) fn input(self, variant: Option<Variant>) -> Result<Input, LineError> {
        let (at, reading) = match self {
            Self::Meta { id, variant, capability, start, rotated, poll, _battery } => {
                let start = match start {
                    Some(text) => position(&text, variant, "start")?,
                    None => Position::start(variant),
                };
                let poll = poll.map(|poll| poll.moment().duration_since(Timestamp::default()));
                if let Some(poll) = poll.filter(|poll| *poll > POLL_MAX) {
                    return Err(LineError::Poll { seconds: poll.as_secs() });
                }
                let setting = BoardSetting { capability, start, is_rotated: rotated, poll };
                return Ok(Input::Board { id, setting });
            }
            Self::Field { t, field, code } => {
                let field = Field::new(field).map_err(LineError::Field)?;
                (t, Reading::Field { field, code })
            }
            Self::Dump { t, codes } => (t, Reading::Dump(codes)),
            Self::ClockPress { t, by } => (t, Reading::Press(by.color())),
            Self::Display { t, white, black, running, flag } => {
                let display = ClockDisplay {
                    white: shown(white, "white")?,
                    black: shown(black, "black")?,
                    running: running.map(Side::color),
                    flag: flag.map(Side::color),
                };
                (t, Reading::Display(display))
            }
            Self::Clock { running: true, .. } => {
                return Err(LineError::Running);
            }
            Self::Clock { t, running: false } => (t, Reading::ClockStopped),
            Self::Link { t, up } => (t, Reading::Link { is_up: up }),
            Self::Setup { t, fen, ply } => {
                let position = position(&fen, variant.unwrap_or(Variant::International), "fen")?;
                (t, Reading::Setup { position: Box::new(position), ply })
            }
            Self::Result { t, result } => (t, Reading::Result(result)),
            Self::Order { t, rotated, muted, restarts } => {
                let orders = Orders { is_rotated: rotated, is_muted: muted, restarts };
                return Ok(Input::Order { at: t.moment(), orders });
            }
            Self::Wait { t } => return Ok(Input::Wait { at: t.moment() }),
            Self::Game { t, fen, ply, line, at_ms, last } => {
                let position = position(&fen, variant.unwrap_or(Variant::International), "fen")?;
                let record = GameRecord { line, ply, position };
                let known = KnownGame { record, wall: Timestamp::from_millis(at_ms), last };
                return Ok(Input::Game { at: t.moment(), known });
            }
        };
        Ok(Input::Report { at: at.moment(), reading })
    }
}

/// Returns the time of so many seconds on a clock.
fn shown(seconds: u64, member: &'static str) -> Result<Duration, LineError> {
    let time = Duration::from_secs(seconds);
    if time > SHOWN_MAX {
        return Err(LineError::Shown { member, seconds });
    }
    Ok(time)
}

fn position(text: &str, variant: Variant, member: &'static str) -> Result<Position, LineError> {
    fen::parse(text, variant).map_err(|fault| LineError::Position { member, fault })
}

fn score<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.as_str() {
        "2-0" => Ok(Score::WhiteWins),
        "1-1" => Ok(Score::Draw),
        "0-2" => Ok(Score::BlackWins),
        _ => {
            Err(de::Error::custom(format_args!("{text:?} is none of the results 2-0, 1-1 and 0-2")))
        }
    }
}

fn capability<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Capability, D::Error> {
    let name = String::deserialize(deserializer)?;
    Capability::from_name(&name).ok_or_else(|| {
        let known = Capability::ALL.map(Capability::as_str).join(", ");
        de::Error::custom(format_args!("unknown capability {name:?}, known are {known}"))
    })
}

fn code<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Code, D::Error> {
    let text = String::deserialize(deserializer)?;
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Code::from_letter(letter).map_err(de::Error::custom),
        _ => Err(de::Error::custom(format_args!(
            "{text:?} is none of the codes e, w, b, W, B and ?"
        ))),
    }
}

fn codes<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Box<[Code; Field::COUNT]>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let codes: Result<Vec<Code>, _> = text.chars().map(Code::from_letter).collect();
    let codes = codes.map_err(de::Error::custom)?;
    let count = codes.len();
    codes.try_into().map_err(|_codes| {
        de::Error::custom(format_args!("a dump has {} codes, here are {count}", Field::COUNT))
    })
}
