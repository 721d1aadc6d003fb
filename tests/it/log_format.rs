//! Checks the example of `docs/log-format.md` against the log that it reads.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use prost::Message as _;
use proto::v1::Envelope;
use sha2::{Digest as _, Sha256};

const PAGE: &str = include_str!("../../docs/log-format.md");

/// Returns the lines that the page shows as printed, without the names of the events.
fn printed() -> Vec<String> {
    let (_before, lines) = PAGE.split_once("```text\n").unwrap();
    let (lines, _after) = lines.split_once("```").unwrap();
    let without_events = |line: &str| {
        let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let is_event =
            |word: &&str| word.len() > 3 && word.starts_with(|it: char| it.is_lowercase());
        let (digest, words) = words.split_last().unwrap();
        let words: Vec<&str> = words.iter().copied().filter(|word| !is_event(word)).collect();
        format!("{} {digest}", words.join(" "))
    };
    lines.lines().map(without_events).collect()
}

#[test]
fn the_example_prints_the_sequences_versions_causes_and_digests_of_the_log() {
    let mut found = Vec::new();
    for message in test_data::json_lines("logs/0.1.0/late-press.jsonl.gz") {
        if !message["subject"].as_str().unwrap().ends_with(".main.round.r1-t1") {
            continue;
        }
        let payload = STANDARD.decode(message["payload"].as_str().unwrap()).unwrap();
        let Envelope { version, cause, .. } = Envelope::decode(payload.as_slice()).unwrap();
        let cause = cause
            .map_or_else(|| "-".to_owned(), |cause| format!("{} {}", cause.stream, cause.sequence));
        let (stream, sequence) = (message["stream"].as_str().unwrap(), &message["sequence"]);
        let mut line = format!("{stream} {sequence} {version} {cause} ");
        for byte in &Sha256::digest(&payload)[..4] {
            write!(line, "{byte:02x}").unwrap();
        }
        found.push(line);
    }
    assert_eq!(found, printed());
}
