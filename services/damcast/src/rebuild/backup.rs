//! Copies of streams: a file for each, with a line of JSON for each message.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proto::subject::Stream;
use runtime::Stored;
use serde::{Deserialize, Serialize};

use crate::log_reader::LogReader;

/// A message in the file.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    stream: String,
    subject: String,
    sequence: u64,
    /// The envelope, in base64.
    payload: String,
}

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
            written = write_line(&mut file, stream, &stored);
        }
    };
    reader.read_all(stream, last, write).await?;
    written.with_context(failed)?;
    let file =
        file.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(failed)?;
    file.sync_all().with_context(failed)
}

fn write_line(file: &mut BufWriter<File>, stream: Stream, stored: &Stored) -> std::io::Result<()> {
    let line = Line {
        stream: stream.name().to_owned(),
        subject: stored.subject.clone(),
        sequence: stored.sequence,
        payload: STANDARD.encode(&stored.payload),
    };
    serde_json::to_writer(&mut *file, &line)?;
    writeln!(file)
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
    Ok(BufReader::new(file).lines().map(|line| {
        let Line { subject, sequence, payload, .. } = serde_json::from_str(&line?)?;
        let payload = STANDARD.decode(payload)?.into();
        Ok(Stored { subject, sequence, headers: Default::default(), payload })
    }))
}
