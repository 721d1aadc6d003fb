//! Where the recorded results of a tournament come from: for each game the newest message of GAME that
//! its tournament's log followed, or the moment at which the result was recorded by hand. A message that
//! is older than that is stale.

use std::collections::BTreeMap;

use draughts::Timestamp;
use proto::{
    subject::Stream,
    v1::{Envelope, envelope::Record, tournament_event},
};
use tournament::{RoundNumber, TableNumber};

/// A table of a round, at which one game is played.
pub(crate) type RoundTable = (RoundNumber, TableNumber);

/// A message of GAME: its sequence there, and when it was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameMessage {
    /// The sequence in GAME.
    pub(crate) sequence: u64,
    /// The time of recording, by the clock of the host that recorded it.
    pub(crate) recorded_at: Timestamp,
}

impl GameMessage {
    /// Describes the message with this envelope and this sequence.
    pub(crate) fn of(envelope: &Envelope, sequence: u64) -> Self {
        Self { sequence, recorded_at: Timestamp::from_millis(envelope.recorded_at_ms) }
    }
}

/// Where the result of one game comes from, by the log of its tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Provenance {
    /// Sequence of the newest message of GAME that gave or withdrew the result; 0 when none did.
    pub(crate) game_sequence: u64,
    /// When the result was recorded by hand, if that came last.
    pub(crate) by_hand_at: Option<Timestamp>,
    /// Sequence of the last message in the tournament's log.
    pub(crate) log_sequence: u64,
}

/// The provenance of each result of a tournament, as far as its log was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Provenances {
    of_tables: BTreeMap<RoundTable, Provenance>,
    /// Sequence of the last message that was read; 0 before the first.
    log_sequence: u64,
}

impl Provenances {
    /// Reads the log's next message.
    pub(crate) fn read(&mut self, envelope: &Envelope, sequence: u64) {
        self.log_sequence = sequence;
        for table in tables_of(envelope) {
            self.of_tables.entry(table).or_default().read(envelope);
        }
    }

    /// Returns the provenance of one game's result.
    pub(crate) fn of(&self, table: RoundTable) -> Provenance {
        let known = self.of_tables.get(&table).copied().unwrap_or_default();
        Provenance { log_sequence: self.log_sequence, ..known }
    }
}

impl Provenance {
    fn read(&mut self, envelope: &Envelope) {
        let cause = envelope.cause.as_ref().filter(|cause| cause.stream == Stream::Game.name());
        match cause {
            Some(cause) => {
                self.game_sequence = self.game_sequence.max(cause.sequence);
                self.by_hand_at = None;
            }
            None => self.by_hand_at = Some(Timestamp::from_millis(envelope.recorded_at_ms)),
        }
    }

    /// Returns whether a message of the game is stale: the recorded result follows from it or from a
    /// later message, or was recorded by hand at the same time or later.
    pub(crate) fn is_newer_than(&self, message: GameMessage) -> bool {
        self.game_sequence >= message.sequence
            || self.by_hand_at.is_some_and(|at| at >= message.recorded_at)
    }
}

/// The tables whose results are given, replaced or withdrawn in this envelope.
fn tables_of(envelope: &Envelope) -> Vec<RoundTable> {
    let Some(Record::Tournament(record)) = &envelope.record else { return Vec::new() };
    let tables = record.events.iter().filter_map(|event| {
        let (round, table) = match &event.event {
            Some(tournament_event::Event::ResultRecorded(it)) => (it.round, it.table),
            Some(tournament_event::Event::ResultCorrected(it)) => (it.round, it.table),
            Some(tournament_event::Event::ResultWithdrawn(it)) => (it.round, it.table),
            _ => return None,
        };
        Some((RoundNumber::new(round).ok()?, TableNumber::new(table).ok()?))
    });
    tables.collect()
}
