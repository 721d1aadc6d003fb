//! The report of a check: a table of the streams and tournaments, then the findings.

use std::io::{self, Write};

use proto::subject::TournamentKey;
use serde::Serialize;

use crate::audit::Finding;

/// The result of a check.
#[derive(Debug, Default)]
pub struct Report {
    /// Services that read the log meanwhile: what they are doing may be told as missing.
    pub(super) running: Vec<&'static str>,
    /// The streams.
    pub(super) streams: Vec<StreamLine>,
    /// The tournaments.
    pub(super) tournaments: Vec<TournamentLine>,
    /// The findings.
    pub(super) findings: Vec<Finding>,
}

/// A stream in the report.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct StreamLine {
    /// Its name.
    pub(super) stream: &'static str,
    /// True if the server has it.
    pub(super) exists: bool,
    /// Number of messages that could be read.
    pub(super) messages: u64,
    /// Bytes of its messages.
    pub(super) bytes: u64,
    /// The sequence of its last message.
    pub(super) last_sequence: u64,
    /// Number of sequences without a message.
    pub(super) missing: u64,
    /// Number of findings about the stream and single messages.
    pub(super) findings: usize,
}

/// A tournament in the report.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct TournamentLine {
    /// Venue and id.
    pub(super) tournament: String,
    /// Number of games.
    pub(super) games: usize,
    /// Number of inputs of its games.
    pub(super) inputs: usize,
    /// Number of messages in GAME.
    pub(super) decisions: usize,
    /// Number of messages in CLOCK.
    pub(super) clock_events: usize,
    /// Number of messages in TOURNAMENT.
    pub(super) tournament_decisions: usize,
    /// True if it is over.
    pub(super) is_over: bool,
    /// Number of findings about what follows from what.
    pub(super) findings: usize,
}

/// A finding as programs read it.
#[derive(Debug, Serialize)]
struct FindingView<'a> {
    stream: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<u64>,
    kind: &'static str,
    is_fault: bool,
    text: String,
    remedy: &'static str,
}

#[derive(Debug, Serialize)]
struct ReportView<'a> {
    is_sound: bool,
    running: &'a [&'static str],
    streams: &'a [StreamLine],
    tournaments: &'a [TournamentLine],
    findings: Vec<FindingView<'a>>,
}

impl Report {
    /// Returns true if the log has no fault.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults().next().is_none()
    }

    /// Returns the faults of the log, a line each.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        self.findings.iter().filter(|finding| finding.is_fault()).map(Finding::line)
    }

    /// Returns the number of messages that could be read.
    pub(crate) fn messages(&self) -> u64 {
        self.streams.iter().map(|line| line.messages).sum()
    }

    /// Returns true if the log has messages of a tournament.
    pub(crate) fn has(&self, key: &TournamentKey) -> bool {
        self.tournaments.iter().any(|line| line.tournament == key.to_string())
    }

    /// Returns the tournaments that are not over.
    pub(crate) fn unfinished(&self) -> impl Iterator<Item = &str> {
        self.tournaments.iter().filter(|line| !line.is_over).map(|line| line.tournament.as_str())
    }

    /// Prints the report, as one JSON value if `json`.
    ///
    /// # Errors
    /// If the output fails.
    pub(super) fn print(&self, mut output: impl Write, json: bool) -> io::Result<()> {
        if json {
            serde_json::to_writer(&mut output, &self.view())?;
            return writeln!(output);
        }
        self.print_tables(&mut output)?;
        for finding in &self.findings {
            writeln!(output, "{}", finding.line())?;
            writeln!(output, "    {}", finding.remedy().text())?;
        }
        if !self.running.is_empty() {
            let running = self.running.join(", ");
            writeln!(
                output,
                "Running: {running}. What they are about to do is told as missing; stop them and check again."
            )?;
        }
        match self.findings.iter().filter(|finding| finding.is_fault()).count() {
            0 => writeln!(output, "The log is sound."),
            1 => writeln!(output, "The log has 1 fault."),
            faults => writeln!(output, "The log has {faults} faults."),
        }
    }

    fn print_tables(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(
            output,
            "{:<12} {:>10} {:>12} {:>10} {:>8} {:>8}",
            "stream", "messages", "bytes", "last", "missing", "findings"
        )?;
        for line in &self.streams {
            writeln!(
                output,
                "{:<12} {:>10} {:>12} {:>10} {:>8} {:>8}",
                line.stream,
                line.messages,
                line.bytes,
                line.last_sequence,
                line.missing,
                line.findings
            )?;
        }
        writeln!(output)?;
        writeln!(
            output,
            "{:<40} {:>6} {:>8} {:>8} {:>8} {:>10} {:>8}",
            "tournament", "games", "INPUT", "GAME", "CLOCK", "TOURNAMENT", "findings"
        )?;
        for line in &self.tournaments {
            writeln!(
                output,
                "{:<40} {:>6} {:>8} {:>8} {:>8} {:>10} {:>8}",
                line.tournament,
                line.games,
                line.inputs,
                line.decisions,
                line.clock_events,
                line.tournament_decisions,
                line.findings
            )?;
        }
        writeln!(output)
    }

    fn view(&self) -> ReportView<'_> {
        let findings = self.findings.iter().map(|finding| FindingView {
            stream: finding.stream.name(),
            subject: finding.subject.as_deref(),
            sequence: finding.sequence,
            kind: finding.kind(),
            is_fault: finding.is_fault(),
            text: finding.problem.to_string(),
            remedy: finding.remedy().text(),
        });
        ReportView {
            is_sound: self.is_sound(),
            running: &self.running,
            streams: &self.streams,
            tournaments: &self.tournaments,
            findings: findings.collect(),
        }
    }
}
