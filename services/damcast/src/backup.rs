//! `damcast backup`: copies the event log into a folder, also while it runs, and adds to that
//! folder what has come since. `damcast restore` reads it.

mod copy;
mod cut;
pub(crate) mod manifest;
pub(crate) mod part;
pub(crate) mod progress;
pub(crate) mod segment;

use std::{
    fs,
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use runtime::config::{MetricsConfig, NatsConfig};

use self::{copy::Copied, manifest::Manifest};
use crate::{
    asked_nats::AskedNats,
    audit::ranges,
    lines,
    lock::lock,
    log_reader::{LogReader, LogReaderError},
    nats_server::User,
    stop,
};

/// The name of the connection, and of its inbox.
const NAME: &str = "backup";
/// Pause between two looks for what has come, with `--follow`.
const FOLLOW_EVERY: Duration = Duration::from_secs(1);

/// Options of `damcast backup`.
#[derive(Clone, Debug, clap::Args)]
pub struct Backup {
    /// Folder of the backup; it is made if it does not exist, and else gets what has come since.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Goes on until it is stopped, and adds every second what has come.
    #[arg(long)]
    pub follow: bool,
    /// The metrics of a backup that goes on.
    #[command(flatten)]
    pub(crate) metrics: MetricsConfig,
    /// The nats-server that is asked.
    #[command(flatten)]
    pub nats: AskedNats,
}

impl Backup {
    /// Copies what the folder lacks.
    ///
    /// # Errors
    /// If the log cannot be read, the folder cannot be written or has changed, or it is the backup
    /// of another log. The exit code is 1 if the server cannot give every message.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let Self { folder, follow, metrics: _, nats } = self;
        let (_lock, manifest) = begin(&folder)?;
        let reader = LogReader::connect(NAME, &nats.config(User::Operator)).await?;
        if follow {
            return self::follow(&reader, manifest, &folder).await;
        }
        let (_manifest, copied) = copy::add(&reader, &manifest, &folder, false).await?;
        lines::ended(print(&copied, &folder))
    }
}

/// Copies what the folder lacks; returns its manifest.
///
/// # Errors
/// As [`Backup::run`], and if the server cannot give every message.
pub(crate) async fn complete(folder: &Path, nats: &NatsConfig) -> anyhow::Result<Manifest> {
    let (_lock, manifest) = begin(folder)?;
    let reader = LogReader::connect(NAME, nats).await?;
    let (manifest, copied) = copy::add(&reader, &manifest, folder, false).await?;
    for Copied { stream, missing, .. } in copied {
        ensure!(missing.is_empty(), "{stream} has no messages {}", ranges(&missing));
    }
    Ok(manifest)
}

/// Makes a folder if it is missing, locks it until the file is dropped, and checks what it has.
fn begin(folder: &Path) -> anyhow::Result<(File, Manifest)> {
    fs::create_dir_all(folder).with_context(|| format!("make the folder {}", folder.display()))?;
    let locked = lock(folder).with_context(|| format!("lock {}", folder.display()))?;
    let locked = locked
        .with_context(|| format!("another backup writes to {}: wait for it", folder.display()))?;
    let manifest = Manifest::read(folder)?.unwrap_or_default();
    manifest.check(folder).context("give another folder")?;
    Ok((locked, manifest))
}

/// Adds what has come, again and again, until the program is told to stop. While the server does
/// not answer, it waits.
async fn follow(
    reader: &LogReader,
    mut manifest: Manifest,
    folder: &Path,
) -> anyhow::Result<ExitCode> {
    let asked = stop::asked();
    tokio::pin!(asked);
    let (mut is_away, mut missing) = (false, Vec::new());
    loop {
        let added = tokio::select! {
            biased;
            () = &mut asked => return Ok(ExitCode::SUCCESS),
            added = copy::add(reader, &manifest, folder, true) => added,
        };
        match added {
            Ok((now, copied)) => {
                if is_away {
                    tracing::warn!("the event log answers again");
                }
                is_away = false;
                progress::is_complete();
                let lacks: Vec<_> =
                    copied.into_iter().filter(|it| !it.missing.is_empty()).collect();
                if !lacks.is_empty() && lacks != missing {
                    for Copied { stream, missing, .. } in &lacks {
                        tracing::warn!(
                            stream,
                            missing = ranges(missing),
                            "the server cannot give messages"
                        );
                    }
                    missing = lacks;
                }
                manifest = now;
            }
            Err(error) if error.downcast_ref::<LogReaderError>().is_some() => {
                if !is_away {
                    tracing::warn!(
                        error = format!("{error:#}"),
                        "the event log does not answer; waiting"
                    );
                }
                is_away = true;
            }
            Err(error) => return Err(error),
        }
        tokio::select! {
            biased;
            () = &mut asked => return Ok(ExitCode::SUCCESS),
            () = tokio::time::sleep(FOLLOW_EVERY) => {}
        }
    }
}

fn print(copied: &[Copied], folder: &Path) -> io::Result<ExitCode> {
    let (mut output, folder) = (io::stdout().lock(), folder.display());
    for Copied { stream, messages, missing } in copied {
        writeln!(output, "{stream}: {messages} more messages")?;
        if !missing.is_empty() {
            writeln!(output, "{stream}: no messages {}", ranges(missing))?;
        }
    }
    if copied.iter().all(|it| it.missing.is_empty()) {
        writeln!(output, "The backup in {folder} has the whole log.")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        output,
        "The backup in {folder} lacks messages that the server cannot give: run `damcast verify`."
    )?;
    Ok(ExitCode::FAILURE)
}
