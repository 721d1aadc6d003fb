//! `damcast verify`: checks the event log, and recomputes what follows from its inputs. It writes nothing.

mod report;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write as _},
    process::ExitCode,
};

use proto::subject::{GameId, GameKey, Leaf, Stream, Subject, TournamentKey};
use runtime::config::NatsConfig;

use self::report::{Report, StreamLine, TournamentLine};
use crate::{
    audit::{CheckedStream, Finding, GameLogs, History, Problem, StreamAudit, TournamentLogs},
    lines,
    log_reader::{LogReader, LogReaderError},
    stop,
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
    /// Address and credentials of NATS.
    #[command(flatten)]
    pub nats: NatsConfig,
}

impl Verify {
    /// Checks the log and prints the report. The exit code is 0 if the log is sound, 1 if it has faults, and 2 if
    /// it cannot be read.
    ///
    /// # Errors
    /// If standard output fails.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let checked = tokio::select! {
            biased;
            () = stop::asked() => return Ok(ExitCode::from(NOT_READ)),
            checked = check(&self.nats) => checked,
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

/// Reads and checks the whole log. Memory: eight bytes a message, and the messages of one game at a time.
async fn check(config: &NatsConfig) -> Result<Report, LogReaderError> {
    let reader = LogReader::connect(NAME, config).await?;
    let mut report = Report { running: reader.running_services().await?, ..Report::default() };
    let mut index = Index::default();
    for stream in Stream::ALL {
        let (line, checked) = check_stream(&reader, stream, &mut report.findings).await?;
        report.streams.push(line);
        index.add(checked);
    }
    for tournament in index.tournaments() {
        let line = check_tournament(&reader, &index, &tournament, &mut report.findings).await?;
        report.tournaments.push(line);
    }
    Ok(report)
}

async fn check_stream(
    reader: &LogReader,
    stream: Stream,
    findings: &mut Vec<Finding>,
) -> Result<(StreamLine, CheckedStream), LogReaderError> {
    let of_stream = |problem| Finding { stream, subject: None, sequence: None, problem };
    let mut audit = StreamAudit::new(stream);
    let facts = reader.facts(stream).await?;
    let is_there = facts.is_some();
    if !is_there {
        findings.push(of_stream(Problem::NoStream));
    }
    let facts = facts.unwrap_or_default();
    if !facts.differences.is_empty() {
        findings.push(of_stream(Problem::Settings(facts.differences.clone())));
    }
    reader.read_all(stream, facts.last_sequence, |message| audit.take(message)).await?;
    let mut checked = audit.end(facts.last_sequence, &facts.known_missing);
    let faults = checked.findings.len();
    findings.append(&mut checked.findings);
    let line = StreamLine {
        stream: stream.name(),
        exists: is_there,
        messages: checked.messages,
        bytes: facts.bytes,
        last_sequence: facts.last_sequence,
        missing: checked.missing.iter().map(|range| range.end() - range.start() + 1).sum(),
        findings: faults,
    };
    Ok((line, checked))
}

async fn check_tournament(
    reader: &LogReader,
    index: &Index,
    key: &TournamentKey,
    findings: &mut Vec<Finding>,
) -> Result<TournamentLine, LogReaderError> {
    let before = findings.len();
    let mut line = TournamentLine { tournament: key.to_string(), ..TournamentLine::default() };
    let mut tournament = TournamentLogs::default();
    for game in index.games(key) {
        let logs = GameLogs {
            inputs: index.read(reader, Stream::Input, &game).await?,
            games: index.read(reader, Stream::Game, &game).await?,
            clocks: index.read(reader, Stream::Clock, &game).await?,
        };
        line.games += 1;
        line.inputs += logs.inputs.all().len();
        line.decisions += logs.games.all().len();
        line.clock_events += logs.clocks.all().len();
        findings.extend(logs.check());
        tournament.add(game.game, &logs);
    }
    let log = Subject::log(key);
    tournament.log = History::new(reader.subject(&log, index.of(&log)).await?);
    line.tournament_decisions = tournament.log.all().len();
    findings.extend(tournament.check());
    line.findings = findings.len() - before;
    Ok(line)
}

/// The sequences of the messages of each subject.
#[derive(Debug, Default)]
struct Index(BTreeMap<Subject, Vec<u64>>);

impl Index {
    fn add(&mut self, checked: CheckedStream) {
        self.0.extend(checked.sequences);
    }

    fn tournaments(&self) -> BTreeSet<TournamentKey> {
        self.0.keys().map(|subject| subject.tournament.clone()).collect()
    }

    fn games(&self, tournament: &TournamentKey) -> BTreeSet<GameKey> {
        let of_tournament = self.0.keys().filter(|subject| subject.tournament == *tournament);
        let games = of_tournament.filter_map(|subject| match subject.leaf {
            Leaf::Game(game) => Some(game),
            Leaf::Tables | Leaf::Log => None,
        });
        games.map(|game: GameId| tournament.game(game)).collect()
    }

    fn of(&self, subject: &Subject) -> &[u64] {
        self.0.get(subject).map(Vec::as_slice).unwrap_or_default()
    }

    async fn read(
        &self,
        reader: &LogReader,
        stream: Stream,
        game: &GameKey,
    ) -> Result<History, LogReaderError> {
        let subject = Subject::game(stream, game);
        Ok(History::new(reader.subject(&subject, self.of(&subject)).await?))
    }
}
