//! Converts clocks.

mod order;
mod refusal;
mod state;

use draughts::{Color, Timestamp};
use game_clock::{
    AbsenceArticle, AbsenceLimit, Clock, ClockDisplay, Event, Irregularity, Moves, Reason,
};
use live_game::{ClockAnswer, ClockEvent, GameClock, table::ClockAlarm};
use std::{borrow::Cow, time::Duration};

pub use order::{clock_command, clock_order};
pub use state::{clock_deadline, clock_state, stored_move_times};

use crate::{
    convert::{
        Aggregate, ConvertError, Record, required,
        table::device_clock_judged,
        types::{flag_waived, millis},
    },
    v1::{self, clock_event::Event as Wire, envelope},
};

impl Aggregate for GameClock {
    type Event = ClockEvent;

    fn apply(&mut self, event: &ClockEvent) {
        Self::apply(self, event);
    }

    fn to_record(&self, events: &[ClockEvent]) -> envelope::Record {
        let events = events.iter().map(|event| {
            let event = match event {
                ClockEvent::Clock(event) => wire(event),
                ClockEvent::Answered(answer) => Wire::Answered(answer.into()),
                ClockEvent::TimesKept => Wire::TimesKept(v1::Nothing {}),
            };
            v1::ClockEvent { event: Some(event) }
        });
        envelope::Record::Clock(v1::ClockRecord {
            events: events.collect(),
            state: clock_state(self),
        })
    }

    fn events(record: &Record) -> Result<Cow<'_, [ClockEvent]>, ConvertError> {
        match record {
            Record::Clock(record) => Ok(Cow::Borrowed(&record.events)),
            Record::Input(_)
            | Record::Tables(_)
            | Record::Game(_)
            | Record::Tournament(_)
            | Record::Access(_) => Err(ConvertError::OtherRecord),
        }
    }
}

/// Converts the events of a clock.
pub(super) fn events(events: Vec<v1::ClockEvent>) -> Result<Vec<ClockEvent>, ConvertError> {
    events.into_iter().map(|event| domain(required(event.event, "event")?)).collect()
}

impl From<&ClockAnswer> for v1::ClockAnswered {
    fn from(answer: &ClockAnswer) -> Self {
        Self {
            number: answer.number,
            input: answer.input.as_ref().map(Into::into),
            refusal: answer.refusal.as_ref().map(Into::into),
        }
    }
}

impl TryFrom<v1::ClockAnswered> for ClockAnswer {
    type Error = ConvertError;

    fn try_from(answer: v1::ClockAnswered) -> Result<Self, ConvertError> {
        Ok(Self {
            number: answer.number,
            input: answer.input.map(TryInto::try_into).transpose()?,
            refusal: answer.refusal.map(TryInto::try_into).transpose()?,
        })
    }
}

impl From<&ClockAlarm> for v1::clock_alarm::Kind {
    fn from(alarm: &ClockAlarm) -> Self {
        match alarm {
            ClockAlarm::IrregularPress { by, irregularity, at } => {
                Self::Irregular(irregular_press(*by, *irregularity, at.millis()))
            }
            ClockAlarm::DisplayDisagrees { display, at } => {
                Self::Disagreed(display_to_wire(*display, at.millis()))
            }
            ClockAlarm::Device { device, fault, at } => {
                Self::DeviceClock(device_clock_judged(device, *fault, *at))
            }
            ClockAlarm::FlagWaived { color, why, at } => {
                Self::FlagWaived(flag_waived(*color, *why, *at))
            }
            ClockAlarm::TimeOfDay { ahead_ms, at } => {
                Self::TimeOfDay(v1::TimeOfDaySet { ahead_ms: *ahead_ms, at_ms: at.millis() })
            }
            ClockAlarm::MachineApart { service, ahead_ms, at } => {
                Self::MachineApart(v1::MachineApart {
                    service: service.clone(),
                    ahead_ms: *ahead_ms,
                    at_ms: at.millis(),
                })
            }
        }
    }
}

