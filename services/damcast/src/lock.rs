//! A lock on a directory, so that two programs never write into it at once.

use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
};

/// Takes the lock of a directory until the result is dropped; `None` if another program has it.
///
/// # Errors
/// If the file of the lock cannot be made or locked.
pub(crate) fn lock(directory: &Path) -> io::Result<Option<File>> {
    let file = File::create(directory.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
