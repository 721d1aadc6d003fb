//! `damcast accept-loss`: notes that what INPUT or ACCESS has lost stays lost, so that it is no
//! longer told.
//!
//! Nothing can bring back what these streams lost. The note is part of the stream, beside its
//! settings, so it outlives every restart, and a further loss is told at once.

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use anyhow::{Context as _, bail, ensure};
use draughts::text;
use proto::subject::Stream;
use runtime::{WallClock, note_accepted_loss};
use time::OffsetDateTime;

use crate::{
    asked_nats::AskedNats,
    audit::{Problem, ranges},
    lines::{self, printable},
    log_reader::LogReader,
    nats_server::User,
    survey::Survey,
};

/// The name of the connection, and of its inbox.
const NAME: &str = "accept-loss";
/// Largest number of characters of a name.
const NAME_CHARS_MAX: usize = 100;

/// Options of `damcast accept-loss`.
#[derive(Clone, Debug, clap::Args)]
pub struct AcceptLoss {
    /// Name of whoever accepts the loss; `damcast verify` tells it.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub by: String,
    /// Does it; without, only prints what would be accepted.
    #[arg(long)]
    pub yes: bool,
    /// The nats-server that is asked.
    #[command(flatten)]
    pub nats: AskedNats,
}

fn name(given: &str) -> anyhow::Result<String> {
    let name = text::tidy(given, NAME_CHARS_MAX)?;
    ensure!(!name.is_empty(), "it is empty");
    Ok(name)
}

impl AcceptLoss {
    /// Notes the sequences at which INPUT and ACCESS have no message, with the moment and the name.
    /// Services may run. The exit code is 1 if something is to be accepted and was not asked for.
    ///
    /// # Errors
    /// If the log cannot be read, a subject is damaged so that services stand still before it, or
    /// nats-server refuses.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let reader = LogReader::connect(NAME, &self.nats.config(User::Mender)).await?;
        let survey = Survey::read(&reader).await?;
        let mut output = io::stdout().lock();
        let mut lossy = Vec::new();
        for stream in [Stream::Input, Stream::Access] {
            let Some(surveyed) = survey.streams.get(&stream) else { continue };
            if let Some(finding) = surveyed.findings.iter().find(|finding| finding.is_break()) {
                let place = printable(finding.subject.as_deref().unwrap_or_default());
                let sequence = finding.sequence.unwrap_or_default();
                let way_on = if stream == Stream::Access {
                    "bring the last backup back (`damcast restore`)"
                } else {
                    "stop every service and run `damcast rebuild`, which notes what stays lost"
                };
                bail!("{place} {sequence}: services cannot read past it: {way_on}");
            }
            let new = surveyed.findings.iter().find_map(|finding| {
                let Problem::Missing(sequences) = &finding.problem else { return None };
                Some(ranges(sequences))
            });
            let Some(new) = new else { continue };
            for finding in surveyed.findings.iter().filter(|finding| finding.is_fault()) {
                let place = finding.subject.as_deref().unwrap_or(stream.name());
                let sequence = finding.sequence.map(|it| format!(" {it}")).unwrap_or_default();
                let problem = printable(&finding.problem.to_string());
                writeln!(output, "{}{sequence}: {problem}", printable(place))?;
            }
            let before = surveyed.facts.as_ref().map(|facts| facts.loss_accepted.clone());
            lossy.push((stream, ranges(&surveyed.missing), new, before.unwrap_or_default()));
        }
        if lossy.is_empty() {
            return lines::ended(
                writeln!(output, "INPUT and ACCESS have lost nothing that was not accepted.")
                    .map(|()| ExitCode::SUCCESS),
            );
        }
        if !self.yes {
            return lines::ended(
                writeln!(output, "Nothing was changed; --yes accepts the loss.")
                    .map(|()| ExitCode::FAILURE),
            );
        }
        let now = WallClock::system().now().millis();
        let now = OffsetDateTime::from_unix_timestamp(now / 1000).context("the time of day")?;
        let (hour, minute, by) = (now.hour(), now.minute(), &self.by);
        let accepted = format!("{} {hour:02}:{minute:02} UTC by {by}", now.date());
        for (stream, missing, new, before) in lossy {
            let new = format!("{new} on {accepted}");
            // Each acceptance covers its own losses alone, so all of them are kept.
            let all = if before.is_empty() { new.clone() } else { format!("{before}; {new}") };
            note_accepted_loss(reader.nats(), stream, &missing, &all).await?;
            writeln!(output, "{}: accepted {new}", stream.name())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
