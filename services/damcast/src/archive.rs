//! `damcast archive`: moves the event log of `damcast up` into a folder once its tournaments are
//! over.
//!
//! The folder is a backup, which `damcast restore` and `damcast up --restore` read. All tournaments
//! leave the log, or one of them; people and devices stay, and so does what sensor boards reported.
//! Streams let nobody delete a message, so they are made anew without those of the tournament: all
//! others keep their sequences, by which they name each other.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, ensure};
use proto::subject::{Leaf, Subject, TournamentKey};
use runtime::{config::NatsConfig, new_epoch};

use crate::{
    backup::{self, manifest::Manifest, part},
    lines,
    lock::lock,
    nats_server::{NatsOptions, NatsServer, User, find_binary},
    rebuild::tournament,
    restore, verify,
};

/// Options of `damcast archive`.
#[derive(Clone, Debug, clap::Args)]
pub struct Archive {
    /// Folder of the archive: a new one, or a backup of this log.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Directory of the event store of `damcast up`, which does not run meanwhile; a nats-server is
    /// started for it.
    #[arg(long, env = "DAMCAST_DATA", default_value = ".damcast", value_name = "DIR")]
    pub data: PathBuf,
    /// The nats-server program; else the one that `./dev setup` installed, else the one on the
    /// PATH.
    #[arg(long, env = "DAMCAST_NATS_SERVER", value_name = "FILE")]
    pub nats_server: Option<PathBuf>,
    /// Only this tournament: venue and id, as in "main.kk-2026"; the event log keeps the others.
    #[arg(long, value_name = "VENUE.ID", value_parser = tournament)]
    pub tournament: Option<TournamentKey>,
    /// Archives tournaments that are not over, too.
    #[arg(long)]
    pub unfinished: bool,
}

/// The folder in which a log without what was archived is made.
const DRAFT: &str = "archive.draft";

/// Puts the event log back that an archive had set aside when it was broken off. Does nothing
/// otherwise.
///
/// # Errors
/// If the log cannot be moved.
pub(crate) fn put_back(data: &Path) -> anyhow::Result<()> {
    let (store, before) = (data.join("nats/store"), data.join(DRAFT).join("before"));
    if before.exists() && !store.exists() {
        let failed = || format!("put {} back to {}", before.display(), store.display());
        fs::rename(&before, &store).with_context(failed)?;
    }
    keep_readings(&before, &store)
}

/// Moves what sensor boards reported from the store that was set aside to the one in its place. No
/// backup has it: it is many times the log, and is deleted after some days.
fn keep_readings(before: &Path, store: &Path) -> anyhow::Result<()> {
    let [from, to] = [before, store].map(|store| store.join("jetstream/$G/streams/READING"));
    if from.exists() && store.exists() && !to.exists() {
        let failed = || format!("put {} to {}", from.display(), to.display());
        fs::rename(&from, &to).with_context(failed)?;
    }
    Ok(())
}

