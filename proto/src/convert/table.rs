//! Converts the tables of a tournament: its devices with their clocks, and the inputs of a game.

use std::borrow::Cow;

use draughts::Timestamp;
use live_game::{
    DeviceId,
    table::{
        Acknowledgement, ArbiterCall, CallClaim, CallMatter, ClockFault, DeskAct, Inputs,
        SeatEvent, Seats, ShownResult, Silence, TakeOver,
    },
};

use super::{
    presence::{device_kind, device_silent},
    seat::seat,
};
use crate::{
    convert::{Aggregate, ConvertError, InputContent, Record, StoredInput, device, required},
    v1::{self, device_clock_fault::Fault, envelope, table_record::Event as Wire},
};

/// The largest number of characters in the name of whoever acknowledges an alarm.
const NAME_CHARS_MAX: usize = 100;
/// The largest number of characters in the name of an alarm, which may have that of a device in it.
const ALARM_CHARS_MAX: usize = 200;
/// The largest number of characters in the name of a call.
const CALL_ID_CHARS_MAX: usize = 64;
impl Aggregate for Seats {
    type Event = SeatEvent;

    /// A damaged record of seats concerns seats: moves, clocks and rounds go on, and people look
    /// who sits where.
    const READS_OVER_DAMAGE: bool = true;

    fn apply(&mut self, event: &SeatEvent) {
        Self::apply(self, event);
    }

    /// Writes one change per record: seats change one by one.
    fn to_record(&self, events: &[SeatEvent]) -> envelope::Record {
        let event = events.last();
        let act = event.and_then(SeatEvent::act).map(Into::into);
        envelope::Record::Table(v1::TableRecord { event: event.map(Into::into), act })
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
            SeatEvent::Assigned { device, seat, .. } => {
                let (device, table) = (device.as_str().to_owned(), seat.table().unwrap_or(0));
                let seat = v1::Seat::from(*seat).into();
                Self::Assigned(v1::DeviceAssigned { device, table, seat })
            }
            SeatEvent::Released { device, .. } => {
                Self::Released(v1::DeviceReleased { device: device.as_str().to_owned() })
            }
            SeatEvent::GraceSet { device, grace_ms, .. } => {
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
            SeatEvent::Called(call) => Self::Call(call.into()),
            SeatEvent::Claimed(claim) => Self::SeatClaimed(claim.into()),
            SeatEvent::TookOver(taken) => Self::SeatTakenOver(taken.into()),
            SeatEvent::KindTold { device, kind } => Self::KindTold(v1::DeviceKindTold {
                device: device.as_str().to_owned(),
                kind: v1::DeviceKind::from(*kind).into(),
            }),
            SeatEvent::FellSilent { device, silence } => {
                Self::Silent(device_silent(device, silence))
            }
            SeatEvent::Heard { device, at } => {
                let (device, at_ms) = (device.as_str().to_owned(), at.millis());
                Self::Heard(v1::DeviceHeard { device, at_ms })
            }
            SeatEvent::BoardOrdered { device, board, orders, by, at } => {
                Self::BoardOrdered(v1::BoardOrdered {
                    device: device.as_str().to_owned(),
                    board: board.as_str().to_owned(),
                    orders: Some((*orders).into()),
                    by: by.clone(),
                    at_ms: at.millis(),
                })
            }
        }
    }
}

impl From<&DeskAct> for v1::DeskAct {
    fn from(act: &DeskAct) -> Self {
        let DeskAct { by, role, subject, at } = act.clone();
        Self { by, role, subject, at_ms: at.millis() }
    }
}

impl From<v1::DeskAct> for DeskAct {
    fn from(wire: v1::DeskAct) -> Self {
        let v1::DeskAct { by, role, subject, at_ms } = wire;
        Self { by, role, subject, at: Timestamp::from_millis(at_ms) }
    }
}

impl TryFrom<v1::TableRecord> for SeatEvent {
    type Error = ConvertError;

