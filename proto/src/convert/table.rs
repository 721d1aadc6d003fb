//! Converts the tables of a tournament: its devices with their clocks, and the inputs of a game.

use std::borrow::Cow;

use draughts::Timestamp;
use live_game::{
    DeviceId,
    table::{Acknowledgement, ClockFault, Inputs, Seat, SeatEvent, Seats},
};

use crate::{
    convert::{Aggregate, ConvertError, InputContent, Record, StoredInput, device, required},
    v1::{self, device_clock_fault::Fault, envelope, table_record::Event as Wire},
};

/// The largest number of characters in the name of an alarm, or of whoever acknowledges it.
const NAME_CHARS_MAX: usize = 100;
/// The highest number of a table.
const TABLE_MAX: u32 = 9999;

/// Returns the seat of a message; the desk is at table 0.
///
/// # Errors
/// [`ConvertError`] if there is no such seat or table.
pub fn seat(seat: v1::Seat, table: u32) -> Result<Seat, ConvertError> {
    match (seat, table) {
        (v1::Seat::Unspecified, _) => Err(ConvertError::Missing { field: "seat" }),
        (v1::Seat::Desk, 0) => Ok(Seat::Desk),
        (v1::Seat::Desk, _) => Err(ConvertError::invalid("table", "the desk is no table, use 0")),
        (_, table) if !(1..=TABLE_MAX).contains(&table) => {
            Err(ConvertError::invalid("table", format_args!("{table} is not 1 to {TABLE_MAX}")))
        }
        (v1::Seat::White, table) => Ok(Seat::White(table)),
        (v1::Seat::Black, table) => Ok(Seat::Black(table)),
        (v1::Seat::Table, table) => Ok(Seat::Table(table)),
    }
}

impl From<Seat> for v1::Seat {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::White(_) => Self::White,
            Seat::Black(_) => Self::Black,
            Seat::Table(_) => Self::Table,
            Seat::Desk => Self::Desk,
        }
    }
}

impl Aggregate for Seats {
    type Event = SeatEvent;

    fn apply(&mut self, event: &SeatEvent) {
        Self::apply(self, event);
    }

    /// Writes one change per record: seats change one by one.
    fn to_record(&self, events: &[SeatEvent]) -> envelope::Record {
        envelope::Record::Table(v1::TableRecord { event: events.last().map(Into::into) })
    }

    fn events(record: &Record) -> Result<Cow<'_, [SeatEvent]>, ConvertError> {
        let Record::Tables(event) = record else { return Err(ConvertError::OtherRecord) };
        Ok(Cow::Borrowed(std::slice::from_ref(event)))
    }
}

/// Converts a change of the state of a device's clock.
pub(super) fn device_clock_judged(
    device: &DeviceId,
    fault: Option<ClockFault>,
    at: Timestamp,
) -> v1::DeviceClockJudged {
    let (device, fault) = (device.as_str().to_owned(), fault.map(Into::into));
    v1::DeviceClockJudged { device, at_ms: at.millis(), fault }
}

impl From<&SeatEvent> for Wire {
    fn from(event: &SeatEvent) -> Self {
        match event {
            SeatEvent::Assigned { device, seat } => {
                let (device, table) = (device.as_str().to_owned(), seat.table().unwrap_or(0));
                let seat = v1::Seat::from(*seat).into();
                Self::Assigned(v1::DeviceAssigned { device, table, seat })
            }
            SeatEvent::Released { device } => {
                Self::Released(v1::DeviceReleased { device: device.as_str().to_owned() })
            }
            SeatEvent::GraceSet { device, grace_ms } => {
                let (device, grace_ms) = (device.as_str().to_owned(), *grace_ms);
                Self::GraceSet(v1::GraceSet { grace_ms, device })
            }
            SeatEvent::ClockJudged { device, fault, at } => {
                Self::DeviceClock(device_clock_judged(device, *fault, *at))
            }
            SeatEvent::Acknowledged { device, acknowledgement } => {
                let device = device.as_str().to_owned();
                Self::AlarmAcknowledged(v1::AlarmAcknowledged { device, ..acknowledgement.into() })
            }
        }
    }
}

