//! Which device sits where in one tournament, what is wrong with its clock, and how long inputs may be on
//! their way: folded from `input.<venue>.<tournament>.tables`.

use std::{borrow::Cow, collections::BTreeMap, time::Duration};

use draughts::Timestamp;
use live_game::DeviceId;
use proto::{
    convert::{Aggregate, ConvertError, Record, required},
    v1::{self, device_clock_fault::Fault as WireFault, envelope, table_record::Event as Wire},
};

use crate::device_clocks::{ClockFault, Found};

/// Where a device stands, and so what it may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// White's tablet at a table.
    White(u32),
    /// Black's tablet at a table.
    Black(u32),
    /// One device for both players.
    Table(u32),
    /// The arbiter's desk: every table, and rulings.
    Desk,
}

impl Place {
    /// The place that a call names.
    pub(crate) fn new(seat: v1::Seat, table: u32) -> Result<Self, ConvertError> {
        match (seat, table) {
            (v1::Seat::Unspecified, _) => Err(ConvertError::Missing { field: "seat" }),
            (v1::Seat::Desk, 0) => Ok(Self::Desk),
            (v1::Seat::Desk, _) => {
                Err(ConvertError::invalid("table", "the desk is no table, use 0"))
            }
            (_, table) if !(1..=9999).contains(&table) => {
                Err(ConvertError::invalid("table", format_args!("{table} is not 1 to 9999")))
            }
            (v1::Seat::White, table) => Ok(Self::White(table)),
            (v1::Seat::Black, table) => Ok(Self::Black(table)),
            (v1::Seat::Table, table) => Ok(Self::Table(table)),
        }
    }

    /// The seat as the wire names it.
    pub(crate) fn seat(self) -> v1::Seat {
        match self {
            Self::White(_) => v1::Seat::White,
            Self::Black(_) => v1::Seat::Black,
            Self::Table(_) => v1::Seat::Table,
            Self::Desk => v1::Seat::Desk,
        }
    }

    /// The table; 0 for the desk.
    pub(crate) fn table(self) -> u32 {
        match self {
            Self::White(table) | Self::Black(table) | Self::Table(table) => table,
            Self::Desk => 0,
        }
    }

    /// Whether a device here may write for `table`.
    pub(crate) fn serves(self, table: u32) -> bool {
        self == Self::Desk || self.table() == table
    }

    /// Whether a device here may tell what a clock shows: a player's own tablet has no clock to read.
    pub(crate) fn reads_clocks(self) -> bool {
        match self {
            Self::White(_) | Self::Black(_) => false,
            Self::Table(_) | Self::Desk => true,
        }
    }

    /// Whether a device here may resign, or agree to a draw, for `color`.
    pub(crate) fn speaks_for(self, color: draughts::Color) -> bool {
        match self {
            Self::White(_) => color == draughts::Color::White,
            Self::Black(_) => color == draughts::Color::Black,
            Self::Table(_) | Self::Desk => true,
        }
    }
}

/// A change of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeatEvent {
    Assigned {
        device: DeviceId,
        place: Place,
    },
    Released {
        device: DeviceId,
    },
    /// The desk has set how long an input may be on its way.
    GraceSet {
        device: DeviceId,
        grace_ms: u32,
    },
    /// Something was found of a device's own clock.
    ClockJudged {
        device: DeviceId,
        /// What is wrong; `None` when it can be relied on again.
        fault: Option<ClockFault>,
        at: Timestamp,
    },
}

/// What is told of the clock of one device in one tournament, so that none fills the log.
const JUDGED_MAX: u32 = 100;

/// The longest grace that a tournament can have. Milliseconds.
pub(crate) const GRACE_MAX_MS: u32 = 60_000;

/// The devices of one tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seats {
    devices: BTreeMap<DeviceId, Place>,
    /// How long an input may be on its way, where the desk has set it.
    grace_ms: Option<u32>,
    /// What is wrong with the clocks of devices, and how often something was told of each.
    clocks: BTreeMap<DeviceId, (Option<ClockFault>, u32)>,
}

impl Seats {
    /// Where a device stands.
    pub(crate) fn place(&self, device: &DeviceId) -> Option<Place> {
        self.devices.get(device).copied()
    }

    /// How long an input may be on its way, where the desk has set it.
    pub(crate) fn grace(&self) -> Option<Duration> {
        self.grace_ms.map(|grace_ms| Duration::from_millis(grace_ms.into()))
    }

    /// What setting the grace comes to; nothing when it is so already.
    pub(crate) fn set_grace(&self, device: &DeviceId, grace_ms: u32) -> Vec<SeatEvent> {
        if self.grace_ms == Some(grace_ms) {
            return Vec::new();
        }
        vec![SeatEvent::GraceSet { device: device.clone(), grace_ms }]
    }

