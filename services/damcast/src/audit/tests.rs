//! Checks of the logs of past releases: as they were written, and damaged.

mod mend;

use std::collections::{BTreeMap, BTreeSet};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use prost::Message as _;
use proto::{
    subject::{Stream, Subject, TournamentKey},
    v1::Envelope,
};
use runtime::{LogEntry, Stored};

use super::{Finding, GameLogs, History, KnownMissing, StreamAudit, TournamentLogs};

const FOLDER: &str = "logs/0.1.0";

/// The streams of those releases.
const STORED: [Stream; 4] = [Stream::Input, Stream::Game, Stream::Clock, Stream::Tournament];

type Log = BTreeMap<Stream, Vec<Stored>>;

fn names() -> Vec<String> {
    let entries = std::fs::read_dir(test_data::path(FOLDER)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".jsonl.gz")).collect()
}

fn read(name: &str) -> Log {
    let mut log = Log::new();
    for message in test_data::json_lines(&format!("{FOLDER}/{name}")) {
        let subject = message["subject"].as_str().unwrap().to_owned();
        let payload = STANDARD.decode(message["payload"].as_str().unwrap()).unwrap().into();
        let sequence = message["sequence"].as_u64().unwrap();
        let stream = subject.parse::<Subject>().unwrap().stream;
        let stored = Stored { subject, sequence, headers: Default::default(), payload };
        log.entry(stream).or_default().push(stored);
    }
    log
}

fn subjects(log: &Log) -> BTreeSet<Subject> {
    log.values().flatten().filter_map(|stored| stored.subject.parse().ok()).collect()
}

fn history(log: &Log, subject: &Subject) -> History {
    let stored = log.get(&subject.stream).into_iter().flatten();
    let of_subject = stored.filter(|stored| stored.subject == subject.to_string());
    History::new(of_subject.cloned().map(LogEntry::read))
}

fn check(log: &Log) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (stream, messages) in log {
        let mut audit = StreamAudit::new(*stream);
        messages.iter().cloned().for_each(|message| audit.take(message));
        let last = messages.last().map_or(0, |message| message.sequence);
        findings.extend(audit.end(last, &KnownMissing::default(), "").findings);
    }
    let tournaments: BTreeSet<TournamentKey> =
        subjects(log).into_iter().map(|subject| subject.tournament).collect();
    for key in tournaments {
        let mut tournament = TournamentLogs::new(&key);
        let games = subjects(log).into_iter().filter(|subject| subject.tournament == key);
        let games: BTreeSet<_> = games.filter_map(|subject| subject.game_key()).collect();
        for game in games {
            let of = |stream| history(log, &Subject::game(stream, &game));
            let logs = GameLogs {
                inputs: of(Stream::Input),
                games: of(Stream::Game),
                clocks: of(Stream::Clock),
            };
            findings.extend(logs.check());
            tournament.add(game.game, logs.games.sound());
        }
        tournament.log = history(log, &Subject::log(&key));
        findings.extend(tournament.check());
    }
    findings
}

/// Returns the kinds of the faults, each once.
fn kinds(log: &Log) -> BTreeSet<&'static str> {
    check(log).iter().filter(|finding| finding.is_fault()).map(Finding::kind).collect()
}

#[test]
fn the_logs_of_past_releases_have_no_fault_except_what_this_one_decides_otherwise() {
    for name in names() {
        let findings = check(&read(&name));
        let expected = match name.as_str() {
            // Its limit was higher.
            "record-at-its-limit.jsonl.gz" => vec![(12, "other-events"), (13, "other-events")],
            // Only the side whose flag fell was deemed to have made its moves.
            "regulation-2006-press.jsonl.gz" => vec![(14, "other-events")],
            _ => vec![],
        };
        let found: Vec<(u64, &str)> =
            findings.iter().map(|it| (it.sequence.unwrap_or_default(), it.kind())).collect();
        assert_eq!(found, expected, "{name}: {findings:#?}");
    }
}

