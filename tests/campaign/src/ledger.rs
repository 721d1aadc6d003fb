//! The inputs that were acknowledged, and how long that took: the client's own record, which it
//! compares with the log.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// Oldest input that may be missing after a power cut where messages are on the disk within a
/// second: that second, and the time that writing takes.
pub(crate) const MISSING_MAX: Duration = Duration::from_secs(3);

/// One input, as the log names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct InputKey {
    /// The tournament.
    pub(crate) tournament: String,
    /// The game, as in "r1-t3".
    pub(crate) game: String,
    /// The device.
    pub(crate) device: String,
    /// The device's number of the input.
    pub(crate) sequence: u64,
}

/// The inputs and their answers as recorded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// The acknowledged inputs, in the order of their acknowledgement.
    pub(crate) acknowledged: Vec<InputKey>,
    /// The moment of each of these acknowledgements.
    pub(crate) acknowledged_at: Vec<Instant>,
    /// The times from the first sending of each input to its first acknowledgement.
    pub(crate) stored_after: Vec<Duration>,
    /// The times from the first sending of each input to its verdict.
    pub(crate) judged_after: Vec<Duration>,
    /// The longest of these times, also of those that were taken.
    pub(crate) longest_wait: Duration,
    /// The ends of games, in the order in which they came.
    pub(crate) ended: Vec<GameEnd>,
    /// Number of calls that failed and were made again.
    pub(crate) repeats: usize,
    /// Answers that no input of a correct device may get.
    pub(crate) refusals: Vec<String>,
}

impl Record {
    /// Returns the time from the acknowledgement of an input to a later moment.
    pub(crate) fn age_at(&self, key: &InputKey, moment: Instant) -> Option<Duration> {
        let at = self.acknowledged.iter().position(|it| it == key)?;
        Some(moment.duration_since(*self.acknowledged_at.get(at)?))
    }
}

/// The end of a game, as its players saw it.
#[derive(Clone, Debug)]
pub(crate) struct GameEnd {
    /// The game, as in "r1-t3".
    pub(crate) game: String,
    /// The moment when the last input was sent first.
    pub(crate) sent: Instant,
    /// The moment when it was judged.
    pub(crate) judged: Instant,
}

/// The record of all devices. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    record: Arc<Mutex<Record>>,
}

impl Ledger {
    /// Returns the number of inputs that were judged.
    pub(crate) fn judged(&self) -> usize {
        self.record().judged_after.len()
    }

    /// Forgets inputs that a device will hand in again under another name.
    pub(crate) fn forget(&self, is_of_other: impl Fn(&InputKey) -> bool) {
        let mut record = self.record();
        let Record { acknowledged, acknowledged_at, .. } = &mut *record;
        let kept: Vec<bool> = acknowledged.iter().map(|key| !is_of_other(key)).collect();
        let mut is_kept = kept.iter();
        acknowledged.retain(|_key| is_kept.next() == Some(&true));
        let mut is_kept = kept.iter();
        acknowledged_at.retain(|_at| is_kept.next() == Some(&true));
    }

    /// Returns the record, to be read or changed.
    pub(crate) fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a copy of the record, and begins a new record of times.
    pub(crate) fn take_times(&self) -> Record {
        let mut record = self.record();
        let copy = record.clone();
        record.stored_after.clear();
        record.judged_after.clear();
        copy
    }
}
