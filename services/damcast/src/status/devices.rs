//! The devices of tournaments, as far as the log knows them: their seats, and when each handed
//! something in.

use std::collections::BTreeMap;

use live_game::{
    DeviceId,
    table::{Seat, Seats},
};
use proto::{
    Timestamp,
    convert::{Aggregate as _, Record},
    subject::{Stream, Subject, TournamentKey},
};
use runtime::LogEntry;
use serde::Serialize;

use crate::log_reader::{LogReader, LogReaderError};

/// Number of messages of INPUT that are looked at, from its end.
const MESSAGES_MAX: u64 = 10_000;

/// The devices of a tournament in which something was handed in within the last day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct DevicesSeen {
    /// The venue and the tournament, as in "main.2026-drachten".
    pub(crate) tournament: String,
    /// Its devices, by name.
    pub(crate) devices: Vec<DeviceSeen>,
}

/// A device that has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct DeviceSeen {
    /// Its id.
    pub(crate) device: String,
    /// Its table; `None` for a desk.
    pub(crate) table: Option<u32>,
    /// The moment of its last input, in milliseconds since the Unix epoch; `None` if it handed
    /// nothing in lately.
    pub(crate) heard_ms: Option<i64>,
}

/// The last inputs of INPUT.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    last: BTreeMap<TournamentKey, Last>,
}

/// The last inputs of a tournament.
#[derive(Debug, Default)]
struct Last {
    of_device: BTreeMap<DeviceId, Timestamp>,
    at: Option<Timestamp>,
}

impl Inputs {
    /// Reads INPUT from sequence `first` to `last`, but no more of it than [`MESSAGES_MAX`].
    ///
    /// # Errors
    /// [`LogReaderError`] if the server does not answer.
    pub(super) async fn read(
        reader: &LogReader,
        first: u64,
        last: u64,
    ) -> Result<Self, LogReaderError> {
        let mut inputs = Self::default();
        let first = first.max((last + 1).saturating_sub(MESSAGES_MAX));
        let take = |message| {
            if let Ok(entry) = LogEntry::read(message) {
                inputs.take(&entry.subject.tournament, &entry.record, entry.recorded_at);
            }
        };
        reader.read_from(Stream::Input, first, last, take).await?;
        Ok(inputs)
    }

    fn take(&mut self, tournament: &TournamentKey, record: &Record, at: Timestamp) {
        let last = self.last.entry(tournament.clone()).or_default();
        last.at = Some(at);
        if let Record::Input(input) = record {
            last.of_device.insert(input.id.device.clone(), at);
        }
    }

    /// Returns the tournaments, each with the moment of its last message.
    pub(super) fn tournaments(&self) -> impl Iterator<Item = (&TournamentKey, Timestamp)> {
        self.last.iter().filter_map(|(key, last)| Some((key, last.at?)))
    }

    /// Reads the seats of each tournament, and returns its devices.
    ///
    /// # Errors
    /// [`LogReaderError`] if the server does not answer.
    pub(super) async fn devices(
        &self,
        reader: &LogReader,
    ) -> Result<Vec<DevicesSeen>, LogReaderError> {
        let mut seen = Vec::new();
        for (tournament, last) in &self.last {
            let mut seats = Seats::default();
            let take = |message| {
                // One that cannot be read changes no other.
                if let Ok(entry) = LogEntry::read(message) {
                    for event in Seats::events(&entry.record).iter().flat_map(|it| it.iter()) {
                        seats.apply(event);
                    }
                }
            };
            reader.read_subject(&Subject::tables(tournament), take).await?;
            let devices = seats.devices().map(|(device, seat)| last.seen(device, seat)).collect();
            seen.push(DevicesSeen { tournament: tournament.to_string(), devices });
        }
        seen.retain(|it| !it.devices.is_empty());
        Ok(seen)
    }
}

impl Last {
    fn seen(&self, device: &DeviceId, seat: Seat) -> DeviceSeen {
        let heard_ms = self.of_device.get(device).map(|at| at.millis());
        DeviceSeen { device: device.as_str().to_owned(), table: seat.table(), heard_ms }
    }
}
