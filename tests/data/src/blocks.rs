//! The blocks in which nats-server stores the messages of a stream, and damage to them.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Returns the blocks in the folder of a stream's messages that are not empty, in order.
///
/// # Errors
/// If the folder cannot be read.
pub fn blocks(messages: &Path) -> io::Result<Vec<PathBuf>> {
    let mut blocks = Vec::new();
    for entry in fs::read_dir(messages)? {
        let path = entry?.path();
        let name = path.file_stem().map(|it| it.to_string_lossy().into_owned());
        let number = name.and_then(|name| name.parse::<u64>().ok());
        let is_block = path.extension().is_some_and(|extension| extension == "blk");
        if let Some(number) = number
            && is_block
            && fs::metadata(&path)?.len() > 0
        {
            blocks.push((number, path));
        }
    }
    blocks.sort();
    Ok(blocks.into_iter().map(|(_number, path)| path).collect())
}

/// Inverts the bits of `mask` in the byte at `place` of a block.
///
/// # Errors
/// If the block is shorter, or cannot be read or written.
pub fn flip(block: &Path, place: usize, mask: u8) -> io::Result<()> {
    let mut bytes = fs::read(block)?;
    let shorter = || io::Error::other(format!("{} is shorter", block.display()));
    *bytes.get_mut(place).ok_or_else(shorter)? ^= mask;
    fs::write(block, bytes)
}

/// Removes what nats-server noted about the blocks in the folder of a stream's messages, so that it
/// reads them when it starts.
///
/// # Errors
/// If the notes cannot be removed.
pub fn forget_index(messages: &Path) -> io::Result<()> {
    match fs::remove_file(messages.join("index.db")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _removed_or_missing => Ok(()),
    }
}
