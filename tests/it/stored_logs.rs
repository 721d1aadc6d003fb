//! Logs that earlier releases wrote are read: each record keeps its bytes, each hash chain holds,
//! and folding a subject gives the state that was true when the log was written. Every reader of a
//! service finds in each record what it looks for.

use std::{collections::BTreeMap, fmt::Write as _};

use access::Access;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use draughts::{RuleSet, Variant};
use game_clock::Event;
use live_game::{
    ClockEvent, Game, GameClock, GameCommand, GameEvent, PendingKind, RecordEnd, ResultChange,
    TimedRecord, replay_records,
    table::{ClockAlarm, InputNovelty, Inputs, SeatEvent, Seats, Verdict},
};
use prost::Message as _;
use proto::{
    convert::{self, Aggregate, InputContent, clock_deadline, game_commands, standings},
    v1::{ClockRecord, Color, Envelope, GameRecord, Score, envelope::Record},
};
use runtime::{LogEntry, Stored};
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
        let variant = variant(&log);
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
            read_as_services_do(subject, payloads, variant, &what);
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

/// Decodes the envelopes of a subject. Each must follow the bytes before it, and encode to the
/// bytes that it was decoded from.
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
        Record::Access(access) => {
            access.events.iter().for_each(|event| add("access", &event.change));
        }
    }
}