    fn try_from(record: v1::TableRecord) -> Result<Self, ConvertError> {
        let act = record.act.map(Into::into);
        Ok(match required(record.event, "event")? {
            Wire::Assigned(assigned) => Self::Assigned {
                seat: seat(assigned.seat(), assigned.table)?,
                device: device(assigned.device)?,
                act,
            },
            Wire::Released(released) => Self::Released { device: device(released.device)?, act },
            Wire::GraceSet(set) => {
                Self::GraceSet { device: device(set.device)?, grace_ms: set.grace_ms, act }
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
            Wire::Call(call) => Self::Called(call.try_into()?),
            Wire::SeatClaimed(claim) => Self::Claimed(claim.try_into()?),
            Wire::SeatTakenOver(taken) => Self::TookOver(TakeOver { act, ..taken.try_into()? }),
            Wire::KindTold(told) => {
                Self::KindTold { kind: device_kind(told.kind())?, device: device(told.device)? }
            }
            Wire::Silent(silent) => {
                let v1::DeviceSilent { device: name, round, table, since_ms } = silent;
                let since = Timestamp::from_millis(since_ms);
                let silence = Silence { round, table, since };
                Self::FellSilent { device: device(name)?, silence }
            }
            Wire::Heard(heard) => Self::Heard {
                device: device(heard.device)?,
                at: Timestamp::from_millis(heard.at_ms),
            },
            Wire::BoardOrdered(ordered) => {
                let v1::BoardOrdered { device: name, board, orders, by, at_ms } = ordered;
                let orders = required(orders, "orders")?.into();
                let (board, at) = (device(board)?, Timestamp::from_millis(at_ms));
                Self::BoardOrdered { device: device(name)?, board, orders, by, at }
            }
        })
    }
}

impl From<&ArbiterCall> for v1::ArbiterCall {
    fn from(call: &ArbiterCall) -> Self {
        Self {
            alarm: call.alarm.clone(),
            id: call.id.clone(),
            device: call.device.as_str().to_owned(),
            table: call.table,
            matter: v1::CallMatter::from(call.matter).into(),
            articles: call.articles.clone(),
            text: call.text.clone(),
            by: call.by.clone(),
            at_ms: call.at.millis(),
            gap: call.gap.as_ref().map(Into::into),
            shown: call.shown.as_deref().map(Into::into),
        }
    }
}

impl TryFrom<v1::ArbiterCall> for ArbiterCall {
    type Error = ConvertError;

