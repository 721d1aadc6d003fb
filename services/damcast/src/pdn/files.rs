//! Reads the games of files in batches.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use draughts::pdn::PdnGame;
use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use super::{
    chunks::{ChunkError, Chunks},
    supposed::Supposed,
};
use crate::lines::printable;

/// Creates a bar over the bytes of all files; indicatif shows it on a terminal only.
pub(super) fn bar(files: &[PathBuf]) -> ProgressBar {
    let sizes = files.iter().filter_map(|file| file.metadata().ok()).map(|data| data.len());
    let bar = ProgressBar::new(sizes.sum());
    match ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes}  {msg}") {
        Ok(style) => bar.with_style(style),
        Err(_unstyled) => bar,
    }
}

/// Consecutive games of a file.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) games: Vec<PdnGame>,
    /// Number of the first game in the file, from 1.
    pub(super) first: usize,
    /// Number of lines of the file before the text of these games.
    pub(super) lines_before: usize,
}

/// Reason why the games of a file cannot be read.
#[derive(Debug, Error)]
pub(super) enum PdnFileError {
    #[error(transparent)]
    Open(#[from] io::Error),
    #[error(transparent)]
    Chunk(#[from] ChunkError),
    #[error("no game in it")]
    NoGame,
}

/// Opens a file; `-` is standard input.
fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(file)?))
}

/// Calls `each` with the games of a file, batch by batch. The inner result holds an error of the
/// file.
///
/// # Errors
/// Errors of `each`.
pub(super) fn each(
    file: &Path,
    supposed: Supposed,
    bar: &ProgressBar,
    mut each: impl FnMut(&Batch) -> io::Result<()>,
) -> io::Result<Result<(), PdnFileError>> {
    bar.set_message(printable(&file.display().to_string()));
    let mut chunks = match open(file) {
        Ok(opened) => Chunks::new(opened),
        Err(error) => return Ok(Err(error.into())),
    };
    let mut first = 1;
    loop {
        let chunk = match chunks.next() {
            Ok(Some(chunk)) => chunk,
            Ok(None) if first == 1 => return Ok(Err(PdnFileError::NoGame)),
            Ok(None) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error.into())),
        };
        let games = supposed.read(&chunk.bytes);
        let count = games.len();
        each(&Batch { games, first, lines_before: chunk.lines_before })?;
        first += count;
        bar.inc(u64::try_from(chunk.bytes.len()).unwrap_or(u64::MAX));
    }
}
