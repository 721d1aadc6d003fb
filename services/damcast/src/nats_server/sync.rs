//! The moment at which a message is on the disk: before it is acknowledged, or within a second.

use std::{
    fmt, fs,
    io::{self, Write as _},
    path::Path,
    time::Duration,
};

use tokio::time::Instant;

/// Number of writes by which a disk is judged.
const WRITES: usize = 50;
/// Bytes of each, those of a small message of the log.
const BYTES: [u8; 512] = [0; 512];
/// Longest time of a write on a disk that is fast enough for [`SyncInterval::Always`].
const FAST: Duration = Duration::from_millis(5);

/// The moment at which a message is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SyncInterval {
    /// Before it is acknowledged: a power cut costs nothing that was acknowledged.
    Always,
    /// Within a second: a power cut costs at most the last second.
    #[value(name = "1s")]
    EverySecond,
}

impl fmt::Display for SyncInterval {
    /// Writes it as nats-server reads it (`sync_interval`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Always => "always",
            Self::EverySecond => "1s",
        })
    }
}

impl SyncInterval {
    /// Returns the one that a configuration of nats-server has; `None` if it has another.
    pub(crate) fn of_configuration(text: &str) -> Option<Self> {
        let mut lines = text.lines().filter_map(|line| line.trim().strip_prefix("sync_interval: "));
        let value = lines.next_back()?.trim_matches('"');
        [Self::Always, Self::EverySecond].into_iter().find(|sync| sync.to_string() == value)
    }
}

/// The way in which it is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SyncChoice {
    /// Before it is acknowledged.
    Always,
    /// Within a second.
    #[value(name = "1s")]
    EverySecond,
    /// Before it is acknowledged if the disk is fast enough, as some writes show; else within a
    /// second.
    Auto,
}

impl SyncChoice {
    /// Chooses for the disk of a directory, which is made if it is missing.
    pub(crate) fn choose(self, directory: &Path) -> SyncInterval {
        match self {
            Self::Always => SyncInterval::Always,
            Self::EverySecond => SyncInterval::EverySecond,
            Self::Auto => {
                let tried = fs::create_dir_all(directory).and_then(|()| slowest_write(directory));
                match tried {
                    Ok(slowest) if slowest <= FAST => SyncInterval::Always,
                    Ok(_slow) => SyncInterval::EverySecond,
                    Err(error) => {
                        tracing::warn!(%error, "the disk cannot be tried");
                        SyncInterval::EverySecond
                    }
                }
            }
        }
    }
}

/// Returns the time of the slowest of some writes to the disk of a directory, each of which is on
/// the disk before the next one. It takes as long as they do.
pub(crate) fn slowest_write(directory: &Path) -> io::Result<Duration> {
    let path = directory.join("speed.tmp");
    let mut file = fs::File::create(&path)?;
    let mut written = || {
        let mut slowest = Duration::ZERO;
        for _write in 0..WRITES {
            let began = Instant::now();
            file.write_all(&BYTES)?;
            file.sync_data()?;
            slowest = slowest.max(began.elapsed());
        }
        Ok(slowest)
    };
    let written = written();
    fs::remove_file(&path)?;
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_tells_when_messages_are_on_the_disk() {
        for sync in [SyncInterval::Always, SyncInterval::EverySecond] {
            let text = format!("jetstream {{\n  sync_interval: \"{sync}\"\n}}\n");
            assert_eq!(SyncInterval::of_configuration(&text), Some(sync));
        }
        assert_eq!(SyncInterval::of_configuration("sync_interval: \"2m\""), None);
        assert_eq!(SyncInterval::of_configuration(""), None);
    }

    #[test]
    fn a_disk_is_tried_and_nothing_is_left_on_it() {
        let folder = tempfile::tempdir().unwrap();
        let slowest = slowest_write(folder.path()).unwrap();
        assert!(slowest > Duration::ZERO);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        assert!(slowest_write(&folder.path().join("nowhere")).is_err());
        assert_eq!(SyncChoice::Always.choose(folder.path()), SyncInterval::Always);
        assert_eq!(SyncChoice::EverySecond.choose(folder.path()), SyncInterval::EverySecond);
    }
}
