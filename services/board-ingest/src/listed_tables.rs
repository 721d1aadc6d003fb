//! The tables of a tournament as the desk lists them: the devices of each, and the game that it
//! plays now.

use std::collections::BTreeMap;

use live_game::{
    DeviceId,
    table::{ClockFault, DeviceKind, Seat, Seats, Silence},
};
use proto::{
    subject::GameId,
    v1::{self, SeatedDevice},
};
use tournament::Tournament;

use crate::{heard::HeardDevices, rounds};

/// A table with its devices and its open game.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableState {
    pub(crate) devices: Vec<DeviceAtTable>,
    pub(crate) game: Option<GameId>,
}

/// A device with its seat, and what is on record about it.
#[derive(Clone, Debug)]
pub(crate) struct DeviceAtTable {
    device: DeviceId,
    seat: Seat,
    clock_fault: Option<ClockFault>,
    kind: Option<DeviceKind>,
    silence: Option<Silence>,
}

/// Returns every table with its devices and its open game, by number; the desk is number 0.
pub(crate) fn tables(tournament: &Tournament, seats: &Seats) -> BTreeMap<u32, TableState> {
    let mut tables: BTreeMap<u32, TableState> = BTreeMap::new();
    for (device, seat) in seats.devices() {
        let table = tables.entry(seat.table().unwrap_or(0)).or_default();
        table.devices.push(DeviceAtTable {
            device: device.clone(),
            seat,
            clock_fault: seats.clock_fault(device),
            kind: seats.kind(device),
            silence: seats.silence(device),
        });
    }
    for (table, round) in tournament.games_at_tables() {
        tables.entry(table.get()).or_default().game = rounds::game_id(round, table);
    }
    tables
}

impl TableState {
    /// Returns the table of this number for the desk, with the devices as they were heard.
    pub(crate) fn for_desk(self, table: u32, heard: &HeardDevices) -> v1::Table {
        let game = self.game.map(|game| game.to_string()).unwrap_or_default();
        let devices = self.devices.into_iter().map(|at_table| at_table.for_desk(heard)).collect();
        v1::Table { table, devices, game }
    }
}

impl DeviceAtTable {
    fn for_desk(self, heard: &HeardDevices) -> SeatedDevice {
        let presence = heard.presence(&self.device);
        SeatedDevice {
            seat: v1::Seat::from(self.seat).into(),
            clock_fault: self.clock_fault.map(Into::into),
            kind: self.kind.map_or(v1::DeviceKind::Unspecified, Into::into).into(),
            heard_at_ms: presence.map_or(0, |presence| presence.heard_at.millis()),
            unsent: presence.and_then(|presence| presence.unsent),
            silent_since_ms: self.silence.map_or(0, |silence| silence.since.millis()),
            device: self.device.as_str().to_owned(),
        }
    }
}
