//! What a simulated clock is told, as JSON has it.

use std::time::Duration;

use draughts::{Color, Timestamp};
use game_clock::{
    AbsenceLimit, Clock, ClockDisplay, Command, Moves, ParseTimeControlError, Preset, Reason,
    ReasonError, TimeControl,
};
use serde_json::Value;
use thiserror::Error;

use crate::question::{self, list, member, number, text};

const TYPES: &str =
    "start, press, pause, resume, adjust, takeback, play_on, absent, present, reading and stop";

/// The article that says how long an absentee is waited for.
const HOUR: &str = "2006 art. 3";

/// Reads a time control, or the name of a rulebook's.
pub(super) fn control(question: &Value) -> Result<TimeControl, Unreadable> {
    let text = text(question, "control")?;
    match text.parse::<Preset>() {
        Ok(preset) => Ok(preset.control()),
        Err(_unknown) => Ok(text.parse()?),
    }
}

/// When an event arrived.
pub(super) fn arrival(event: &Value) -> Result<Timestamp, Unreadable> {
    match event.get("received_ms") {
        Some(received) => as_moment(received, "received_ms"),
        None => moment(event),
    }
}

/// Reads one event; what it leaves open is as the clock stands.
pub(super) fn command(
    event: &Value,
    control: TimeControl,
    clock: &Clock,
) -> Result<Command, Unreadable> {
    let at = moment(event)?;
    Ok(match text(event, "type")? {
        "start" => match side_or_nobody(event, "running")?.flatten() {
            Some(Color::Black) => Command::Open { control, at },
            Some(Color::White) | None => Command::Start { control, at },
        },
        "press" => {
            let by = side_or_nobody(event, "by")?.flatten().or_else(|| clock.running());
            // Who presses a clock that does not run is told so, whoever it is.
            Command::Press { by: by.unwrap_or(Color::White), at, received: arrival(event)? }
        }
        "pause" => Command::Pause { at },
        "resume" => Command::Resume { running: side_or_nobody(event, "running")?.flatten(), at },
        "adjust" => Command::Adjust {
            color: side(event, "color")?,
            remaining: time(event, "remaining_ms")?,
            reason: Reason::new(text(event, "reason")?)?,
            at,
        },
        "takeback" => {
            let running =
                side_or_nobody(event, "running")?.unwrap_or_else(|| clock.turn().map(Color::other));
            let moves = match event.get("moves") {
                Some(_) => Some(moves(event)?),
                None => taken_back(clock, running),
            };
            Command::Correct { line: clock.line().saturating_add(1), running, moves, at }
        }
        "play_on" => Command::PlayOn {
            moves: event.get("moves").map(|_| number(event, "moves")).transpose()?,
            running: side_or_nobody(event, "running")?.flatten(),
            at,
        },
        "absent" => Command::MarkAbsent { color: side(event, "color")?, limit: waited(event)?, at },
        "present" => Command::MarkPresent { color: side(event, "color")?, at },
        "reading" => Command::Follow {
            display: ClockDisplay {
                white: time(event, "white_ms")?,
                black: time(event, "black_ms")?,
                running: side_or_nobody(event, "running")?.unwrap_or_else(|| clock.running()),
                flag: side_or_nobody(event, "flag")?.flatten(),
            },
            at,
        },
        "stop" => Command::Stop { at },
        other => return Err(question::unknown("type", other, TYPES).into()),
    })
}

/// What both have completed when moves are taken back to the one of a side: its own last one, and the
/// answer if there was one. `None`, as it is, where nobody's time runs then.
fn taken_back(clock: &Clock, running: Option<Color>) -> Option<Moves> {
    let (running, turn) = (running?, clock.turn()?);
    let left = |color| {
        let is_back = color == running || running == turn;
        clock.moves(color).saturating_sub(u32::from(is_back))
    };
    Some(Moves { white: left(Color::White), black: left(Color::Black) })
}

/// How long an absentee is waited for: as was announced, or as an article has it.
fn waited(event: &Value) -> Result<Option<AbsenceLimit>, Unreadable> {
    if event.get("article").is_some() {
        return match text(event, "article")? {
            HOUR => Ok(Some(AbsenceLimit::TOURNAMENT_2006)),
            other => Err(question::unknown("article", other, HOUR).into()),
        };
    }
    let after = event.get("limit_ms").map(|_| time(event, "limit_ms")).transpose()?;
    Ok(after.map(AbsenceLimit::announced))
}

fn moment(event: &Value) -> Result<Timestamp, Unreadable> {
    as_moment(member(event, "at_ms")?, "at_ms")
}

pub(super) fn as_moment(value: &Value, name: &'static str) -> Result<Timestamp, Unreadable> {
    value.as_i64().map(Timestamp::from_millis).ok_or(Unreadable::NoMoment { name })
}

pub(super) fn time(question: &Value, name: &'static str) -> Result<Duration, Unreadable> {
    let millis = member(question, name)?.as_u64();
    millis.map(Duration::from_millis).ok_or(Unreadable::NoTime { name })
}

fn side(event: &Value, name: &'static str) -> Result<Color, Unreadable> {
    let color = side_or_nobody(event, name)?.flatten();
    color.ok_or_else(|| question::Unreadable::Missing { name }.into())
}

/// A side; nobody where it is null, and nothing where it is missing.
fn side_or_nobody(event: &Value, name: &'static str) -> Result<Option<Option<Color>>, Unreadable> {
    match event.get(name) {
        None => Ok(None),
        Some(Value::Null) => Ok(Some(None)),
        Some(_) => match text(event, name)? {
            "white" => Ok(Some(Some(Color::White))),
            "black" => Ok(Some(Some(Color::Black))),
            other => Err(question::unknown(name, other, "white and black").into()),
        },
    }
}

fn moves(event: &Value) -> Result<Moves, Unreadable> {
    let numbers = list(event, "moves")?.iter().map(question::as_number);
    match numbers.collect::<Option<Vec<_>>>().as_deref() {
        Some(&[white, black]) => Ok(Moves { white, black }),
        _ => Err(Unreadable::NoMoves),
    }
}

/// Why a line cannot be simulated.
#[derive(Debug, Error)]
pub(super) enum Unreadable {
    #[error(transparent)]
    Question(#[from] question::Unreadable),
    #[error("control: {0}")]
    Control(#[from] ParseTimeControlError),
    #[error("{name:?} is not a whole number of milliseconds")]
    NoMoment { name: &'static str },
    #[error("{name:?} is not a whole number of milliseconds, 0 or more")]
    NoTime { name: &'static str },
    #[error("\"moves\" is not a pair of numbers, White's and Black's")]
    NoMoves,
    #[error("{0}")]
    Reason(#[from] ReasonError),
    #[error("\"at\" has more than {most} moments")]
    TooManyMoments { most: usize },
    #[error("event {number}: {reason}")]
    Event {
        number: usize,
        #[source]
        reason: Box<Self>,
    },
}
