//! `damcast rebuild`: makes anew what GAME, CLOCK and TOURNAMENT lack, from INPUT and from what is
//! left of them. INPUT stays as it is, unless services cannot read past some of its messages: then
//! what can be read of it is kept.

mod backup;
mod layout;
mod planning;

use std::{
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context as _, bail, ensure};
use proto::subject::{GameId, NameError, Stream, TournamentKey};
use runtime::{StreamMaker, WallClock, new_epoch, remake_consumers};

pub use self::layout::Layout;
use self::planning::Planning;
use crate::{
    asked_nats::AskedNats,
    audit::{Problem, Remedy},
    log_reader::LogReader,
    log_store::LogStore,
    nats_server::User,
    survey::Survey,
};

/// The name of the connection, and of its inbox.
const NAME: &str = "rebuild";

/// Options of `damcast rebuild`.
#[derive(Clone, Debug, clap::Args)]
pub struct Rebuild {
    /// Only this tournament: venue and id, as in "main.kk-2026".
    #[arg(long, value_name = "VENUE.ID", value_parser = tournament)]
    pub tournament: Option<TournamentKey>,
    /// Only this game, as in "r3-t12"; also decides anew what this program decides otherwise than
    /// the log.
    #[arg(long, value_name = "GAME", requires = "tournament")]
    pub game: Option<GameId>,
    /// Does it; without, only prints what would be done.
    #[arg(long)]
    pub yes: bool,
    /// Folder for a copy of every stream that is made anew; it must not exist. Default:
    /// damcast-backup- and the time, in milliseconds.
    #[arg(long, value_name = "FOLDER")]
    pub backup: Option<PathBuf>,
    /// The nats-server that is asked.
    #[command(flatten)]
    pub nats: AskedNats,
}

/// Reads venue and id of a tournament, as in "main.kk-2026".
pub(crate) fn tournament(text: &str) -> Result<TournamentKey, NameError> {
    let (venue, tournament) = text.split_once('.').unwrap_or((text, ""));
    Ok(TournamentKey { venue: venue.parse()?, tournament: tournament.parse()? })
}

impl Rebuild {
    /// Makes anew what is missing or damaged. The exit code is 1 if something is to be done and was
    /// not asked for.
    ///
    /// # Errors
    /// If a service runs, the log cannot be read, or nats-server refuses.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let reader = LogReader::connect(NAME, &self.nats.config(User::Mender)).await?;
        reader.ensure_unused("rebuild").await?;
        let survey = Survey::read(&reader).await?;
        check_readable(&survey)?;
        let scope = |tournament: &TournamentKey, game: Option<GameId>| {
            self.tournament.as_ref().is_none_or(|only| only == tournament)
                && self.game.is_none_or(|only| Some(only) == game)
        };
        let (reader, survey, is_asked) = (&reader, &survey, self.game.is_some());
        let planning = Planning { reader, survey, is_asked, new_epoch };
        let layouts = planning.plan(scope).await?;
        let mut output = io::stdout().lock();
        for layout in &layouts {
            writeln!(output, "{layout}")?;
            let missing = layout.known_missing();
            if layout.stream == Stream::Input && !missing.is_empty() {
                let text = Remedy::HandInAgain.text();
                writeln!(output, "INPUT has no message at sequence {missing} then: {text}")?;
            }
        }
        let lost = survey.streams.values().flat_map(|surveyed| &surveyed.findings);
        for finding in lost.filter(|it| it.is_fault() && it.remedy() == Remedy::DecideAgain) {
            let (stream, problem) = (finding.stream.name(), &finding.problem);
            writeln!(output, "{stream}: {problem}: {}", finding.remedy().text())?;
        }
        if layouts.is_empty() {
            writeln!(output, "Nothing is missing or damaged that can be made anew.")?;
            return Ok(ExitCode::SUCCESS);
        }
        if !self.yes {
            writeln!(output, "Nothing was changed; --yes does it.")?;
            return Ok(ExitCode::FAILURE);
        }
        let folder = self.backup_folder(&layouts)?;
        if let Some(folder) = &folder {
            for layout in layouts.iter().filter(|layout| layout.is_anew()) {
                backup::write(reader, layout.stream, layout.last_sequence, folder).await?;
            }
            writeln!(output, "A copy of what is replaced is in {}.", folder.display())?;
        }
        for layout in layouts {
            let stream = layout.stream.name();
            let stored = self.store(reader, layout, folder.as_deref()).await;
            stored.with_context(|| match &folder {
                Some(folder) => {
                    format!("{stream} is not whole; its copy is in {}", folder.display())
                }
                None => format!("{stream} is not whole"),
            })?;
        }
        remake_consumers(reader.nats()).await?;
        writeln!(output, "Done. `damcast verify` checks it.")?;
        Ok(ExitCode::SUCCESS)
    }

    /// Makes the folder for copies; `None` if nothing is replaced.
    fn backup_folder(&self, layouts: &[Layout]) -> anyhow::Result<Option<PathBuf>> {
        if !layouts.iter().any(Layout::is_anew) {
            return Ok(None);
        }
        let usual = || format!("damcast-backup-{}", WallClock::system().now().millis()).into();
        let folder = self.backup.clone().unwrap_or_else(usual);
        std::fs::create_dir(&folder)
            .with_context(|| format!("make the folder {}", folder.display()))?;
        Ok(Some(folder))
    }

    /// Carries out the layout of one stream.
    async fn store(
        &self,
        reader: &LogReader,
        layout: Layout,
        folder: Option<&std::path::Path>,
    ) -> anyhow::Result<()> {
        let (nats, stream) = (reader.nats(), layout.stream);
        let known_missing = layout.known_missing();
        let mut maker = match &layout.new_epoch {
            Some(epoch) => StreamMaker::anew(nats, &self.nats.nats, stream, epoch).await?,
            None => StreamMaker::after_last(nats, stream).await?,
        };
        let copy = folder.filter(|_folder| layout.is_anew());
        let copy = copy.map(|folder| backup::read(folder, stream)).transpose()?;
        for message in layout.messages(copy.into_iter().flatten()) {
            maker.put(&message?).await?;
        }
        maker.finish(&known_missing).await?;
        Ok(())
    }
}

/// Returns how the streams of a store that no service uses are to be made anew or added to, without
/// those that stay as they are. `new_epoch` returns the id of a new store.
///
/// # Errors
/// If the store does not answer, has no INPUT, or holds what only a newer program can read.
pub async fn plan<S: LogStore>(store: S, new_epoch: fn() -> String) -> anyhow::Result<Vec<Layout>> {
    let reader = LogReader::of(store);
    let survey = Survey::read(&reader).await?;
    check_readable(&survey)?;
    let planning = Planning { reader: &reader, survey: &survey, is_asked: false, new_epoch };
    Ok(planning.plan(|_tournament, _game| true).await?)
}

/// Checks that the log is not beyond what can be made anew here.
fn check_readable(survey: &Survey) -> anyhow::Result<()> {
    for (stream, surveyed) in &survey.streams {
        let is_input = *stream == Stream::Input;
        ensure!(
            !is_input || surveyed.facts.is_some(),
            "INPUT is not there: bring its store back, or make an empty one with `damcast streams`"
        );
        let newer = surveyed.findings.iter().find(|it| matches!(it.problem, Problem::Newer(_)));
        if let Some(newer) = newer {
            bail!("{}: {}", stream.name(), newer.problem);
        }
    }
    Ok(())
}
