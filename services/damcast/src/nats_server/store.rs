//! The directory in which nats-server keeps its streams.

use std::{
    ffi::OsStr,
    fs,
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// A file or folder that could not be written to the disk.
#[derive(Debug)]
pub(super) struct SyncError {
    pub(super) path: PathBuf,
    pub(super) source: io::Error,
}

/// Returns true if the folder of a stream holds messages.
pub(super) fn has_blocks(stream: &Path) -> bool {
    let Ok(entries) = fs::read_dir(stream.join("msgs")) else { return false };
    entries.flatten().any(|entry| {
        let is_block = entry.path().extension() == Some(OsStr::new("blk"));
        is_block && entry.metadata().is_ok_and(|metadata| metadata.len() > 0)
    })
}

/// Writes a folder, everything in it and its own entry in the folders above to the disk (fsync).
/// Files that are removed meanwhile are passed over.
///
/// # Errors
/// [`SyncError`] names the first file or folder that could not be written.
pub(super) fn sync(folder: &Path) -> Result<(), SyncError> {
    sync_tree(folder)?;
    for above in folder.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()) {
        match sync_one(above) {
            // A folder that we may not read was there before us.
            Err(error) if error.source.kind() == io::ErrorKind::PermissionDenied => break,
            synced => synced?,
        }
    }
    Ok(())
}

fn sync_tree(folder: &Path) -> Result<(), SyncError> {
    let failed = |source| SyncError { path: folder.to_path_buf(), source };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
        let synced = if kind.is_dir() {
            sync_tree(&path)
        } else if kind.is_file() {
            sync_one(&path)
        } else {
            Ok(())
        };
        match synced {
            Err(error) if error.source.kind() == io::ErrorKind::NotFound => {}
            synced => synced?,
        }
    }
    sync_one(folder)
}

fn sync_one(path: &Path) -> Result<(), SyncError> {
    let synced = File::open(path).and_then(|file| file.sync_all());
    synced.map_err(|source| SyncError { path: path.to_path_buf(), source })
}

#[cfg(test)]
mod tests {
    use std::{iter, os::unix::fs::symlink};

    use super::*;

    #[test]
    fn a_stream_with_messages_has_blocks() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!has_blocks(folder.path()));
        fs::create_dir(folder.path().join("msgs")).unwrap();
        fs::write(folder.path().join("msgs/index.db"), "x").unwrap();
        fs::write(folder.path().join("msgs/1.blk"), "").unwrap();
        assert!(!has_blocks(folder.path()));
        fs::write(folder.path().join("msgs/2.blk"), "x").unwrap();
        assert!(has_blocks(folder.path()));
    }

    #[test]
    fn a_store_is_synced_whole() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::write(folder.path().join("a/b/c"), "x").unwrap();
        // A link leads out of the store.
        symlink("nowhere", folder.path().join("link")).unwrap();
        sync(folder.path()).unwrap();
    }

    #[test]
    fn what_cannot_be_synced_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let error = sync(&missing).unwrap_err();
        assert_eq!((error.path, error.source.kind()), (missing, io::ErrorKind::NotFound));
    }

    #[test]
    fn what_cannot_be_synced_deep_in_the_store_is_named() {
        let folder = tempfile::tempdir().unwrap();
        // A path that is longer than the system takes, so that not even root can open it.
        let name = "x".repeat(200);
        let half: PathBuf = iter::once(folder.path().as_os_str())
            .chain(iter::repeat_n(OsStr::new(&name), 15))
            .collect();
        fs::create_dir_all(&half).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let other: PathBuf = iter::once(elsewhere.path().as_os_str())
            .chain(iter::repeat_n(OsStr::new(&name), 15))
            .collect();
        fs::create_dir_all(&other).unwrap();
        fs::rename(elsewhere.path().join(&name), half.join(&name)).unwrap();
        let error = sync(folder.path()).unwrap_err();
        assert!(error.path.starts_with(&half), "{}", error.path.display());
        // Put it back, so that both can be removed.
        fs::rename(half.join(&name), elsewhere.path().join(&name)).unwrap();
    }
}
