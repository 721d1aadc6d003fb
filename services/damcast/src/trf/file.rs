//! Opens report files (TRF16) and reports their problems.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use phrases::{Language, report};
use thiserror::Error;
use tournament::trf::{self, Problem, ReadTrf, Trf};

use crate::lines::printable;

/// Reason why a file is not a report.
#[derive(Debug, Error)]
pub(crate) enum ReportFileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("no player in it")]
    NoPlayer,
}

/// Reads a report file and its problems.
///
/// # Errors
/// If the file cannot be read or has no player.
pub(crate) fn open(path: &Path) -> Result<ReadTrf, ReportFileError> {
    let mut bytes = Vec::new();
    // More than `trf::read` accepts, so that it notices that the file is too long.
    let bytes_max = u64::try_from(Trf::FILE_BYTES_MAX).unwrap_or(u64::MAX).saturating_add(4);
    File::open(path)?.take(bytes_max).read_to_end(&mut bytes)?;
    let read = trf::read(&bytes);
    if read.trf.players.is_empty() && read.problems.iter().all(|problem| problem.kind.is_note()) {
        return Err(ReportFileError::NoPlayer);
    }
    Ok(read)
}

/// Returns a line of text about a problem.
pub(crate) fn problem_line(path: &Path, problem: &Problem) -> String {
    let line = problem.line.map(|line| format!(":{line}")).unwrap_or_default();
    let note = if problem.kind.is_note() { "note: " } else { "" };
    let text = report::problem(&problem.kind, Language::English);
    printable(&format!("{}{line}: {note}{text}", path.display()))
}
