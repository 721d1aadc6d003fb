//! Marks of the last change of each venue that callers were told of. They are stored beside the
//! log, so that its loss of a change is noticed: the change may have put somebody out.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
};

use access::Access;
use proto::subject::{Stream, VenueId};
use runtime::{EventLog, Ledger, LedgerError, private_file, run_blocking};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

/// The marks of all venues, in a file beside the key of the venue. Cheap to clone.
///
/// The path is locked while the file is read or changed. Each operation reads the file again,
/// because an operator deletes it after restoring the lost changes.
#[derive(Clone, Debug)]
pub(crate) struct AccessMarks {
    path: Arc<Mutex<PathBuf>>,
}

/// The last change of a venue that callers were told of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    /// The sequence of its message in ACCESS.
    sequence: u64,
    /// The hash of that message, in hexadecimal digits.
    digest: String,
    /// True if the log was found to have lost this change or an earlier one.
    is_lost: bool,
}

type Marks = BTreeMap<String, Mark>;

impl AccessMarks {
    /// Returns the marks beside a key.
    pub(crate) fn beside(key: &Path) -> Self {
        Self { path: Arc::new(Mutex::new(key.with_extension("seen"))) }
    }

    /// Marks the last change of a venue, after one that was stored. The mark is on the disk when
    /// this returns, if the file can be written.
    ///
    /// # Errors
    /// [`LedgerError`] if the log does not tell whether it still has what was marked before.
    pub(crate) async fn note(
        &self,
        log: &EventLog,
        venue: &VenueId,
        authority: &Ledger<Access>,
    ) -> Result<(), LedgerError> {
        let path = self.path.lock().await;
        let Some(mut marks) = load(&path).await else { return Ok(()) };
        let known = marks.get(&venue.to_string());
        let is_lost = match known {
            None => false,
            Some(known) => known.is_lost || !is_in_log(known, log, authority).await?,
        };
        // Another replica may have marked a later one in the same file.
        if is_lost || known.is_none_or(|known| known.sequence < authority.sequence()) {
            marks.insert(venue.to_string(), Mark { is_lost, ..Mark::of(authority) });
            save(&path, marks).await;
        }
        Ok(())
    }

    /// Compares what the log has of a venue with its mark.
    ///
    /// # Errors
    /// As [`AccessMarks::note`].
    pub(crate) async fn compare(
        &self,
        log: &EventLog,
        venue: &VenueId,
        authority: &Ledger<Access>,
    ) -> Result<(), LedgerError> {
        let path = self.path.lock().await;
        let Some(mut marks) = load(&path).await else { return Ok(()) };
        if let Some(mark) = marks.get_mut(&venue.to_string())
            && !mark.is_lost
            && !is_in_log(mark, log, authority).await?
        {
            mark.is_lost = true;
            save(&path, marks).await;
        }
        Ok(())
    }

    /// Returns the venues that have a mark.
    pub(crate) async fn venues(&self) -> Vec<VenueId> {
        let path = self.path.lock().await;
        let marks = load(&path).await.unwrap_or_default();
        marks.keys().filter_map(|venue| venue.parse().ok()).collect()
    }

    /// Returns the path of the file, if the log has lost changes of some venue since it was deleted
    /// last, or if it cannot be read and so does not tell.
    pub(crate) async fn file_of_loss(&self) -> Option<String> {
        let path = self.path.lock().await;
        let marks = load(&path).await;
        let is_whole = marks.is_some_and(|marks| marks.values().all(|mark| !mark.is_lost));
        (!is_whole).then(|| path.display().to_string())
    }
}

impl Mark {
    /// Returns the mark of the last change.
    fn of(authority: &Ledger<Access>) -> Self {
        let digest = hexadecimal(authority.digest());
        Self { sequence: authority.sequence(), digest, is_lost: false }
    }
}

/// Returns true if the log still has the marked message. A longer log does not prove it: it may
/// have lost the message before others were written.
async fn is_in_log(
    mark: &Mark,
    log: &EventLog,
    authority: &Ledger<Access>,
) -> Result<bool, LedgerError> {
    if mark.sequence == authority.sequence() {
        return Ok(mark.digest == hexadecimal(authority.digest()));
    }
    let entry = log.entry_at(Stream::Access, mark.sequence).await?;
    Ok(entry.is_some_and(|entry| mark.digest == hexadecimal(entry.digest())))
}

/// Reads the marks; returns `None` if they cannot be read, or the service stops.
async fn load(path: &Path) -> Option<Marks> {
    let file = path.to_owned();
    let read = run_blocking(move || match fs::read(&file) {
        Ok(text) => serde_json::from_slice(&text).map_err(io::Error::from),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Marks::new()),
        Err(error) => Err(error),
    });
    match read.await? {
        Ok(marks) => Some(marks),
        Err(error) => {
            tracing::warn!(%error, path = %path.display(), "the marks of changes cannot be read");
            None
        }
    }
}