#[test]
fn a_stream_that_lost_its_end_is_named_by_what_it_lacks() {
    for (stream, cut, expected) in [
        (Stream::Game, 1, "no-cause"),
        (Stream::Game, 20, "unjudged"),
        (Stream::Clock, 20, "clock-behind"),
        (Stream::Tournament, 1, "no-result"),
        (Stream::Input, 3, "no-cause"),
    ] {
        let mut log = read("swiss.jsonl.gz");
        let messages = log.get_mut(&stream).unwrap();
        messages.truncate(messages.len() - cut);
        let kinds = kinds(&log);
        assert!(kinds.contains(expected), "{stream:?} without {cut}: {kinds:?}");
    }
}

#[test]
fn inputs_that_were_lost_and_handed_in_again_are_told_and_no_fault() {
    let mut log = read("swiss.jsonl.gz");
    let inputs = log.get_mut(&Stream::Input).unwrap();
    // Each of the last four is of another game. They have each other's sequences now.
    let first = inputs.len() - 4;
    let lost = inputs.split_off(first);
    let sequences: Vec<u64> = lost.iter().map(|stored| stored.sequence).collect();
    let again = lost.iter().cycle().skip(1).zip(&sequences).map(|(stored, sequence)| {
        let mut envelope = Envelope::decode(stored.payload.clone()).unwrap();
        envelope.recorded_at_ms += 60_000;
        let payload = envelope.encode_to_vec().into();
        Stored { sequence: *sequence, payload, ..stored.clone() }
    });
    inputs.extend(again);
    let findings = check(&log);
    let kinds: BTreeSet<&str> = findings.iter().map(Finding::kind).collect();
    assert_eq!(kinds, BTreeSet::from(["handed-in-again"]), "{findings:#?}");
    assert!(findings.iter().all(|finding| !finding.is_fault()), "{findings:#?}");

    // One of them is not handed in.
    log.get_mut(&Stream::Input).unwrap().pop();
    assert_eq!(self::kinds(&log), BTreeSet::from(["no-cause"]));
}

#[test]
fn a_message_that_is_lost_in_the_middle_breaks_its_chain() {
    for stream in STORED {
        let mut log = read("rulings.jsonl.gz");
        let messages = log.get_mut(&stream).unwrap();
        let of = |subject: &str| {
            let places = messages.iter().enumerate();
            places.filter(|(_, it)| it.subject == subject).map(|(at, _)| at).collect::<Vec<_>>()
        };
        let places = messages.iter().map(|message| of(&message.subject));
        let places = places.max_by_key(Vec::len).unwrap();
        messages.remove(places[1]);
        let kinds = kinds(&log);
        assert!(kinds.contains("missing"), "{stream:?}: {kinds:?}");
        assert!(kinds.contains("version"), "{stream:?}: {kinds:?}");
    }
}

#[test]
fn a_changed_byte_is_told() {
    for stream in STORED {
        let mut log = read("rulings.jsonl.gz");
        let messages = log.get_mut(&stream).unwrap();
        let middle = messages.len() / 3;
        let message = messages.get_mut(middle).unwrap();
        let mut payload = message.payload.to_vec();
        let last = payload.last_mut().unwrap();
        *last ^= 1;
        message.payload = payload.into();
        assert!(!kinds(&log).is_empty(), "{stream:?}");
    }
}

#[test]
fn a_message_that_is_no_envelope_is_told_where_it_stands() {
    for stream in STORED {
        let mut log = read("rulings.jsonl.gz");
        let messages = log.get_mut(&stream).unwrap();
        let last = messages.last().unwrap();
        let (subject, sequence) = (last.subject.clone(), last.sequence + 1);
        let payload = vec![0xff; 40].into();
        messages.push(Stored { subject, sequence, headers: Default::default(), payload });
        let findings = check(&log);
        let unreadable = findings.iter().find(|finding| finding.kind() == "unreadable");
        assert_eq!(unreadable.and_then(|it| it.sequence), Some(sequence), "{stream:?}");
    }
}

#[test]
fn a_lost_stream_is_told_by_all_that_follows_from_it() {
    for (stream, expected) in
        [(Stream::Input, "no-cause"), (Stream::Game, "unjudged"), (Stream::Clock, "clock-behind")]
    {
        let mut log = read("swiss.jsonl.gz");
        log.remove(&stream);
        let kinds = kinds(&log);
        assert!(kinds.contains(expected), "{stream:?}: {kinds:?}");
    }
}
