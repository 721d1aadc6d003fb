//! The seats of devices in one tournament, the faults of their clocks, and the longest time that an input may
//! be on its way.

use std::{collections::BTreeMap, time::Duration};

use draughts::{Color, Timestamp};
use thiserror::Error;

use super::{
    Acknowledgement, AnsweredCall, ArbiterCall, CallMatter, ClockFault, ClockFinding,
    acknowledgements::Acknowledgements, calls::Calls,
};
use crate::DeviceId;

/// The longest grace that a tournament can have.
pub const GRACE_MAX: Duration = Duration::from_secs(60);

/// The largest number of findings on the clock of one device that are stored in one tournament, so that no
/// device fills the log.
pub const CLOCK_FINDINGS_MAX: u32 = 100;

/// The seat of a device, which decides what it may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// White's tablet at a table.
    White(u32),
    /// Black's tablet at a table.
    Black(u32),
    /// One device for both players at a table: a sensor board or a shared tablet.
    Table(u32),
    /// The arbiter's desk: every table, and rulings.
    Desk,
}

/// The kind of an input, by which its seat may write it or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A move.
    Move,
    /// A resignation, an agreement to a draw or a press, for this side.
    Claim(Color),
    /// The display of a physical clock.
    Display,
    /// A ruling of the arbiter.
    Ruling,
}

impl Seat {
    /// Returns the table; `None` for the desk.
    #[must_use]
    pub const fn table(self) -> Option<u32> {
        match self {
            Self::White(table) | Self::Black(table) | Self::Table(table) => Some(table),
            Self::Desk => None,
        }
    }

    /// Checks that a device on this seat may write `kind` for the game at `table`.
    ///
    /// # Errors
    /// [`SeatRefusal`] if it may not.
    pub fn admit(self, table: u32, kind: InputKind) -> Result<(), SeatRefusal> {
        if let Some(own) = self.table().filter(|own| *own != table) {
            return Err(SeatRefusal::OtherTable { table: own });
        }
        match (kind, self) {
            (InputKind::Move, _) | (_, Self::Desk) => Ok(()),
            (InputKind::Claim(color), Self::White(_)) if color != Color::White => {
                Err(SeatRefusal::OtherSide { color })
            }
            (InputKind::Claim(color), Self::Black(_)) if color != Color::Black => {
                Err(SeatRefusal::OtherSide { color })
            }
            (InputKind::Claim(_), _) | (InputKind::Display, Self::Table(_)) => Ok(()),
            (InputKind::Display, Self::White(_) | Self::Black(_)) => Err(SeatRefusal::OwnDevice),
            (InputKind::Ruling, Self::White(table) | Self::Black(table) | Self::Table(table)) => {
                Err(SeatRefusal::NotTheDesk { table })
            }
        }
    }
}

/// A command that changes the seats of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatCommand {
    /// Give a device a seat, in place of its current one.
    Assign {
        /// The device.
        device: DeviceId,
        /// Its seat.
        seat: Seat,
    },
    /// Take a device's seat away.
    Release {
        /// The device.
        device: DeviceId,
    },
    /// Set how long an input may be on its way, by the desk.
    SetGrace {
        /// The device at the desk.
        device: DeviceId,
        /// At most [`GRACE_MAX`], milliseconds.
        grace_ms: u32,
    },
    /// Record the state of a device's clock, as examined with one of its inputs.
    JudgeClock {
        /// The device.
        device: DeviceId,
        /// The state of the clock.
        finding: ClockFinding,
        /// The moment of the examination.
        at: Timestamp,
    },
    /// Take notice of an alarm, at the desk.
    Acknowledge {
        /// The device at the desk.
        device: DeviceId,
        /// The alarm, with the person and the moment.
        acknowledgement: Acknowledgement,
    },
    /// Call the arbiter to a table.
    Call {
        /// The device that calls.
        device: DeviceId,
        /// The table; `None` for that of the device.
        table: Option<u32>,
        /// The name of the call: one that is sent again with it is the same.
        id: String,
        /// The matter.
        matter: CallMatter,
        /// A remark, which may be empty.
        text: String,
        /// The name of the person or of the device, which may be empty.
        by: String,
        /// The moment.
        at: Timestamp,
    },
}