async fn save(path: &Path, marks: Marks) {
    let file = path.to_owned();
    let written = run_blocking(move || {
        private_file::write(&file, &format!("{}\n", serde_json::to_string(&marks)?))
    });
    match written.await {
        Some(Err(error)) if error.kind() == ErrorKind::ReadOnlyFilesystem => {
            // The key is a Secret of Kubernetes, for instance. There the log has three copies, and
            // does not lose its end.
            tracing::debug!(%error, path = %path.display(), "changes are not marked");
        }
        Some(Err(error)) => {
            tracing::warn!(%error, path = %path.display(), "a change is not marked");
        }
        // While the service stops, nothing more is written to the log either.
        Some(Ok(())) | None => {}
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use access::{Author, Command, SubjectId};
    use proto::subject::{Stream, VenueId};
    use runtime::{AuthoritySecret, MemoryBroker};

    use crate::authorities::Authorities;

    const PATIENCE: Duration = Duration::from_secs(5);

    /// Gives a venue its key, and makes two people known.
    async fn begin(authorities: &Authorities, venue: &VenueId) {
        let key = AuthoritySecret::generate().unwrap().public().unwrap();
        authorities.give(venue, &Author::Machine, &Command::SetKey { key }).await.unwrap();
        add(authorities, venue, &["anna", "ids"]).await;
    }

    /// Makes people known.
    async fn add(authorities: &Authorities, venue: &VenueId, names: &[&str]) {
        for name in names {
            let subject = SubjectId::new(*name).unwrap();
            let command = Command::AddPerson { subject, name: (*name).to_owned() };
            authorities.give(venue, &Author::Machine, &command).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_change_that_the_log_lost_is_told_over_restarts_until_the_file_is_deleted() {
        let folder = std::env::temp_dir().join(format!("damcast-marks-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (key, venue) = (folder.join("authority.key"), "main".parse::<VenueId>().unwrap());
        let broker = MemoryBroker::default();
        let start = || Authorities::new(broker.log(), key.clone(), PATIENCE);
        let before = start();
        begin(&before, &venue).await;
        assert_eq!(before.lost_changes().await.unwrap(), None);
        broker.set_back(Stream::Access, 2);
        broker.reconnect();
        let file = key.with_extension("seen");
        let told = Some(file.display().to_string());
        assert_eq!(start().lost_changes().await.unwrap(), told);
        // A message that is written after it does not hide the loss.
        let after = start();
        add(&after, &venue, &["sjoerd", "ynte"]).await;
        assert_eq!(start().lost_changes().await.unwrap(), told);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(start().lost_changes().await.unwrap(), None);
        add(&after, &venue, &["wytse"]).await;
        assert_eq!(start().lost_changes().await.unwrap(), None);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_loss_is_noticed_although_the_first_who_asks_writes_another_change() {
        let folder = std::env::temp_dir().join(format!("damcast-marked-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (key, venue) = (folder.join("authority.key"), "main".parse::<VenueId>().unwrap());
        let broker = MemoryBroker::default();
        let start = || Authorities::new(broker.log(), key.clone(), PATIENCE);
        begin(&start(), &venue).await;
        broker.set_back(Stream::Access, 2);
        broker.reconnect();
        let after = start();
        add(&after, &venue, &["sjoerd", "ynte"]).await;
        assert!(after.lost_changes().await.unwrap().is_some());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_loss_is_noticed_although_another_replica_has_written_more_than_was_lost() {
        let folder = std::env::temp_dir().join(format!("damcast-outgrown-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("other")).unwrap();
        let (key, venue) = (folder.join("authority.key"), "main".parse::<VenueId>().unwrap());
        let broker = MemoryBroker::default();
        let start = |key: &std::path::Path| Authorities::new(broker.log(), key.into(), PATIENCE);
        begin(&start(&key), &venue).await;
        broker.set_back(Stream::Access, 2);
        broker.reconnect();
        let others = start(&folder.join("other/authority.key"));
        add(&others, &venue, &["sjoerd", "ynte", "wytse"]).await;
        assert_eq!(others.lost_changes().await.unwrap(), None);
        let told = Some(key.with_extension("seen").display().to_string());
        assert_eq!(start(&key).lost_changes().await.unwrap(), told);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn marks_that_cannot_be_read_are_told_as_a_loss_and_kept() {
        let folder = std::env::temp_dir().join(format!("damcast-unread-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (key, venue) = (folder.join("authority.key"), "main".parse::<VenueId>().unwrap());
        let file = key.with_extension("seen");
        let authorities = Authorities::new(MemoryBroker::default().log(), key, PATIENCE);
        begin(&authorities, &venue).await;
        std::fs::write(&file, "{\"main\":").unwrap();
        add(&authorities, &venue, &["sjoerd"]).await;
        let told = Some(file.display().to_string());
        assert_eq!(authorities.lost_changes().await.unwrap(), told);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{\"main\":");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
