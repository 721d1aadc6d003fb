//! Copies of streams: a file for each, with a line of JSON for each message.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, BufWriter},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use proto::subject::Stream;
use runtime::Stored;

use crate::{log_reader::LogReader, stored_line};

fn path(folder: &Path, stream: Stream) -> PathBuf {
    folder.join(stream.name()).with_extension("jsonl")
}

/// Writes a copy of a stream up to sequence `last` to the disk.
///
/// # Errors
/// If the stream cannot be read or the file cannot be written.
pub(super) async fn write(
    reader: &LogReader,
    stream: Stream,
    last: u64,
    folder: &Path,
) -> anyhow::Result<()> {
    let path = path(folder, stream);
    let failed = || format!("write {}", path.display());
    let mut file = BufWriter::new(File::create_new(&path).with_context(failed)?);
    let mut written = Ok(());
    let write = |stored: Stored| {
        if written.is_ok() {
            written = stored_line::write(&mut file, stream, &stored);
        }
    };
    reader.read_from(stream, 1, last, write).await?;
    written.with_context(failed)?;
    let file =
        file.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(failed)?;
    file.sync_all().with_context(failed)
}

/// Reads a copy of a stream.
///
/// # Errors
/// If the file cannot be opened; each message, if its line cannot be read.
pub(super) fn read(
    folder: &Path,
    stream: Stream,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Stored>>> {
    let path = path(folder, stream);
    let file = File::open(&path).with_context(|| format!("open {}", path.display()))?;
    Ok(BufReader::new(file).lines().map(|line| stored_line::read(&line?)))
}
