//! The screen of `damcast status`, and the same as JSON.

use std::fmt;

use phrases::{
    Language,
    operation::{self, Label, Trouble},
};
use serde::Serialize;
use serde_json::Value;

use super::{durability::OnDisk, observed::Observed};
use crate::lines::printable;

/// Time within which a device was heard lately.
const LATELY_MS: u64 = 10 * 60 * 1000;

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
        let heads = [Label::Reader, Label::Stream, Label::Waiting, Label::Delay, Label::State];
        let rows = log.consumers.iter().map(|seen| {
            let state = if seen.is_read { Label::Read } else { Label::Unread };
            let (service, stream) = (seen.service.to_owned(), seen.stream.to_owned());
            let delay = seen.waits_since_ms.map(|since| self.age(since)).unwrap_or_default();
            vec![service, stream, seen.pending.to_string(), delay, self.label(state)]
        });
        Some(Table::new(heads.map(|label| self.label(label)).into(), rows, &[2, 3]))
    }

    fn venues(&self) -> Option<Table> {
        let venues = &self.observed.log.as_ref().filter(|log| !log.venues.is_empty())?.venues;
        let heads = [Label::Venue, Label::LastWrote, Label::State];
        let rows = venues.iter().map(|seen| {
            let state = if seen.is_fresh { Label::Fresh } else { Label::Offline };
            let wrote = seen.wrote_ms.map(|at| self.age(at)).unwrap_or_default();
            vec![seen.venue.clone(), wrote, self.label(state)]
        });
        Some(Table::new(heads.map(|label| self.label(label)).into(), rows, &[1]))
    }

    fn devices(&self) -> Option<Table> {
        let devices = &self.observed.log.as_ref().filter(|log| !log.devices.is_empty())?.devices;
        let heads = [Label::Tournament, Label::Devices, Label::HeardLately, Label::SilentLongest];
        let rows = devices.iter().map(|seen| {
            let lately = |at| self.age_ms(at) < LATELY_MS;
            let heard = seen.devices.iter().filter(|it| it.heard_ms.is_some_and(lately));
            // Of those that handed something in: the others may not have had a move to make.
            let silent = seen.devices.iter().filter(|it| it.table.is_some());
            let silent = silent.filter_map(|it| Some((it.heard_ms?, &it.device))).min();
            let silent =
                silent.map(|(at, device)| format!("{}, {}", printable(device), self.age(at)));
            vec![
                seen.tournament.clone(),
                seen.devices.len().to_string(),
                heard.count().to_string(),
                silent.unwrap_or_default(),
            ]
        });
        Some(Table::new(heads.map(|label| self.label(label)).into(), rows, &[1, 2]))
    }

    /// Returns for how many milliseconds a moment is past.
    fn age_ms(&self, at_ms: i64) -> u64 {
        u64::try_from(self.observed.now.millis() - at_ms).unwrap_or(0)
    }

    /// Returns for how long a moment is past, in the largest unit of which it has been one.
    fn age(&self, at_ms: i64) -> String {
        match self.age_ms(at_ms) / 1000 {
            seconds @ 0..60 => format!("{seconds} s"),
            seconds @ 60..3600 => format!("{} min", seconds / 60),
            seconds => format!("{} h", seconds / 3600),
        }
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
        let tables =
            [Some(self.services()), self.streams(), self.readers(), self.venues(), self.devices()];
        for table in tables.into_iter().flatten() {
            write!(f, "\n{table}")?;
        }
        let streams = self.observed.log.iter().flat_map(|log| &log.streams);
        let day: Option<u64> = streams.map(|stream| stream.bytes_of_a_day).sum();
        let day = day.map(|day| operation::stored_in_a_day(&size(day), self.language));
        let day = day.map(|day| format!("; {day}")).unwrap_or_default();
        if let Some(disk) = self.observed.disk {
            let free =
                operation::free(&tenths(disk.free, 1_000_000_000), disk.percent(), self.language);
            write!(f, "\n{}  {free}{day}\n", self.label(Label::Disk))?;
        }
        if let Some(log) = &self.observed.log {
            let copies = operation::copies(log.copies(), log.copies_behind(), self.language);
            let cost = match self.observed.sync {
                Some(OnDisk::Always) => self.label(Label::SyncAlways),
                Some(OnDisk::Within(seconds)) => operation::sync(seconds, self.language),
                None => self.label(Label::SyncUnknown),
            };
            write!(f, "\n{}  {copies}; {cost}\n", self.label(Label::Log))?;
        }
        Ok(())
    }
}

/// A trouble for programs, in words.
#[derive(Serialize)]
pub(crate) struct TroubleJson {
    remedy: String,
    text: String,
}

impl TroubleJson {
    pub(crate) fn new(trouble: &Trouble, language: Language) -> Self {
        let remedy = operation::remedy(trouble, language);
        Self { remedy, text: operation::trouble(trouble, language) }
    }
}

/// The screen for programs.
#[derive(Serialize)]
struct ScreenJson<'a> {
    is_well: bool,
    observed: &'a Observed,
    troubles: Vec<TroubleJson>,
}

/// Returns the screen for programs, with the sentences in `language`. All members are in the order
/// of the alphabet.
///
/// # Errors
/// If it cannot be written as JSON, which is a bug.
pub(crate) fn json(
    observed: &Observed,
    troubles: &[Trouble],
    language: Language,
) -> serde_json::Result<Value> {
    let troubles: Vec<_> = troubles.iter().map(|it| TroubleJson::new(it, language)).collect();
    serde_json::to_value(ScreenJson { is_well: troubles.is_empty(), observed, troubles })
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
