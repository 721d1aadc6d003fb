//! The games of files, some at a time.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use draughts::pdn::PdnGame;
use indicatif::{ProgressBar, ProgressStyle};

use super::{chunks::Chunks, supposed::Supposed};
use crate::lines::printable;

/// A bar over the bytes of all files; indicatif shows it on a terminal only.
pub(super) fn bar(files: &[PathBuf]) -> ProgressBar {
    let sizes = files.iter().filter_map(|file| file.metadata().ok()).map(|data| data.len());
    let bar = ProgressBar::new(sizes.sum());
    match ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes}  {msg}") {
        Ok(style) => bar.with_style(style),
        Err(_unstyled) => bar,
    }
}

/// Some games of a file.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) games: Vec<PdnGame>,
    /// The number in the file of the first of them, from 1.
    pub(super) first: usize,
    /// The number of lines of the file before their text.
    pub(super) lines_before: usize,
}

/// Reads a file as it fits into memory. What is wrong with the file is in the inner result.
///
/// # Errors
/// Those of `each`.
pub(super) fn each(
    file: &Path,
    supposed: Supposed,
    bar: &ProgressBar,
    mut each: impl FnMut(&Batch) -> io::Result<()>,
) -> io::Result<Result<(), String>> {
    bar.set_message(printable(&file.display().to_string()));
    let mut chunks = match File::open(file) {
        Ok(opened) => Chunks::new(opened),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let mut first = 1;
    loop {
        let chunk = match chunks.next() {
            Ok(Some(chunk)) => chunk,
            Ok(None) if first == 1 => return Ok(Err("no game in it".to_owned())),
            Ok(None) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error.to_string())),
        };
        let games = supposed.read(&chunk.bytes);
        let count = games.len();
        each(&Batch { games, first, lines_before: chunk.lines_before })?;
        first += count;
        bar.inc(u64::try_from(chunk.bytes.len()).unwrap_or(u64::MAX));
    }
}
