//! Describes how far a run has come, by what its store holds.

use std::collections::{BTreeMap, BTreeSet};

use prost::Message as _;
use proto::{
    subject::Stream,
    v1::{Envelope, GameRecord, envelope::Record, tournament_event::Event as TournamentEvent},
};

use crate::{
    again::Input,
    hall::Hall,
    store::{Store, game},
    stream_store::StreamStore,
};

/// Returns the results in TOURNAMENT by table: score and reason, one for each time that a result
/// was recorded.
pub(crate) fn results(store: &Store) -> BTreeMap<u32, Vec<(i32, i32)>> {
    let mut results: BTreeMap<u32, Vec<(i32, i32)>> = BTreeMap::new();
    let Some(kept) = store.streams.get(&Stream::Tournament) else { return results };
    for stored in kept.kept() {
        let record = Envelope::decode(stored.payload.clone()).ok().and_then(|it| it.record);
        let Some(Record::Tournament(record)) = record else { continue };
        for event in record.events.into_iter().filter_map(|event| event.event) {
            if let TournamentEvent::ResultRecorded(result) = event {
                let outcome = result.outcome.unwrap_or_default();
                results.entry(result.table).or_default().push((outcome.score, outcome.reason));
            }
        }
    }
    results
}

/// Returns the acknowledged inputs that INPUT does not have.
pub(crate) fn lost(store: &Store, hall: &Hall) -> BTreeSet<Input> {
    let mut lost: BTreeSet<Input> = hall.told.answered().keys().cloned().collect();
    for stored in store.streams.get(&Stream::Input).iter().flat_map(|kept| kept.kept()) {
        let record = Envelope::decode(stored.payload.clone()).ok().and_then(|it| it.record);
        if let Some(Record::Input(input)) = record {
            lost.remove(&(game(stored), input.device, input.sequence));
        }
    }
    lost
}

/// Returns the games that have not ended in GAME, which may have lost their ends after TOURNAMENT
/// had the results.
pub(crate) fn unfinished(store: &Store) -> BTreeSet<String> {
    let games = endings(store).into_iter();
    games.filter_map(|(game, has_ended)| (!has_ended).then_some(game)).collect()
}

/// Returns the games that have ended in GAME.
pub(crate) fn ended(store: &Store) -> BTreeSet<String> {
    let games = endings(store).into_iter();
    games.filter_map(|(game, has_ended)| has_ended.then_some(game)).collect()
}

/// Returns for each game in GAME whether it has ended.
fn endings(store: &Store) -> BTreeMap<String, bool> {
    let mut endings = BTreeMap::new();
    for stored in store.streams.get(&Stream::Game).iter().flat_map(|kept| kept.kept()) {
        let record = Envelope::decode(stored.payload.clone()).ok().and_then(|it| it.record);
        let Some(Record::Game(GameRecord { state: Some(state), .. })) = record else { continue };
        endings.insert(game(stored), state.outcome.is_some());
    }
    endings
}

/// Describes the state of a run that does not end.
pub(crate) fn standing(store: &Store, hall: &Hall) -> String {
    let mut text = format!("{} results", results(store).len());
    for input in lost(store, hall) {
        text.push_str(&format!("; {input:?} is lost"));
    }
    for game in unfinished(store) {
        text.push_str(&format!("; {game} has not ended"));
    }
    for ((stream, name), durable) in &store.durables {
        let last = store.streams.get(stream).map_or(0, StreamStore::last_sequence);
        if !durable.is_done(last) {
            text.push_str(&format!("; {name} has not read {} to its end", stream.name()));
        }
    }
    text
}
