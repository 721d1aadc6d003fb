//! The presence of devices at the tables of one tournament, as far as one process has heard of
//! them.
//!
//! A device that has told its kind tells every few seconds that it is there, with the number of
//! inputs that it keeps and has not sent. None of that is stored; only that a device of a game in
//! play fell silent, and that it was heard again, so that these are told once, whatever is started
//! anew and however many processes judge.

use std::{collections::BTreeMap, time::Duration};

use draughts::Timestamp;

use super::{PresenceFinding, SeatCommand, Seats, Silence};
use crate::DeviceId;

/// The time after which a device of a game in play that was not heard is silent.
pub const SILENT_AFTER: Duration = Duration::from_secs(30);

/// A device as it was heard last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The moment.
    pub heard_at: Timestamp,
    /// The number of inputs that it keeps and has not sent, as it told last; `None` if it told
    /// nothing.
    pub unsent: Option<u32>,
}

/// The devices of one tournament as one process has heard them.
///
/// [`Presences::hear`] takes what is heard, [`Presences::expect`] the games in play, and
/// [`Presences::judge`] returns what is to be recorded. Games in play are known from the log of the
/// tournament, which is not kept here, so a process expects and judges every second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presences {
    /// The moment since when this process listens without a gap.
    since: Timestamp,
    heard: BTreeMap<DeviceId, Presence>,
    expected: BTreeMap<DeviceId, Expected>,
}

/// A device whose game is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expected {
    round: u32,
    table: u32,
    /// The moment since when its game is known to be in play.
    since: Timestamp,
}

impl Presences {
    /// Begins to listen.
    #[must_use]
    pub const fn new(now: Timestamp) -> Self {
        Self { since: now, heard: BTreeMap::new(), expected: BTreeMap::new() }
    }

    /// Takes a device that was heard. `unsent` is the number of inputs that it keeps, if it told
    /// one.
    pub fn hear(&mut self, device: &DeviceId, unsent: Option<u32>, at: Timestamp) {
        let new = Presence { heard_at: at, unsent: None };
        let known = self.heard.entry(device.clone()).or_insert(new);
        if at >= known.heard_at {
            known.heard_at = at;
            known.unsent = unsent.or(known.unsent);
        }
    }

    /// Begins to listen anew: until now, what others heard may have been lost.
    pub const fn start_over(&mut self, now: Timestamp) {
        self.since = now;
    }

    /// Takes the games in play, each with its round and table, and forgets devices that have no
    /// seat.
    pub fn expect(
        &mut self,
        seats: &Seats,
        in_play: impl IntoIterator<Item = (u32, u32)>,
        now: Timestamp,
    ) {
        let rounds: BTreeMap<u32, u32> =
            in_play.into_iter().map(|(round, table)| (table, round)).collect();
        let needed = seats.devices().filter_map(|(device, seat)| {
            // Any other device has not said that it tells when it is there.
            seats.kind(device)?;
            let table = seat.table()?;
            let round = *rounds.get(&table)?;
            let before = self.expected.get(device);
            let same = before.filter(|it| (it.round, it.table) == (round, table));
            let since = same.map_or(now, |it| it.since);
            Some((device.clone(), Expected { round, table, since }))
        });
        self.expected = needed.collect();
        self.heard.retain(|device, _presence| seats.seat(device).is_some());
    }

    /// Returns a device as it was heard last; `None` if it was not.
    #[must_use]
    pub fn presence(&self, device: &DeviceId) -> Option<Presence> {
        self.heard.get(device).copied()
    }

    /// Returns the number of inputs that each device keeps and has not sent, as far as they told.
    #[must_use]
    pub fn unsent(&self) -> BTreeMap<DeviceId, u32> {
        let told = self.heard.iter();
        told.filter_map(|(device, presence)| Some((device.clone(), presence.unsent?))).collect()
    }

    /// Returns the moment when a device was heard last, or since when it is listened for.
    fn last(&self, device: &DeviceId, expected: &Expected) -> Timestamp {
        let heard = self.heard.get(device).map(|presence| presence.heard_at);
        heard.unwrap_or(self.since).max(expected.since).max(self.since)
    }

    /// Returns what is to be recorded at this moment: devices that are silent, and those that were
    /// and are heard.
    #[must_use]
    pub fn judge(&self, seats: &Seats, now: Timestamp) -> Vec<SeatCommand> {
        let silent = self.expected.iter().filter_map(|(device, it)| {
            let since = self.last(device, it);
            let is_silent = now.duration_since(since) >= SILENT_AFTER;
            let silence = Silence { round: it.round, table: it.table, since };
            is_silent.then_some((device, PresenceFinding::Silent(silence)))
        });
        let back = seats.silences().filter_map(|(device, silence)| {
            let heard_at = self.heard.get(device)?.heard_at;
            let is_back = heard_at > silence.since && now.duration_since(heard_at) < SILENT_AFTER;
            is_back.then_some((device, PresenceFinding::Heard(heard_at)))
        });
        let commands = silent.chain(back).map(|(device, finding)| {
            let device = device.clone();
            SeatCommand::JudgePresence { device, finding }
        });
        commands.filter(|command| seats.decide(command) != Ok(Vec::new())).collect()
    }
}

#[cfg(test)]
mod tests;
