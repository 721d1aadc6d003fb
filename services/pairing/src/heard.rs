//! What a tournament's log was told of a game's result, and whether that is younger than a word of the
//! game itself.

use std::collections::BTreeMap;

use draughts::Timestamp;
use proto::{
    subject::Stream,
    v1::{Envelope, envelope::Record, tournament_event},
};
use tournament::{RoundNumber, TableNumber};

use crate::consumer::Place;

/// When a message of GAME was written: its sequence there, and the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    /// In GAME.
    pub(crate) sequence: u64,
    /// When it was recorded.
    pub(crate) at: Timestamp,
}

impl Said {
    /// When this message, the one with this sequence, was written.
    pub(crate) fn by(envelope: &Envelope, sequence: u64) -> Self {
        Self { sequence, at: Timestamp::from_millis(envelope.recorded_at_ms) }
    }
}

/// What a tournament's log was told of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    /// Sequence of the youngest message of GAME that gave or took this game's result; 0 when none did.
    pub(crate) of_game: u64,
    /// When its result was recorded by hand, if that came last.
    pub(crate) by_hand_at: Option<Timestamp>,
    /// Sequence of the log's last message.
    pub(crate) until: u64,
}

/// What a tournament's log was told of each of its games, as far as it was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllHeard {
    of_games: BTreeMap<Place, Heard>,
    /// Sequence of the last message that was read; 0 before the first.
    until: u64,
}

impl AllHeard {
    /// Takes in the log's next message.
    pub(crate) fn hear(&mut self, envelope: &Envelope, sequence: u64) {
        self.until = sequence;
        for place in games_of(envelope) {
            self.of_games.entry(place).or_default().hear(envelope);
        }
    }

    /// What was heard of a game.
    pub(crate) fn of(&self, place: Place) -> Heard {
        let heard = self.of_games.get(&place).copied().unwrap_or_default();
        Heard { until: self.until, ..heard }
    }
}

impl Heard {
    fn hear(&mut self, envelope: &Envelope) {
        let cause = envelope.cause.as_ref().filter(|cause| cause.stream == Stream::Game.name());
        match cause {
            Some(cause) => {
                self.of_game = self.of_game.max(cause.sequence);
                self.by_hand_at = None;
            }
            None => self.by_hand_at = Some(Timestamp::from_millis(envelope.recorded_at_ms)),
        }
    }

    /// Whether what was heard is as young as this word of the game, or younger: words of the game are
    /// told apart by their sequence, one by hand and one of the game by when they were recorded.
    pub(crate) fn outlasts(&self, said: Said) -> bool {
        self.of_game >= said.sequence || self.by_hand_at.is_some_and(|at| at >= said.at)
    }
}

/// The games whose results are given, replaced or taken in this envelope.
fn games_of(envelope: &Envelope) -> Vec<Place> {
    let Some(Record::Tournament(record)) = &envelope.record else { return Vec::new() };
    let places = record.events.iter().filter_map(|event| {
        let (round, table) = match &event.event {
            Some(tournament_event::Event::ResultRecorded(it)) => (it.round, it.table),
            Some(tournament_event::Event::ResultCorrected(it)) => (it.round, it.table),
            Some(tournament_event::Event::ResultWithdrawn(it)) => (it.round, it.table),
            _ => return None,
        };
        Some((RoundNumber::new(round).ok()?, TableNumber::new(table).ok()?))
    });
    places.collect()
}