    /// What is wrong with a device's clock, as far as is known.
    pub(crate) fn clock_fault(&self, device: &DeviceId) -> Option<ClockFault> {
        self.clocks.get(device).and_then(|(fault, _told)| *fault)
    }

    /// What comes of what was found of a device's clock: nothing when it is known already.
    pub(crate) fn judge_clock(
        &self,
        device: &DeviceId,
        found: Found,
        at: Timestamp,
    ) -> Vec<SeatEvent> {
        let fault = match found {
            Found::Right => None,
            Found::Wrong(fault) => Some(fault),
        };
        let (known, told) = self.clocks.get(device).copied().unwrap_or_default();
        let kind = |fault: &Option<ClockFault>| fault.as_ref().map(std::mem::discriminant);
        if kind(&known) == kind(&fault) || told >= JUDGED_MAX {
            return Vec::new();
        }
        vec![SeatEvent::ClockJudged { device: device.clone(), fault, at }]
    }

    /// Every device.
    pub(crate) fn devices(&self) -> impl Iterator<Item = (&DeviceId, Place)> {
        self.devices.iter().map(|(device, place)| (device, *place))
    }

    /// What assigning comes to; nothing when it is so already.
    pub(crate) fn assign(&self, device: &DeviceId, place: Place) -> Vec<SeatEvent> {
        if self.place(device) == Some(place) {
            return Vec::new();
        }
        vec![SeatEvent::Assigned { device: device.clone(), place }]
    }

    /// What releasing comes to; nothing when it is so already.
    pub(crate) fn release(&self, device: &DeviceId) -> Vec<SeatEvent> {
        match self.place(device) {
            Some(_) => vec![SeatEvent::Released { device: device.clone() }],
            None => Vec::new(),
        }
    }
}

impl Aggregate for Seats {
    type Event = SeatEvent;

    fn apply(&mut self, event: &SeatEvent) {
        match event {
            SeatEvent::Assigned { device, place } => {
                self.devices.insert(device.clone(), *place);
            }
            SeatEvent::Released { device } => {
                self.devices.remove(device);
            }
            SeatEvent::GraceSet { grace_ms, .. } => self.grace_ms = Some(*grace_ms),
            SeatEvent::ClockJudged { device, fault, .. } => {
                let (known, told) = self.clocks.entry(device.clone()).or_default();
                *known = *fault;
                *told += 1;
            }
        }
    }

    /// One change a record: seats change one by one.
    fn to_record(&self, events: &[SeatEvent]) -> envelope::Record {
        let event = events.last().map(|event| match event {
            SeatEvent::Assigned { device, place } => {
                let mut assigned = v1::DeviceAssigned {
                    device: device.as_str().to_owned(),
                    table: place.table(),
                    ..Default::default()
                };
                assigned.set_seat(place.seat());
                Wire::Assigned(assigned)
            }
            SeatEvent::Released { device } => {
                Wire::Released(v1::DeviceReleased { device: device.as_str().to_owned() })
            }
            SeatEvent::GraceSet { device, grace_ms } => {
                let (device, grace_ms) = (device.as_str().to_owned(), *grace_ms);
                Wire::GraceSet(v1::GraceSet { grace_ms, device })
            }
            SeatEvent::ClockJudged { device, fault, at } => {
                let (device, at_ms) = (device.as_str().to_owned(), at.millis());
                let fault = fault.map(Into::into);
                Wire::DeviceClock(v1::DeviceClockJudged { device, at_ms, fault })
            }
        });
        envelope::Record::Table(v1::TableRecord { event })
    }

    fn events(record: &Record) -> Result<Cow<'_, [SeatEvent]>, ConvertError> {
        let Record::Tables(event) = record else { return Err(ConvertError::OtherRecord) };
        let device = |name: &str| {
            DeviceId::new(name).map_err(|source| ConvertError::invalid("device", source))
        };
        Ok(Cow::Owned(vec![match event {
            Wire::Assigned(assigned) => SeatEvent::Assigned {
                place: Place::new(assigned.seat(), assigned.table)?,
                device: device(&assigned.device)?,
            },
            Wire::Released(released) => SeatEvent::Released { device: device(&released.device)? },
            Wire::GraceSet(set) => {
                SeatEvent::GraceSet { device: device(&set.device)?, grace_ms: set.grace_ms }
            }
            Wire::DeviceClock(judged) => SeatEvent::ClockJudged {
                device: device(&judged.device)?,
                fault: judged.fault.map(TryInto::try_into).transpose()?,
                at: Timestamp::from_millis(judged.at_ms),
            },
        }]))
    }
}

