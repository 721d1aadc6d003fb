//! Marks of the last change of each venue that callers were told of. They outlast the log, so that
//! its loss of a later change is noticed: that may have put somebody out.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
};

use access::Access;
use proto::subject::VenueId;
use runtime::{Ledger, private_file, run_blocking};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

/// The marks of all venues, in a file beside the key of the venue. Cheap to clone.
///
/// The path is locked while the file is read or changed. Each operation reads it anew: whoever has
/// put right what was lost deletes it.
#[derive(Clone, Debug)]
pub(crate) struct AccessMarks {
    path: Arc<Mutex<PathBuf>>,
}

/// The last change of a venue that callers were told of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    /// Its version.
    version: u64,
    /// Its hash, in hexadecimal digits.
    digest: String,
    /// True if the log had lost it, or one before it.
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
    pub(crate) async fn note(&self, venue: &VenueId, authority: &Ledger<Access>) {
        let (venue, version, digest) =
            (venue.to_string(), authority.version(), hexadecimal(authority.digest()));
        self.change(move |marks| {
            let is_lost = marks.get(&venue).is_some_and(|known| known.is_lost);
            marks.insert(venue, Mark { version, digest, is_lost });
            true
        })
        .await;
    }

    /// Compares what the log has of a venue with its mark, before anything is written after it.
    pub(crate) async fn compare(&self, venue: &VenueId, authority: &Ledger<Access>) {
        let (venue, version, digest) =
            (venue.to_string(), authority.version(), hexadecimal(authority.digest()));
        self.change(move |marks| {
            let Some(mark) = marks.get_mut(&venue).filter(|mark| !mark.is_lost) else {
                return false;
            };
            // Another replica may have written more.
            let has_it =
                version > mark.version || (version == mark.version && digest == mark.digest);
            mark.is_lost = !has_it;
            mark.is_lost
        })
        .await;
    }

    /// Returns the venues that have a mark.
    pub(crate) async fn venues(&self) -> Vec<VenueId> {
        let (marks, _path) = self.read().await;
        marks.keys().filter_map(|venue| venue.parse().ok()).collect()
    }

    /// Returns the path of the file, if the log has lost changes of some venue since it was deleted
    /// last.
    pub(crate) async fn file_of_loss(&self) -> Option<String> {
        let (marks, path) = self.read().await;
        marks.values().any(|mark| mark.is_lost).then(|| path.display().to_string())
    }

    async fn read(&self) -> (Marks, PathBuf) {
        let path = self.path.lock().await.clone();
        let of_file = path.clone();
        let marks = run_blocking(move || read(&of_file)).await.unwrap_or_default();
        (marks, path)
    }

    /// Reads the marks, and writes them again if `change` returns true.
    async fn change(&self, change: impl FnOnce(&mut Marks) -> bool + Send + 'static) {
        let path = self.path.lock().await;
        let file = path.clone();
        // At the stop nothing more is written to the log, either.
        let _stopped = run_blocking(move || {
            let mut marks = read(&file);
            if change(&mut marks)
                && let Err(error) = write(&file, &marks)
            {
                if error.kind() == ErrorKind::ReadOnlyFilesystem {
                    // As where the key is a Secret of Kubernetes: three copies of the log lose no
                    // end.
                    tracing::debug!(%error, path = %file.display(), "changes are not marked");
                } else {
                    tracing::warn!(%error, path = %file.display(), "a change is not marked");
                }
            }
        })
        .await;
    }
}

fn read(path: &Path) -> Marks {
    match fs::read(path) {
        Ok(text) => serde_json::from_slice(&text).unwrap_or_else(|error| {
            tracing::warn!(%error, path = %path.display(), "the marks of changes cannot be read");
            Marks::new()
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Marks::new(),
        Err(error) => {
            tracing::warn!(%error, path = %path.display(), "the marks of changes cannot be read");
            Marks::new()
        }
    }
}

fn write(path: &Path, marks: &Marks) -> io::Result<()> {
    private_file::write(path, &format!("{}\n", serde_json::to_string(marks)?))
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
        // What is written after it does not hide the loss.
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
}
