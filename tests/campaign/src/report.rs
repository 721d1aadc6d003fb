//! The figures and findings of a command.

use std::{fmt, io::Write as _, time::Duration};

/// The result of a command: its figures in order, and its findings.
#[derive(Debug, Default)]
pub(crate) struct Report {
    figures: Vec<(String, String)>,
    findings: Vec<String>,
}

impl Report {
    /// Adds a figure.
    pub(crate) fn figure(&mut self, name: impl Into<String>, value: impl fmt::Display) {
        self.figures.push((name.into(), value.to_string()));
    }

    /// Adds a finding: a breach of the promise.
    pub(crate) fn finding(&mut self, finding: impl Into<String>) {
        self.findings.push(finding.into());
    }

    /// Adds the median, the 99th percentile and the largest of some durations.
    pub(crate) fn times(&mut self, name: &str, mut times: Vec<Duration>) {
        if times.is_empty() {
            return;
        }
        times.sort_unstable();
        let at = |percent: usize| {
            let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
            times.get(index).map_or(0, Duration::as_millis)
        };
        let figures = format!("{} / {} / {} ms", at(50), at(99), at(100));
        self.figure(format!("{name}, p50 / p99 / max"), figures);
    }

    /// Adds a finding if the longest of some durations is longer than `bound`.
    pub(crate) fn bound(&mut self, name: &str, times: &[Duration], bound: Duration) {
        if let Some(longest) = times.iter().max().filter(|longest| **longest > bound) {
            self.finding(format!("{name} took {longest:?}, and the bound is {bound:?}"));
        }
    }

    /// Adds the findings of a part of the command, and its figures if it has findings.
    pub(crate) fn add(&mut self, name: &str, part: Self) {
        if part.has_findings() {
            let figures = part.figures.into_iter();
            self.figures
                .extend(figures.map(|(figure, value)| (format!("{name}: {figure}"), value)));
        }
        let findings = part.findings.into_iter();
        self.findings.extend(findings.map(|finding| format!("{name}: {finding}")));
    }

    /// Prints what was found in a part of a long command.
    pub(crate) fn progress(&self, name: &str) {
        let found = self.findings.first().map_or("no finding", String::as_str);
        // A closed standard error has no reader.
        drop(writeln!(std::io::stderr(), "{name}: {found}"));
    }

    /// Returns true if there is a finding.
    pub(crate) fn has_findings(&self) -> bool {
        !self.findings.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.figures {
            writeln!(f, "{name:<48} {value}")?;
        }
        for finding in &self.findings {
            writeln!(f, "FINDING: {finding}")?;
        }
        match self.findings.len() {
            0 => writeln!(f, "no finding"),
            count => writeln!(f, "{count} findings"),
        }
    }
}
