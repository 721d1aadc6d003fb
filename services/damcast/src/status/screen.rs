//! The screen of `damcast status`, and the same as JSON.

use std::fmt;

use phrases::{
    Language,
    operation::{self, Label, Trouble},
};
use serde_json::{Value, json};

use super::observed::Observed;
use crate::{lines::printable, nats_server::SyncInterval};

/// The observations on one screen.
pub(super) struct Screen<'a> {
    pub(super) observed: &'a Observed,
    pub(super) troubles: &'a [Trouble],
    pub(super) language: Language,
}

impl Screen<'_> {
    fn label(&self, label: Label) -> String {
        operation::label(label, self.language)
    }

    fn services(&self) -> Table {
        let heads = [Label::Service, Label::State].map(|label| self.label(label));
        let rows = self.observed.services.iter().map(|seen| {
            let state = match &seen.answer {
                None => Label::Silent,
                Some(answer) if answer.status == "ready" => Label::Ready,
                Some(_not_ready) => Label::NotReady,
            };
            let version = seen.answer.as_ref().map_or("", |answer| &answer.version);
            vec![
                seen.service.to_owned(),
                self.label(state),
                printable(version),
                printable(&seen.address),
            ]
        });
        Table::new(heads.into(), rows, &[])
    }

    fn streams(&self) -> Option<Table> {
        let log = self.observed.log.as_ref()?;
        let heads = [Label::Stream, Label::Messages, Label::Size, Label::State];
        let rows = log.streams.iter().map(|seen| {
            let state = match (seen.exists, seen.differences.is_empty()) {
                (false, _) => Label::Missing,
                (true, true) => Label::Sound,
                (true, false) => Label::Different,
            };
            let (messages, size) = (seen.messages.to_string(), size(seen.bytes));
            vec![seen.stream.to_owned(), messages, size, self.label(state)]
        });
        Some(Table::new(heads.map(|label| self.label(label)).into(), rows, &[1, 2]))
    }

    fn readers(&self) -> Option<Table> {
        let log = self.observed.log.as_ref()?;
        let heads = [Label::Reader, Label::Stream, Label::Waiting, Label::State];
        let rows = log.consumers.iter().map(|seen| {
            let state = if seen.is_read { Label::Read } else { Label::Unread };
            let (service, stream) = (seen.service.to_owned(), seen.stream.to_owned());
            vec![service, stream, seen.pending.to_string(), self.label(state)]
        });
        Some(Table::new(heads.map(|label| self.label(label)).into(), rows, &[2]))
    }
}

impl fmt::Display for Screen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", operation::summary(self.troubles.len(), self.language))?;
        if !self.troubles.is_empty() {
            write!(f, " {}", operation::ask_doctor(self.language))?;
        }
        writeln!(f)?;
        for trouble in self.troubles {
            writeln!(f, "- {}", printable(&operation::trouble(trouble, self.language)))?;
        }
        for table in [Some(self.services()), self.streams(), self.readers()].into_iter().flatten() {
            write!(f, "\n{table}")?;
        }
        let streams = self.observed.log.iter().flat_map(|log| &log.streams);
        let day: Option<u64> = streams.map(|stream| stream.bytes_of_a_day).sum();
        let day = day.map(|day| operation::stored_in_a_day(&size(day), self.language));
        let day = day.map(|day| format!("; {day}")).unwrap_or_default();
        if let Some(disk) = self.observed.disk {
            let free =
                operation::free(&tenths(disk.free, 1_000_000_000), disk.percent(), self.language);
            let sync = self.observed.sync.map(|sync| match sync {
                SyncInterval::Always => Label::SyncAlways,
                SyncInterval::EverySecond => Label::SyncEverySecond,
            });
            let sync = sync.map(|label| format!("; {}", self.label(label))).unwrap_or_default();
            write!(f, "\n{}  {free}{day}{sync}\n", self.label(Label::Disk))?;
        }
        Ok(())
    }
}

/// Returns the same for programs, with the sentences in `language`.
pub(crate) fn json(observed: &Observed, troubles: &[Trouble], language: Language) -> Value {
    let troubles: Vec<Value> = troubles
        .iter()
        .map(|trouble| {
            let text = operation::trouble(trouble, language);
            json!({ "text": text, "remedy": operation::remedy(trouble, language) })
        })
        .collect();
    json!({ "is_well": troubles.is_empty(), "observed": observed, "troubles": troubles })
}

/// Returns a number of bytes with a decimal and its unit.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", tenths(bytes, 1_000)),
        1_000_000..1_000_000_000 => format!("{} MB", tenths(bytes, 1_000_000)),
        _more => format!("{} GB", tenths(bytes, 1_000_000_000)),
    }
}

fn tenths(number: u64, unit: u64) -> String {
    let tenths = number / (unit / 10);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Rows under their headings.
struct Table {
    rows: Vec<Vec<String>>,
    /// The columns that are aligned to the right.
    right: &'static [usize],
}

impl Table {
    fn new(
        heads: Vec<String>,
        rows: impl Iterator<Item = Vec<String>>,
        right: &'static [usize],
    ) -> Self {
        Self { rows: [heads].into_iter().chain(rows).collect(), right }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = |text: &String| text.chars().count();
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|column| self.rows.iter().filter_map(|row| row.get(column)).map(length).max())
            .map(Option::unwrap_or_default)
            .collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (text, width)) in row.iter().zip(&widths).enumerate() {
                let padding = " ".repeat(width - length(text));
                let cell = if self.right.contains(&column) {
                    format!("{padding}{text}")
                } else {
                    format!("{text}{padding}")
                };
                line.push_str(&cell);
                line.push_str("  ");
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
