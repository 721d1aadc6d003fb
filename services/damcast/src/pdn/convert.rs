//! Reads PDN files leniently and writes the games strictly, or in another format.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use draughts::pdn::{PdnGame, Record, Terminator};
use indicatif::ProgressBar;

use super::{
    check::plural,
    files,
    form::Form,
    report::{GameStatus, Reported},
    supposed::Supposed,
};
use crate::lines::{self, printable};

/// Converts the games of PDN files.
#[derive(Debug, clap::Args)]
pub struct Convert {
    /// Files to read; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format to write.
    #[arg(long, value_name = "FORM", value_enum, default_value = "pdn")]
    to: Form,
    /// End of the moves in PDN: an asterisk, as the standard requires, or the result, which many
    /// programs expect.
    #[arg(long, value_name = "END", value_enum, default_value = "asterisk")]
    terminator: End,
    /// Variant of games without a `GameType` tag: international or 20, frisian or 40, or either,
    /// which takes a game for Frisian if only that makes every move legal.
    #[arg(long, value_name = "TYPE", default_value = "international", visible_alias = "variant")]
    game_type: Supposed,
    /// File to write; standard output if not given.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// End of the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum End {
    Asterisk,
    Result,
}

/// Numbers of games that were written, cut short and left out, and of files that could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    games: usize,
    cut: usize,
    left_out: usize,
    unreadable_files: usize,
}

impl Totals {
    const fn is_fine(&self) -> bool {
        self.cut == 0 && self.left_out == 0 && self.unreadable_files == 0
    }

    fn summary(&self) -> String {
        let mut text = format!("{} written", plural(self.games, "game"));
        for (count, what) in [(self.cut, "not legal to the end"), (self.left_out, "left out")] {
            if count > 0 {
                text.push_str(&format!(", {count} {what}"));
            }
        }
        if self.unreadable_files > 0 {
            let files = plural(self.unreadable_files, "file");
            text.push_str(&format!("; {files} could not be read"));
        }
        text
    }
}

impl Convert {
    /// Runs the command.
    ///
    /// # Errors
    /// If the output cannot be written, or is one of the files to read.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let bar = files::bar(&self.files);
        let converted = match &self.output {
            None => self.convert(&bar, io::stdout().lock(), io::stderr()),
            Some(path) => {
                self.refuse_input(path)?;
                let file =
                    File::create(path).with_context(|| format!("write {}", path.display()))?;
                self.convert(&bar, file, io::stderr())
            }
        };
        bar.finish_and_clear();
        lines::ended(
            converted.map(
                |totals| {
                    if totals.is_fine() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
                },
            ),
        )
    }

    /// Checks that the output is not one of the files to read.
    ///
    /// # Errors
    /// If it is one of them.
    fn refuse_input(&self, output: &Path) -> anyhow::Result<()> {
        let Ok(output) = fs::canonicalize(output) else { return Ok(()) };
        let is_output = |file: &PathBuf| fs::canonicalize(file).is_ok_and(|file| file == output);
        if self.files.iter().any(is_output) {
            bail!("{} is one of the files to be read", output.display());
        }
        Ok(())
    }

    fn convert(
        &self,
        bar: &ProgressBar,
        output: impl Write,
        mut notes: impl Write,
    ) -> io::Result<Totals> {
        let mut output = BufWriter::new(output);
        let mut totals = Totals::default();
        for file in &self.files {
            let read = files::each(file, self.game_type, bar, |batch| {
                bar.suspend(|| {
                    for (game, number) in batch.games.iter().zip(batch.first..) {
                        let line = batch.lines_before + game.line;
                        let reported = Reported { file, number, line, game };
                        self.convert_game(&reported, &mut output, &mut notes, &mut totals)?;
                    }
                    output.flush()
                })
            })?;
            if let Err(reason) = read {
                totals.unreadable_files += 1;
                let name = printable(&file.display().to_string());
                bar.suspend(|| writeln!(notes, "{name}: cannot be read: {reason}"))?;
            }
        }
        bar.suspend(|| writeln!(notes, "{}", totals.summary()))?;
        Ok(totals)
    }

    fn convert_game(
        &self,
        reported: &Reported<'_>,
        output: &mut impl Write,
        notes: &mut impl Write,
        totals: &mut Totals,
    ) -> io::Result<()> {
        let game = reported.game;
        let status = GameStatus::of(&game.status);
        let is_left_out = status == GameStatus::Unsupported && !self.to.has_all_games();
        if is_left_out {
            totals.left_out += 1;
        } else {
            totals.games += 1;
            totals.cut += usize::from(!status.is_fine());
            let record = Self::record(game)?;
            output.write_all(self.text(reported, &record)?.as_bytes())?;
        }
        if !status.is_fine() {
            let what = if is_left_out { "left out" } else { "not legal to the end" };
            let file = reported.file.display().to_string();
            let text = format!(
                "{file} {}: {what}, line {}: {}",
                reported.number, reported.line, game.status
            );
            writeln!(notes, "{}", printable(&text))?;
        }
        Ok(())
    }

    fn record(game: &PdnGame) -> io::Result<Record> {
        // This does not fail: the reader has replayed every move of the record.
        Record::try_from(game).map_err(io::Error::other)
    }

    fn text(&self, reported: &Reported<'_>, record: &Record) -> serde_json::Result<String> {
        let terminator = match self.terminator {
            End::Asterisk => Terminator::Asterisk,
            End::Result => Terminator::Result,
        };
        let mut text = self.to.write(reported, record, terminator)?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests;