/// An event of the seats of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatEvent {
    /// A device got a seat.
    Assigned {
        /// The device.
        device: DeviceId,
        /// Its seat.
        seat: Seat,
    },
    /// A device lost its seat.
    Released {
        /// The device.
        device: DeviceId,
    },
    /// The desk set how long an input may be on its way.
    GraceSet {
        /// The device at the desk.
        device: DeviceId,
        /// The new grace, milliseconds.
        grace_ms: u32,
    },
    /// The state of a device's clock has changed.
    ClockJudged {
        /// The device.
        device: DeviceId,
        /// The fault; `None` if the clock can be relied on again.
        fault: Option<ClockFault>,
        /// The moment when it was noticed.
        at: Timestamp,
    },
    /// Somebody at the desk has taken notice of an alarm.
    Acknowledged {
        /// The device at the desk.
        device: DeviceId,
        /// The alarm, with the person and the moment.
        acknowledgement: Acknowledgement,
    },
    /// A table called the arbiter.
    Called(ArbiterCall),
}

/// The reason for which a device may not do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SeatRefusal {
    /// The device has no seat.
    #[error("the device has no seat")]
    UnknownDevice,
    /// The device sits at another table.
    #[error("the device sits at table {table}")]
    OtherTable {
        /// The device's own table.
        table: u32,
    },
    /// The device belongs to the other player.
    #[error("the device does not speak for {color}")]
    OtherSide {
        /// The side that it tried to act for.
        color: Color,
    },
    /// The device does not sit at the desk.
    #[error("the device sits at table {table}, not at the desk")]
    NotTheDesk {
        /// The device's own table.
        table: u32,
    },
    /// The device is a player's own, which cannot read a clock.
    #[error("the device is a player's own and reads no clock")]
    OwnDevice,
    /// The device sits at the desk, and does not say at which table the arbiter is needed.
    #[error("the desk has to say to which table the arbiter is called")]
    NoTable,
    /// As many calls of the table wait as may, the oldest of them for less than [`CALL_WAITS_MAX`](super::CALL_WAITS_MAX).
    #[error("table {table} has called the arbiter already, and nobody has come yet")]
    CallsWait {
        /// The table.
        table: u32,
    },
}

/// The devices of one tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    devices: BTreeMap<DeviceId, Seat>,
    /// The longest time that an input may be on its way, if the desk has set it. Milliseconds.
    grace_ms: Option<u32>,
    clocks: BTreeMap<DeviceId, ClockRecord>,
    acknowledged: Acknowledgements,
    calls: Calls,
}

/// The state of a device's clock, as recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ClockRecord {
    fault: Option<ClockFault>,
    /// The moment when its state was noticed.
    at: Timestamp,
    /// Number of its changes.
    changes: u32,
}

impl Seats {
    /// Returns the seat of a device.
    #[must_use]
    pub fn seat(&self, device: &DeviceId) -> Option<Seat> {
        self.devices.get(device).copied()
    }

    /// Returns every device with its seat, by name.
    pub fn devices(&self) -> impl Iterator<Item = (&DeviceId, Seat)> {
        self.devices.iter().map(|(device, seat)| (device, *seat))
    }

    /// Returns true if a device has its seat at this table.
    pub fn has_device_at(&self, table: u32) -> bool {
        self.devices.values().any(|seat| seat.table() == Some(table))
    }

    /// Returns the longest time that an input may be on its way, if the desk has set it.
    #[must_use]
    pub fn grace(&self) -> Option<Duration> {
        self.grace_ms.map(|grace_ms| Duration::from_millis(grace_ms.into()))
    }

    /// Returns the fault of a device's clock that was recorded last.
    #[must_use]
    pub fn clock_fault(&self, device: &DeviceId) -> Option<ClockFault> {
        self.clocks.get(device).and_then(|clock| clock.fault)
    }

    /// Returns every device whose clock has a fault, with the moment when it was noticed, by name.
    pub fn clock_faults(&self) -> impl Iterator<Item = (&DeviceId, ClockFault, Timestamp)> {
        let faults = self.clocks.iter();
        faults.filter_map(|(device, clock)| Some((device, clock.fault?, clock.at)))
    }

    /// Returns the latest alarms that were acknowledged, the oldest first.
    pub fn acknowledged(&self) -> impl Iterator<Item = &Acknowledgement> {
        self.acknowledged.iter()
    }

    /// Returns the calls for the arbiter that wait, and the last one of each device that does not: the oldest first.
    pub fn calls(&self) -> impl Iterator<Item = &AnsweredCall> {
        self.calls.iter()
    }

    /// Returns a call by its device and its name; `None` also if it was answered, and a later one of its device too.
    #[must_use]
    pub fn call(&self, device: &DeviceId, id: &str) -> Option<&AnsweredCall> {
        self.calls.find(device, id)
    }