fn wire(event: &Event) -> Wire {
    let at_ms = event.at().millis();
    match *event {
        Event::Opened { control, .. } => {
            Wire::Opened(v1::ClockOpened { control: Some(control.into()), at_ms })
        }
        Event::Started { control, by, .. } => {
            let (control, by) = (Some(control.into()), nobody_or(by));
            Wire::Started(v1::ClockStarted { control, at_ms, by })
        }
        Event::MarkedAbsent { color, limit, .. } => Wire::MarkedAbsent(v1::MarkedAbsent {
            color: side(color),
            limit: limit.map(Into::into),
            at_ms,
        }),
        Event::MarkedPresent { color, .. } => {
            Wire::MarkedPresent(v1::MarkedPresent { color: side(color), at_ms })
        }
        Event::AbsenceExceeded { color, limit, both, .. } => {
            let (color, limit) = (side(color), Some(limit.into()));
            Wire::AbsenceExceeded(v1::AbsenceExceeded { color, limit, at_ms, both })
        }
        Event::Pressed { by, remaining, .. } => {
            Wire::Pressed(v1::ClockPressed { by: side(by), at_ms, remaining_ms: millis(remaining) })
        }
        Event::Irregular { by, irregularity, .. } => {
            Wire::Irregular(irregular_press(by, irregularity, at_ms))
        }
        Event::FlagFell { color, required, .. } => {
            Wire::FlagFell(v1::FlagFell { color: side(color), at_ms, required })
        }
        Event::PlayedOn { color, remaining, moves, running, .. } => Wire::PlayedOn(v1::PlayedOn {
            color: side(color),
            remaining_ms: millis(remaining),
            moves,
            running: side(running),
            at_ms,
        }),
        Event::Paused { .. } => Wire::Paused(v1::ClockPaused { at_ms }),
        Event::Resumed { running, .. } => {
            Wire::Resumed(v1::ClockResumed { running: side(running), at_ms })
        }
        Event::Adjusted { color, remaining, ref reason, .. } => Wire::Adjusted(v1::ClockAdjusted {
            color: side(color),
            remaining_ms: millis(remaining),
            reason: reason.to_string(),
            at_ms,
        }),
        Event::Corrected { line, running, moves, .. } => {
            let moves = moves.map(|Moves { white, black }| v1::CompletedMoves { white, black });
            Wire::Corrected(v1::ClockCorrected { line, running: nobody_or(running), at_ms, moves })
        }
        Event::Followed { display, .. } => Wire::Followed(display_to_wire(display, at_ms)),
        Event::Disagreed { display, .. } => Wire::Disagreed(display_to_wire(display, at_ms)),
        Event::Stopped { .. } => Wire::Stopped(v1::ClockStopped { at_ms }),
    }
}

