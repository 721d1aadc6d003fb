//! Damage to the store of a nats-server, as by a power cut, a bad disk or a foreign program.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use async_nats::jetstream;
use faults::blocks::{blocks, flip, forget_index};
use proto::subject::Stream;

use crate::cluster::Cluster;

/// A kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// The block loses this many of its last bytes.
    Cut(u64),
    /// One bit in the middle of the block is another.
    Flip,
    /// One bit at this place of the first block, which is not the last one, is another.
    FlipFirst(u64),
    /// Somebody stores bytes that are no envelope, on the subject of a message that is there.
    Garbage,
    /// The stream is deleted.
    Delete,
}

impl Damage {
    /// Damages a stream, and starts nats-server, which must not run.
    ///
    /// # Errors
    /// If the stream has no block, or the server does not start or refuses.
    pub async fn befall(self, cluster: &mut Cluster, stream: Stream) -> Result<()> {
        let folder = streams(cluster).join(stream.name()).join("msgs");
        match self {
            Self::Cut(bytes) => {
                let block = blocks(&folder)?.pop().context("a block")?;
                let length = fs::metadata(&block)?.len();
                ensure!(length > bytes, "{} has {length} bytes", block.display());
                fs::File::options().write(true).open(&block)?.set_len(length - bytes)?;
                forget_index(&folder)?;
            }
            Self::Flip => {
                let block = blocks(&folder)?.pop().context("a block")?;
                let middle = fs::metadata(&block)?.len() / 2;
                flip(&block, usize::try_from(middle)?, 1)?;
                forget_index(&folder)?;
            }
            Self::FlipFirst(place) => {
                let blocks = blocks(&folder)?;
                ensure!(blocks.len() > 1, "{} has {blocks:?}", folder.display());
                flip(blocks.first().context("a block")?, usize::try_from(place)?, 1)?;
                forget_index(&folder)?;
            }
            Self::Garbage | Self::Delete => {}
        }
        cluster.start_nats().await?;
        let context = jetstream::new(async_nats::connect(cluster.nats_url()).await?);
        match self {
            Self::Cut(_) | Self::Flip | Self::FlipFirst(_) => {}
            Self::Garbage => {
                let mut found = context.get_stream(stream.name()).await?;
                let last = found.info().await?.state.last_sequence;
                let subject = found.get_raw_message(last).await?.subject.to_string();
                context.publish(subject, vec![0xff; 60].into()).await?.await?;
            }
            Self::Delete => {
                context.delete_stream(stream.name()).await?;
            }
        }
        Ok(())
    }
}

/// Returns the folder of all streams of a system.
fn streams(cluster: &Cluster) -> PathBuf {
    cluster.directory().join("nats/store/jetstream/$G/streams")
}

/// Copies a folder.
///
/// # Errors
/// If a file cannot be read or written.
pub fn copy_all(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_all(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}
