//! A file of a backup: messages of one stream, a line of JSON each, compressed.

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, BufWriter, Read as _, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use proto::subject::Stream;
use runtime::Stored;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::stored_line;

/// A file in the manifest.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Segment {
    /// Its name.
    pub(crate) file: String,
    /// Number of its messages.
    pub(crate) messages: u64,
    /// SHA-256 of the file, in hexadecimal digits.
    pub(crate) sha256: String,
}

/// A file that is being written.
pub(super) struct Writer {
    path: PathBuf,
    name: String,
    stream: Stream,
    file: GzEncoder<BufWriter<File>>,
    messages: u64,
}

impl Writer {
    /// Makes the file to which the messages of a stream from `first` to `last` are added. One that
    /// a broken-off backup has left is replaced.
    pub(super) fn create(
        folder: &Path,
        stream: Stream,
        first: u64,
        last: u64,
    ) -> anyhow::Result<Self> {
        let name = format!("{}-{first:012}-{last:012}.jsonl.gz", stream.name());
        let path = folder.join(&name);
        let file = File::create(&path).with_context(|| format!("write {}", path.display()))?;
        let file = GzEncoder::new(BufWriter::new(file), Compression::default());
        Ok(Self { path, name, stream, file, messages: 0 })
    }

    /// Adds a message.
    pub(super) fn write(&mut self, stored: &Stored) -> io::Result<()> {
        self.messages += 1;
        stored_line::write(&mut self.file, self.stream, stored)
    }

    /// Writes the file to the disk.
    pub(super) fn finish(self) -> anyhow::Result<Segment> {
        let Self { path, name, file, messages, .. } = self;
        let failed = || format!("write {}", path.display());
        let mut file = file.finish().with_context(failed)?;
        file.flush().with_context(failed)?;
        file.get_ref().sync_all().with_context(failed)?;
        let sha256 = sha256(&path).with_context(failed)?;
        Ok(Segment { file: name, messages, sha256 })
    }
}

impl Segment {
    /// Checks that the file is as it was written.
    ///
    /// # Errors
    /// If it is missing or has changed, or is not in the folder itself.
    pub(crate) fn check(&self, folder: &Path) -> anyhow::Result<()> {
        let is_inside = Path::new(&self.file).file_name() == Some(self.file.as_ref());
        ensure!(is_inside, "{} is not a file of {}", self.file, folder.display());
        let path = folder.join(&self.file);
        let found = sha256(&path).with_context(|| format!("read {}", path.display()))?;
        ensure!(found == self.sha256, "{} has changed since it was written", path.display());
        Ok(())
    }

    /// Reads its messages.
    ///
    /// # Errors
    /// If the file cannot be opened; each message, if its line cannot be read.
    pub(crate) fn messages(
        &self,
        folder: &Path,
    ) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Stored>> + use<>> {
        let path = folder.join(&self.file);
        let file = File::open(&path).with_context(|| format!("read {}", path.display()))?;
        let lines = BufReader::new(GzDecoder::new(BufReader::new(file))).lines();
        Ok(lines.map(|line| stored_line::read(&line?)))
    }
}

/// Returns the SHA-256 of a file in hexadecimal digits.
fn sha256(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut hash, mut piece) = (Sha256::new(), vec![0; 64 * 1024]);
    loop {
        let length = file.read(&mut piece)?;
        if length == 0 {
            break;
        }
        hash.update(piece.get(..length).unwrap_or_default());
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
