//! `damcast verify`: checks the event log, and recomputes what follows from its inputs. It writes
//! nothing.

mod report;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use proto::subject::{Stream, Subject, TournamentKey};
use runtime::config::NatsConfig;

pub use self::report::Report;
use self::report::{StreamLine, TournamentLine};
use crate::{
    asked_nats::AskedNats,
    audit::{Finding, TournamentLogs},
    lines,
    log_reader::{LogReader, LogReaderError},
    log_store::LogStore,
    nats_server::User,
    stop,
    survey::{Survey, SurveyedStream},
};

/// The name of the connection, and of its inbox.
const NAME: &str = "verify";
/// The exit code if the log has faults.
const FAULTS: u8 = 1;
/// The exit code if the log cannot be read.
const NOT_READ: u8 = 2;

/// Options of `damcast verify`.
#[derive(Clone, Debug, clap::Args)]
pub struct Verify {
    /// Prints the report as one JSON value.
    #[arg(long)]
    pub json: bool,
    /// The nats-server that is asked.
    #[command(flatten)]
    pub nats: AskedNats,
}

impl Verify {
    /// Checks the log and prints the report. The exit code is 0 if the log is sound, 1 if it has
    /// faults, and 2 if it cannot be read.
    ///
    /// # Errors
    /// If standard output fails.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let nats = self.nats.config(User::Operator);
        let checked = tokio::select! {
            biased;
            () = stop::asked() => return Ok(ExitCode::from(NOT_READ)),
            checked = check(&nats) => checked,
        };
        match checked {
            Ok(report) => {
                let code = if report.is_sound() { ExitCode::SUCCESS } else { FAULTS.into() };
                let printed = report.print(io::stdout().lock(), self.json);
                lines::ended(printed.map(|()| code))
            }
            Err(error) => {
                let error = anyhow::Error::from(error);
                // If standard error is closed, nobody reads the message.
                drop(writeln!(io::stderr(), "damcast: {error:#}"));
                Ok(NOT_READ.into())
            }
        }
    }
}

/// Reads and checks the whole log. Memory: eight bytes a message, and the messages of one game at a
/// time.
pub(crate) async fn check(config: &NatsConfig) -> Result<Report, LogReaderError> {
    let reader = LogReader::connect(NAME, config).await?;
    let running = reader.running_services().await?;
    Ok(Report { running, ..read(&reader).await? })
}

/// Checks the log in a store that no service uses.
///
/// # Errors
/// If the store does not answer.
pub async fn check_store<S: LogStore>(store: S) -> anyhow::Result<Report> {
    Ok(read(&LogReader::of(store)).await?)
}

async fn read<S: LogStore>(reader: &LogReader<S>) -> Result<Report, LogReaderError> {
    let mut report = Report::default();
    let survey = Survey::read(reader).await?;
    for (stream, surveyed) in &survey.streams {
        report.streams.push(line(*stream, surveyed));
        report.findings.extend(surveyed.findings.iter().cloned());
    }
    for tournament in survey.tournaments() {
        let line = check_tournament(reader, &survey, &tournament, &mut report.findings).await?;
        report.tournaments.push(line);
    }
    Ok(report)
}

fn line(stream: Stream, surveyed: &SurveyedStream) -> StreamLine {
    StreamLine {
        stream: stream.name(),
        exists: surveyed.facts.is_some(),
        messages: surveyed.messages,
        bytes: surveyed.facts.as_ref().map_or(0, |facts| facts.bytes),
        last_sequence: surveyed.last_sequence(),
        missing: surveyed.missing.iter().map(|range| range.end() - range.start() + 1).sum(),
        findings: surveyed.findings.len(),
    }
}

async fn check_tournament<S: LogStore>(
    reader: &LogReader<S>,
    survey: &Survey,
    key: &TournamentKey,
    findings: &mut Vec<Finding>,
) -> Result<TournamentLine, LogReaderError> {
    let before = findings.len();
    let mut line = TournamentLine { tournament: key.to_string(), ..TournamentLine::default() };
    let mut tournament = TournamentLogs::new(key);
    for game in survey.games(key) {
        let logs = survey.game(reader, &game).await?;
        line.games += 1;
        line.inputs += logs.inputs.all().len();
        line.decisions += logs.games.all().len();
        line.clock_events += logs.clocks.all().len();
        findings.extend(logs.check().into_iter().filter(|it| !survey.is_of_known_loss(it)));
        tournament.add(game.game, logs.games.sound());
    }
    tournament.log = survey.history(reader, &Subject::log(key)).await?;
    line.tournament_decisions = tournament.log.all().len();
    line.is_over = tournament.is_over();
    findings.extend(tournament.check());
    line.findings = findings.len() - before;
    Ok(line)
}
