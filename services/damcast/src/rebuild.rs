//! `damcast rebuild`: makes anew what GAME, CLOCK and TOURNAMENT lack, from INPUT and from what is
//! left of them. INPUT stays as it is, unless services cannot read past some of its messages: then
//! what can be read of it is kept.
//!
//! Before a stream is deleted, what is replaced is copied to the disk and every stream is marked:
//! no service opens the log until all is whole. A rebuild that was broken off is planned again from
//! the copies.

mod backup;
mod copied_store;
mod layout;
mod planning;

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail, ensure};
use proto::subject::{GameId, NameError, Stream, TournamentKey};
use runtime::{
    StreamMaker, WallClock, new_epoch, note_accepted_loss, note_finished, note_unfinished,
    remake_consumers,
};

pub use self::layout::Layout;
use self::{copied_store::CopiedStore, planning::Planning};
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
    /// Folder with the copies of a rebuild that was broken off, which goes on from them. Default:
    /// the one that the streams name.
    #[arg(long, value_name = "FOLDER", conflicts_with = "backup")]
    pub from: Option<PathBuf>,
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
        let unfinished = self.unfinished(&reader).await?;
        let copies = unfinished.as_deref().map(backup::read_all).transpose()?.unwrap_or_default();
        let accepted: BTreeMap<Stream, String> = copies
            .iter()
            .map(|(stream, copy)| (*stream, copy.facts.loss_accepted.clone()))
            .filter(|(_stream, accepted)| !accepted.is_empty())
            .collect();
        let store = CopiedStore { server: reader.store(), copies };
        let log = LogReader::of(store);
        let survey = Survey::read(&log).await?;
        check_readable(&survey)?;
        let scope = |tournament: &TournamentKey, game: Option<GameId>| {
            self.tournament.as_ref().is_none_or(|only| only == tournament)
                && self.game.is_none_or(|only| Some(only) == game)
        };
        let (survey, is_asked) = (&survey, self.game.is_some());
        let planning = Planning { reader: &log, survey, is_asked, new_epoch };
        let layouts = planning.plan(scope).await?;
        let mut output = io::stdout().lock();
        if let Some(folder) = &unfinished {
            let folder = folder.display();
            writeln!(output, "A rebuild was broken off; it goes on from the copies in {folder}.")?;
        }
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
        if layouts.is_empty() && unfinished.is_none() {
            writeln!(output, "Nothing is missing or damaged that can be made anew.")?;
            return Ok(ExitCode::SUCCESS);
        }
        if !self.yes {
            writeln!(output, "Nothing was changed; --yes does it.")?;
            return Ok(ExitCode::FAILURE);
        }
        let folder = match unfinished {
            Some(folder) => Some(folder),
            None => self.backup_folder(&layouts)?,
        };
        if let Some(folder) = &folder {
            for Layout { stream, .. } in layouts.iter().filter(|layout| layout.is_anew()) {
                // It was copied whole before the rebuild was broken off.
                if backup::exists(folder, *stream) {
                    continue;
                }
                let facts = reader.facts(*stream).await?.unwrap_or_default();
                backup::write(&reader, *stream, &facts, folder).await?;
            }
            note_unfinished(reader.nats(), &folder.to_string_lossy()).await?;
            writeln!(output, "A copy of what is replaced is in {}.", folder.display())?;
        }
        for layout in layouts {
            let stream = layout.stream.name();
            let accepted = accepted.get(&layout.stream).map(String::as_str);
            let stored = self.store(&reader, layout, folder.as_deref(), accepted).await;
            stored.with_context(|| match &folder {
                Some(folder) => {
                    format!(
                        "{stream} is not whole: `damcast rebuild --yes` goes on with the copies in {}",
                        folder.display()
                    )
                }
                None => format!("{stream} is not whole"),
            })?;
        }
        remake_consumers(reader.nats()).await?;
        if folder.is_some() {
            note_finished(reader.nats()).await?;
        }
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
        backup::make_folder(&folder).map(Some)
    }

    /// Returns the folder with the copies of a rebuild that was broken off; `None` if none was.
    ///
    /// # Errors
    /// If the folder is not on this machine, or --from was given and none was broken off.
    async fn unfinished(&self, reader: &LogReader) -> anyhow::Result<Option<PathBuf>> {
        let mut named = None;
        for stream in Stream::ALL {
            let facts = reader.facts(stream).await?.unwrap_or_default();
            named = named.or(Some(facts.unfinished).filter(|folder| !folder.is_empty()));
        }
        let Some(named) = named else {
            ensure!(self.from.is_none(), "--from: no rebuild was broken off in this log");
            return Ok(None);
        };
        ensure!(
            self.backup.is_none(),
            "--backup: a rebuild was broken off, and goes on with the copies in {named}"
        );
        let folder = self.from.clone().unwrap_or_else(|| PathBuf::from(&named));
        let has_copy = Stream::ALL.into_iter().any(|stream| backup::exists(&folder, stream));
        ensure!(
            has_copy,
            "a rebuild was broken off, and {} has none of its copies, which were in {named}: give \
             the folder by --from",
            folder.display()
        );
        Ok(Some(folder.canonicalize()?))
    }

    /// Carries out the layout of one stream.
    async fn store(
        &self,
        reader: &LogReader,
        layout: Layout,
        folder: Option<&Path>,
        accepted: Option<&str>,
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
        // The stream that had the note may have been deleted before it was made again.
        if let Some(accepted) = accepted {
            note_accepted_loss(nats, stream, &known_missing, accepted).await?;
        }
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
