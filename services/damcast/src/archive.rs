//! `damcast archive`: moves the event log of `damcast up` into a folder once its tournaments are over.
//!
//! Messages name each other by their sequences, so the log moves as a whole; `damcast up` then begins a new one. The
//! folder is a backup, which `damcast restore` and `damcast up --restore` read.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, ensure};
use runtime::config::NatsConfig;

use crate::{
    backup, lines,
    nats_server::{NatsOptions, NatsServer, find_binary},
    verify,
};

/// Options of `damcast archive`.
#[derive(Clone, Debug, clap::Args)]
pub struct Archive {
    /// Folder of the archive: a new one, or a backup of this log.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Directory of the event store of `damcast up`, which does not run meanwhile; a nats-server is started for it.
    #[arg(long, env = "DAMCAST_DATA", default_value = ".damcast", value_name = "DIR")]
    pub data: PathBuf,
    /// The nats-server program; else the one that `./dev setup` installed, else the one on the PATH.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    pub nats_server: Option<PathBuf>,
    /// Archives tournaments that are not over, too.
    #[arg(long)]
    pub unfinished: bool,
}

impl Archive {
    /// Moves the log. The store goes once the folder has all of it and was read again.
    ///
    /// # Errors
    /// If the log has faults or a tournament that is not over, `damcast up` runs, or the folder cannot be written; the
    /// store is as it was then.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let store = self.data.join("nats/store");
        ensure!(store.is_dir(), "there is no event log in {}", self.data.display());
        let binary = find_binary(self.nats_server.as_deref(), &self.data.join("tools"))?;
        let server = NatsServer::start(&NatsOptions::new(binary, self.data.join("nats"))).await;
        let server = server.context("start nats-server")?;
        let copied = Box::pin(self.copy(&NatsConfig::at(&server.url()))).await;
        server.stop().await;
        let messages = copied?;
        fs::remove_dir_all(&store).with_context(|| format!("remove {}", store.display()))?;
        let folder = self.folder.display();
        let text = format!(
            "{messages} messages are in {folder}, and the event log is empty. `damcast up --restore {folder}` with \
             another --data shows them again."
        );
        lines::ended(writeln!(io::stdout(), "{text}").map(|()| ExitCode::SUCCESS))
    }

    /// Copies the log into the folder, and checks the copy; returns the number of its messages.
    async fn copy(&self, nats: &NatsConfig) -> anyhow::Result<u64> {
        let report = Box::pin(verify::check(nats)).await?;
        ensure!(report.is_sound(), "the event log has faults: `damcast rebuild` mends it");
        let unfinished = report.unfinished().collect::<Vec<_>>().join(", ");
        ensure!(
            self.unfinished || unfinished.is_empty(),
            "these tournaments are not over: {unfinished}; --unfinished archives them all the same"
        );
        let manifest = Box::pin(backup::complete(&self.folder, nats)).await?;
        let messages = read_again(&manifest, &self.folder)?;
        let due = report.messages();
        ensure!(messages == due, "the folder has {messages} messages, and the log {due}");
        Ok(messages)
    }
}

/// Reads every message of a backup; returns their number.
fn read_again(manifest: &backup::manifest::Manifest, folder: &Path) -> anyhow::Result<u64> {
    manifest.check(folder)?;
    let mut messages = 0;
    for segment in manifest.streams.values().flat_map(|copy| &copy.segments) {
        for message in segment.messages(folder)? {
            message.with_context(|| segment.file.clone())?;
            messages += 1;
        }
    }
    Ok(messages)
}
