//! The blocks in which nats-server stores the messages of a stream, and damage to them.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::Result;
use async_nats::{Client, jetstream};
use bytes::Bytes;
use prost::Message as _;
use proto::v1::{DeviceClockJudged, Envelope, TableRecord, envelope::Record, table_record::Event};
use sha2::{Digest as _, Sha256};

/// The bytes of a block of a stream.
const BLOCK: usize = 8 << 20;
/// Bytes of a filling message, of which programs read a few.
const FILLER: usize = 60_000;
/// The header of the field 99 of an envelope, of bytes. No release has one.
const UNKNOWN_FIELD: [u8; 2] = [0x9a, 0x06];

/// Writes to INPUT, about a tournament of its own, until the next message is in another block.
///
/// # Errors
/// If NATS does not store a message.
pub async fn fill(nats: Client) -> Result<()> {
    let log = jetstream::new(nats);
    let mut previous = Bytes::new();
    for version in 1..=(BLOCK / FILLER + 1) as u64 {
        let judged = DeviceClockJudged { device: "filler".to_owned(), at_ms: 1, fault: None };
        let record =
            Record::Table(TableRecord { event: Some(Event::DeviceClock(judged)), act: None });
        let record = Some(record);
        let envelope = Envelope { version, previous, record, ..Envelope::default() };
        let mut payload = envelope.encode_to_vec();
        payload.extend(UNKNOWN_FIELD);
        prost::encoding::encode_varint(FILLER as u64, &mut payload);
        payload.extend(std::iter::repeat_n(0, FILLER));
        previous = Sha256::digest(&payload).to_vec().into();
        log.publish("input.main.filler.tables", payload.into()).await?.await?;
    }
    Ok(())
}

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