fn domain(event: Wire) -> Result<ClockEvent, ConvertError> {
    Ok(ClockEvent::Clock(match event {
        Wire::Answered(answer) => return Ok(ClockEvent::Answered(answer.try_into()?)),
        Wire::TimesKept(v1::Nothing {}) => return Ok(ClockEvent::TimesKept),
        Wire::Opened(opened) => Event::Opened {
            control: required(opened.control, "control")?.try_into()?,
            at: Timestamp::from_millis(opened.at_ms),
        },
        Wire::Started(started) => Event::Started {
            by: optional_side(started.by, "by")?,
            control: required(started.control, "control")?.try_into()?,
            at: Timestamp::from_millis(started.at_ms),
        },
        Wire::MarkedAbsent(marked) => Event::MarkedAbsent {
            color: marked.color().try_into()?,
            limit: marked.limit.map(TryInto::try_into).transpose()?,
            at: Timestamp::from_millis(marked.at_ms),
        },
        Wire::MarkedPresent(marked) => Event::MarkedPresent {
            color: marked.color().try_into()?,
            at: Timestamp::from_millis(marked.at_ms),
        },
        Wire::AbsenceExceeded(exceeded) => Event::AbsenceExceeded {
            color: exceeded.color().try_into()?,
            limit: required(exceeded.limit, "limit")?.try_into()?,
            both: exceeded.both,
            at: Timestamp::from_millis(exceeded.at_ms),
        },
        Wire::Pressed(pressed) => Event::Pressed {
            by: pressed.by().try_into()?,
            at: Timestamp::from_millis(pressed.at_ms),
            remaining: Duration::from_millis(pressed.remaining_ms),
        },
        Wire::Irregular(irregular) => Event::Irregular {
            by: irregular.by().try_into()?,
            irregularity: irregularity(&irregular),
            at: Timestamp::from_millis(irregular.at_ms),
        },
        Wire::FlagFell(fell) => Event::FlagFell {
            color: fell.color().try_into()?,
            required: fell.required,
            at: Timestamp::from_millis(fell.at_ms),
        },
        Wire::PlayedOn(played) => Event::PlayedOn {
            color: played.color().try_into()?,
            remaining: Duration::from_millis(played.remaining_ms),
            moves: played.moves,
            running: played.running().try_into()?,
            at: Timestamp::from_millis(played.at_ms),
        },
        Wire::Paused(paused) => Event::Paused { at: Timestamp::from_millis(paused.at_ms) },
        Wire::Resumed(resumed) => Event::Resumed {
            running: resumed.running().try_into()?,
            at: Timestamp::from_millis(resumed.at_ms),
        },
        Wire::Adjusted(adjusted) => Event::Adjusted {
            color: adjusted.color().try_into()?,
            remaining: Duration::from_millis(adjusted.remaining_ms),
            reason: Reason::stored(&adjusted.reason)
                .map_err(|source| ConvertError::invalid("reason", source))?,
            at: Timestamp::from_millis(adjusted.at_ms),
        },
        Wire::Corrected(corrected) => Event::Corrected {
            line: corrected.line,
            running: somebody(corrected.running())?,
            moves: corrected
                .moves
                .map(|v1::CompletedMoves { white, black }| Moves { white, black }),
            at: Timestamp::from_millis(corrected.at_ms),
        },
        Wire::Followed(shown) => {
            let (display, at) = display_from_wire(&shown)?;
            Event::Followed { display, at }
        }
        Wire::Disagreed(shown) => {
            let (display, at) = display_from_wire(&shown)?;
            Event::Disagreed { display, at }
        }
        Wire::Stopped(stopped) => Event::Stopped { at: Timestamp::from_millis(stopped.at_ms) },
    }))
}

fn irregularity(irregular: &v1::IrregularPress) -> Irregularity {
    let claimed = Timestamp::from_millis(irregular.claimed_ms);
    if irregular.is_in_future {
        Irregularity::InFuture { claimed }
    } else {
        Irregularity::BeforeLastEvent { claimed }
    }
}

fn side(color: Color) -> i32 {
    v1::Color::from(color).into()
}

fn nobody_or(color: Option<Color>) -> i32 {
    color.map_or(v1::Color::Unspecified, v1::Color::from).into()
}

fn somebody(color: v1::Color) -> Result<Option<Color>, ConvertError> {
    match color {
        v1::Color::Unspecified => Ok(None),
        color @ (v1::Color::White | v1::Color::Black) => color.try_into().map(Some),
    }
}

impl From<AbsenceLimit> for v1::AbsenceLimit {
    fn from(limit: AbsenceLimit) -> Self {
        let article = match limit.article {
            AbsenceArticle::Tournament2006Rule3 => v1::AbsenceArticle::Tournament2006Rule3,
            AbsenceArticle::RegulationCArt6 => v1::AbsenceArticle::RegulationCArt6,
            AbsenceArticle::Announced => v1::AbsenceArticle::Announced,
        };
        Self { after_ms: millis(limit.after), article: article.into() }
    }
}

