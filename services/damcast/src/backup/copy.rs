//! Adds to a backup what the event log has and it has not.

use std::{collections::BTreeMap, fs, ops::RangeInclusive, path::Path};

use anyhow::{Context as _, ensure};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proto::subject::Stream;
use runtime::{StreamFacts, WallClock, digest, sequence_ranges};

use super::{
    cut,
    manifest::{Manifest, StreamCopy},
    segment::{self, Segment},
};
use crate::log_reader::LogReader;

/// Number of messages up to which a file is replaced by a larger one, where many small ones would
/// come.
const SMALL: u64 = 2_000;

/// An addition to the copy of one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Copied {
    /// The name of the stream.
    pub(super) stream: &'static str,
    /// Number of its messages.
    pub(super) messages: u64,
    /// Sequences at which the server has no message and is not known to have none.
    pub(super) missing: Vec<RangeInclusive<u64>>,
}

/// Adds what has come since `manifest` was written; returns the manifest as it is then, and what
/// was added to each stream. If it fails, the backup is as it was before. With `merges`, the last
/// file of a stream is replaced by one with more while it is small.
///
/// # Errors
/// If the log cannot be read, is another, or the folder cannot be written.
pub(super) async fn add(
    reader: &LogReader,
    manifest: &Manifest,
    folder: &Path,
    merges: bool,
) -> anyhow::Result<(Manifest, Vec<Copied>)> {
    let mut manifest = manifest.clone();
    let mut all = BTreeMap::new();
    for stream in Stream::ALL {
        let facts = reader.facts(stream).await?;
        let name = stream.name();
        all.insert(stream, facts.with_context(|| format!("there is no stream {name}"))?);
    }
    let copy_of =
        |manifest: &Manifest, stream: Stream| manifest.streams.get(stream.name()).cloned();
    let is_same = |(stream, facts): (&Stream, &StreamFacts)| {
        copy_of(&manifest, *stream)
            .is_some_and(|it| it.epoch == facts.epoch && it.last_sequence == facts.last_sequence)
    };
    if merges && all.iter().all(is_same) {
        return Ok((manifest, Vec::new()));
    }
    let mut ends = BTreeMap::new();
    for (stream, facts) in &all {
        let copy = copy_of(&manifest, *stream).unwrap_or_default();
        check_continues(reader, *stream, facts, &copy).await?;
        ends.insert(*stream, copy.last_sequence..=facts.last_sequence);
    }
    let cut = cut::consistent(reader, ends).await?;
    let (mut copied, mut replaced) = (Vec::new(), Vec::new());
    for (stream, facts) in &all {
        let to = cut.get(stream).copied().unwrap_or_default();
        let copy = manifest.streams.entry(stream.name().to_owned()).or_default();
        let before = merges.then(|| copy.segments.pop_if(|last| last.messages < SMALL)).flatten();
        let source = Source { reader, stream: *stream, facts };
        copied.push(source.copy(to, before.as_ref(), copy, folder).await?);
        replaced.extend(before);
    }
    // Only now: a backup that was broken off is as it was before.
    manifest.made_at_ms = WallClock::system().now().millis();
    env!("CARGO_PKG_VERSION").clone_into(&mut manifest.version);
    manifest.write(folder)?;
    let kept: Vec<_> = manifest.streams.values().flat_map(|copy| &copy.segments).collect();
    for Segment { file, .. } in replaced {
        if !kept.iter().any(|segment| segment.file == file) {
            let path = folder.join(file);
            fs::remove_file(&path).with_context(|| format!("remove {}", path.display()))?;
        }
    }
    Ok((manifest, copied))
}

/// Checks that a stream goes on from what the folder has of it.
async fn check_continues(
    reader: &LogReader,
    stream: Stream,
    facts: &StreamFacts,
    copy: &StreamCopy,
) -> anyhow::Result<()> {
    let (name, last) = (stream.name(), copy.last_present);
    let another = "is of another event log than the folder: give another folder";
    ensure!(copy.epoch.is_empty() || copy.epoch == facts.epoch, "{name} {another}");
    if last == 0 {
        return Ok(());
    }
    let mut found = None;
    reader.read_from(stream, last, last, |stored| found = Some(digest(&stored.payload))).await?;
    let found = found.map(|digest| STANDARD.encode(digest));
    ensure!(
        found.as_ref() == Some(&copy.last_digest),
        "{name} has lost or changed message {last}, which the folder has: give another folder, and run \
         `damcast verify`"
    );
    Ok(())
}

/// Returns true if a stream is known to have no messages in this range of sequences; `known` is as
/// in "3,7-9".
fn is_known(known: &str, gap: &RangeInclusive<u64>) -> bool {
    sequence_ranges(known).any(|range| range.contains(gap.start()) && range.contains(gap.end()))
}

/// A stream that is copied.
struct Source<'a> {
    reader: &'a LogReader,
    stream: Stream,
    facts: &'a StreamFacts,
}

impl Source<'_> {
    /// Copies the messages after what `copy` has, up to sequence `to`, into one file with those of
    /// the file `before`.
    async fn copy(
        &self,
        to: u64,
        before: Option<&Segment>,
        copy: &mut StreamCopy,
        folder: &Path,
    ) -> anyhow::Result<Copied> {
        let Self { reader, stream, facts } = *self;
        let mut copied = Copied { stream: stream.name(), messages: 0, missing: Vec::new() };
        facts.epoch.clone_into(&mut copy.epoch);
        facts.known_missing.clone_into(&mut copy.known_missing);
        let first = copy.last_sequence + 1;
        if to < first {
            copy.segments.extend(before.cloned());
            return Ok(copied);
        }
        let mut writer = segment::Writer::create(folder, stream, first, to)?;
        for message in
            before.map(|before| before.messages(folder)).transpose()?.into_iter().flatten()
        {
            writer.write(&message?)?;
        }
        let (mut written, mut next) = (Ok(()), first);
        let take = |stored: runtime::Stored| {
            if written.is_ok() {
                if next < stored.sequence {
                    copied.missing.push(next..=stored.sequence - 1);
                }
                next = stored.sequence + 1;
                copied.messages += 1;
                copy.last_present = stored.sequence;
                copy.last_digest = STANDARD.encode(digest(&stored.payload));
                written = writer.write(&stored);
            }
        };
        reader.read_from(stream, first, to, take).await?;
        written?;
        if next <= to {
            copied.missing.push(next..=to);
        }
        copied.missing.retain(|gap| !is_known(&facts.known_missing, gap));
        copy.last_sequence = to;
        copy.segments.push(writer.finish()?);
        Ok(copied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_known_if_the_stream_notes_all_of_it() {
        for (gap, expected) in [
            (3..=3, true),
            (7..=9, true),
            (8..=9, true),
            (6..=7, false),
            (9..=10, false),
            (4..=4, false),
        ] {
            assert_eq!(is_known("3,7-9", &gap), expected, "{gap:?}");
        }
        assert!(!is_known("", &(1..=1)));
    }
}
