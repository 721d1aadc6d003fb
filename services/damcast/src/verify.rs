//! `damcast verify`: checks the event log, and recomputes what follows from its inputs. It writes
//! nothing.

mod report;

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
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
    nats_server::{NatsOptions, NatsServer, User, find_binary},
    restore, stop,
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
    /// Checks the log of this backup: it is restored into a nats-server of its own, in the folder
    /// for temporary files (`TMPDIR`), and gone afterwards. That folder needs the room of the log.
    #[arg(long, value_name = "FOLDER")]
    pub backup: Option<PathBuf>,
    /// The nats-server program for --backup; else the one that `./dev setup` installed, else the
    /// one on the PATH.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    pub nats_server: Option<PathBuf>,
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
        let checked = tokio::select! {
            biased;
            () = stop::asked() => return Ok(ExitCode::from(NOT_READ)),
            checked = self.checked() => checked,
        };
        match checked {
            Ok(report) => {
                let code = if report.is_sound() { ExitCode::SUCCESS } else { FAULTS.into() };
                let printed = report.print(io::stdout().lock(), self.json);
                lines::ended(printed.map(|()| code))
            }
            Err(error) => {
                // If standard error is closed, nobody reads the message.
                drop(writeln!(io::stderr(), "damcast: {error:#}"));
                Ok(NOT_READ.into())
            }
        }
    }
}

impl Verify {
    async fn checked(&self) -> anyhow::Result<Report> {
        let Some(folder) = &self.backup else {
            return Ok(Box::pin(check(&self.nats.config(User::Operator))).await?);
        };
        let tools = self.nats.data.join("tools");
        let binary = find_binary(self.nats_server.as_deref(), &tools)?;
        Box::pin(check_backup(folder, binary)).await
    }
}

/// Restores a backup into a nats-server of its own, and checks its log.
async fn check_backup(folder: &Path, binary: PathBuf) -> anyhow::Result<Report> {
    let manifest = restore::read(folder)?;
    let scratch = tempfile::Builder::new().prefix("damcast-verify-").tempdir();
    let scratch = scratch.context("make a folder for temporary files")?;
    let server = NatsServer::start(&NatsOptions::new(binary, scratch.path().to_owned())).await;
    let server = server.context("start nats-server")?;
    let nats = server.config(User::Mender);
    let checked = match restore::store(&manifest, folder, &nats).await {
        Ok(_messages) => check(&nats).await.map_err(anyhow::Error::from),
        Err(error) => Err(error),
    };
    server.stop().await;
    checked
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
    findings.extend(tournament.check().into_iter().filter(|it| !survey.is_of_known_loss(it)));
    line.findings = findings.len() - before;
    Ok(line)
}
