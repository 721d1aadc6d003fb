//! `damcast trf`: tools for tournament report files (TRF16).

mod check;
mod convert;
mod file;

use std::process::ExitCode;

pub use check::Check;
pub use convert::Convert;
pub(crate) use file::{ReportFileError, open, problem_line};

/// Tools for tournament report files.
#[derive(Debug, clap::Subcommand)]
pub enum TrfTool {
    /// Read report files and tell of everything that is wrong with them.
    ///
    /// Writes a line per problem, `FILE:LINE: what is wrong`, and what is only to be known with
    /// `note:` before it; then a summary. Broken lines are told of and the rest is read; then it is
    /// looked whether opponents, colours, results, points and counts agree. The command fails when
    /// something is wrong, or a file cannot be read or holds no player.
    Check(Check),
    /// Write a report file anew, or its crosstable as CSV or HTML.
    ///
    /// A crosstable is ranked by the results: of a Swiss tournament by points, mutual result for
    /// the first place, WP, SB and start number, as the KNDB does (KNDB F12); of a round robin by
    /// points, SB and mutual result, as the Frisian rulebook does (D art. 6). A round robin is what
    /// line 092 calls one, or else what has rounds enough. The scale, 1-½-0 or 2-1-0, is that of
    /// the points in the file. A report has its points and places filled in where the file has no
    /// places.
    ///
    /// Problems of the file are printed on standard error, and the command fails at the end.
    Convert(Convert),
}

impl TrfTool {
    /// Runs the command and returns the exit code.
    ///
    /// # Errors
    /// If a file cannot be converted, or the output cannot be written.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Check(check) => check.run(),
            Self::Convert(convert) => convert.run(),
        }
    }
}
