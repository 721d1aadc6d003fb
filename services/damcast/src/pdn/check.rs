//! Replays the games of files and reports the legality of each.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use draughts::pdn::PdnGame;
use indicatif::ProgressBar;
use serde::Serialize;

use super::{
    contrary_end::ContraryEnd,
    files::{self, PdnFileError},
    report::{GameStatus, Reported},
    supposed::Supposed,
};
use crate::lines::{self, printable};

/// Replays the games of PDN files.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// Files to read; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Variant of games without a `GameType` tag: international, frisian, or either, which takes a
    /// game for Frisian if only that makes every move legal.
    #[arg(
        long,
        value_name = "VARIANT",
        default_value = "international",
        visible_alias = "game-type"
    )]
    variant: Supposed,
    /// Writes JSON lines: players, status, plies, final position (fifty letters from square 1 on),
    /// result, warnings.
    #[arg(long)]
    json: bool,
}

/// Numbers of games by status, of warnings and of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    games: [usize; GameStatus::ALL.len()],
    warnings: usize,
    unreadable_files: usize,
}

/// JSON line about a file that cannot be read.
#[derive(Serialize)]
struct UnreadableFile<'a> {
    file: &'a str,
    error: String,
}

impl Totals {
    fn count(&self, status: GameStatus) -> usize {
        self.games[status.index()]
    }

    fn is_fine(&self) -> bool {
        self.unreadable_files == 0
            && GameStatus::ALL.into_iter().all(|status| status.is_fine() || self.count(status) == 0)
    }
}

impl Check {
    /// Runs the command.
    ///
    /// # Errors
    /// If standard output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let bar = files::bar(&self.files);
        let checked = self.check(&bar, BufWriter::new(io::stdout().lock()));
        bar.finish_and_clear();
        lines::ended(
            checked.map(
                |totals| {
                    if totals.is_fine() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
                },
            ),
        )
    }

    fn check(&self, bar: &ProgressBar, mut output: impl Write) -> io::Result<Totals> {
        let mut totals = Totals::default();
        for file in &self.files {
            if let Err(reason) = self.check_file(file, bar, &mut output, &mut totals)? {
                totals.unreadable_files += 1;
                self.report_unreadable(file, &reason, bar, &mut output)?;
            }
        }
        if !self.json {
            writeln!(output, "{}", self.summary(&totals))?;
        }
        output.flush()?;
        Ok(totals)
    }

    /// Checks the games of a file. The inner result holds an error of the file.
    fn check_file(
        &self,
        file: &Path,
        bar: &ProgressBar,
        output: &mut impl Write,
        totals: &mut Totals,
    ) -> io::Result<Result<(), PdnFileError>> {
        files::each(file, self.variant, bar, |batch| {
            let mut text = Vec::new();
            for (game, number) in batch.games.iter().zip(batch.first..) {
                totals.games[GameStatus::of(&game.status).index()] += 1;
                let line = batch.lines_before + game.line;
                let reported = Reported { file, number, line, game };
                let warnings = warnings(game);
                totals.warnings += warnings.len();
                text.push(if self.json {
                    serde_json::to_string(&reported.form(warnings))?
                } else {
                    reported.text(&warnings)
                });
            }
            bar.suspend(|| {
                text.iter().try_for_each(|line| writeln!(output, "{line}"))?;
                output.flush()
            })
        })
    }

    fn report_unreadable(
        &self,
        file: &Path,
        reason: &PdnFileError,
        bar: &ProgressBar,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let name = file.display().to_string();
        if self.json {
            let form = UnreadableFile { file: &name, error: reason.to_string() };
            let line = serde_json::to_string(&form)?;
            bar.suspend(|| writeln!(output, "{line}"))
        } else {
            bar.suspend(|| writeln!(output, "{}: cannot be read: {reason}", printable(&name)))
        }
    }

    fn summary(&self, totals: &Totals) -> String {
        let games: usize = totals.games.iter().sum();
        // Few files are so hard to search, and the summary stays short without it.
        let shown = GameStatus::ALL
            .into_iter()
            .filter(|&status| status != GameStatus::GivenUp || totals.count(status) > 0);
        let words: Vec<String> =
            shown.map(|status| format!("{} {}", totals.count(status), status.as_str())).collect();
        let mut text = format!(
            "{} in {}: {}; {}",
            plural(games, "game"),
            plural(self.files.len(), "file"),
            words.join(", "),
            plural(totals.warnings, "warning"),
        );
        if totals.unreadable_files > 0 {
            let files = plural(totals.unreadable_files, "file");
            text.push_str(&format!("; {files} could not be read"));
        }
        text
    }
}

/// Returns everything that was odd about a game.
fn warnings(game: &PdnGame) -> Vec<String> {
    let read = game.warnings.iter().map(ToString::to_string);
    read.chain(ContraryEnd::of(game).iter().map(ToString::to_string)).collect()
}

pub(super) fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;