impl TryFrom<Wire> for SeatEvent {
    type Error = ConvertError;

    fn try_from(wire: Wire) -> Result<Self, ConvertError> {
        Ok(match wire {
            Wire::Assigned(assigned) => Self::Assigned {
                seat: seat(assigned.seat(), assigned.table)?,
                device: device(assigned.device)?,
            },
            Wire::Released(released) => Self::Released { device: device(released.device)? },
            Wire::GraceSet(set) => {
                Self::GraceSet { device: device(set.device)?, grace_ms: set.grace_ms }
            }
            Wire::DeviceClock(judged) => Self::ClockJudged {
                device: device(judged.device)?,
                fault: judged.fault.map(TryInto::try_into).transpose()?,
                at: Timestamp::from_millis(judged.at_ms),
            },
            Wire::AlarmAcknowledged(wire) => {
                let v1::AlarmAcknowledged { alarm, by, device: name, at_ms } = wire;
                let at = Timestamp::from_millis(at_ms);
                let acknowledgement = acknowledgement(alarm, &by, at)?;
                Self::Acknowledged { device: device(name)?, acknowledgement }
            }
        })
    }
}

/// Returns the acknowledgement of an alarm by a person.
///
/// # Errors
/// [`ConvertError`] if the name of the alarm or of the person is empty, too long or has other characters.
pub fn acknowledgement(
    alarm: String,
    by: &str,
    at: Timestamp,
) -> Result<Acknowledgement, ConvertError> {
    let is_of_name =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.' | ' ');
    if !(1..=NAME_CHARS_MAX).contains(&alarm.len()) || !alarm.chars().all(is_of_name) {
        let rule =
            format_args!("has to be 1 to {NAME_CHARS_MAX} of a-z, A-Z, 0-9, -, _, . and spaces");
        return Err(ConvertError::invalid("alarm", rule));
    }
    let by = by.trim().to_owned();
    if !(1..=NAME_CHARS_MAX).contains(&by.chars().count()) || by.chars().any(char::is_control) {
        let rule = format_args!("has to be the name of a person, 1 to {NAME_CHARS_MAX} characters");
        return Err(ConvertError::invalid("by", rule));
    }
    Ok(Acknowledgement { alarm, by, at })
}

impl From<&Acknowledgement> for v1::AlarmAcknowledged {
    /// Returns it without the device.
    fn from(Acknowledgement { alarm, by, at }: &Acknowledgement) -> Self {
        let (alarm, by) = (alarm.clone(), by.clone());
        Self { alarm, by, device: String::new(), at_ms: at.millis() }
    }
}

impl From<ClockFault> for v1::DeviceClockFault {
    fn from(fault: ClockFault) -> Self {
        let fault = match fault {
            ClockFault::TooFar(ms) => Fault::TooFarMs(ms),
            ClockFault::Jumped(ms) => Fault::JumpedMs(ms),
            ClockFault::InFuture(ms) => Fault::InFutureMs(ms),
            ClockFault::LongAgo(ms) => Fault::LongAgoMs(ms),
        };
        Self { fault: Some(fault) }
    }
}

impl TryFrom<v1::DeviceClockFault> for ClockFault {
    type Error = ConvertError;

    fn try_from(wire: v1::DeviceClockFault) -> Result<Self, ConvertError> {
        Ok(match required(wire.fault, "fault")? {
            Fault::TooFarMs(ms) => Self::TooFar(ms),
            Fault::JumpedMs(ms) => Self::Jumped(ms),
            Fault::InFutureMs(ms) => Self::InFuture(ms),
            Fault::LongAgoMs(ms) => Self::LongAgo(ms),
        })
    }
}

impl Aggregate for Inputs<InputContent> {
    type Event = StoredInput;

    fn apply(&mut self, event: &StoredInput) {
        Self::apply(self, event.id.clone(), event.content().clone(), event.is_display());
    }

    /// Writes one input per record: each is stored on its own.
    fn to_record(&self, events: &[StoredInput]) -> envelope::Record {
        envelope::Record::Input(events.last().map(|event| event.record.clone()).unwrap_or_default())
    }

