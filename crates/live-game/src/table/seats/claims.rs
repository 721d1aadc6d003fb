//! Claims of devices on seats that others have, and the seats that were taken over.

use std::collections::{BTreeMap, VecDeque};

use draughts::Timestamp;

use crate::{
    DeviceId,
    table::{DeskAct, Seat},
};

/// The largest number of take-overs that are kept; the oldest one makes room.
pub const TAKE_OVERS_MAX: usize = 64;

/// A device that asks for the seat of one player, which another device has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatClaim {
    /// The device that asks.
    pub device: DeviceId,
    /// The seat.
    pub seat: Seat,
    /// The moment.
    pub at: Timestamp,
}

/// A device that took the seat of one player over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeOver {
    /// The device that has the seat now.
    pub device: DeviceId,
    /// The seat.
    pub seat: Seat,
    /// The devices that had it: one, and more only in the log of an older release.
    pub replaced: Vec<Replaced>,
    /// The moment.
    pub at: Timestamp,
    /// The person who gave it the seat, and when; `None` in logs of older programs.
    pub act: Option<DeskAct>,
}

impl TakeOver {
    /// Returns true if a replaced device kept inputs that it had not sent.
    #[must_use]
    pub fn leaves_inputs(&self) -> bool {
        self.replaced.iter().any(|replaced| replaced.unsent.unwrap_or(0) > 0)
    }
}

/// A device that lost its seat to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The device.
    pub device: DeviceId,
    /// The number of inputs that it kept and had not sent, as it told last; `None` if it told
    /// nothing.
    pub unsent: Option<u32>,
}

/// The claims that wait for the desk, and the latest take-overs that left inputs behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Claims {
    waiting: BTreeMap<DeviceId, SeatClaim>,
    take_overs: VecDeque<TakeOver>,
}

impl Claims {
    pub(super) fn iter(&self) -> impl Iterator<Item = &SeatClaim> {
        self.waiting.values()
    }

    pub(super) fn take_overs(&self) -> impl Iterator<Item = &TakeOver> {
        self.take_overs.iter()
    }

    pub(super) fn of(&self, device: &DeviceId) -> Option<&SeatClaim> {
        self.waiting.get(device)
    }

    pub(super) fn add(&mut self, claim: SeatClaim) {
        self.waiting.insert(claim.device.clone(), claim);
    }

    /// Forgets the claim of a device.
    pub(super) fn end(&mut self, device: &DeviceId) {
        self.waiting.remove(device);
    }

    /// Ends the claim of a device that took a seat over, and keeps what others left behind. A claim
    /// of a third device on the same seat waits on.
    pub(super) fn settle(&mut self, taken: &TakeOver) {
        self.end(&taken.device);
        if !taken.leaves_inputs() {
            return;
        }
        if self.take_overs.len() >= TAKE_OVERS_MAX {
            self.take_overs.pop_front();
        }
        self.take_overs.push_back(taken.clone());
    }
}
