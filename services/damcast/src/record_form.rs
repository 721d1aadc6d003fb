//! The forms of a record that commands print: sentences, JSON lines or comma-separated values.

use clap::ValueEnum;
use proto::Timestamp;

/// A form of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Sentences.
    Text,
    /// One JSON value a line.
    Json,
    /// Comma-separated values with a head.
    Csv,
}

/// Adds a line without blanks at its end.
pub(crate) fn line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// Returns a line of comma-separated values. A cell that a spreadsheet would compute is text there.
pub(crate) fn csv_line(cells: &[&str]) -> String {
    cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",")
}

fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@']);
    format!("\"{}{}\"", if is_formula { "'" } else { "" }, cell.replace('"', "\"\""))
}

/// Returns a moment as in `2026-11-23T10:44:05Z`.
pub(crate) fn moment(at: Timestamp) -> String {
    let seconds = at.millis().div_euclid(1000);
    let Ok(at) = time::OffsetDateTime::from_unix_timestamp(seconds) else {
        return seconds.to_string();
    };
    let (date, time) = (at.date(), at.time());
    let (hour, minute, second) = time.as_hms();
    let (year, month, day) = date.to_calendar_date();
    format!("{year:04}-{:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z", u8::from(month))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_a_spreadsheet_would_compute_is_text() {
        assert_eq!(csv_line(&["=1+1", "a,b"]), "\"'=1+1\",\"a,b\"");
    }
}
