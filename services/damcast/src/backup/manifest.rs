//! The list of what a backup has.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};

use super::segment::Segment;

/// The name of its file.
const FILE: &str = "manifest.json";
/// The form of backups that this program writes and reads.
const FORM: u32 = 1;

/// The content of a backup.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Manifest {
    /// The form of the backup.
    form: u32,
    /// The version of the program that wrote it last.
    pub(crate) version: String,
    /// The moment at which it was written last, in milliseconds since the Unix epoch.
    pub(crate) made_at_ms: i64,
    /// The streams, by name.
    pub(crate) streams: BTreeMap<String, StreamCopy>,
}

/// A stream in a backup.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct StreamCopy {
    /// The id of its store.
    pub(crate) epoch: String,
    /// The sequence up to which it was copied.
    pub(crate) last_sequence: u64,
    /// The last sequence of which it has a message; 0 before the first.
    pub(crate) last_present: u64,
    /// SHA-256 of the envelope of that sequence, in base64; empty before the first.
    pub(crate) last_digest: String,
    /// Sequences at which it is known to have no message, as in "3,7-9".
    pub(crate) known_missing: String,
    /// The files, in order.
    pub(crate) segments: Vec<Segment>,
}

impl StreamCopy {
    /// Returns the number of its messages.
    pub(crate) fn messages(&self) -> u64 {
        self.segments.iter().map(|segment| segment.messages).sum()
    }
}

impl Default for Manifest {
    fn default() -> Self {
        Self { form: FORM, version: String::new(), made_at_ms: 0, streams: BTreeMap::new() }
    }
}

impl Manifest {
    /// Reads the manifest of a folder; `None` if it has none.
    ///
    /// # Errors
    /// If it cannot be read, or is of a later form.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let failed = || format!("read {}", path.display());
        let manifest: Self =
            serde_json::from_slice(&fs::read(&path).with_context(failed)?).with_context(failed)?;
        let form = manifest.form;
        ensure!(form == FORM, "{} has form {form}; a newer program reads it", path.display());
        Ok(Some(manifest))
    }

    /// Checks that every file is as it was written.
    ///
    /// # Errors
    /// If one is missing or has changed.
    pub(crate) fn check(&self, folder: &Path) -> anyhow::Result<()> {
        let mut segments = self.streams.values().flat_map(|copy| &copy.segments);
        segments.try_for_each(|segment| segment.check(folder))
    }

    /// Writes the manifest, whole or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let (path, draft) = (folder.join(FILE), folder.join("manifest.draft"));
        let failed = || format!("write {}", path.display());
        fs::write(&draft, serde_json::to_vec_pretty(self)?).with_context(failed)?;
        fs::File::open(&draft).and_then(|file| file.sync_all()).with_context(failed)?;
        fs::rename(&draft, &path).with_context(failed)?;
        // The names of the segments too, without which the manifest would name what is not there.
        fs::File::open(folder).and_then(|folder| folder.sync_all()).with_context(failed)
    }
}