/// Folds the records of a subject and describes the last state.
#[track_caller]
fn state(envelopes: &[Envelope], what: &str) -> String {
    let records = || envelopes.iter().map(|envelope| envelope.record.clone().unwrap());
    match records().last().unwrap() {
        Record::Input(_) => {
            let inputs = fold::<Inputs<InputContent>>(records(), what);
            for record in records() {
                for input in Inputs::<InputContent>::from_record(record).unwrap() {
                    let decided =
                        inputs.decide(&input.id, input.content(), input.is_display(), false);
                    assert_eq!(decided, Ok(InputNovelty::Repeat), "{what}: {}", input.id);
                }
            }
            String::new()
        }
        Record::Table(_) => seats(&fold::<Seats>(records(), what)),
        Record::Game(last) => {
            fold::<Game>(records(), what);
            game(&last)
        }
        Record::Clock(last) => {
            fold::<GameClock>(records(), what);
            clock(&last)
        }
        Record::Tournament(_) => {
            let tournament = fold::<Tournament>(records(), what);
            let rows = standings(&tournament.tables(Running::Ignored));
            let row = |row: &proto::v1::Standing| format!(" {}:{}", row.player, row.points);
            rows.iter().map(row).collect()
        }
        Record::Access(_) => {
            let access = fold::<Access>(records(), what);
            let grants =
                access.grants().map(|(id, grant)| format!(" {id}:{}", grant.role.as_str()));
            format!(" generation {}{}", access.generation(), grants.collect::<String>())
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

/// Describes position, plies and result. Folding has shown that the state in the record is that of
/// its events.
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

/// Describes the seat of each device, the fault of its clock, and the grace.
fn seats(seats: &Seats) -> String {
    let mut text = String::new();
    for (device, seat) in seats.devices() {
        write!(text, " {device}:{seat:?}").unwrap();
        if let Some(fault) = seats.clock_fault(device) {
            write!(text, " {fault:?}").unwrap();
        }
    }
    if let Some(grace) = seats.grace() {
        write!(text, " grace {grace:?}").unwrap();
    }
    text
}

/// Returns the variant of the games of a log.
fn variant(log: &BTreeMap<String, Vec<Vec<u8>>>) -> Variant {
    let entries = log.iter().flat_map(|(subject, payloads)| entries(subject, payloads));
    let games = entries.filter_map(|entry| {
        let convert::Record::Game(record) = entry.record else { return None };
        record.state.rules()
    });
    games.map(RuleSet::variant).next().unwrap_or(Variant::International)
}

/// Reads the messages of a subject as the runtime does.
fn entries(subject: &str, payloads: &[Vec<u8>]) -> Vec<LogEntry> {
    let stored = payloads.iter().zip(1..).map(|(payload, sequence)| Stored {
        subject: subject.to_owned(),
        sequence,
        headers: Default::default(),
        payload: payload.clone().into(),
    });
    stored.map(|stored| LogEntry::read(stored).unwrap()).collect()
}

/// Reads each record of a subject as every service does that follows it.
#[track_caller]
fn read_as_services_do(subject: &str, payloads: &[Vec<u8>], variant: Variant, what: &str) {
    let mut timed: Vec<TimedRecord> = Vec::new();
    for entry in entries(subject, payloads) {
        let what = format!("{what}, version {}", entry.version);
        match &entry.record {
            convert::Record::Input(input) => {
                let commands = game_commands(&entry.record, variant).unwrap();
                assert_eq!(commands.len(), 1, "{what}");
                let command = commands.first().unwrap();
                let is_start = matches!(command, GameCommand::Start { .. });
                assert_eq!(command.input(), Some(&input.id).filter(|_| !is_start), "{what}");
                assert_eq!(input.pending().kind == PendingKind::Start, is_start, "{what}");
            }
            convert::Record::Tables(event) => {
                let is_judged = matches!(event, SeatEvent::ClockJudged { .. });
                assert_eq!(ClockAlarm::of_device(event).is_some(), is_judged, "{what}");
            }
            convert::Record::Game(record) => {
                timed.push(read_game(record, timed.last(), &what));
            }
            convert::Record::Clock(record) => read_clock(record, &entry, variant, &what),
            convert::Record::Tournament(events) => assert!(!events.is_empty(), "{what}"),
            convert::Record::Access(events) => assert!(!events.is_empty(), "{what}"),
        }
    }
    replay_records(&timed, &GameClock::default()).unwrap();
}

/// Reads a record of GAME as board-ingest, clock, pairing and broadcast do; returns the clock's
/// part of it, given that of the record before.
#[track_caller]
fn read_game(
    record: &convert::GameRecord,
    before: Option<&TimedRecord>,
    what: &str,
) -> TimedRecord {
    let state = record.state.read().unwrap().unwrap();
    assert_eq!(state.position().fen(), record.state.fen(), "{what}");
    assert_eq!(record.state.rules(), Some(state.rules), "{what}");
    assert_eq!(record.state.is_over(), state.outcome.is_some(), "{what}");
    for event in &record.events {
        let verdicts = Verdict::of_game(event, Some(state.rules)).count();
        assert!(verdicts >= event.inputs().count().min(1), "{what}: {event:?}");
    }
    let ends = record.events.iter().any(|event| {
        matches!(
            event,
            GameEvent::Finished { .. }
                | GameEvent::ResultCorrected { .. }
                | GameEvent::Resumed { .. }
        )
    });
    assert_eq!(ResultChange::of(&record.events).is_some(), ends, "{what}");
    let timed = TimedRecord::new(&state, &record.events);
    let timed = before.map_or(timed.clone(), |before| timed.after(before));
    assert!(timed.control.is_some(), "{what}");
    assert_eq!(timed.end != RecordEnd::Open, state.outcome.is_some(), "{what}");
    timed
}

/// Reads a record of CLOCK as rules-validation, board-ingest and clock do.
#[track_caller]
fn read_clock(record: &convert::ClockRecord, entry: &LogEntry, variant: Variant, what: &str) {
    let (mut alarms, mut falls) = (0, 0);
    for event in &record.events {
        match event {
            ClockEvent::Clock(Event::Irregular { .. } | Event::Disagreed { .. }) => alarms += 1,
            ClockEvent::Clock(Event::FlagFell { .. } | Event::AbsenceExceeded { .. }) => falls += 1,
            ClockEvent::Clock(_) | ClockEvent::Answered(_) | ClockEvent::TimesKept => {}
        }
    }
    assert_eq!(record.events.iter().filter_map(ClockAlarm::of_clock).count(), alarms, "{what}");
    assert_eq!(game_commands(&entry.record, variant).unwrap().len(), falls, "{what}");
    let state = record.state.as_ref().unwrap();
    let runs = state.running() != Color::Unspecified;
    assert!(!runs || clock_deadline(state).is_some(), "{what}");
}
