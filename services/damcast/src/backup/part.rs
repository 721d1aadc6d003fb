//! Makes a backup of some subjects of another backup.

use std::{fs, path::Path};

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proto::subject::{Stream, Subject};
use runtime::{WallClock, digest};

use super::{
    manifest::{Manifest, StreamCopy},
    segment,
};
use crate::audit::ranges;

/// Writes the messages of the backup `whole` in the folder `from` whose subjects are wanted into
/// the folder `to`, each at its sequence; those between are noted as missing.
///
/// # Errors
/// If a message cannot be read, or the folder cannot be written.
pub(crate) fn write(
    whole: &Manifest,
    from: &Path,
    to: &Path,
    is_wanted: impl Fn(&Subject) -> bool,
) -> anyhow::Result<Manifest> {
    fs::create_dir_all(to).with_context(|| format!("make the folder {}", to.display()))?;
    let mut part = Manifest::default();
    env!("CARGO_PKG_VERSION").clone_into(&mut part.version);
    part.made_at_ms = WallClock::system().now().millis();
    for stream in Stream::ALL {
        let Some(copy) = whole.streams.get(stream.name()) else { continue };
        let mut writer = segment::Writer::create(to, stream, 1, copy.last_sequence)?;
        let mut taken = StreamCopy { epoch: copy.epoch.clone(), ..StreamCopy::default() };
        let mut missing = Vec::new();
        for segment in &copy.segments {
            for message in segment.messages(from)? {
                let message = message.with_context(|| segment.file.clone())?;
                if !is_wanted(&message.subject.parse()?) {
                    continue;
                }
                if taken.last_sequence + 1 < message.sequence {
                    missing.push(taken.last_sequence + 1..=message.sequence - 1);
                }
                writer.write(&message)?;
                taken.last_sequence = message.sequence;
                taken.last_present = message.sequence;
                taken.last_digest = STANDARD.encode(digest(&message.payload));
            }
        }
        taken.known_missing = ranges(&missing);
        taken.segments.push(writer.finish()?);
        part.streams.insert(stream.name().to_owned(), taken);
    }
    part.write(to)?;
    Ok(part)
}
