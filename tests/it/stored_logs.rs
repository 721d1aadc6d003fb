//! Logs that earlier releases wrote are read: each record keeps its bytes, each hash chain holds, and
//! folding a subject gives the state that was true when the log was written.

use std::{collections::BTreeMap, fmt::Write as _};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use live_game::Game;
use prost::Message as _;
use proto::{
    convert::{Aggregate, standings},
    v1::{ClockRecord, Color, Envelope, GameRecord, Score, envelope::Record},
};
use sha2::{Digest as _, Sha256};
use tournament::{Tournament, ranking::Running};

#[test]
fn a_log_of_0_1_0_is_read_with_its_bytes_and_states() {
    check("logs/0.1.0");
}

/// Compares a folder of logs with its `states.txt`.
#[track_caller]
fn check(folder: &str) {
    let mut found = String::new();
    let mut kinds = BTreeMap::new();
    for name in names(folder) {
        let log = read(&format!("{folder}/{name}.jsonl.gz"));
        writeln!(found, "\n{name}").unwrap();
        for (subject, payloads) in &log {
            let what = format!("{name}: {subject}");
            let envelopes = chained(payloads, &what);
            for envelope in &envelopes {
                count(envelope, &mut kinds);
            }
            let digest: String = Sha256::digest(payloads.last().unwrap())[..8]
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            let state = state(&envelopes, &what);
            writeln!(found, "  {subject} {} {digest}{state}", payloads.len()).unwrap();
        }
    }
    let mut all = "kinds\n".to_owned();
    for (kind, count) in kinds {
        writeln!(all, "  {count} {kind}").unwrap();
    }
    all += &found;
    let expected = test_data::text(&format!("{folder}/states.txt"));
    // The first line that differs says more than both texts.
    for (found, expected) in all.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "{folder}/states.txt");
    }
    assert!(all == expected, "{folder}/states.txt is to be:\n{all}");
}

/// Returns the names of the logs in a folder, without their ending.
fn names(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(test_data::path(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(".jsonl.gz")?.to_owned())).collect();
    names.sort();
    names
}

/// Returns the payloads of each subject, in the order of storing.
fn read(name: &str) -> BTreeMap<String, Vec<Vec<u8>>> {
    let mut subjects: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    for message in test_data::json_lines(name) {
        let text = |field: &str| -> &str { message[field].as_str().unwrap() };
        let payload = STANDARD.decode(text("payload")).unwrap();
        subjects.entry(text("subject").to_owned()).or_default().push(payload);
    }
    subjects
}

/// Decodes the envelopes of a subject. Each must follow the bytes before it, and encode to the bytes
/// that it was decoded from.
#[track_caller]
fn chained(payloads: &[Vec<u8>], what: &str) -> Vec<Envelope> {
    let mut previous = Vec::new();
    let mut envelopes = Vec::new();
    for (payload, version) in payloads.iter().zip(1..) {
        let envelope = Envelope::decode(payload.as_slice()).unwrap();
        assert_eq!(envelope.version, version, "{what}");
        assert_eq!(envelope.previous, previous, "{what}, version {version}");
        assert_eq!(&envelope.encode_to_vec(), payload, "{what}, version {version}");
        previous = Sha256::digest(payload).to_vec();
        envelopes.push(envelope);
    }
    envelopes
}

/// Counts the events and inputs of an envelope by the names of their fields in the contract.
fn count(envelope: &Envelope, kinds: &mut BTreeMap<String, u32>) {
    let mut add = |stream: &str, event: &dyn std::fmt::Debug| {
        let text = format!("{event:?}");
        let name = text.trim_start_matches("Some(").split(['(', ')']).next().unwrap_or_default();
        *kinds.entry(format!("{stream}.{name}")).or_default() += 1;
    };
    match envelope.record.as_ref().unwrap() {
        Record::Input(input) => add("input", &input.action),
        Record::Table(table) => add("table", &table.event),
        Record::Game(game) => game.events.iter().for_each(|event| add("game", &event.event)),
        Record::Clock(clock) => clock.events.iter().for_each(|event| add("clock", &event.event)),
        Record::Tournament(tournament) => {
            tournament.events.iter().for_each(|event| add("tournament", &event.event));
        }
    }
}

/// Folds the records of a subject and describes the last state.
#[track_caller]
fn state(envelopes: &[Envelope], what: &str) -> String {
    let records = || envelopes.iter().map(|envelope| envelope.record.clone().unwrap());
    match records().last().unwrap() {
        // An input has no state of its own.
        Record::Input(_) | Record::Table(_) => String::new(),
        Record::Game(last) => {
            fold::<Game>(records(), what);
            game(&last)
        }
        Record::Clock(last) => {
            fold::<live_game::GameClock>(records(), what);
            clock(&last)
        }
        Record::Tournament(_) => {
            let tournament = fold::<Tournament>(records(), what);
            let rows = standings(&tournament.tables(Running::Ignored));
            let row = |row: &proto::v1::Standing| format!(" {}:{}", row.player, row.points);
            rows.iter().map(row).collect()
        }
    }
}

/// Folds records. Each must be the record of its events and of the state after them.
#[track_caller]
fn fold<A: Aggregate>(records: impl Iterator<Item = Record>, what: &str) -> A {
    let mut state = A::default();
    for (record, version) in records.zip(1_u64..) {
        let events = A::from_record(record.clone()).unwrap();
        for event in &events {
            state.apply(event);
        }
        assert_eq!(state.to_record(&events), record, "{what}, version {version}");
    }
    state
}

/// Describes position, plies and result. Folding has shown that the state in the record is that of its
/// events.
fn game(record: &GameRecord) -> String {
    let state = record.state.clone().unwrap_or_default();
    let score = state.outcome.map_or(Score::Unspecified, |outcome| outcome.score());
    format!(" {} plies {} {}", state.plies.len(), state.fen, score.as_str_name())
}

/// Describes the time left for each side, and the flag that fell.
fn clock(record: &ClockRecord) -> String {
    let state = record.state.clone().unwrap_or_default();
    let flag = if state.flag() == Color::Unspecified { "" } else { state.flag().as_str_name() };
    format!(" {} {} ms {flag}", state.white_ms, state.black_ms)
}
