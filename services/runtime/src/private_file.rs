//! Files that nobody but their owner may read.

use std::{
    fs::{self, DirBuilder, File},
    io::{self, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::Path,
};

/// The rights of a file and of a folder.
const FILE: u32 = 0o600;
const FOLDER: u32 = 0o700;

/// Makes a folder, with those above it, if it is missing.
///
/// # Errors
/// [`io::Error`] if it cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER).create(path)
}

/// Writes a file whole or not at all, in the place of the one that is there. Both are on the disk
/// when this returns, the file and its name.
///
/// # Errors
/// [`io::Error`] if it cannot be written.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let draft = path.with_extension("draft");
    // One that a broken write left may have other rights.
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _gone => {}
    }
    let mut file = File::options().write(true).create_new(true).mode(FILE).open(&draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _current => File::open(".")?.sync_all(),
    }
}