    /// Returns the table to which a device calls the arbiter.
    fn table_of_call(&self, device: &DeviceId, named: Option<u32>) -> Result<u32, SeatRefusal> {
        match self.seat(device).ok_or(SeatRefusal::UnknownDevice)?.table() {
            None => named.ok_or(SeatRefusal::NoTable),
            Some(table) if named.is_none_or(|named| named == table) => Ok(table),
            Some(table) => Err(SeatRefusal::OtherTable { table }),
        }
    }

    fn check_desk(&self, device: &DeviceId) -> Result<(), SeatRefusal> {
        match self.seat(device).ok_or(SeatRefusal::UnknownDevice)?.table() {
            Some(table) => Err(SeatRefusal::NotTheDesk { table }),
            None => Ok(()),
        }
    }

    /// Returns the seat of a device that may write `kind` for the game at `table`.
    ///
    /// # Errors
    /// [`SeatRefusal`] if it has no seat or may not.
    pub fn admit(
        &self,
        device: &DeviceId,
        table: u32,
        kind: InputKind,
    ) -> Result<Seat, SeatRefusal> {
        let seat = self.seat(device).ok_or(SeatRefusal::UnknownDevice)?;
        seat.admit(table, kind).map(|()| seat)
    }

    /// Returns the events of a command; none when it changes nothing.
    ///
    /// # Errors
    /// [`SeatRefusal`] if the device has no seat, or is not at the desk for a command of the desk; for a call also if it
    /// names another table than its own, or too many of its table wait.
    pub fn decide(&self, command: &SeatCommand) -> Result<Vec<SeatEvent>, SeatRefusal> {
        let event = match command {
            SeatCommand::Assign { device, seat } => (self.seat(device) != Some(*seat))
                .then(|| SeatEvent::Assigned { device: device.clone(), seat: *seat }),
            SeatCommand::Release { device } => {
                self.seat(device).ok_or(SeatRefusal::UnknownDevice)?;
                Some(SeatEvent::Released { device: device.clone() })
            }
            SeatCommand::SetGrace { device, grace_ms } => {
                self.check_desk(device)?;
                let (device, grace_ms) = (device.clone(), *grace_ms);
                (self.grace_ms != Some(grace_ms))
                    .then_some(SeatEvent::GraceSet { device, grace_ms })
            }
            SeatCommand::JudgeClock { device, finding, at } => {
                let changes = self.clocks.get(device).map_or(0, |known| known.changes);
                let fault = finding.fault();
                let kind =
                    |fault: Option<ClockFault>| fault.map(|fault| std::mem::discriminant(&fault));
                let is_news =
                    kind(self.clock_fault(device)) != kind(fault) && changes < CLOCK_FINDINGS_MAX;
                is_news.then(|| SeatEvent::ClockJudged { device: device.clone(), fault, at: *at })
            }
            SeatCommand::Acknowledge { device, acknowledgement } => {
                self.check_desk(device)?;
                let is_news = !self.acknowledged.has(&acknowledgement.alarm);
                is_news.then(|| SeatEvent::Acknowledged {
                    device: device.clone(),
                    acknowledgement: acknowledgement.clone(),
                })
            }
            SeatCommand::Call { device, table, id, matter, text, by, at } => {
                let table = self.table_of_call(device, *table)?;
                let is_news = self.call(device, id).is_none();
                if is_news && self.calls.is_full(table, *at) {
                    return Err(SeatRefusal::CallsWait { table });
                }
                is_news.then(|| {
                    SeatEvent::Called(ArbiterCall {
                        alarm: self.calls.next_alarm(table),
                        id: id.clone(),
                        device: device.clone(),
                        table,
                        matter: *matter,
                        text: text.clone(),
                        by: by.clone(),
                        at: *at,
                    })
                })
            }
        };
        Ok(event.into_iter().collect())
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &SeatEvent) {
        match event {
            SeatEvent::Assigned { device, seat } => {
                self.devices.insert(device.clone(), *seat);
            }
            SeatEvent::Released { device } => {
                self.devices.remove(device);
            }
            SeatEvent::GraceSet { grace_ms, .. } => self.grace_ms = Some(*grace_ms),
            SeatEvent::ClockJudged { device, fault, at } => {
                let changes = self.clocks.get(device).map_or(0, |known| known.changes);
                let record =
                    ClockRecord { fault: *fault, at: *at, changes: changes.saturating_add(1) };
                self.clocks.insert(device.clone(), record);
            }
            SeatEvent::Acknowledged { acknowledgement, .. } => {
                self.calls.answer(acknowledgement);
                self.acknowledged.add(acknowledgement.clone());
            }
            SeatEvent::Called(call) => self.calls.add(call.clone()),
        }
    }
}

#[cfg(test)]
mod tests;
