//! The messages of one subject, and how far each follows on the one before it.

use runtime::{LogEntry, Unreadable};

use super::Problem;

/// The last message of a subject, as the next one has to name it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Link {
    version: u64,
    digest: Vec<u8>,
}

impl Link {
    /// Makes the link that the message after one of this version and digest has to name.
    pub(crate) fn new(version: u64, digest: Vec<u8>) -> Self {
        Self { version, digest }
    }

    /// Returns the version of the last message; 0 if there is none.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Returns the digest of the last message; empty if there is none.
    pub(crate) fn digest(&self) -> &[u8] {
        &self.digest
    }

    /// Returns the link that the message after `entry` has to name.
    pub(crate) fn after(entry: &LogEntry) -> Self {
        Self { version: entry.version, digest: entry.digest().to_vec() }
    }

    /// Returns the reason why `entry` does not follow; `None` if it does.
    pub(crate) fn break_before(&self, entry: &LogEntry) -> Option<Problem> {
        let (expected, found) = (self.version + 1, entry.version);
        if found != expected {
            Some(Problem::Version { expected, found })
        } else if entry.previous != self.digest {
            Some(Problem::Chain)
        } else {
            None
        }
    }
}

/// The messages of one subject that can be read, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    entries: Vec<LogEntry>,
    /// Number of the first entries that each follow on the one before.
    sound: usize,
}

impl History {
    /// Makes the history of messages that were read.
    pub(crate) fn new(read: impl IntoIterator<Item = Result<LogEntry, Unreadable>>) -> Self {
        let entries: Vec<LogEntry> = read.into_iter().flatten().collect();
        let mut link = Link::default();
        let is_next = |entry: &&LogEntry| {
            let follows = link.break_before(entry).is_none();
            link = Link::after(entry);
            follows
        };
        let sound = entries.iter().take_while(is_next).count();
        Self { entries, sound }
    }

    /// Returns every entry.
    pub(crate) fn all(&self) -> &[LogEntry] {
        &self.entries
    }

    /// Returns the first entries, of which each follows on the one before it.
    pub(crate) fn sound(&self) -> &[LogEntry] {
        self.entries.get(..self.sound).unwrap_or_default()
    }
}
