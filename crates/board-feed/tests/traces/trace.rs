//! Reads recorded traces.

use std::time::Duration;

use board_feed::{BoardSetting, Capability, Code, Event, Field, Reading, Tracker};
use draughts::{Color, Position, Timestamp, Variant, fen};
use serde_json::Value;

/// The readings of a board during one game.
pub(crate) struct Trace {
    pub(crate) id: String,
    pub(crate) setting: BoardSetting,
    pub(crate) readings: Vec<(Timestamp, Reading)>,
    /// The times at which the operator set the position.
    pub(crate) setups: Vec<Timestamp>,
}

impl Trace {
    /// Reads traces, each of which begins with a line of the kind `meta`.
    pub(crate) fn read(lines: &[Value]) -> Vec<Self> {
        let mut traces: Vec<Self> = Vec::new();
        for line in lines {
            if line["kind"] == "meta" {
                traces.push(Self::begin(line));
                continue;
            }
            let trace = traces.last_mut().unwrap();
            let at = moment(&line["t"]);
            if line["kind"] == "setup" {
                trace.setups.push(at);
            }
            trace.readings.push((at, reading(line, trace.setting.start.variant())));
        }
        traces
    }

    fn begin(meta: &Value) -> Self {
        let variant: Variant = meta["variant"].as_str().unwrap().parse().unwrap();
        let start = match meta["start"].as_str() {
            Some(text) => fen::parse(text, variant).unwrap(),
            None => Position::start(variant),
        };
        let setting = BoardSetting {
            capability: Capability::from_name(meta["capability"].as_str().unwrap()).unwrap(),
            start,
            is_rotated: meta["rotated"].as_bool(),
            poll: meta["poll"].as_f64().map(Duration::from_secs_f64),
        };
        let id = meta["id"].as_str().unwrap().to_owned();
        Self { id, setting, readings: Vec::new(), setups: Vec::new() }
    }

    /// Returns what a tracker concludes, to the last of its deadlines.
    pub(crate) fn track(&self) -> Vec<(Timestamp, Event)> {
        let mut tracker = Tracker::new(self.setting.clone());
        let mut events = Vec::new();
        for (at, reading) in &self.readings {
            events.extend(tracker.take(reading, *at));
        }
        while let Some(deadline) = tracker.deadline() {
            events.extend(tracker.wait(deadline));
        }
        events
    }
}

/// Reads a time in seconds.
#[expect(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    reason = "traces are hours long at most"
)]
pub(crate) fn moment(seconds: &Value) -> Timestamp {
    Timestamp::from_millis((seconds.as_f64().unwrap() * 1000.0).round() as i64)
}

fn reading(line: &Value, variant: Variant) -> Reading {
    let code = |letter| Code::from_letter(letter).unwrap();
    match line["kind"].as_str().unwrap() {
        "field" => Reading::Field {
            field: Field::new(line["field"].as_u64().unwrap().try_into().unwrap()).unwrap(),
            code: code(line["code"].as_str().unwrap().chars().next().unwrap()),
        },
        "dump" => {
            let codes: Vec<Code> = line["codes"].as_str().unwrap().chars().map(code).collect();
            Reading::Dump(Box::new(codes.try_into().unwrap()))
        }
        "clock_press" => Reading::Press(
            Color::from_letter(line["by"].as_str().unwrap().chars().next().unwrap()).unwrap(),
        ),
        "clock" => Reading::ClockStopped,
        "link" => Reading::Link { is_up: line["up"].as_bool().unwrap() },
        "setup" => Reading::Setup {
            position: Box::new(fen::parse(line["fen"].as_str().unwrap(), variant).unwrap()),
            ply: line["ply"].as_u64().unwrap().try_into().unwrap(),
        },
        kind => panic!("{kind} is no kind of line"),
    }
}
