//! The figures and findings of a command.

use std::{fmt, io::Write as _, ops::AddAssign, time::Duration};

/// Numbers of games and inputs, and of inputs that did not arrive as they were sent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    /// Number of games.
    pub(crate) games: usize,
    /// Number of different inputs that were acknowledged.
    pub(crate) acknowledged: usize,
    /// Number of these that INPUT does not have.
    pub(crate) lost: usize,
    /// Number of inputs that INPUT has more than once.
    pub(crate) doubled: usize,
    /// Number of acknowledged inputs without an effect in GAME.
    pub(crate) unjudged: usize,
    /// Number of devices whose inputs are in another order than they were sent.
    pub(crate) disordered: usize,
    /// The longest time that an input waited for its verdict.
    pub(crate) stall: Duration,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.unjudged += other.unjudged;
        self.disordered += other.disordered;
        self.stall = self.stall.max(other.stall);
    }
}

/// The result of a command: its totals, its figures in order, and its findings.
#[derive(Debug, Default)]
pub(crate) struct Report {
    totals: Totals,
    figures: Vec<(String, String)>,
    findings: Vec<String>,
}

impl Report {
    /// Adds to the totals.
    pub(crate) fn count(&mut self, totals: Totals) {
        self.totals += totals;
    }

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

    /// Adds the totals and findings of a part of the command, and its figures if it has findings.
    pub(crate) fn add(&mut self, name: &str, part: Self) {
        self.totals += part.totals;
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
        let Totals { games, acknowledged, lost, doubled, unjudged, disordered, stall } =
            self.totals;
        let counts = format!("{lost} / {doubled} / {unjudged} / {disordered}");
        let totals = [
            ("games", games.to_string()),
            ("acknowledged inputs", acknowledged.to_string()),
            ("lost / twice / unjudged / out of order", counts),
            ("longest stall", format!("{stall:.1?}")),
        ];
        let totals = totals.iter().map(|(name, value)| (*name, value));
        let figures = self.figures.iter().map(|(name, value)| (name.as_str(), value));
        for (name, value) in totals.chain(figures) {
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
