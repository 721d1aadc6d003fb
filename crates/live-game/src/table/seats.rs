//! The seats of devices in one tournament, the faults of their clocks, and the longest time that an
//! input may be on its way.

use std::{collections::BTreeMap, time::Duration};

use draughts::Timestamp;

use self::{claims::Claims, silences::Silences};
pub use self::{
    claims::{Replaced, SeatClaim, TAKE_OVERS_MAX, TakeOver},
    command::{SeatCommand, SeatEvent},
};
use super::{
    Acknowledgement, AnsweredCall, ArbiterCall, BoardOrders, ClockFault, DeskAct, DeviceKind,
    InputKind, Seat, SeatAdmission, SeatRefusal, Silence, acknowledgements::Acknowledgements,
    calls::Calls,
};
use crate::DeviceId;

mod claims;
mod command;
mod silences;

/// The longest grace that a tournament can have.
pub const GRACE_MAX: Duration = Duration::from_secs(60);

/// The largest number of findings on the clock of one device that are stored in one tournament, so
/// that no device fills the log.
pub const CLOCK_FINDINGS_MAX: u32 = 100;

/// The devices of one tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    devices: BTreeMap<DeviceId, Seat>,
    /// The longest time that an input may be on its way, if the desk has set it. Milliseconds.
    grace_ms: Option<u32>,
    clocks: BTreeMap<DeviceId, ClockRecord>,
    acknowledged: Acknowledgements,
    calls: Calls,
    claims: Claims,
    silences: Silences,
    /// The orders that hold for sensor boards, of those that were told something.
    boards: BTreeMap<DeviceId, BoardOrders>,
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

    /// Returns the calls for the arbiter that wait, and the last one of each device that does not:
    /// the oldest first.
    pub fn calls(&self) -> impl Iterator<Item = &AnsweredCall> {
        self.calls.iter()
    }

    /// Returns a call by its device and its name; `None` also if it was answered, and a later one
    /// of its device too.
    #[must_use]
    pub fn call(&self, device: &DeviceId, id: &str) -> Option<&AnsweredCall> {
        self.calls.find(device, id)
    }

    /// Returns the claims on seats that others have and that the desk has not decided on, by the
    /// name of the device.
    pub fn claims(&self) -> impl Iterator<Item = &SeatClaim> {
        self.claims.iter()
    }

    /// Returns the take-overs of seats from devices that kept inputs which they had not sent, the
    /// oldest first: the latest [`TAKE_OVERS_MAX`].
    pub fn take_overs(&self) -> impl Iterator<Item = &TakeOver> {
        self.claims.take_overs()
    }

    /// Returns true if another device asks for a seat, and the desk has not decided yet.
    fn is_contested(&self, seat: Seat) -> bool {
        self.claims.iter().any(|claim| claim.seat == seat)
    }

    /// Returns the kind of a device that tells regularly that it is there; `None` for any other.
    #[must_use]
    pub fn kind(&self, device: &DeviceId) -> Option<DeviceKind> {
        self.silences.kind(device)
    }

    /// Returns the last silence of a device if it lasts.
    #[must_use]
    pub fn silence(&self, device: &DeviceId) -> Option<Silence> {
        self.silences.of(device)
    }

    /// Returns every device that is silent, by name.
    pub fn silences(&self) -> impl Iterator<Item = (&DeviceId, Silence)> {
        self.silences.iter()
    }

    /// Returns what holds for a sensor board.
    #[must_use]
    pub fn board_orders(&self, board: &DeviceId) -> BoardOrders {
        self.boards.get(board).copied().unwrap_or_default()
    }

    /// Returns the other devices at a seat of one player; none at other seats.
    #[must_use]
    pub fn others_at(&self, seat: Seat, device: &DeviceId) -> Vec<DeviceId> {
        let others = self.devices.iter().filter(|(other, at)| **at == seat && *other != device);
        let others = others.filter(|_other| seat.is_of_one_player());
        others.map(|(other, _seat)| other.clone()).collect()
    }

    /// Returns the refusal of a device without a seat.
    #[must_use]
    pub fn unseated(&self, device: &DeviceId) -> SeatRefusal {
        let claimed = self.claims.of(device).and_then(|claim| claim.seat.table());
        claimed.map_or(SeatRefusal::UnknownDevice, |table| SeatRefusal::Claimed { table })
    }

    /// Returns the table to which a device calls the arbiter.
    fn table_of_call(&self, device: &DeviceId, named: Option<u32>) -> Result<u32, SeatRefusal> {
        match self.seat(device).ok_or_else(|| self.unseated(device))?.table() {
            None => named.ok_or(SeatRefusal::NoTable),
            Some(table) if named.is_none_or(|named| named == table) => Ok(table),
            Some(table) => Err(SeatRefusal::OtherTable { table }),
        }
    }

    fn check_desk(&self, device: &DeviceId) -> Result<(), SeatRefusal> {
        match self.seat(device).ok_or_else(|| self.unseated(device))?.table() {
            Some(table) => Err(SeatRefusal::NotTheDesk { table }),
            None => Ok(()),
        }
    }

    /// Returns the admission of a device that may write `kind` for the game at `table`.
    ///
    /// # Errors
    /// [`SeatRefusal`] if it has no seat or may not.
    pub fn admit(
        &self,
        device: &DeviceId,
        table: u32,
        kind: InputKind,
    ) -> Result<SeatAdmission, SeatRefusal> {
        let seat = self.seat(device).ok_or_else(|| self.unseated(device))?;
        seat.admit(table, kind)?;
        Ok(SeatAdmission { seat, is_contested: self.is_contested(seat) })
    }

    /// Returns the events of a command; none when it changes nothing.
    ///
    /// # Errors
    /// [`SeatRefusal`] if the device has no seat, or is not at the desk for a command of the desk;
    /// for a call also if it names another table than its own, or too many of its table wait.
    pub fn decide(&self, command: &SeatCommand) -> Result<Vec<SeatEvent>, SeatRefusal> {
        let event = match command {
            SeatCommand::Assign { device, seat, unsent, act } => {
                let replaced = self.others_at(*seat, device);
                if replaced.is_empty() {
                    return Ok(self.seated(device, *seat, Some(act)).into_iter().collect());
                }
                let replaced = replaced.into_iter().map(|device| {
                    let unsent = unsent.get(&device).copied();
                    Replaced { device, unsent }
                });
                let (device, replaced, act) = (device.clone(), replaced.collect(), act.clone());
                let (seat, at) = (*seat, act.at);
                Some(SeatEvent::TookOver(TakeOver { device, seat, replaced, at, act: Some(act) }))
            }
            SeatCommand::Claim { device, seat, at } => {
                if self.others_at(*seat, device).is_empty() {
                    return Ok(self.seated(device, *seat, None).into_iter().collect());
                }
                let is_news = self.claims.of(device).is_none_or(|claim| claim.seat != *seat);
                let claim = SeatClaim { device: device.clone(), seat: *seat, at: *at };
                is_news.then_some(SeatEvent::Claimed(claim))
            }
            SeatCommand::Release { device, act } => {
                if self.seat(device).is_none() && self.claims.of(device).is_none() {
                    return Err(SeatRefusal::UnknownDevice);
                }
                Some(SeatEvent::Released { device: device.clone(), act: act.clone() })
            }
            SeatCommand::TellKind { device, kind } => {
                self.seat(device).ok_or_else(|| self.unseated(device))?;
                // A device is one thing, and fills no log by telling another one.
                let is_news = self.kind(device).is_none();
                is_news.then(|| SeatEvent::KindTold { device: device.clone(), kind: *kind })
            }
            SeatCommand::JudgePresence { device, finding } => {
                self.silences.decide(device, *finding, self.seat(device).is_some())
            }
            SeatCommand::SetGrace { device, grace_ms, act } => {
                self.check_desk(device)?;
                let (device, grace_ms, act) = (device.clone(), *grace_ms, Some(act.clone()));
                (self.grace_ms != Some(grace_ms)).then_some(SeatEvent::GraceSet {
                    device,
                    grace_ms,
                    act,
                })
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
            SeatCommand::Call { device, table, id, matter, articles, text, by, at, gap, shown } => {
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
                        articles: articles.clone(),
                        text: text.clone(),
                        by: by.clone(),
                        at: *at,
                        gap: gap.clone(),
                        shown: shown.clone().map(Box::new),
                    })
                })
            }
            SeatCommand::OrderBoard { device, board, order, by, at } => {
                self.check_desk(device)?;
                self.seat(board).ok_or_else(|| self.unseated(board))?;
                let before = self.board_orders(board);
                let orders = before.after(*order);
                let (device, board, by) = (device.clone(), board.clone(), by.clone());
                (orders != before).then_some(SeatEvent::BoardOrdered {
                    device,
                    board,
                    orders,
                    by,
                    at: *at,
                })
            }
        };
        Ok(event.into_iter().collect())
    }

    /// Returns the event that gives a device a seat that is free; `None` if it has it.
    fn seated(&self, device: &DeviceId, seat: Seat, act: Option<&DeskAct>) -> Option<SeatEvent> {
        let is_news = self.seat(device) != Some(seat) || self.claims.of(device).is_some();
        is_news.then(|| SeatEvent::Assigned { device: device.clone(), seat, act: act.cloned() })
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &SeatEvent) {
        match event {
            SeatEvent::Assigned { device, seat, .. } => {
                self.devices.insert(device.clone(), *seat);
                self.claims.end(device);
            }
            SeatEvent::Claimed(claim) => self.claims.add(claim.clone()),
            SeatEvent::TookOver(taken) => {
                for replaced in &taken.replaced {
                    self.devices.remove(&replaced.device);
                    self.silences.forget(&replaced.device);
                }
                self.devices.insert(taken.device.clone(), taken.seat);
                self.claims.settle(taken);
            }
            SeatEvent::KindTold { device, kind } => self.silences.tell_kind(device, *kind),
            SeatEvent::FellSilent { device, silence } => self.silences.begin(device, *silence),
            SeatEvent::Heard { device, .. } => self.silences.end(device),
            SeatEvent::Released { device, .. } => {
                self.devices.remove(device);
                self.claims.end(device);
                self.silences.forget(device);
                self.boards.remove(device);
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
            SeatEvent::BoardOrdered { board, orders, .. } => {
                self.boards.insert(board.clone(), *orders);
            }
        }
    }
}

#[cfg(test)]
mod tests;
