//! A crosstable as comma-separated values.

use tournament::crosstable::{Cell, Column, Crosstable};

use super::{cell, heading};
use crate::Language;

/// Writes the table by RFC 4180: a line of headings, then a line for each row, ended by CRLF, with
/// quotes around values that need them.
///
/// Spreadsheets interpret text that begins with `=`, `+`, `-` or `@` (or a tab) as a formula and
/// run it, so a player's name could send the table elsewhere. Names and clubs with such a beginning
/// get an apostrophe in front, which marks text in spreadsheets.
#[must_use]
pub fn csv(table: &Crosstable, language: Language) -> String {
    let heading = |column: &Column| field(&heading(table, *column, language).short);
    let mut text = line(table.columns.iter().map(heading));
    for row in &table.rows {
        let written = |one: &Cell| {
            let text = cell(one, language);
            match one {
                Cell::Name { .. } | Cell::Club(_) => {
                    field(&defused(draughts::text::cleaned(&text).into_owned()))
                }
                Cell::Empty
                | Cell::Oneself
                | Cell::Place { .. }
                | Cell::Number(_)
                | Cell::Points(_)
                | Cell::Games(_)
                | Cell::Absence { .. }
                | Cell::Zone(_) => field(&text),
            }
        };
        text.push_str(&line(row.cells.iter().map(written)));
    }
    text
}

fn line(fields: impl Iterator<Item = String>) -> String {
    let mut line = fields.collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}

fn defused(text: String) -> String {
    if text.trim_start().starts_with(['=', '+', '-', '@']) || text.starts_with(['\t', '\r']) {
        format!("'{text}")
    } else {
        text
    }
}

fn field(text: &str) -> String {
    if text.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
