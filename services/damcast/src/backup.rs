//! `damcast backup`: copies the event log into a folder, also while it runs, and adds to that folder what has come
//! since. `damcast restore` reads it.

mod cut;
pub(crate) mod manifest;
pub(crate) mod segment;

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    ops::RangeInclusive,
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context as _, ensure};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proto::subject::Stream;
use runtime::{StreamFacts, WallClock, config::NatsConfig, digest};

use self::manifest::{Manifest, StreamCopy};
use crate::{audit::ranges, lines, lock::lock, log_reader::LogReader};

/// The name of the connection, and of its inbox.
const NAME: &str = "backup";

/// Options of `damcast backup`.
#[derive(Clone, Debug, clap::Args)]
pub struct Backup {
    /// Folder of the backup; it is made if it does not exist, and else gets what has come since.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Address and credentials of NATS.
    #[command(flatten)]
    pub nats: NatsConfig,
}

impl Backup {
    /// Copies what the folder lacks.
    ///
    /// # Errors
    /// If the log cannot be read, the folder cannot be written, or it is the backup of another log. The exit code is 1
    /// if the server cannot give every message.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let Self { folder, nats } = self;
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("make the folder {}", folder.display()))?;
        let locked = lock(&folder).with_context(|| format!("lock {}", folder.display()))?;
        let _lock = locked.with_context(|| {
            format!("another backup writes to {}: wait for it", folder.display())
        })?;
        let mut manifest = Manifest::read(&folder)?.unwrap_or_default();
        let reader = LogReader::connect(NAME, &nats).await?;
        let mut all = BTreeMap::new();
        for stream in Stream::ALL {
            let facts = reader.facts(stream).await?;
            let name = stream.name();
            all.insert(stream, facts.with_context(|| format!("there is no stream {name}"))?);
        }
        for (stream, facts) in &all {
            check_continues(&reader, *stream, facts, manifest.streams.get(stream.name())).await?;
        }
        let last = all.iter().map(|(stream, facts)| (*stream, facts.last_sequence)).collect();
        let cut = cut::consistent(&reader, last).await?;
        let mut copied = Vec::new();
        for (stream, facts) in &all {
            let to = cut.get(stream).copied().unwrap_or_default();
            let copy = manifest.streams.entry(stream.name().to_owned()).or_default();
            let added = copy_stream(&reader, *stream, facts, to, copy, &folder).await?;
            copied.push((stream.name(), added));
        }
        // Only now: a backup that was broken off is as it was before.
        manifest.made_at_ms = WallClock::system().now().millis();
        env!("CARGO_PKG_VERSION").clone_into(&mut manifest.version);
        manifest.write(&folder)?;
        let mut output = io::stdout().lock();
        let mut print = || {
            for (stream, added) in &copied {
                writeln!(output, "{stream}: {} more messages", added.messages)?;
                if !added.missing.is_empty() {
                    writeln!(output, "{stream}: no messages {}", ranges(&added.missing))?;
                }
            }
            let folder = folder.display();
            if copied.iter().all(|(_stream, added)| added.missing.is_empty()) {
                writeln!(output, "The backup in {folder} has the whole log.")?;
                return Ok(ExitCode::SUCCESS);
            }
            writeln!(
                output,
                "The backup in {folder} lacks messages that the server cannot give: run `damcast verify`."
            )?;
            Ok(ExitCode::FAILURE)
        };
        lines::ended(print())
    }
}

/// Checks that a stream goes on from what the folder has of it.
async fn check_continues(
    reader: &LogReader,
    stream: Stream,
    facts: &StreamFacts,
    copy: Option<&StreamCopy>,
) -> anyhow::Result<()> {
    let Some(copy) = copy else { return Ok(()) };
    let (name, last) = (stream.name(), copy.last_present);
    let another = "is of another event log than the folder: give another folder";
    ensure!(copy.epoch == facts.epoch, "{name} {another}");
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

/// An addition to the copy of a stream.
#[derive(Debug, Default)]
struct Added {
    /// Number of its messages.
    messages: u64,
    /// Sequences at which the server has no message and is not known to have none.
    missing: Vec<RangeInclusive<u64>>,
}

/// Returns true if a stream is known to have no messages in this range of sequences; `known` is as in "3,7-9".
fn is_known(known: &str, gap: &RangeInclusive<u64>) -> bool {
    known.split(',').any(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let bounds = first.parse::<u64>().ok().zip(last.parse::<u64>().ok());
        bounds.is_some_and(|(first, last)| first <= *gap.start() && *gap.end() <= last)
    })
}

/// Copies the messages of a stream that come after what the folder has, up to sequence `to`.
async fn copy_stream(
    reader: &LogReader,
    stream: Stream,
    facts: &StreamFacts,
    to: u64,
    copy: &mut StreamCopy,
    folder: &std::path::Path,
) -> anyhow::Result<Added> {
    facts.epoch.clone_into(&mut copy.epoch);
    facts.known_missing.clone_into(&mut copy.known_missing);
    let first = copy.last_sequence + 1;
    if to < first {
        return Ok(Added::default());
    }
    let mut writer = segment::Writer::create(folder, stream, first)?;
    let (mut written, mut missing, mut next) = (Ok(()), Vec::new(), first);
    let take = |stored: runtime::Stored| {
        if written.is_ok() {
            if next < stored.sequence {
                missing.push(next..=stored.sequence - 1);
            }
            next = stored.sequence + 1;
            copy.last_present = stored.sequence;
            copy.last_digest = STANDARD.encode(digest(&stored.payload));
            written = writer.write(&stored);
        }
    };
    reader.read_from(stream, first, to, take).await?;
    written?;
    if next <= to {
        missing.push(next..=to);
    }
    missing.retain(|gap| !is_known(&facts.known_missing, gap));
    let segment = writer.finish()?;
    let messages = segment.messages;
    copy.last_sequence = to;
    copy.segments.push(segment);
    Ok(Added { messages, missing })
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