    fn try_from(wire: v1::ArbiterCall) -> Result<Self, ConvertError> {
        let matter = call_matter(wire.matter())?;
        let v1::ArbiterCall {
            alarm,
            id,
            device: name,
            table,
            text,
            by,
            at_ms,
            articles,
            gap,
            shown,
            ..
        } = wire;
        let (device, at) = (device(name)?, Timestamp::from_millis(at_ms));
        let gap = gap.map(TryInto::try_into).transpose()?;
        let shown = shown.map(ShownResult::try_from).transpose()?.map(Box::new);
        Ok(Self { alarm, id, device, table, matter, articles, text, by, at, gap, shown })
    }
}

/// Converts the matter of a call.
///
/// # Errors
/// [`ConvertError`] if there is none.
pub fn call_matter(matter: v1::CallMatter) -> Result<CallMatter, ConvertError> {
    Ok(match matter {
        v1::CallMatter::Unspecified => return Err(ConvertError::Missing { field: "matter" }),
        v1::CallMatter::IrregularMove => CallMatter::IrregularMove,
        v1::CallMatter::Clock => CallMatter::Clock,
        v1::CallMatter::Disturbance => CallMatter::Disturbance,
        v1::CallMatter::Result => CallMatter::Result,
        v1::CallMatter::Other => CallMatter::Other,
        v1::CallMatter::Paper => CallMatter::Paper,
        v1::CallMatter::ClaimRepetition => CallMatter::Claim(CallClaim::Repetition),
        v1::CallMatter::ClaimCount => CallMatter::Claim(CallClaim::Count),
        v1::CallMatter::ClaimFlag => CallMatter::Claim(CallClaim::Flag),
        v1::CallMatter::ClaimIrregularity => CallMatter::Claim(CallClaim::Irregularity),
    })
}

impl From<CallMatter> for v1::CallMatter {
    fn from(matter: CallMatter) -> Self {
        match matter {
            CallMatter::IrregularMove => Self::IrregularMove,
            CallMatter::Clock => Self::Clock,
            CallMatter::Disturbance => Self::Disturbance,
            CallMatter::Result => Self::Result,
            CallMatter::Other => Self::Other,
            CallMatter::Paper => Self::Paper,
            CallMatter::Claim(CallClaim::Repetition) => Self::ClaimRepetition,
            CallMatter::Claim(CallClaim::Count) => Self::ClaimCount,
            CallMatter::Claim(CallClaim::Flag) => Self::ClaimFlag,
            CallMatter::Claim(CallClaim::Irregularity) => Self::ClaimIrregularity,
        }
    }
}

/// Checks the name that a caller gives a call.
///
/// # Errors
/// [`ConvertError`] if it is empty, too long or has other characters than visible ones of ASCII.
pub fn call_id(id: String) -> Result<String, ConvertError> {
    let is_of_id = |letter: char| letter.is_ascii_graphic();
    if !(1..=CALL_ID_CHARS_MAX).contains(&id.len()) || !id.chars().all(is_of_id) {
        let rule = format_args!("has to be 1 to {CALL_ID_CHARS_MAX} visible characters of ASCII");
        return Err(ConvertError::invalid("id", rule));
    }
    Ok(id)
}

/// Returns the acknowledgement of an alarm by a person.
///
/// # Errors
/// [`ConvertError`] if the name of the alarm or of the person is empty, too long or has other
/// characters.
pub fn acknowledgement(
    alarm: String,
    by: &str,
    at: Timestamp,
) -> Result<Acknowledgement, ConvertError> {
    // The names of devices, which are in those of alarms, have all visible characters of ASCII.
    let is_of_name = |letter: char| letter.is_ascii_graphic() || letter == ' ';
    if !(1..=ALARM_CHARS_MAX).contains(&alarm.len()) || !alarm.chars().all(is_of_name) {
        let rule =
            format_args!("has to be 1 to {ALARM_CHARS_MAX} visible characters of ASCII and spaces");
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
    use draughts::{Bitboard, Score};
    use live_game::table::{
        BoardContinuation, BoardGap, BoardOrders, DeviceKind, InputNovelty, Replaced, Seat,
        SeatClaim,
    };

    use super::*;

    fn named(name: &str) -> DeviceId {
        DeviceId::new(name).unwrap()
    }

    fn by_anna() -> DeskAct {
        DeskAct {
            by: "Anna".to_owned(),
            role: "technician".to_owned(),
            subject: "anna".to_owned(),
            at: Timestamp::from_millis(7),
        }
    }

    fn judged(fault: Option<ClockFault>) -> SeatEvent {
        SeatEvent::ClockJudged { device: named("a"), fault, at: Timestamp::from_millis(7) }
    }

    #[test]
    fn a_change_of_seats_reads_back_from_its_record() {
        for event in [
            SeatEvent::Assigned { device: named("a"), seat: Seat::White(7), act: None },
            SeatEvent::Assigned { device: named("b"), seat: Seat::Desk, act: Some(by_anna()) },
            SeatEvent::Released { device: named("a"), act: None },
            SeatEvent::Released { device: named("a"), act: Some(by_anna()) },
            SeatEvent::GraceSet { device: named("b"), grace_ms: 5000, act: Some(by_anna()) },
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
            SeatEvent::Called(ArbiterCall {
                alarm: "call t7 3".to_owned(),
                id: "9f".to_owned(),
                device: named("a"),
                table: 7,
                matter: CallMatter::Disturbance,
                articles: "art. 18".to_owned(),
                text: "a telephone".to_owned(),
                by: "a".to_owned(),
                at: Timestamp::from_millis(7),
                gap: Some(BoardGap {
                    game: "r3-t12".to_owned(),
                    ply: 12,
                    continuations: vec![BoardContinuation {
                        moves: vec!["32-28".parse().unwrap()],
                        differences: Bitboard::EMPTY,
                    }],
                }),
                shown: Some(Box::new(ShownResult {
                    game: "r3-t12".to_owned(),
                    score: Score::Draw,
                })),
            }),
            SeatEvent::Claimed(SeatClaim {
                device: named("a"),
                seat: Seat::White(7),
                at: Timestamp::from_millis(7),
            }),
            SeatEvent::TookOver(TakeOver {
                device: named("a"),
                seat: Seat::Black(7),
                replaced: vec![
                    Replaced { device: named("b"), unsent: Some(0) },
                    Replaced { device: named("c"), unsent: None },
                ],
                at: Timestamp::from_millis(7),
                act: Some(by_anna()),
            }),
            SeatEvent::KindTold { device: named("a"), kind: DeviceKind::Tablet },
            SeatEvent::KindTold { device: named("a"), kind: DeviceKind::Board },
            SeatEvent::FellSilent {
                device: named("a"),
                silence: Silence { round: 2, table: 7, since: Timestamp::from_millis(7) },
            },
            SeatEvent::Heard { device: named("a"), at: Timestamp::from_millis(7) },
            SeatEvent::BoardOrdered {
                device: named("b"),
                board: named("a"),
                orders: BoardOrders { is_rotated: Some(true), is_muted: true, restarts: 3 },
                by: "Anna".to_owned(),
                at: Timestamp::from_millis(7),
            },
        ] {
            let record = Seats::default().to_record(std::slice::from_ref(&event));
            assert_eq!(Seats::from_record(record), Ok(vec![event]));
        }
    }

    #[test]
    fn an_acknowledgement_names_an_alarm_and_a_person() {
        let (long, device) = ("x".repeat(201), "~".repeat(64));
        let of_device = format!("conflict r12-t1234 100 {device} 18446744073709551615");
        for (alarm, by, field) in [
            ("conflict r1-t1 3", " Anna ", None),
            ("conflict r1-t1 3 board#1/left+right 7", "Anna", None),
            (&of_device, "Anna", None),
            ("conflict r1-t1 \u{e9}", "Anna", Some("alarm")),
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
    fn a_call_has_a_matter_and_a_name_that_exist() {
        for number in 1..=10 {
            let wire = v1::CallMatter::try_from(number).unwrap();
            assert_eq!(call_matter(wire).map(v1::CallMatter::from), Ok(wire));
        }
        assert!(v1::CallMatter::try_from(11).is_err());
        let field = |error: ConvertError| error.to_string();
        assert!(field(call_matter(v1::CallMatter::Unspecified).unwrap_err()).contains("matter"));
        let long = "x".repeat(65);
        for (id, is_good) in
            [("9f-1c", true), (&long[..64], true), ("", false), ("a b", false), (&long, false)]
        {
            assert_eq!(call_id(id.to_owned()).is_ok(), is_good, "{id:?}");
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
