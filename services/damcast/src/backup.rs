//! `damcast backup`: copies the event log into a folder, also while it runs, and adds to that folder what has come
//! since. `damcast restore` reads it.

mod cut;
pub(crate) mod manifest;
pub(crate) mod segment;

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::{Context as _, ensure};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use proto::subject::Stream;
use runtime::{StreamFacts, WallClock, config::NatsConfig, digest};

use self::manifest::{Manifest, StreamCopy};
use crate::{lines, log_reader::LogReader};

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
    /// If the log cannot be read, the folder cannot be written, or it is the backup of another log.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let Self { folder, nats } = self;
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("make the folder {}", folder.display()))?;
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
            copied.push((
                stream.name(),
                copy_stream(&reader, *stream, facts, to, copy, &folder).await?,
            ));
        }
        // Only now: a backup that was broken off is as it was before.
        manifest.made_at_ms = WallClock::system().now().millis();
        env!("CARGO_PKG_VERSION").clone_into(&mut manifest.version);
        manifest.write(&folder)?;
        let mut output = io::stdout().lock();
        let mut print = || {
            for (stream, messages) in &copied {
                writeln!(output, "{stream}: {messages} more messages")?;
            }
            writeln!(output, "The backup in {} is whole.", folder.display())?;
            Ok(ExitCode::SUCCESS)
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
    let (name, last) = (stream.name(), copy.last_sequence);
    let another = "is of another event log than the folder: give another folder";
    ensure!(copy.epoch == facts.epoch, "{name} {another}");
    let Some(wanted) = &copy.last_digest else { return Ok(()) };
    let mut found = None;
    reader.read_from(stream, last, last, |stored| found = Some(digest(&stored.payload))).await?;
    let found = found.map(|digest| STANDARD.encode(digest));
    ensure!(
        found.as_ref() == Some(wanted),
        "{name} has lost or changed message {last}, which the folder has: give another folder, and run \
         `damcast verify`"
    );
    Ok(())
}

/// Copies the messages of a stream that come after what the folder has, up to sequence `to`; returns their number.
async fn copy_stream(
    reader: &LogReader,
    stream: Stream,
    facts: &StreamFacts,
    to: u64,
    copy: &mut StreamCopy,
    folder: &std::path::Path,
) -> anyhow::Result<u64> {
    facts.epoch.clone_into(&mut copy.epoch);
    facts.known_missing.clone_into(&mut copy.known_missing);
    let first = copy.last_sequence + 1;
    if to < first {
        return Ok(0);
    }
    let mut writer = segment::Writer::create(folder, stream, first)?;
    let mut written = Ok(());
    let mut last_digest = None;
    let take = |stored: runtime::Stored| {
        if written.is_ok() {
            last_digest = Some((stored.sequence, digest(&stored.payload)));
            written = writer.write(&stored);
        }
    };
    reader.read_from(stream, first, to, take).await?;
    written?;
    let segment = writer.finish()?;
    let messages = segment.messages;
    copy.last_sequence = to;
    copy.last_digest = last_digest
        .filter(|(sequence, _digest)| *sequence == to)
        .map(|(_sequence, digest)| STANDARD.encode(digest));
    copy.segments.push(segment);
    Ok(messages)
}