impl TryFrom<v1::AbsenceLimit> for AbsenceLimit {
    type Error = ConvertError;

    fn try_from(limit: v1::AbsenceLimit) -> Result<Self, ConvertError> {
        let article = match limit.article() {
            v1::AbsenceArticle::Unspecified => {
                return Err(ConvertError::Missing { field: "article" });
            }
            v1::AbsenceArticle::Tournament2006Rule3 => AbsenceArticle::Tournament2006Rule3,
            v1::AbsenceArticle::RegulationCArt6 => AbsenceArticle::RegulationCArt6,
            v1::AbsenceArticle::Announced => AbsenceArticle::Announced,
        };
        Ok(Self { after: Duration::from_millis(limit.after_ms), article })
    }
}

fn irregular_press(by: Color, irregularity: Irregularity, at_ms: i64) -> v1::IrregularPress {
    let (claimed, is_in_future) = match irregularity {
        Irregularity::InFuture { claimed } => (claimed, true),
        Irregularity::BeforeLastEvent { claimed } => (claimed, false),
    };
    v1::IrregularPress { by: side(by), claimed_ms: claimed.millis(), is_in_future, at_ms }
}

fn display_to_wire(display: ClockDisplay, at_ms: i64) -> v1::ClockDisplayed {
    v1::ClockDisplayed {
        white_ms: millis(display.white),
        black_ms: millis(display.black),
        running: nobody_or(display.running),
        at_ms,
        flag: nobody_or(display.flag),
    }
}

impl From<ClockDisplay> for v1::ClockDisplay {
    fn from(display: ClockDisplay) -> Self {
        Self {
            white_ms: millis(display.white),
            black_ms: millis(display.black),
            running: nobody_or(display.running),
            flag: nobody_or(display.flag),
        }
    }
}

impl TryFrom<v1::ClockDisplay> for ClockDisplay {
    type Error = ConvertError;

    fn try_from(display: v1::ClockDisplay) -> Result<Self, ConvertError> {
        Ok(Self {
            white: shown(display.white_ms, "white_ms")?,
            black: shown(display.black_ms, "black_ms")?,
            running: optional_side(display.running, "running")?,
            flag: optional_side(display.flag, "flag")?,
        })
    }
}

/// Converts a remaining time; errors above [`Clock::REMAINING_MAX`].
fn left(millis: u64, field: &'static str) -> Result<Duration, ConvertError> {
    let remaining = Duration::from_millis(millis);
    if remaining > Clock::REMAINING_MAX {
        let most = Clock::REMAINING_MAX.as_millis();
        return Err(ConvertError::invalid(field, format_args!("{millis} is above {most}")));
    }
    Ok(remaining)
}

/// Converts a time on a clock's display, which has to be whole seconds.
fn shown(millis: u64, field: &'static str) -> Result<Duration, ConvertError> {
    let remaining = left(millis, field)?;
    if remaining.subsec_nanos() != 0 {
        let reason = format_args!("{millis} is no whole number of seconds");
        return Err(ConvertError::invalid(field, reason));
    }
    Ok(remaining)
}

/// Converts a side or none; errors for an unknown number.
fn optional_side(color: i32, field: &'static str) -> Result<Option<Color>, ConvertError> {
    let color = v1::Color::try_from(color)
        .map_err(|_unknown| ConvertError::invalid(field, format_args!("{color} is no colour")))?;
    somebody(color)
}

fn display_from_wire(
    shown: &v1::ClockDisplayed,
) -> Result<(ClockDisplay, Timestamp), ConvertError> {
    let display = ClockDisplay {
        white: Duration::from_millis(shown.white_ms),
        black: Duration::from_millis(shown.black_ms),
        running: somebody(shown.running())?,
        flag: somebody(shown.flag())?,
    };
    Ok((display, Timestamp::from_millis(shown.at_ms)))
}

#[cfg(test)]
mod size_tests;
#[cfg(test)]
mod tests;