impl Archive {
    /// Moves the tournaments. They leave the store once the folder has all of them and was read
    /// again.
    ///
    /// # Errors
    /// If the log has faults or a tournament that is not over, `damcast up` runs, or the folder
    /// cannot be written; the store is as it was then.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let store = self.data.join("nats/store");
        put_back(&self.data)?;
        ensure!(store.is_dir(), "there is no event log in {}", self.data.display());
        let binary = find_binary(self.nats_server.as_deref(), &self.data.join("tools"))?;
        let server = NatsServer::start(&NatsOptions::new(binary, self.data.join("nats"))).await;
        let server = server.context("start nats-server")?;
        let (archived, kept) = Box::pin(self.take_out(server)).await?;
        let folder = self.folder.display();
        let text = match &self.tournament {
            Some(key) => format!(
                "{archived} messages of {key} are in {folder}, and the event log keeps {kept} others. `damcast up \
                 --restore {folder}` with another --data shows the tournament again."
            ),
            None => format!(
                "{archived} messages are in {folder}, and the event log has no tournament any more. It keeps {kept} \
                 changes of people and devices, who sign in as before. `damcast up --restore {folder}` with another \
                 --data shows the tournaments again; desks sign in there with a copy of authority.key."
            ),
        };
        lines::ended(writeln!(io::stdout(), "{text}").map(|()| ExitCode::SUCCESS))
    }

    /// Moves one tournament, or all, out of the log of `server`; returns the number of messages in
    /// the folder, and of those that the log keeps.
    async fn take_out(&self, server: NatsServer) -> anyhow::Result<(u64, u64)> {
        // On the disk of the store: its log is made here, and takes the place of the other as a
        // whole.
        let draft = self.data.join(DRAFT);
        if draft.exists() {
            // One that was broken off.
            fs::remove_dir_all(&draft).with_context(|| format!("remove {}", draft.display()))?;
        }
        let nats = server.config(User::Operator);
        let split = match &self.tournament {
            Some(key) => Box::pin(self.split(&nats, key, &draft)).await,
            None => Box::pin(self.copy(&nats, &draft)).await,
        };
        server.stop().await;
        let (archived, rest) = split?;
        // Nobody starts on the store until it is the new one.
        let locked = lock(&self.data.join("nats")).context("lock the store")?;
        let _locked = locked.context("another program has started on the store")?;
        let binary = find_binary(self.nats_server.as_deref(), &self.data.join("tools"))?;
        let server = NatsServer::start(&NatsOptions::new(binary, draft.join("nats"))).await;
        let server = server.context("start nats-server")?;
        let made = Box::pin(make(&server, &rest, &draft.join("rest"))).await;
        server.stop().await;
        let kept = made?;
        let (store, before) = (self.data.join("nats/store"), draft.join("before"));
        let failed = || format!("put another log into {}", store.display());
        fs::rename(&store, &before).with_context(failed)?;
        if let Err(error) = fs::rename(draft.join("nats/store"), &store) {
            put_back(&self.data)?;
            return Err(error).with_context(failed);
        }
        keep_readings(&before, &store)?;
        for folder in [&self.data.join("nats"), &draft] {
            let synced = File::open(folder).and_then(|folder| folder.sync_all());
            synced.with_context(|| format!("write {} to the disk", folder.display()))?;
        }
        fs::remove_dir_all(&draft).with_context(|| format!("remove {}", draft.display()))?;
        Ok((archived, kept))
    }

    /// Writes the messages of one tournament into the folder of the archive, and those of the
    /// others into `draft`. Returns the number of the former, and the manifest of the latter.
    async fn split(
        &self,
        nats: &NatsConfig,
        key: &TournamentKey,
        draft: &Path,
    ) -> anyhow::Result<(u64, Manifest)> {
        let report = Box::pin(verify::check(nats)).await?;
        ensure!(report.is_sound(), "the event log has faults: `damcast rebuild` mends it");
        ensure!(report.has(key), "the event log has no tournament {key}");
        ensure!(
            self.unfinished || report.unfinished().all(|other| other != key.to_string()),
            "{key} is not over; --unfinished archives it all the same"
        );
        let folder = &self.folder;
        let is_new = Manifest::read(folder)?.is_none();
        ensure!(is_new, "{} has a backup: give another folder", folder.display());
        let whole_folder = draft.join("whole");
        let whole = Box::pin(backup::complete(&whole_folder, nats)).await?;
        let is_of_it =
            |subject: &Subject| subject.leaf != Leaf::Access && subject.tournament == *key;
        let archived = part::write(&whole, &whole_folder, folder, is_of_it)?;
        let rest = rest(&whole, &whole_folder, draft, |subject| !is_of_it(subject))?;
        Ok((read_again(&archived, folder)?, rest))
    }

    /// Copies the log into the folder, and checks the copy; writes its people and devices into
    /// `draft`. Returns the number of the messages of the copy, and the manifest of the latter.
    async fn copy(&self, nats: &NatsConfig, draft: &Path) -> anyhow::Result<(u64, Manifest)> {
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
        let people = |subject: &Subject| subject.leaf == Leaf::Access;
        Ok((messages, rest(&manifest, &self.folder, draft, people)?))
    }
}

/// Writes the messages of a backup that the log keeps into a folder of `draft`; returns their
/// manifest.
fn rest(
    whole: &Manifest,
    folder: &Path,
    draft: &Path,
    is_kept: impl Fn(&Subject) -> bool,
) -> anyhow::Result<Manifest> {
    let mut rest = part::write(whole, folder, &draft.join("rest"), is_kept)?;
    for (name, copy) in &mut rest.streams {
        let before = whole.streams.get(name);
        if before.is_some_and(|before| before.messages() != copy.messages()) {
            // A reader that has a place in the log as it was finds out that it is another.
            copy.epoch = new_epoch();
        }
    }
    Ok(rest)
}

/// Makes the log of the backup `rest` on a server that has none, and checks it; returns the number
/// of its messages.
async fn make(server: &NatsServer, rest: &Manifest, folder: &Path) -> anyhow::Result<u64> {
    let nats = server.config(User::Mender);
    let kept = restore::store(rest, folder, &nats).await?;
    let report = Box::pin(verify::check(&nats)).await?;
    ensure!(report.is_sound(), "the log without the tournament has faults; it stays as it was");
    server.sync_store().await.context("write the store to the disk")?;
    Ok(kept)
}

/// Reads every message of a backup; returns their number.
fn read_again(manifest: &Manifest, folder: &Path) -> anyhow::Result<u64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_that_was_set_aside_is_put_back_unless_another_took_its_place() {
        let data = tempfile::tempdir().unwrap();
        let (store, before) =
            (data.path().join("nats/store"), data.path().join("archive.draft/before"));
        let logs = || (store.join("log").exists(), before.join("log").exists());
        fs::create_dir_all(&before).unwrap();
        fs::create_dir(data.path().join("nats")).unwrap();
        fs::write(before.join("log"), "whole").unwrap();
        put_back(data.path()).unwrap();
        assert_eq!(logs(), (true, false));
        fs::create_dir_all(&before).unwrap();
        fs::write(before.join("log"), "whole").unwrap();
        put_back(data.path()).unwrap();
        assert_eq!(logs(), (true, true));
    }

    #[test]
    fn what_sensor_boards_reported_stays_in_the_store_also_after_a_broken_archive() {
        let data = tempfile::tempdir().unwrap();
        let streams = "jetstream/$G/streams";
        let (store, before) =
            (data.path().join("nats/store"), data.path().join("archive.draft/before"));
        fs::create_dir_all(before.join(streams).join("READING/msgs")).unwrap();
        fs::create_dir_all(before.join(streams).join("GAME")).unwrap();
        fs::create_dir_all(store.join(streams)).unwrap();
        put_back(data.path()).unwrap();
        assert!(store.join(streams).join("READING/msgs").exists());
        assert!(!store.join(streams).join("GAME").exists(), "the rest is in the archive");
    }
}
