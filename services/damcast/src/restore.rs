//! `damcast restore`: brings the event log of a backup back, into a nats-server that has none.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use proto::subject::Stream;
use runtime::{StreamMaker, config::NatsConfig, new_epoch, remake_consumers};
use tokio::time::Instant;

use crate::{
    backup::manifest::{Manifest, StreamCopy},
    lines,
    lock::lock,
    log_reader::LogReader,
    nats_server::{NatsOptions, NatsServer, SyncInterval, User, find_binary},
};

/// The name of the connection, and of its inbox.
const NAME: &str = "restore";

/// The directory, beside that of nats-server, of a log that is being restored.
const DRAFT: &str = "restore.draft";

/// Options of `damcast restore`.
#[derive(Clone, Debug, clap::Args)]
pub struct Restore {
    /// Folder of the backup.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Directory of the event store of `damcast up`, which does not run meanwhile; a nats-server is
    /// started for it. Without it, the log goes to the server of --nats.
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// The nats-server program for --data; else the one that `./dev setup` installed, else the one
    /// on the PATH.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    pub nats_server: Option<PathBuf>,
    /// Address and credentials of NATS.
    #[command(flatten)]
    pub nats: NatsConfig,
}

impl Restore {
    /// Restores the log: every message at its sequence, under the id of its store.
    ///
    /// # Errors
    /// If the backup is damaged, or the server has messages or refuses.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let Self { folder, data, nats_server, nats } = self;
        let manifest = read(&folder)?;
        let began = Instant::now();
        let messages = match data {
            None => Some(store(&manifest, &folder, &nats).await?),
            Some(data) => {
                let binary = find_binary(nats_server.as_deref(), &data.join("tools"))?;
                let options = NatsOptions::new(binary, data.join("nats"));
                Box::pin(store_whole(&manifest, &folder, &options)).await?
            }
        };
        let text = match messages {
            None => "The event log of the backup is there already.".to_owned(),
            Some(messages) => {
                let (seconds, rate) = pace(messages, began.elapsed());
                format!(
                    "{messages} messages are restored in {seconds} s, {rate} a second. `damcast verify` checks them."
                )
            }
        };
        lines::ended(writeln!(io::stdout(), "{text}").map(|()| ExitCode::SUCCESS))
    }
}

/// Brings the log of a backup back into the store of `damcast up`, unless that has it already.
///
/// # Errors
/// If the backup is damaged, the server cannot be started, or it has another log or refuses.
pub(crate) async fn take_over(folder: &Path, options: &NatsOptions) -> anyhow::Result<()> {
    let manifest = read(folder)?;
    let began = Instant::now();
    let Some(messages) = Box::pin(store_whole(&manifest, folder, options)).await? else {
        tracing::info!("the event log of the backup is there already");
        return Ok(());
    };
    let (seconds, rate) = pace(messages, began.elapsed());
    tracing::info!(messages, seconds, rate, "the event log of the backup is restored");
    Ok(())
}

/// Stores every message of a backup beside the store of `damcast up`, and puts that in its place
/// once it is whole: what is broken off can be done again. Returns the number of messages; `None` if
/// the store has the log already.
///
/// The server that does it writes to the disk within a second, and all of it at the end: one that
/// waits for the disk with each message takes many times as long.
///
/// # Errors
/// If a file of the backup cannot be read, the server cannot be started, or the store has another
/// log or cannot be written.
async fn store_whole(
    manifest: &Manifest,
    folder: &Path,
    options: &NatsOptions,
) -> anyhow::Result<Option<u64>> {
    if options.directory.join("store").exists() {
        let server = NatsServer::start(options).await.context("start nats-server")?;
        let is_there = Box::pin(is_there(manifest, &server.config(User::Mender))).await;
        server.stop().await;
        if is_there? {
            return Ok(None);
        }
    }
    let draft = NatsOptions {
        directory: options.directory.with_file_name(DRAFT),
        sync: SyncInterval::EverySecond,
        ..options.clone()
    };
    let server = NatsServer::start_anew(&draft).await.context("start nats-server")?;
    let stored = Box::pin(store(manifest, folder, &server.config(User::Mender))).await;
    let synced = server.sync_store().await;
    server.stop().await;
    synced.context("write the store to the disk")?;
    let messages = stored?;
    put_in_place(&draft.directory, &options.directory)?;
    Ok(Some(messages))
}

