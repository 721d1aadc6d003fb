//! JSON of a simulated clock: its events and its states.

use std::time::Duration;

use draughts::{Color, Timestamp};
use game_clock::{Clock, ClockDisplay, Increment, Irregularity, Refusal, StageReading};
use serde::Serialize;
use serde_json::Value;

use crate::question::Reply;

/// Events of a clock in order, and its states in the order of the moments in the question.
#[derive(Serialize)]
pub(super) struct Simulated {
    pub(super) id: Value,
    pub(super) events: Vec<Event>,
    pub(super) states: Vec<State>,
}

impl Reply for Simulated {}

/// An event of a clock, or a command that it refused.
#[derive(Serialize)]
pub(super) struct Event {
    r#type: &'static str,
    at_ms: i64,
    #[serde(flatten)]
    what: What,
}

/// Members of an event beside its type and time.
#[derive(Serialize)]
#[serde(untagged)]
enum What {
    Nothing {},
    Opened {
        control: String,
    },
    Started {
        control: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Side>,
    },
    MarkedAbsent {
        color: Side,
        limit_ms: Option<u64>,
    },
    MarkedPresent {
        color: Side,
    },
    AbsenceExceeded {
        color: Side,
        both: bool,
        limit_ms: u64,
        article: String,
    },
    Pressed {
        by: Side,
        remaining_ms: u64,
    },
    Irregular {
        by: Side,
        kind: &'static str,
        claimed_ms: i64,
    },
    FlagFell {
        color: Side,
        #[serde(skip_serializing_if = "Option::is_none")]
        stage: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        moves: Option<u32>,
        required: Option<u32>,
    },
    PlayedOn {
        color: Side,
        remaining_ms: u64,
        moves: u32,
        running: Side,
    },
    Resumed {
        running: Side,
    },
    Adjusted {
        color: Side,
        remaining_ms: u64,
        reason: String,
    },
    Corrected {
        running: Option<Side>,
        moves: Option<[u32; 2]>,
    },
    Display {
        white_ms: u64,
        black_ms: u64,
        running: Option<Side>,
    },
    /// Number of the event in the question, from 1, and the reason why the clock refused it.
    Refused {
        event: usize,
        reason: String,
    },
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Side {
    White,
    Black,
}

/// State of a clock at a moment.
#[derive(Serialize)]
pub(super) struct State {
    at_ms: i64,
    #[serde(flatten)]
    standing: Standing,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Standing {
    NotStarted { started: bool },
    Started(Box<Started>),
}

#[derive(Serialize)]
struct Started {
    white_ms: Option<u64>,
    black_ms: Option<u64>,
    running: Option<Side>,
    paused: bool,
    flag: Option<Side>,
    forfeit: Option<Side>,
    deadline_ms: Option<i64>,
    white: Half,
    black: Half,
}

/// Part of the state that belongs to one side.
#[derive(Serialize)]
struct Half {
    used_ms: Option<u64>,
    given_ms: Option<u64>,
    moves: u32,
    stage: u32,
    moves_to_go: Option<u32>,
    increment: &'static str,
    increment_ms: u64,
    absent: bool,
}

impl Event {
    /// Converts an event; `clock` has applied it.
    pub(super) fn new(event: &game_clock::Event, clock: &Clock) -> Self {
        use game_clock::Event;
        let (r#type, what) = match event {
            Event::Opened { control, .. } => {
                ("opened", What::Opened { control: control.to_string() })
            }
            Event::Started { control, by, .. } => {
                ("started", What::Started { control: control.to_string(), by: by.map(Side::from) })
            }
            Event::MarkedAbsent { color, limit, .. } => {
                let limit_ms = limit.map(|limit| millis(limit.after));
                ("marked_absent", What::MarkedAbsent { color: (*color).into(), limit_ms })
            }
            Event::MarkedPresent { color, .. } => {
                ("marked_present", What::MarkedPresent { color: (*color).into() })
            }
            Event::AbsenceExceeded { color, limit, both, .. } => (
                "absence_exceeded",
                What::AbsenceExceeded {
                    color: (*color).into(),
                    both: *both,
                    limit_ms: millis(limit.after),
                    article: limit.article.to_string(),
                },
            ),
            Event::Pressed { by, remaining, .. } => {
                ("pressed", What::Pressed { by: (*by).into(), remaining_ms: millis(*remaining) })
            }
            Event::Irregular { by, irregularity, .. } => {
                let (kind, claimed) = match irregularity {
                    Irregularity::InFuture { claimed } => ("in_future", claimed),
                    Irregularity::BeforeLastEvent { claimed } => ("before_last_event", claimed),
                };
                let (by, claimed_ms) = ((*by).into(), claimed.millis());
                ("irregular", What::Irregular { by, kind, claimed_ms })
            }
            Event::FlagFell { color, required, .. } => {
                let fall = clock.flag_fall();
                let what = What::FlagFell {
                    color: (*color).into(),
                    stage: fall.map(|fall| fall.stage),
                    moves: fall.map(|fall| fall.moves),
                    required: *required,
                };
                ("flag_fell", what)
            }
            Event::PlayedOn { color, remaining, moves, running, .. } => {
                let what = What::PlayedOn {
                    color: (*color).into(),
                    remaining_ms: millis(*remaining),
                    moves: *moves,
                    running: (*running).into(),
                };
                ("played_on", what)
            }
            Event::Paused { .. } => ("paused", What::Nothing {}),
            Event::Resumed { running, .. } => {
                ("resumed", What::Resumed { running: (*running).into() })
            }
            Event::Adjusted { color, remaining, reason, .. } => {
                let what = What::Adjusted {
                    color: (*color).into(),
                    remaining_ms: millis(*remaining),
                    reason: reason.as_str().to_owned(),
                };
                ("adjusted", what)
            }
            Event::Corrected { running, moves, .. } => {
                let moves = moves.map(|moves| [moves.white, moves.black]);
                ("corrected", What::Corrected { running: running.map(Side::from), moves })
            }
            Event::Followed { display, .. } => ("followed", What::from(display)),
            Event::Disagreed { display, .. } => ("disagreed", What::from(display)),
            Event::Stopped { .. } => ("stopped", What::Nothing {}),
        };
        Self { r#type, at_ms: event.at().millis(), what }
    }

    /// Returns the form of a refused event; `event` is its number in the question, from 1.
    pub(super) fn refused(event: usize, arrived: Timestamp, refusal: &Refusal) -> Self {
        let what = What::Refused { event, reason: refusal.to_string() };
        Self { r#type: "refused", at_ms: arrived.millis(), what }
    }
}

impl From<&ClockDisplay> for What {
    fn from(display: &ClockDisplay) -> Self {
        Self::Display {
            white_ms: millis(display.white),
            black_ms: millis(display.black),
            running: display.running.map(Side::from),
        }
    }
}

impl State {
    /// Returns the form of the state of a clock at a moment.
    pub(super) fn new(clock: &Clock, now: Timestamp) -> Self {
        let left = |color| clock.remaining(color, now).map(millis);
        let standing = match clock.reading() {
            None => Standing::NotStarted { started: false },
            Some(reading) => Standing::Started(Box::new(Started {
                white_ms: left(Color::White),
                black_ms: left(Color::Black),
                running: reading.running.map(Side::from),
                paused: reading.is_paused,
                flag: reading.flag.map(Side::from),
                forfeit: reading.forfeit.map(Side::from),
                deadline_ms: clock.deadline().map(Timestamp::millis),
                white: Half::new(clock, Color::White, reading.white_stage, now),
                black: Half::new(clock, Color::Black, reading.black_stage, now),
            })),
        };
        Self { at_ms: now.millis(), standing }
    }
}

impl Half {
    fn new(clock: &Clock, color: Color, stage: StageReading, now: Timestamp) -> Self {
        let (kind, increment) = match stage.increment {
            Increment::None => ("none", Duration::ZERO),
            Increment::Fischer(time) => ("fischer", time),
            Increment::Bronstein(time) => ("bronstein", time),
            Increment::Delay(time) => ("delay", time),
        };
        Self {
            used_ms: clock.used(color, now).map(millis),
            given_ms: clock.given(color, now).map(millis),
            moves: clock.moves(color),
            stage: stage.number,
            moves_to_go: stage.moves_to_go,
            increment: kind,
            increment_ms: millis(increment),
            absent: stage.is_absent,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