    fn events(record: &Record) -> Result<Cow<'_, [StoredInput]>, ConvertError> {
        let Record::Input(input) = record else { return Err(ConvertError::OtherRecord) };
        Ok(Cow::Borrowed(std::slice::from_ref(input)))
    }
}

#[cfg(test)]
mod tests {
    use live_game::table::InputNovelty;

    use super::*;

    fn named(name: &str) -> DeviceId {
        DeviceId::new(name).unwrap()
    }

    fn judged(fault: Option<ClockFault>) -> SeatEvent {
        SeatEvent::ClockJudged { device: named("a"), fault, at: Timestamp::from_millis(7) }
    }

    #[test]
    fn a_change_of_seats_reads_back_from_its_record() {
        for event in [
            SeatEvent::Assigned { device: named("a"), seat: Seat::White(7) },
            SeatEvent::Assigned { device: named("b"), seat: Seat::Desk },
            SeatEvent::Released { device: named("a") },
            SeatEvent::GraceSet { device: named("b"), grace_ms: 5000 },
            judged(Some(ClockFault::TooFar(-700_000))),
            judged(Some(ClockFault::Jumped(-2_000))),
            judged(Some(ClockFault::InFuture(300))),
            judged(Some(ClockFault::LongAgo(30_000))),
            judged(None),
            SeatEvent::Acknowledged {
                device: named("b"),
                acknowledgement: Acknowledgement {
                    alarm: "irregular r1-t1 3".to_owned(),
                    by: "Anna".to_owned(),
                    at: Timestamp::from_millis(7),
                },
            },
        ] {
            let record = Seats::default().to_record(std::slice::from_ref(&event));
            assert_eq!(Seats::from_record(record), Ok(vec![event]));
        }
    }

    #[test]
    fn an_acknowledgement_names_an_alarm_and_a_person() {
        let long = "x".repeat(101);
        for (alarm, by, field) in [
            ("conflict r1-t1 3", " Anna ", None),
            ("", "Anna", Some("alarm")),
            ("conflict\n", "Anna", Some("alarm")),
            (&long, "Anna", Some("alarm")),
            ("conflict", "  ", Some("by")),
            ("conflict", "An\u{7}na", Some("by")),
            ("conflict", &long, Some("by")),
        ] {
            let read = acknowledgement(alarm.to_owned(), by, Timestamp::from_millis(7));
            let fault = read.err().map(|fault| fault.to_string());
            assert_eq!(fault.is_some(), field.is_some(), "{alarm:?} {by:?}");
            let names = fault.zip(field).is_none_or(|(fault, field)| fault.contains(field));
            assert!(names, "{alarm:?} {by:?}");
        }
    }

    #[test]
    fn a_seat_is_at_a_table_and_the_desk_at_none() {
        for (wire, table, expected) in [
            (v1::Seat::White, 1, Some(Seat::White(1))),
            (v1::Seat::Black, 9999, Some(Seat::Black(9999))),
            (v1::Seat::Table, 2, Some(Seat::Table(2))),
            (v1::Seat::Desk, 0, Some(Seat::Desk)),
            (v1::Seat::Desk, 1, None),
            (v1::Seat::White, 0, None),
            (v1::Seat::White, 10_000, None),
            (v1::Seat::Unspecified, 1, None),
        ] {
            assert_eq!(seat(wire, table).ok(), expected, "{wire:?} {table}");
        }
    }

    #[test]
    fn an_input_reads_back_from_its_record_and_is_known_from_then_on() {
        let action = Some(v1::input_record::Action::Resign(v1::Resign::default()));
        let device = "tablet".to_owned();
        let record = v1::InputRecord { device, sequence: 3, action, ..Default::default() };
        let stored = StoredInput::try_from(record.clone()).unwrap();
        let mut inputs = Inputs::default();
        let wire = inputs.to_record(std::slice::from_ref(&stored));
        assert_eq!(wire, envelope::Record::Input(record.clone()));
        assert_eq!(Inputs::from_record(wire), Ok(vec![stored.clone()]));
        Aggregate::apply(&mut inputs, &stored);
        let decided = inputs.decide(&stored.id, &record.action, false, false);
        assert_eq!(decided, Ok(InputNovelty::Repeat));
    }
}
