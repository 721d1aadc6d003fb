//! Reports the problems of report files (TRF16).

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
};

use super::{open, problem_line};
use crate::lines::{self, printable};

/// Checks report files.
#[derive(Debug, clap::Args)]
pub struct Check {
    /// Files to read.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Numbers over all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    files: usize,
    players: usize,
    problems: usize,
    notes: usize,
    unreadable_files: usize,
}

impl Totals {
    const fn is_fine(self) -> bool {
        self.problems == 0 && self.unreadable_files == 0
    }

    fn summary(self) -> String {
        let mut text = format!(
            "{} in {}: {}, {}",
            plural(self.players, "player"),
            plural(self.files, "file"),
            plural(self.problems, "problem"),
            plural(self.notes, "note"),
        );
        if self.unreadable_files > 0 {
            text.push_str(&format!(
                "; {} could not be read",
                plural(self.unreadable_files, "file")
            ));
        }
        text
    }
}

impl Check {
    /// Runs the command.
    ///
    /// # Errors
    /// If standard output fails.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let checked = self.check(BufWriter::new(io::stdout().lock()));
        let code =
            |totals: Totals| if totals.is_fine() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        lines::ended(checked.map(code))
    }

    fn check(&self, mut output: impl Write) -> io::Result<Totals> {
        let mut totals = Totals { files: self.files.len(), ..Totals::default() };
        for path in &self.files {
            let read = match open(path) {
                Ok(read) => read,
                Err(reason) => {
                    totals.unreadable_files += 1;
                    let text = format!("{}: cannot be read: {reason}", path.display());
                    writeln!(output, "{}", printable(&text))?;
                    continue;
                }
            };
            totals.players += read.trf.players.len();
            for problem in &read.problems {
                if problem.kind.is_note() {
                    totals.notes += 1;
                } else {
                    totals.problems += 1;
                }
                writeln!(output, "{}", problem_line(path, problem))?;
            }
        }
        writeln!(output, "{}", totals.summary())?;
        output.flush()?;
        Ok(totals)
    }
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const TWO: &str = "\
012 Twa\r
001    1      Ids                                                                1.0    1     2 w 1\r
001    2      Jel                                                                0.0    2     1 b 0\r
";

    /// Checks a file with this text; returns the report with the path of the file as FILE.
    fn check(text: &str) -> (Totals, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.trf");
        fs::write(&path, text).unwrap();
        let mut output = Vec::new();
        let totals = Check { files: vec![path.clone()] }.check(&mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        (totals, output.replace(&path.display().to_string(), "FILE"))
    }

    #[test]
    fn a_file_in_order_has_a_summary_only() {
        let (totals, text) = check(TWO);
        assert!(totals.is_fine());
        assert_eq!(text, "2 players in 1 file: 0 problems, 0 notes\n");
    }

    #[test]
    fn notes_are_no_problem() {
        let (totals, text) = check(&format!("{TWO}XXA 0001 1.0\r\n"));
        assert!(totals.is_fine());
        assert_eq!(
            text,
            "FILE:4: note: lines XXA are not followed; it is kept\n\
             2 players in 1 file: 0 problems, 1 note\n"
        );
    }

    #[test]
    fn broken_lines_are_reported_and_the_rest_is_read() {
        let (totals, text) = check(&format!("001 x\u{1b}\r\n{}", TWO.replace("b 0", "b 1")));
        assert!(!totals.is_fine());
        assert_eq!(
            text,
            "FILE:1: note: the line has control characters, which are read as spaces\n\
             FILE:1: \"x\" is no start number from 1 to 9999; the line is left out\n\
             FILE:3: players 1 and 2 have the results '1' and '1' in round 1\n\
             FILE:4: player 2 has 0 points, but the rounds give 1\n\
             2 players in 1 file: 3 problems, 1 note\n"
        );
    }

    #[test]
    fn a_file_without_players_cannot_be_read() {
        for text in ["", "[Event \"a\"]\n1. 32-28 *\n"] {
            let (totals, said) = check(text);
            assert!(!totals.is_fine());
            assert_eq!(
                said,
                "FILE: cannot be read: no player in it\n\
                 0 players in 1 file: 0 problems, 0 notes; 1 file could not be read\n"
            );
        }
    }
}
