//! Rewrites a report file, or writes its crosstable.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use phrases::Language;
use thiserror::Error;
use tournament::{
    PlayerId, Scoring,
    crosstable::{Crosstable, Layout, Person},
    ranking::{Order, Participant, Ranking, RankingError, Results, ResultsError, Running, rank},
    trf::{LineEnd, Loss, Trf, Unwritable},
};

use super::{open, problem_line};
use crate::{
    lines::{self, printable},
    question::language,
};

/// Converts a report file.
#[derive(Debug, clap::Args)]
pub struct Convert {
    /// File to read.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format to write.
    #[arg(long, value_name = "FORM", value_enum)]
    to: Form,
    /// Language of the headings: en, nl or fy.
    #[arg(
        long,
        value_name = "LANGUAGE",
        default_value = "en",
        hide_default_value = true,
        value_parser = language
    )]
    language: Language,
    /// File to write; standard output if not given.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// A crosstable for spreadsheets.
    Csv,
    /// A crosstable to be printed.
    Html,
    /// A report file with every value in its columns.
    Trf,
}

/// Reason why a report cannot be converted.
#[derive(Debug, Error)]
enum Unusable {
    #[error(transparent)]
    Results(#[from] ResultsError),
    #[error(transparent)]
    Ranking(#[from] RankingError),
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

/// The converted text, and the parts of the report that it cannot hold.
struct Written {
    text: String,
    losses: Vec<Loss>,
}

impl Convert {
    /// Runs the command.
    ///
    /// # Errors
    /// If the file cannot be read or converted, or the output cannot be written or is the file to
    /// read.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let name = printable(&self.file.display().to_string());
        let read = open(&self.file).with_context(|| format!("read {name}"))?;
        let mut notes = io::stderr();
        for problem in &read.problems {
            writeln!(notes, "{}", problem_line(&self.file, problem))?;
        }
        let written = self.text(read.trf).with_context(|| format!("make a table of {name}"))?;
        for loss in &written.losses {
            let text = phrases::report::loss(*loss, Language::English);
            writeln!(notes, "{name}: note: {text}")?;
        }
        let is_fine = read.problems.iter().all(|problem| problem.kind.is_note());
        let code = if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        let text = written.text.as_bytes();
        match &self.output {
            None => lines::ended(io::stdout().lock().write_all(text).map(|()| code)),
            Some(path) => {
                self.refuse_input(path)?;
                let mut file =
                    File::create(path).with_context(|| format!("write {}", path.display()))?;
                file.write_all(text).with_context(|| format!("write {}", path.display()))?;
                Ok(code)
            }
        }
    }

    /// Checks that the output is not the file to read.
    ///
    /// # Errors
    /// If it is.
    fn refuse_input(&self, output: &Path) -> anyhow::Result<()> {
        let (Ok(output), Ok(file)) = (fs::canonicalize(output), fs::canonicalize(&self.file))
        else {
            return Ok(());
        };
        if output == file {
            bail!("{} is the file to be read", output.display());
        }
        Ok(())
    }

    fn text(&self, trf: Trf) -> Result<Written, Unusable> {
        let text = match self.to {
            Form::Trf => return report(trf),
            Form::Csv => phrases::crosstable::csv(&crosstable(&trf)?, self.language),
            Form::Html => {
                let header = &trf.header;
                let file = self.file.file_stem().map(|name| name.to_string_lossy().into_owned());
                let title = Some(header.name.clone()).filter(|name| !name.is_empty()).or(file);
                let parts = [&header.city, &header.start_date, &header.end_date];
                let about: Vec<&str> =
                    parts.into_iter().map(String::as_str).filter(|one| !one.is_empty()).collect();
                let title = title.unwrap_or_default();
                phrases::crosstable::html(
                    &crosstable(&trf)?,
                    &title,
                    &about.join(", "),
                    self.language,
                )
            }
        };
        let is_bonus = trf.scoring() == Scoring::BonusDraws;
        Ok(Written { text, losses: is_bonus.then_some(Loss::BonusDraws).into_iter().collect() })
    }
}

/// Returns the report with every value in its columns. Lines that contradict each other are kept.
///
/// # Errors
/// If a value does not fit its columns.
fn report(mut trf: Trf) -> Result<Written, Unusable> {
    let is_ranked = trf.players.iter().any(|player| player.rank.is_some());
    let losses = match table(&trf) {
        Ok((_, ranking)) if !is_ranked => trf.fill_in(&ranking),
        Ok(_) | Err(_) => Vec::new(),
    };
    Ok(Written { text: trf.write(LineEnd::CrLf)?, losses })
}

fn crosstable(trf: &Trf) -> Result<Crosstable, Unusable> {
    let (results, ranking) = table(trf)?;
    let layout = if trf.is_round_robin() { Layout::RoundRobin } else { Layout::Swiss };
    Ok(Crosstable::new(&ranking, &results, layout, |participant| person(trf, participant)))
}

/// Returns the results of the rounds and the ranking by them.
///
/// # Errors
/// If the lines of the report contradict each other.
fn table(trf: &Trf) -> Result<(Results, Ranking), Unusable> {
    let results = trf.to_results()?;
    let order = if trf.is_round_robin() { Order::frisian_class() } else { Order::kndb_swiss() };
    let scoring = match trf.scoring() {
        Scoring::OneHalfZero => Scoring::OneHalfZero,
        // The file has the sum of the bonuses, not the bonus of each draw.
        Scoring::TwoOneZero | Scoring::BonusDraws => Scoring::TwoOneZero,
    };
    let ranking = rank(&results, &Order { scoring, ..order }, Running::Ignored)?;
    Ok((results, ranking))
}

/// Returns a player, with the team as the club.
fn person(trf: &Trf, participant: Participant) -> Person {
    let id = PlayerId::from(participant);
    let team = trf.teams.iter().find(|team| team.players.contains(&id));
    let player = trf.player(id);
    Person {
        name: player.map(|player| player.name.clone()).unwrap_or_default(),
        club: team.map(|team| team.name.clone()),
        rating: player.and_then(|player| player.rating),
    }
}

#[cfg(test)]
mod tests;
