//! Clocks.

use draughts::Timestamp;
use game_clock::{Clock, Event};
use std::time::Duration;

use crate::{
    convert::{Aggregate, ConvertError, required, types::millis},
    v1::{self, clock_event::Event as Wire, envelope::Record},
};

impl Aggregate for Clock {
    type Event = Event;

    fn apply(&mut self, event: &Event) {
        Self::apply(self, event);
    }

    fn to_record(&self, events: &[Event]) -> Record {
        let events = events.iter().map(|event| v1::ClockEvent { event: Some(wire(event)) });
        Record::Clock(v1::ClockRecord {
            events: events.collect(),
            state: v1::ClockState::try_from(self).ok(),
        })
    }

    fn from_record(record: Record) -> Result<Vec<Event>, ConvertError> {
        let Record::Clock(record) = record else { return Err(ConvertError::OtherRecord) };
        record.events.into_iter().map(|event| domain(required(event.event, "event")?)).collect()
    }
}

impl TryFrom<&Clock> for v1::ClockState {
    type Error = ConvertError;

    /// The clock as it stood at its last event.
    fn try_from(clock: &Clock) -> Result<Self, ConvertError> {
        let reading = required(clock.reading(), "clock")?;
        let mut state = Self {
            white_ms: millis(reading.white),
            black_ms: millis(reading.black),
            as_of_ms: reading.as_of.millis(),
            ..Self::default()
        };
        if let Some(color) = reading.running {
            state.set_running(color.into());
        }
        if let Some(color) = reading.flag {
            state.set_flag(color.into());
        }
        Ok(state)
    }
}

fn wire(event: &Event) -> Wire {
    match *event {
        Event::Started { control, at } => {
            Wire::Started(v1::ClockStarted { control: Some(control.into()), at_ms: at.millis() })
        }
        Event::Pressed { by, at, remaining } => {
            let mut pressed = v1::ClockPressed {
                at_ms: at.millis(),
                remaining_ms: millis(remaining),
                ..Default::default()
            };
            pressed.set_by(by.into());
            Wire::Pressed(pressed)
        }
        Event::FlagFell { color, at } => {
            let mut fell = v1::FlagFell { at_ms: at.millis(), ..Default::default() };
            fell.set_color(color.into());
            Wire::FlagFell(fell)
        }
        Event::Corrected { line, running, at } => {
            let mut corrected =
                v1::ClockCorrected { line, at_ms: at.millis(), ..Default::default() };
            if let Some(color) = running {
                corrected.set_running(color.into());
            }
            Wire::Corrected(corrected)
        }
        Event::Stopped { at } => Wire::Stopped(v1::ClockStopped { at_ms: at.millis() }),
    }
}

fn domain(event: Wire) -> Result<Event, ConvertError> {
    Ok(match event {
        Wire::Started(started) => Event::Started {
            control: required(started.control, "control")?.try_into()?,
            at: Timestamp::from_millis(started.at_ms),
        },
        Wire::Pressed(pressed) => Event::Pressed {
            by: pressed.by().try_into()?,
            at: Timestamp::from_millis(pressed.at_ms),
            remaining: Duration::from_millis(pressed.remaining_ms),
        },
        Wire::FlagFell(fell) => Event::FlagFell {
            color: fell.color().try_into()?,
            at: Timestamp::from_millis(fell.at_ms),
        },
        Wire::Corrected(corrected) => Event::Corrected {
            line: corrected.line,
            running: match corrected.running() {
                v1::Color::Unspecified => None,
                color @ (v1::Color::White | v1::Color::Black) => Some(color.try_into()?),
            },
            at: Timestamp::from_millis(corrected.at_ms),
        },
        Wire::Stopped(stopped) => Event::Stopped { at: Timestamp::from_millis(stopped.at_ms) },
    })
}
