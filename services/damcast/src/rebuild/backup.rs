//! Copies of streams that are made anew: a file with a line of JSON for each message, and one with
//! what else the stream had. A copy that is there is whole, and on the disk.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufRead as _, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use proto::subject::Stream;
use runtime::{Stored, StreamFacts};
use serde::{Deserialize, Serialize};

use crate::{log_reader::LogReader, stored_line};

/// The facts about a stream that a copy of it keeps beside the messages.
#[derive(Debug, Serialize, Deserialize)]
struct Facts {
    epoch: String,
    last_sequence: u64,
    known_missing: String,
    loss_accepted: String,
}

/// The copy of a stream. Memory: the whole stream.
#[derive(Debug)]
pub(super) struct ReplacedStream {
    /// The stream as it was.
    pub(super) facts: StreamFacts,
    /// Its messages, by sequence.
    pub(super) messages: BTreeMap<u64, Stored>,
}

fn path(folder: &Path, stream: Stream) -> PathBuf {
    folder.join(stream.name()).with_extension("jsonl")
}

fn facts_path(folder: &Path, stream: Stream) -> PathBuf {
    folder.join(stream.name()).with_extension("facts.json")
}

/// Returns true if the folder has a copy of the stream.
pub(super) fn exists(folder: &Path, stream: Stream) -> bool {
    path(folder, stream).exists()
}

/// Makes the folder for copies, on the disk.
///
/// # Errors
/// If it exists, or cannot be made.
pub(super) fn make_folder(folder: &Path) -> anyhow::Result<PathBuf> {
    let failed = || format!("make the folder {}", folder.display());
    fs::create_dir(folder).with_context(failed)?;
    let folder = folder.canonicalize().with_context(failed)?;
    folder.parent().map_or(Ok(()), sync_folder).with_context(failed)?;
    Ok(folder)
}

/// Writes a copy of a stream to the disk.
///
/// # Errors
/// If the stream cannot be read or the files cannot be written.
pub(super) async fn write(
    reader: &LogReader,
    stream: Stream,
    facts: &StreamFacts,
    folder: &Path,
) -> anyhow::Result<()> {
    let path = path(folder, stream);
    let failed = || format!("write {}", path.display());
    write_facts(folder, stream, facts).with_context(failed)?;
    let draft = path.with_extension("draft");
    let mut file = BufWriter::new(File::create(&draft).with_context(failed)?);
    let mut written = Ok(());
    let write = |stored: Stored| {
        if written.is_ok() {
            written = stored_line::write(&mut file, stream, &stored);
        }
    };
    reader.read_from(stream, 1, facts.last_sequence, write).await?;
    written.with_context(failed)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error).with_context(failed)?;
    file.sync_all().with_context(failed)?;
    fs::rename(&draft, &path).with_context(failed)?;
    sync_folder(folder).with_context(failed)
}

fn write_facts(folder: &Path, stream: Stream, facts: &StreamFacts) -> io::Result<()> {
    let StreamFacts { epoch, last_sequence, known_missing, loss_accepted, .. } = facts.clone();
    let facts = Facts { epoch, last_sequence, known_missing, loss_accepted };
    let mut file = File::create(facts_path(folder, stream))?;
    file.write_all(&serde_json::to_vec(&facts)?)?;
    file.sync_all()
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Reads every copy of a folder.
///
/// # Errors
/// If a file or a line of it cannot be read.
pub(super) fn read_all(folder: &Path) -> anyhow::Result<BTreeMap<Stream, ReplacedStream>> {
    let mut copies = BTreeMap::new();
    for stream in Stream::ALL.into_iter().filter(|stream| exists(folder, *stream)) {
        let path = facts_path(folder, stream);
        let failed = || format!("read {}", path.display());
        let facts = fs::read(&path).with_context(failed)?;
        let facts: Facts = serde_json::from_slice(&facts).with_context(failed)?;
        let messages = read(folder, stream)?.map(|message| {
            let message = message?;
            Ok((message.sequence, message))
        });
        let messages: BTreeMap<u64, Stored> = messages.collect::<anyhow::Result<_>>()?;
        let Facts { epoch, last_sequence, known_missing, loss_accepted } = facts;
        let facts = StreamFacts {
            epoch,
            first_sequence: messages.keys().next().copied().unwrap_or_default(),
            last_sequence,
            messages: messages.len() as u64,
            // The stream that it stands for was deleted, or is to be.
            differences: "it is being made anew".to_owned(),
            known_missing,
            loss_accepted,
            ..StreamFacts::default()
        };
        copies.insert(stream, ReplacedStream { facts, messages });
    }
    Ok(copies)
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