impl From<ClockFault> for v1::DeviceClockFault {
    fn from(fault: ClockFault) -> Self {
        let fault = match fault {
            ClockFault::TooFar(ms) => WireFault::TooFarMs(ms),
            ClockFault::Jumped(ms) => WireFault::JumpedMs(ms),
            ClockFault::InFuture(ms) => WireFault::InFutureMs(ms),
            ClockFault::LongAgo(ms) => WireFault::LongAgoMs(ms),
        };
        Self { fault: Some(fault) }
    }
}

impl TryFrom<v1::DeviceClockFault> for ClockFault {
    type Error = ConvertError;

    fn try_from(wire: v1::DeviceClockFault) -> Result<Self, ConvertError> {
        Ok(match required(wire.fault, "fault")? {
            WireFault::TooFarMs(ms) => Self::TooFar(ms),
            WireFault::JumpedMs(ms) => Self::Jumped(ms),
            WireFault::InFutureMs(ms) => Self::InFuture(ms),
            WireFault::LongAgoMs(ms) => Self::LongAgo(ms),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device(name: &str) -> DeviceId {
        DeviceId::new(name).unwrap()
    }

    #[test]
    fn a_device_sits_where_it_was_put_last() {
        let mut seats = Seats::default();
        for place in [Place::White(1), Place::Black(2)] {
            for event in seats.assign(&device("tablet"), place) {
                seats.apply(&event);
            }
        }
        assert_eq!(seats.place(&device("tablet")), Some(Place::Black(2)));
        assert_eq!(seats.assign(&device("tablet"), Place::Black(2)), []);
        for event in seats.release(&device("tablet")) {
            seats.apply(&event);
        }
        assert_eq!(seats, Seats::default());
        assert_eq!(seats.release(&device("tablet")), []);
    }

    #[test]
    fn a_change_reads_back_from_its_record() {
        let seats = Seats::default();
        for event in [
            SeatEvent::Assigned { device: device("a"), place: Place::White(7) },
            SeatEvent::Assigned { device: device("b"), place: Place::Desk },
            SeatEvent::Released { device: device("a") },
            SeatEvent::GraceSet { device: device("b"), grace_ms: 5000 },
            judged(Some(ClockFault::TooFar(-700_000))),
            judged(Some(ClockFault::Jumped(-2_000))),
            judged(Some(ClockFault::InFuture(300))),
            judged(Some(ClockFault::LongAgo(30_000))),
            judged(None),
        ] {
            let record = seats.to_record(std::slice::from_ref(&event));
            assert_eq!(Seats::from_record(record).unwrap(), [event]);
        }
    }

    fn judged(fault: Option<ClockFault>) -> SeatEvent {
        SeatEvent::ClockJudged { device: device("a"), fault, at: Timestamp::from_millis(7) }
    }

    #[test]
    fn a_clock_that_is_wrong_is_told_once_and_again_when_that_changes() {
        let mut seats = Seats::default();
        let mut told = 0;
        for (found, expected) in [
            (Found::Right, None),
            (Found::Wrong(ClockFault::InFuture(300)), Some(Some(ClockFault::InFuture(300)))),
            (Found::Wrong(ClockFault::InFuture(900)), None),
            (Found::Wrong(ClockFault::Jumped(5_000)), Some(Some(ClockFault::Jumped(5_000)))),
            (Found::Right, Some(None)),
            (Found::Right, None),
        ] {
            let events = seats.judge_clock(&device("a"), found, Timestamp::from_millis(7));
            let expected: Vec<_> = expected.into_iter().map(judged).collect();
            assert_eq!(events, expected, "{found:?}");
            events.iter().for_each(|event| seats.apply(event));
            told += events.len();
        }
        assert_eq!((told, seats.clock_fault(&device("a"))), (3, None));
        // A clock that is wrong and right by turns does not fill the log.
        for turn in 0..1000 {
            let wrong = Found::Wrong(ClockFault::InFuture(turn + 300));
            for found in [wrong, Found::Right] {
                let events = seats.judge_clock(&device("a"), found, Timestamp::from_millis(7));
                events.iter().for_each(|event| seats.apply(event));
                told += events.len();
            }
        }
        assert_eq!(told, JUDGED_MAX as usize);
    }

    #[test]
    fn a_player_speaks_for_one_side_at_one_table() {
        assert!(Place::White(3).serves(3) && !Place::White(3).serves(4));
        assert!(Place::White(3).speaks_for(draughts::Color::White));
        assert!(!Place::White(3).speaks_for(draughts::Color::Black));
        assert!(Place::Desk.serves(4) && Place::Desk.speaks_for(draughts::Color::Black));
        assert!(Place::Table(3).reads_clocks() && Place::Desk.reads_clocks());
        assert!(!Place::White(3).reads_clocks() && !Place::Black(3).reads_clocks());
        assert!(Place::new(v1::Seat::Desk, 1).is_err());
        assert!(Place::new(v1::Seat::White, 0).is_err());
    }
}
