//! The reasons for which an event cannot be a report file.

use tournament::trf::{NotATrf, Trf, Unwritable};

use crate::{Language, messages::say};

/// Writes the reason for which an event cannot be a report.
#[must_use]
pub fn not_a_report(error: &NotATrf, language: Language) -> String {
    match *error {
        NotATrf::Teams => say!(language, "report-of-teams"),
        NotATrf::UnknownPlayer { participant } => {
            say!(language, "report-no-player", participant)
        }
        NotATrf::UnknownGroup { group } => say!(language, "report-no-group", group),
        NotATrf::TooManyRounds => say!(language, "report-too-many-rounds", max = Trf::ROUNDS_MAX),
    }
}

/// Writes the reason for which a value does not fit into a report.
#[must_use]
pub fn unwritable(error: &Unwritable, language: Language) -> String {
    match error {
        Unwritable::Text { what: _, text, chars_max } => {
            say!(language, "report-text", text, max = chars_max)
        }
        Unwritable::Number { what: _, number } => say!(language, "report-number", number),
        Unwritable::TooMany { what: _, count } => say!(language, "report-too-many", count),
        Unwritable::OtherLine { line } => say!(language, "report-line", line),
    }
}
