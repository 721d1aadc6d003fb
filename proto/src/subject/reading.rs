//! The names of the stream of readings: what sensor boards report, kept some days for disputes.
//!
//! It is no part of the event log. Its oldest messages go, nothing follows from it, and nobody but
//! board-ingest and the operator reads it.

use super::VenueId;

/// The name of the stream.
pub const STREAM: &str = "READING";

/// The filter of all its subjects.
pub const SUBJECTS: &str = "reading.*.*";

/// Returns the subject of a board, by the name of its device. Characters that mean something in a
/// subject are written as `=` and two digits.
#[must_use]
pub fn of_board(venue: &VenueId, board: &str) -> String {
    let mut subject = format!("reading.{venue}.");
    for letter in board.chars() {
        match letter {
            '.' | '*' | '>' | '=' | ' ' => subject.push_str(&format!("={:02X}", u32::from(letter))),
            _ => subject.push(letter),
        }
    }
    subject
}

/// Returns the filter of all boards of a venue.
#[must_use]
pub fn of_venue(venue: &VenueId) -> String {
    format!("reading.{venue}.*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subject_of_a_board_is_one_token_and_that_of_no_other_board() {
        let venue: VenueId = "main".parse().unwrap();
        for (board, token) in [
            ("board-1", "board-1"),
            ("a.b", "a=2Eb"),
            ("a=2Eb", "a=3D2Eb"),
            ("*", "=2A"),
            (">", "=3E"),
        ] {
            assert_eq!(of_board(&venue, board), format!("reading.main.{token}"));
        }
    }
}
