//! Tournament report files: their lines, their problems, and round trips.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a failed test panics")]

#[path = "../swiss/records.rs"]
#[expect(dead_code, reason = "only the fields of the records are asked for")]
mod records;

mod events;
mod export;
mod import;
mod lines;
mod problems;
mod properties;
mod swiss;

use tournament::PlayerId;
use tournament::trf::{LineEnd, ReadTrf, Trf, read};

/// Writes start numbers, colours and results in the columns of the rounds, after the columns of a
/// player.
pub(crate) fn player_line(number: u32, name: &str, points: &str, rounds: &str) -> String {
    format!("001 {number:>4}      {name:<33}{:>32} {points:>4} {number:>4}  {rounds}", "")
}

#[track_caller]
pub(crate) fn id(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

/// Reads a file without problems.
#[track_caller]
pub(crate) fn fine(text: &str) -> Trf {
    let ReadTrf { trf, problems, .. } = read(text.as_bytes());
    assert_eq!(problems, [], "{text}");
    trf
}

/// Writes a report and checks that it is read back as itself; returns the text.
#[track_caller]
pub(crate) fn there_and_back(trf: &Trf) -> String {
    let text = trf.write(LineEnd::Lf).unwrap();
    for line_end in [LineEnd::Lf, LineEnd::CrLf] {
        let again = read(trf.write(line_end).unwrap().as_bytes());
        assert_eq!(&again.trf, trf, "{text}");
    }
    text
}