/// Returns true if the server has the log of a backup, and false if it has none.
async fn is_there(manifest: &Manifest, nats: &NatsConfig) -> anyhow::Result<bool> {
    let reader = LogReader::connect(NAME, nats).await?;
    if has_all(&reader, manifest).await? {
        return Ok(true);
    }
    ensure_empty(&reader).await?;
    Ok(false)
}

/// Puts the store of a draft in the place of an empty one.
fn put_in_place(draft: &Path, directory: &Path) -> anyhow::Result<()> {
    let store = directory.join("store");
    let failed = || format!("put the restored log into {}", store.display());
    fs::create_dir_all(directory).with_context(failed)?;
    let locked = lock(directory).with_context(failed)?;
    let _locked = locked.context("another program has started on the store")?;
    if store.exists() {
        fs::remove_dir_all(&store).with_context(failed)?;
    }
    fs::rename(draft.join("store"), &store).with_context(failed)?;
    let synced = File::open(directory).and_then(|folder| folder.sync_all());
    synced.with_context(|| format!("write {} to the disk", directory.display()))?;
    fs::remove_dir_all(draft).with_context(|| format!("remove {}", draft.display()))
}

/// Returns a time in whole seconds, and the number of messages a second.
fn pace(messages: u64, took: Duration) -> (u64, u64) {
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX).max(1);
    (milliseconds.div_ceil(1000), messages.saturating_mul(1000) / milliseconds)
}

/// Reads the manifest of a backup, and checks its files before anything is changed.
///
/// # Errors
/// If there is none, or a file is missing or has changed.
pub(crate) fn read(folder: &Path) -> anyhow::Result<Manifest> {
    let manifest = Manifest::read(folder)?;
    let manifest = manifest.with_context(|| format!("{} is no backup", folder.display()))?;
    manifest.check(folder)?;
    Ok(manifest)
}

/// Returns true if the server has the log of a backup, and maybe more of it.
async fn has_all(reader: &LogReader, manifest: &Manifest) -> anyhow::Result<bool> {
    for stream in Stream::ALL {
        let copy = manifest.streams.get(stream.name());
        let Some((copy, facts)) = copy.zip(reader.facts(stream).await?) else { return Ok(false) };
        if facts.epoch != copy.epoch || facts.last_sequence < copy.last_sequence {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Stores every message of a backup in a nats-server that has none; returns their number.
///
/// # Errors
/// If a file of the backup cannot be read, or the server has messages or refuses.
pub(crate) async fn store(
    manifest: &Manifest,
    folder: &Path,
    nats: &NatsConfig,
) -> anyhow::Result<u64> {
    let reader = LogReader::connect(NAME, nats).await?;
    ensure_empty(&reader).await?;
    // A service would judge what is restored, and write while its streams are made.
    reader.ensure_unused("restore").await?;
    let mut messages = 0;
    for stream in Stream::ALL {
        let name = stream.name();
        let copy = match manifest.streams.get(name) {
            // Older releases had no such stream.
            None if stream == Stream::Access => {
                StreamMaker::anew(reader.nats(), nats, stream, &new_epoch())
                    .await?
                    .finish("")
                    .await?;
                continue;
            }
            copy => copy.with_context(|| format!("the backup has no {name}"))?,
        };
        messages += store_stream(&reader, stream, copy, folder, nats).await.with_context(|| {
            format!("{name} is not whole: restore again, into an empty nats-server")
        })?;
    }
    remake_consumers(reader.nats()).await?;
    Ok(messages)
}

async fn ensure_empty(reader: &LogReader) -> anyhow::Result<()> {
    for stream in Stream::ALL {
        let last = reader.facts(stream).await?.map_or(0, |facts| facts.last_sequence);
        let name = stream.name();
        ensure!(last == 0, "{name} has messages already: restore into an empty nats-server");
    }
    Ok(())
}

async fn store_stream(
    reader: &LogReader,
    stream: Stream,
    copy: &StreamCopy,
    folder: &Path,
    nats: &NatsConfig,
) -> anyhow::Result<u64> {
    let mut maker = StreamMaker::anew(reader.nats(), nats, stream, &copy.epoch).await?;
    let mut messages = 0;
    for segment in &copy.segments {
        for message in segment.messages(folder)? {
            let message = message?;
            let (sequence, last) = (message.sequence, copy.last_sequence);
            ensure!(sequence <= last, "{} goes on to {sequence}, not {last}", segment.file);
            maker.put(&message).await?;
            messages += 1;
        }
    }
    let due = copy.messages();
    ensure!(messages == due, "there are {messages} messages, and {due} in the manifest");
    maker.finish(&copy.known_missing).await?;
    Ok(messages)
}
